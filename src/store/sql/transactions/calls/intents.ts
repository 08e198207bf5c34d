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
import type { Database, Tx } from '../../engine/tx.ts';
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

export function intentStore(db: Database): Pick<PlacementStore, 'writeIntent'> {
  return {
    async writeIntent(key, input) {
      return db.write(async (tx) => {
        const call = await callRow(tx, key.ref);
        const standing = (await openPlacement(tx, key.ref)) ?? (await placedSince(tx, key));
        if (standing) return { kind: 'recorded', placement: toRecorded(standing) };
        if (call.state === 'ended') return asItEnded(call);
        return askAdmission(tx, key, call, input);
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
async function placedSince(tx: Tx, key: PlacementKey): Promise<PlacementRow | undefined> {
  const last = await lastPlacement(tx, key.ref);
  return last && last.placement >= key.placement ? last : undefined;
}

async function askAdmission(
  tx: Tx,
  key: PlacementKey,
  call: CallRow,
  input: IntentInput,
): Promise<IntentOutcome> {
  const { nowMs, aheadMs = 0 } = input;
  const campaign = await campaignRow(tx, call.campaign_id);
  const policy = await policyOfVersion(tx, call.campaign_id, call.policy_version);
  // Suppression follows the policy in force, and not the version that the call was claimed under.
  const inForce = policyOf(campaign);
  const { stopped, hold } = await accountRow(tx);
  const verdict = askHold(hold, call.ref, nowMs, input.hold);
  const agent = await agentFor(tx, call, policy, nowMs);
  const admission = admit({
    campaignState: campaign.state,
    accountStopped: stopped !== null,
    suppressed: await isSuppressed(tx, call.number, inForce, nowMs),
    listMissing: (await listsMissing(tx, inForce)).length > 0,
    hangupAsked: call.hangup_asked_at_ms !== null,
    hold: verdict,
    time: await dialTimeOf(tx, await whoOf(tx, call), { policy, campaign }, nowMs),
    budget: await askSpending(tx, campaign, policy, nowMs),
    agentFree: agent !== undefined,
  });
  if (admission.kind === 'no') {
    if (admission.reason === 'list-missing') await pauseForMissingLists(tx, campaign, nowMs);
    const reason = NOT_DIALLED_REASONS[admission.reason];
    await endLiveCall(tx, call, notDialled(reason, contactAfterNo(admission, nowMs), nowMs));
    return { kind: 'admission', admission };
  }
  const slotMs = await slotOf(tx, call, { campaign, policy }, nowMs);
  if (slotMs > nowMs + aheadMs) return { kind: 'paced', atMs: slotMs };
  if (verdict.kind === 'probe') await changeHold(tx, () => verdict.hold, { nowMs });
  await seat(tx, call, agent!, nowMs);
  const leavesAtMs = Math.max(slotMs, nowMs);
  await notePost(tx, call, { campaign, policy }, leavesAtMs);
  await countDial(tx, call, leavesAtMs);
  await reserve(tx, call, policy, leavesAtMs);
  const { intent_at_ms: intentAtMs } = await writeIntentRow(tx, key, leavesAtMs);
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

async function writeIntentRow(tx: Tx, key: PlacementKey, nowMs: number) {
  await tx.run(
    `UPDATE calls
     SET state = 'placing', deepest = NULL, placement = :placement, placed_at_ms = :nowMs,
         started_at_ms = coalesce(started_at_ms, :nowMs),
         waiting_reason = NULL, waiting_until_ms = NULL, slot_ms = NULL
     WHERE ref = :ref`,
    { ref: key.ref, placement: key.placement, nowMs },
  );
  await writeTimeline(tx, key.ref, {
    kind: 'placement',
    text: `placement ${key.placement}: intent written`,
    placement: key.placement,
    nowMs,
  });
  return insertPlacement(tx, key, { state: 'intent', nowMs });
}

/** The agent that the call holds, unless it was paused meanwhile; else a free one. */
async function agentFor(
  tx: Tx,
  call: CallRow,
  { agents: { pool } }: Policy,
  nowMs: number,
): Promise<AgentView | undefined> {
  const held = await agentOnCall(tx, call.ref);
  if (held?.state === 'ready') return held;
  const only = await tx.get<{ agent_id: string | null }>(
    'SELECT agent_id FROM contacts WHERE campaign_id = :campaignId AND position = :contact',
    { campaignId: call.campaign_id, contact: call.contact },
  );
  return freeAgent(tx, { only: only?.agent_id ?? null, pool }, nowMs);
}

async function seat(tx: Tx, call: CallRow, agent: AgentView, nowMs: number): Promise<void> {
  if ((await agentOnCall(tx, call.ref))?.id === agent.id) return;
  await releaseAgent(tx, call.ref, nowMs);
  await takeAgent(tx, agent.id, call.ref);
}

async function whoOf(tx: Tx, { campaign_id: campaignId, contact }: CallRow): Promise<DialWho> {
  return (await tx.get<DialWho>(
    `SELECT ${DIAL_WHO} FROM contacts WHERE campaign_id = :campaignId AND position = :contact`,
    { campaignId, contact },
  ))!;
}

function contactAfterNo(
  { reason, dueAtMs }: Admission & { kind: 'no' },
  nowMs: number,
): ContactNext {
  if (dueAtMs === null) return { kind: 'final', reason };
  return dueAtMs === 'now' ? dueNow(nowMs) : { kind: 'due', dueAtMs, reason };
}
