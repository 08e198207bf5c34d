import {
  outcomeRefused,
  type OutcomeEffect,
  type OutcomeOfCall,
} from '../../../../domain/outcomes/outcome.ts';
import { QUARTER_MS } from '../../../../domain/statistics/time-buckets.ts';
import type {
  NewOutcome,
  Outcome,
  OutcomeCount,
  OutcomeStore,
  StoredOutcomeCode,
} from '../../../outcomes/outcome-store.ts';
import { DIALWRIGHT } from '../../../audit-store.ts';
import { StoreRefusal, type IdempotencyKey } from '../../../requests.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import { outcomeOf } from '../../rows/call-fact-rows.ts';
import { callRow, changedCall, lockCall, type CallRow } from '../../rows/call-rows.ts';
import { codeRow, outcomeRow } from '../../rows/calls/outcome-rows.ts';
import { writeAudit } from '../../rows/audit.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import {
  endWrapUp,
  moveContactByOutcome,
  movesContact,
  suppressByOutcome,
} from '../../steps/outcomes/outcome-effects.ts';
import { mustNotBeErased } from '../../steps/privacy/erased-numbers.ts';
import { cancelCallback, makeCallback } from '../campaigns/callbacks.ts';

export function outcomeStore(
  db: Database,
): Pick<OutcomeStore, 'setOutcome' | 'outcome' | 'outcomeCounts'> {
  return {
    async setOutcome(input, key) {
      const { nowMs } = input;
      return writeOnce(db, { key, nowMs }, (tx) => setOutcome(tx, input, key));
    },

    async outcome(ref) {
      return db.read(async (tx) => {
        await callRow(tx, ref);
        return outcomeRow(tx, ref);
      });
    },

    async outcomeCounts({ campaignId, agentId, fromMs, toMs }) {
      // Each filter has an index, which a condition that may be absent would keep from being used.
      const ofCampaign = campaignId === undefined ? '' : 'AND campaign_id = :campaignId';
      const ofAgent = agentId === undefined ? '' : 'AND agent_id = :agentId';
      return db.all<OutcomeCount>(
        `SELECT code, code_group AS "group", CAST(sum(calls) AS BIGINT) AS calls FROM outcome_buckets
         WHERE bucket_ms >= :fromMs AND bucket_ms < :toMs ${ofCampaign} ${ofAgent}
         GROUP BY code, code_group HAVING sum(calls) <> 0 ORDER BY calls DESC, code, code_group`,
        {
          fromMs: fromMs - (fromMs % QUARTER_MS),
          toMs,
          ...(campaignId !== undefined && { campaignId }),
          ...(agentId !== undefined && { agentId }),
        },
      );
    },
  };
}

async function setOutcome(tx: Tx, input: NewOutcome, by: IdempotencyKey | undefined) {
  const { ref, nowMs } = input;
  const call = await lockCall(tx, ref);
  mustTakeOutcome(call);
  await mustNotBeErased(tx, call.number);
  const code = await usableCode(tx, input);
  const before = await outcomeRow(tx, ref);
  input.precondition(before);
  const of: OutcomeOfCall = { code: code.id, group: code.group, next: code.next };
  const now = await changedCall(tx, ref, { outcome: JSON.stringify(of) });
  await writeRow(tx, now, { input, of, before, who: by?.who ?? DIALWRIGHT });
  const effects = await follow(tx, { call, now, code, before, input, by });
  const version = (before?.version ?? 0) + 1;
  tx.send('UPDATE outcomes SET done = :done WHERE ref = :ref', {
    ref,
    done: JSON.stringify(effects),
  });
  const text = `outcome ${code.id}, set by ${by?.who ?? DIALWRIGHT}`;
  await writeTimeline(tx, ref, { kind: 'note', text, nowMs });
  await writeAudit(tx, {
    by,
    what: 'call.outcome-set',
    target: `calls/${ref}`,
    ...(before && { before: audited(before) }),
    after: { code: code.id, version, hasNote: input.note !== null },
    nowMs,
  });
  return { ref, version, campaignId: call.campaignId };
}

/** Without the note, which may hold anything. */
const audited = ({ code, version, note }: Outcome) => ({ code, version, hasNote: note !== null });

function mustTakeOutcome(call: CallRow): void {
  const refused = outcomeRefused({
    placed: !['queued', 'claimed', 'waiting', 'placing'].includes(call.state),
    disposition: call.disposition,
    erased: call.erasedAtMs !== null,
  });
  if (refused === undefined) return;
  const { state, disposition } = call;
  throw new StoreRefusal('illegal-move', `no outcome can be set: ${refused}`, {
    state,
    disposition,
  });
}

