import {
  admit,
  NOT_DIALLED_REASONS,
  type Admission,
} from '../../../../domain/campaigns/admission.ts';
import { askHold } from '../../../../domain/account/hold.ts';
import type { PlacementKey } from '../../../../domain/ids.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import type { ContactNext } from '../../../../domain/calls/redial.ts';
import type { AgentView } from '../../../account-store.ts';
import type { IntentOutcome, PlacementStore } from '../../../calls/placement-store.ts';
import { accountRow } from '../../rows/account-row.ts';
import { changeHold } from '../../steps/hold.ts';
import { agentOnCall, freeAgent, releaseAgent, takeAgent, toAgent } from '../../rows/agent-rows.ts';
import { dueNow, endLiveCall, notDialled } from '../../steps/calls/call-endings.ts';
import { callRow, type CallRow } from '../../rows/call-rows.ts';
import { campaignRow, policyOf, policyOfVersion } from '../../rows/campaign-rows.ts';
import type { Connection } from '../../engine/connection.ts';
import {
  countDial,
  DIAL_WHO,
  dialTimeOf,
  type DialWho,
} from '../../steps/campaigns/eligibility.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { notePost, slotOf } from '../../steps/campaigns/pacing.ts';
import {
  insertPlacement,
  lastPlacement,
  openPlacement,
  toRecorded,
  type PlacementRow,
} from '../../rows/placement-rows.ts';
import { askSpending, reserve } from '../../steps/campaigns/spending.ts';
import {
  isSuppressed,
  listsMissing,
  pauseForMissingLists,
} from '../../steps/campaigns/suppressing.ts';

type IntentInput = Parameters<PlacementStore['writeIntent']>[1];

export function intentStore(db: Connection): Pick<PlacementStore, 'writeIntent'> {
  return {
    async writeIntent(key, input) {
      return db.write(() => {
        const call = callRow(db, key.ref);
        const standing = openPlacement(db, key.ref) ?? placedSince(db, key);
        if (standing) return { kind: 'recorded', placement: toRecorded(standing) };
        if (call.state === 'ended') return asItEnded(call);
        return askAdmission(db, key, call, input);
      });
    },
  };
}

const asItEnded = ({ disposition, reason }: CallRow): IntentOutcome => ({
  kind: 'ended',
  disposition: disposition ?? 'not-dialled',
  why: reason ?? 'ended before',
});

/** The last placement, if this one or a later one exists already. Then the caller is too late. */
function placedSince(db: Connection, key: PlacementKey): PlacementRow | undefined {
  const last = lastPlacement(db, key.ref);
  return last && last.placement >= key.placement ? last : undefined;
}

function askAdmission(
  db: Connection,
  key: PlacementKey,
  call: CallRow,
  input: IntentInput,
): IntentOutcome {
  const { nowMs, aheadMs = 0 } = input;
  const campaign = campaignRow(db, call.campaign_id);
  const policy = policyOfVersion(db, call.campaign_id, call.policy_version);
  // Suppression follows the policy in force, and not the version that the call was claimed under.
  const inForce = policyOf(campaign);
  const { stopped, hold } = accountRow(db);
  const verdict = askHold(hold, call.ref, nowMs, input.hold);
  const agent = agentFor(db, call, policy, nowMs);
  const admission = admit({
    campaignState: campaign.state,
    accountStopped: stopped !== null,
    suppressed: isSuppressed(db, call.number, inForce, nowMs),
    listMissing: listsMissing(db, inForce).length > 0,
    hangupAsked: call.hangup_asked_at_ms !== null,
    hold: verdict,
    time: dialTimeOf(db, whoOf(db, call), { policy, campaign }, nowMs),
    budget: askSpending(db, campaign, policy, nowMs),
    agentFree: agent !== undefined,
  });
  if (admission.kind === 'no') {
    if (admission.reason === 'list-missing') pauseForMissingLists(db, campaign, nowMs);
    const reason = NOT_DIALLED_REASONS[admission.reason];
    endLiveCall(db, call, notDialled(reason, contactAfterNo(admission, nowMs), nowMs));
    return { kind: 'admission', admission };
  }
  const slotMs = slotOf(db, call, { campaign, policy }, nowMs);
  if (slotMs > nowMs + aheadMs) return { kind: 'paced', atMs: slotMs };
  if (verdict.kind === 'probe') changeHold(db, () => verdict.hold, { nowMs });
  seat(db, call, agent!, nowMs);
  const leavesAtMs = Math.max(slotMs, nowMs);
  notePost(db, call, { campaign, policy }, leavesAtMs);
  countDial(db, call, leavesAtMs);
  reserve(db, call, policy, leavesAtMs);
  const { intent_at_ms: intentAtMs } = writeIntentRow(db, key, leavesAtMs);
  return {
    kind: 'send',
    order: {
      destination: call.number,
      agent: toAgent(agent!),
      agentCallerId: policy.agentCallerId,
      intentAtMs,
    },
  };
}

function writeIntentRow(db: Connection, key: PlacementKey, nowMs: number) {
  db.run(
    `UPDATE calls
     SET state = 'placing', deepest = NULL, placement = :placement, placed_at_ms = :nowMs,
         started_at_ms = coalesce(started_at_ms, :nowMs),
         waiting_reason = NULL, waiting_until_ms = NULL, slot_ms = NULL
     WHERE ref = :ref`,
    { ref: key.ref, placement: key.placement, nowMs },
  );
  writeTimeline(db, key.ref, {
    kind: 'placement',
    text: `placement ${key.placement}: intent written`,
    placement: key.placement,
    nowMs,
  });
  return insertPlacement(db, key, { state: 'intent', nowMs });
}

/** The agent that the call holds, unless it was paused meanwhile; else a free one. */
function agentFor(
  db: Connection,
  call: CallRow,
  { agents: { pool } }: Policy,
  nowMs: number,
): AgentView | undefined {
  const held = agentOnCall(db, call.ref);
  if (held?.state === 'ready') return held;
  const only = db.get<{ agent_id: string | null }>(
    'SELECT agent_id FROM contacts WHERE campaign_id = :campaignId AND position = :contact',
    { campaignId: call.campaign_id, contact: call.contact },
  );
  return freeAgent(db, { only: only?.agent_id ?? null, pool }, nowMs);
}

function seat(db: Connection, call: CallRow, agent: AgentView, nowMs: number): void {
  if (agentOnCall(db, call.ref)?.id === agent.id) return;
  releaseAgent(db, call.ref, nowMs);
  takeAgent(db, agent.id, call.ref);
}

function whoOf(db: Connection, { campaign_id: campaignId, contact }: CallRow): DialWho {
  return db.get<DialWho>(
    `SELECT ${DIAL_WHO} FROM contacts WHERE campaign_id = :campaignId AND position = :contact`,
    { campaignId, contact },
  )!;
}

function contactAfterNo(
  { reason, dueAtMs }: Admission & { kind: 'no' },
  nowMs: number,
): ContactNext {
  if (dueAtMs === null) return { kind: 'final', reason };
  return dueAtMs === 'now' ? dueNow(nowMs) : { kind: 'due', dueAtMs, reason };
}
