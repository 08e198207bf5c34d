import { stateAfter } from '../../../../domain/campaigns/campaign-state.ts';
import {
  holdAfterRefusal,
  holdAfterSilentProbe,
  type Hold,
} from '../../../../domain/account/hold.ts';
import { holdRuleFor } from '../../../../domain/account/hold-rules.ts';
import {
  isTooLongToWait,
  postAfterMs,
  retryAfterAt,
  type RetryAfter,
} from '../../../../domain/account/retry-after.ts';
import {
  describeRefusal,
  endAfterRefusal,
  judgeRefusal,
  type RefusalVerdict,
} from '../../../../domain/calls/placement.ts';
import type { Refusal } from '../../../../domain/calls/refusal-rules.ts';
import { ruleFor, type RefusalRule } from '../../../../domain/calls/refusal-rules.ts';
import { accountRow } from '../../rows/account-row.ts';
import { releaseAgent } from '../../rows/agent-rows.ts';
import {
  correctUnknownEnd,
  dueNow,
  endLiveCall,
  notDialled,
  type CallEnd,
} from './call-endings.ts';
import { setWaiting } from './call-moves.ts';
import { callRow, type CallRow } from '../../rows/call-rows.ts';
import { campaignRow, moveByItself, policyOfVersion } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { uncountDial } from '../campaigns/eligibility.ts';
import { changeHold } from '../hold.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { writeResult, type PlacementRow } from '../../rows/placement-rows.ts';
import { release } from '../campaigns/spending.ts';
import type { HoldTiming } from '../../../../domain/timing.ts';

export interface RefusalInput {
  call: CallRow;
  placement: PlacementRow;
  refusal: Refusal;
  /** The pause that the carrier asked for, by this answer or an earlier one. */
  retryAfter: RetryAfter | undefined;
  nowMs: number;
  hold: HoldTiming;
  pauseAfterRefusals: number;
  maxWaits: number;
  retryAtMs: number;
}

/** The carrier refused the POST: no call and no charge. */
export async function refuse(tx: Tx, input: RefusalInput): Promise<void> {
  const { call, placement, refusal, nowMs } = input;
  const { refusals } = await policyOfVersion(tx, call.campaignId, call.policyVersion);
  const rule = ruleFor(refusal, refusals, input);
  const counts = await countRefusals(tx, call, rule);
  const verdict = asAsked(judgeRefusal(refusal, rule, counts), input);
  await writeResult(tx, placement, {
    state: 'refused',
    ...refusal,
    why: describeRefusal(refusal),
    verdict,
    nowMs,
  });
  await writeTimeline(tx, call.ref, {
    kind: 'placement',
    text: `placement ${placement.placement}: refused with ${describeRefusal(refusal)}`,
    placement: placement.placement,
    nowMs,
  });
  // A call that waits as long as the carrier asks keeps its agent: nobody of the account may be dialled meanwhile.
  if (untilOf(verdict) === undefined) await releaseAgent(tx, call.ref, nowMs);
  await uncountDial(tx, call);
  await release(tx, call);
  await noteHold(tx, input, verdict);
  if (verdict.kind === 'pause-campaign') await pauseCampaign(tx, input);
  const why = `refused with ${describeRefusal(refusal)}`;
  const end = endAfter(verdict, refusal, nowMs);
  const now = await callRow(tx, call.ref);
  if (call.state === 'ended') {
    // The call had ended as unknown before its answer arrived. Now another call of the contact may be made.
    await correctUnknownEnd(tx, now, end ?? notDialled(why, dueNow(nowMs), nowMs));
  } else if (end) await endLiveCall(tx, now, end);
  else {
    const afterMs = verdict.kind === 'wait' ? verdict.afterMs : undefined;
    const ownMs = afterMs === undefined ? input.retryAtMs : nowMs + afterMs;
    await setWaiting(tx, call.ref, { reason: why, untilMs: untilOf(verdict) ?? ownMs, nowMs });
  }
}

/** A wait as the carrier asks for it, if that is not shorter than the rule's. */
function asAsked(
  verdict: RefusalVerdict,
  { call, retryAfter, refusal, nowMs }: RefusalInput,
): RefusalVerdict {
  const isAsked = verdict.kind === 'wait' && refusal.retryAfterMs !== undefined;
  if (!isAsked || !retryAfterAt(retryAfter, nowMs)) return verdict;
  if (isTooLongToWait(retryAfter, nowMs)) return { kind: 'defer' };
  const untilMs = Math.max(postAfterMs(retryAfter!, call.ref), nowMs + (verdict.afterMs ?? 0));
  return { ...verdict, untilMs };
}

const untilOf = (verdict: RefusalVerdict): number | undefined =>
  verdict.kind === 'wait' ? verdict.untilMs : undefined;

async function countRefusals(tx: Tx, call: CallRow, { action }: RefusalRule) {
  const { waits } = (await tx.get<{ waits: number }>(
    `SELECT count(*) AS waits FROM placements
     WHERE ref = :ref AND state = 'refused' AND ${tx.sql.json('verdict')} ->> 'kind' = 'wait'
       AND ${tx.sql.json('verdict')} ->> 'untilMs' IS NULL`,
    { ref: call.ref },
  ))!;
  if (action === 'fail-contact') {
    tx.send('UPDATE campaigns SET refusals_in_a_row = refusals_in_a_row + 1 WHERE id = :id', {
      id: call.campaignId,
    });
  }
  const { refusalsInARow } = await campaignRow(tx, call.campaignId);
  return { refusalsInARow, triesOfThisCall: waits + 1 };
}

/** Opens the hold, or returns a probe's lease. */
async function noteHold(tx: Tx, input: RefusalInput, verdict: RefusalVerdict): Promise<void> {
  const { call, placement, refusal, nowMs } = input;
  const { holdRules } = (await accountRow(tx)).limits;
  const change = (known: Hold | undefined) =>
    verdict.kind === 'hold'
      ? holdAfterRefusal(
          known,
          {
            reason: describeRefusal(refusal),
            status: refusal.status,
            code: refusal.code,
            intentAtMs: placement.intentAtMs,
          },
          holdRuleFor(refusal, holdRules, input.hold),
          nowMs,
        )
      : holdAfterSilentProbe(known, call.ref, nowMs);
  await changeHold(tx, change, { nowMs });
}

async function pauseCampaign(tx: Tx, { call, refusal, nowMs }: RefusalInput): Promise<void> {
  const { state } = await campaignRow(tx, call.campaignId);
  const paused = stateAfter(state, 'pause');
  const reason = `call ${call.ref} was refused with ${describeRefusal(refusal)}`;
  if (paused) await moveByItself(tx, call.campaignId, paused, { nowMs, reason });
}

function endAfter(verdict: RefusalVerdict, refusal: Refusal, nowMs: number): CallEnd | undefined {
  const disposition = endAfterRefusal(verdict);
  const why = describeRefusal(refusal);
  if (disposition === 'not-dialled') return notDialled(`refused with ${why}`, dueNow(nowMs), nowMs);
  if (disposition === undefined) return undefined;
  const contact = { kind: 'final' } as const;
  return { disposition, reason: why, confirmed: null, spendsAttempt: true, nowMs, contact };
}
