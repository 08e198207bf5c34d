import { stateAfter } from '../../../../domain/campaigns/campaign-state.ts';
import {
  holdAfterRefusal,
  holdAfterSilentProbe,
  type Hold,
} from '../../../../domain/account/hold.ts';
import { holdRuleFor } from '../../../../domain/account/hold-rules.ts';
import {
  describeRefusal,
  endAfterRefusal,
  judgeRefusal,
  type Refusal,
  type RefusalVerdict,
} from '../../../../domain/calls/placement.ts';
import { ruleFor, type RefusalRule } from '../../../../domain/calls/refusal-rules.ts';
import { accountLimits } from '../../rows/account-row.ts';
import { releaseAgent } from '../../rows/agent-rows.ts';
import {
  correctUnknownEnd,
  dueNow,
  endLiveCall,
  notDialled,
  type CallEnd,
} from './call-endings.ts';
import { setWaiting } from './call-moves.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import { campaignRow, moveByItself, policyOfVersion } from '../../rows/campaign-rows.ts';
import type { Connection } from '../../engine/connection.ts';
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
  nowMs: number;
  hold: HoldTiming;
  pauseAfterRefusals: number;
  maxWaits: number;
  retryAtMs: number;
}

/** The carrier refused the POST: no call and no charge. */
export function refuse(db: Connection, input: RefusalInput): void {
  const { call, placement, refusal, nowMs } = input;
  const { refusals } = policyOfVersion(db, call.campaign_id, call.policy_version);
  const rule = ruleFor(refusal, refusals, input);
  const verdict = judgeRefusal(refusal, rule, countRefusals(db, call, rule));
  writeResult(db, placement, {
    state: 'refused',
    ...refusal,
    why: describeRefusal(refusal),
    verdict,
    nowMs,
  });
  writeTimeline(db, call.ref, {
    kind: 'placement',
    text: `placement ${placement.placement}: refused with ${describeRefusal(refusal)}`,
    placement: placement.placement,
    nowMs,
  });
  releaseAgent(db, call.ref, nowMs);
  uncountDial(db, call);
  release(db, call);
  noteHold(db, input, verdict);
  if (verdict.kind === 'pause-campaign') pauseCampaign(db, input);
  const why = `refused with ${describeRefusal(refusal)}`;
  const end = endAfter(verdict, refusal, nowMs);
  if (call.state === 'ended') {
    // The call had ended as unknown before its answer arrived. Now another call of the contact may be made.
    correctUnknownEnd(db, call, end ?? notDialled(why, dueNow(nowMs), nowMs));
  } else if (end) endLiveCall(db, call, end);
  else {
    const afterMs = verdict.kind === 'wait' ? verdict.afterMs : undefined;
    const untilMs = afterMs === undefined ? input.retryAtMs : nowMs + afterMs;
    setWaiting(db, call.ref, { reason: why, untilMs, nowMs });
  }
}

function countRefusals(db: Connection, call: CallRow, { action }: RefusalRule) {
  const { waits } = db.get<{ waits: number }>(
    `SELECT count(*) AS waits FROM placements
     WHERE ref = :ref AND state = 'refused' AND verdict ->> '$.kind' = 'wait'`,
    { ref: call.ref },
  )!;
  if (action === 'fail-contact') {
    db.run('UPDATE campaigns SET refusals_in_a_row = refusals_in_a_row + 1 WHERE id = :id', {
      id: call.campaign_id,
    });
  }
  const { refusals_in_a_row: refusalsInARow } = campaignRow(db, call.campaign_id);
  return { refusalsInARow, triesOfThisCall: waits + 1 };
}

/** Opens the hold, or returns a probe's lease. */
function noteHold(db: Connection, input: RefusalInput, verdict: RefusalVerdict): void {
  const { call, placement, refusal, nowMs } = input;
  const change = (known: Hold | undefined) =>
    verdict.kind === 'hold'
      ? holdAfterRefusal(
          known,
          {
            reason: describeRefusal(refusal),
            status: refusal.status,
            code: refusal.code,
            intentAtMs: placement.intent_at_ms,
          },
          holdRuleFor(refusal, accountLimits(db).holdRules, input.hold),
          nowMs,
        )
      : holdAfterSilentProbe(known, call.ref, nowMs);
  changeHold(db, change, { nowMs });
}

function pauseCampaign(db: Connection, { call, refusal, nowMs }: RefusalInput): void {
  const { state } = campaignRow(db, call.campaign_id);
  const paused = stateAfter(state, 'pause');
  const reason = `call ${call.ref} was refused with ${describeRefusal(refusal)}`;
  if (paused) moveByItself(db, call.campaign_id, paused, { nowMs, reason });
}

function endAfter(verdict: RefusalVerdict, refusal: Refusal, nowMs: number): CallEnd | undefined {
  const disposition = endAfterRefusal(verdict);
  const why = describeRefusal(refusal);
  if (disposition === 'not-dialled') return notDialled(`refused with ${why}`, dueNow(nowMs), nowMs);
  if (disposition === undefined) return undefined;
  const contact = { kind: 'final' } as const;
  return { disposition, reason: why, confirmed: null, spendsAttempt: true, nowMs, contact };
}