async function usableCode(tx: Tx, { code: id, callback }: NewOutcome): Promise<StoredOutcomeCode> {
  const code = await codeRow(tx, id);
  if (!code || code.deletedAtMs !== null) {
    const what = code ? 'the code was deleted' : 'there is no such code';
    throw new StoreRefusal('unknown-code', what, { field: 'code' });
  }
  const wants = code.next.kind === 'callback';
  if (wants && !callback)
    throw new StoreRefusal('wrong-time', 'the code needs the time of the callback', {
      field: 'callback',
    });
  if (!wants && callback)
    throw new StoreRefusal('wrong-time', 'the code makes no callback', { field: 'callback' });
  return code;
}

async function writeRow(
  tx: Tx,
  call: CallRow,
  {
    input: { note, data, callback, nowMs },
    of,
    before,
    who,
  }: { input: NewOutcome; of: OutcomeOfCall; before: Outcome | null; who: string },
): Promise<void> {
  const said = {
    ref: call.ref,
    code: of.code,
    codeGroup: of.group,
    note,
    data,
    callbackId: callback?.id ?? null,
    nowMs,
    who,
  };
  if (before) {
    tx.send(
      `UPDATE outcomes SET code = :code, code_group = :codeGroup, note = :note, data = :data, callback_id = :callbackId,
         at_ms = :nowMs, who = :who, version = version + 1
       WHERE ref = :ref`,
      said,
    );
    return;
  }
  tx.send(
    `INSERT INTO outcomes (ref, campaign_id, agent_id, number, code, code_group, note, data, callback_id, done, version,
                           placed_at_ms, ended_at_ms, first_at_ms, at_ms, who)
     VALUES (:ref, :campaignId, :agentId, :number, :code, :codeGroup, :note, :data, :callbackId, '[]', 1,
             :placedAtMs, :endedAtMs, :nowMs, :nowMs, :who)`,
    {
      ...said,
      campaignId: call.campaignId,
      agentId: call.agentId,
      number: call.number,
      placedAtMs: call.placedAtMs ?? call.createdAtMs,
      endedAtMs: call.endedAtMs,
    },
  );
}

interface Followed {
  /** As it was before, and with the outcome. */
  call: CallRow;
  now: CallRow;
  code: StoredOutcomeCode;
  before: Outcome | null;
  input: NewOutcome;
  by: IdempotencyKey | undefined;
}

/** All that follows, in the transaction of the outcome. */
async function follow(tx: Tx, facts: Followed): Promise<OutcomeEffect[]> {
  const { call, now, code, before, input, by } = facts;
  const { nowMs } = input;
  const effects: OutcomeEffect[] = [];
  if (before?.callbackId) effects.push(await takeBack(tx, before.callbackId, { by, nowMs }));
  const { suppress, suppressWhom } = code;
  if (suppress !== null)
    effects.push(await suppressByOutcome(tx, { suppress, suppressWhom }, call, { by, nowMs }));
  if (input.callback) {
    const { id, settings } = input.callback;
    const made = { id, number: call.number, callRef: call.ref, settings, nowMs };
    await makeCallback(tx, made, by);
    effects.push({ what: 'callback', done: true, text: `the callback ${id} is made` });
  }
  const had = outcomeOf(call)?.next;
  if (movesContact(code.next, had)) effects.push(await moveContact(tx, now, nowMs));
  const wrapUp = await endWrapUp(tx, now, nowMs);
  if (wrapUp) effects.push(wrapUp);
  return effects;
}

async function moveContact(tx: Tx, call: CallRow, nowMs: number): Promise<OutcomeEffect> {
  if (call.state === 'ended') return moveContactByOutcome(tx, call, nowMs);
  const text = 'the contact moves when the call has ended';
  return { what: 'contact', done: true, text };
}

/** The callback of the outcome before. */
async function takeBack(
  tx: Tx,
  id: string,
  how: { by: IdempotencyKey | undefined; nowMs: number },
): Promise<OutcomeEffect> {
  const done = await cancelCallback(tx, id, how);
  const text = done
    ? `the callback ${id} of the outcome before is cancelled`
    : `the callback ${id} of the outcome before stays: it is over, or a call of it is under way`;
  return { what: 'callback', done, text };
}
