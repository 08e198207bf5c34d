/** Closes unknown calls by a person's decision. */
import { DIALLING_STATES } from '../../../../domain/campaigns/campaign-state.ts';
import { sqlList } from '../../engine/sql-list.ts';
import { spendsAttempt } from '../../../../domain/calls/disposition.ts';
import type { CallRef, CampaignId } from '../../../../domain/ids.ts';
import type { ContactNext } from '../../../../domain/calls/redial.ts';
import type { Call, CallResolution, CallStore } from '../../../calls/call-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { correctEnd, dueNow } from '../../steps/calls/call-endings.ts';
import { callRow, toCall } from '../../rows/call-rows.ts';
import { writeAudit } from '../../rows/audit.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import { settle } from '../../steps/calls/settlement.ts';
import { release } from '../../steps/campaigns/spending.ts';

export function resolutionStore(db: Database): Pick<CallStore, 'resolveCall'> {
  return {
    async resolveCall({ ref, resolution, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const call = await resolve(tx, ref, resolution, nowMs);
        await writeAudit(tx, {
          by: key,
          what: 'call.closed',
          target: `calls/${ref}`,
          before: { disposition: 'unknown' },
          after: resolution,
          nowMs,
        });
        return { call, freed: await waitingForNumbers(tx, ref) };
      });
    },
  };
}

async function resolve(
  tx: Tx,
  ref: CallRef,
  resolution: CallResolution,
  nowMs: number,
): Promise<Call> {
  const call = await callRow(tx, ref);
  if (call.disposition !== 'unknown') {
    throw new StoreRefusal('illegal-move', 'only a call that ended as unknown can be resolved', {
      state: call.state,
      disposition: call.disposition,
    });
  }
  const { disposition, reason, cost } = resolution;
  const contact = contactOf(resolution, nowMs);
  await correctEnd(tx, call, {
    disposition,
    reason: `resolved by a person: ${reason}`,
    confirmed: null,
    spendsAttempt: spendsAttempt(disposition, true),
    nowMs,
    ...(contact && { contact }),
  });
  if (cost !== null) await settle(tx, await callRow(tx, ref), { cost, source: 'person' }, nowMs);
  else {
    // No bill is expected, so the reserve must be released. Otherwise it would be kept forever.
    await release(tx, call);
    if (disposition !== 'not-dialled') {
      tx.send(`UPDATE calls SET settlement = 'unsettled' WHERE ref = :ref`, { ref });
    }
  }
  return toCall(await callRow(tx, ref));
}

function contactOf(resolution: CallResolution, nowMs: number): ContactNext | undefined {
  if (!resolution.redial) return { kind: 'final' };
  return resolution.disposition === 'not-dialled' ? dueNow(nowMs) : undefined;
}

/** Running campaigns that may have waited for its contact or number. */
export async function waitingForNumbers(tx: Tx, ref: CallRef): Promise<CampaignId[]> {
  return (
    await tx.all<{ id: CampaignId }>(
      `SELECT id FROM campaigns
       WHERE state IN (${sqlList(DIALLING_STATES)})
         AND (waiting_reason = 'numbers' OR id = (SELECT campaign_id FROM calls WHERE ref = :ref))
       ORDER BY serial`,
      { ref },
    )
  ).map(({ id }) => id);
}
