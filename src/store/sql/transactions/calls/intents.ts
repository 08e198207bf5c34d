import {
  admit,
  NOT_DIALLED_REASONS,
  type Admission,
} from '../../../../domain/campaigns/admission.ts';
import { askHold } from '../../../../domain/account/hold.ts';
import {
  isTooLongToWait,
  postAfterMs,
  retryAfterText,
  type RetryAfter,
} from '../../../../domain/account/retry-after.ts';
import { askDialTime } from '../../../../domain/contacts/dial-time.ts';
import { askConsent } from '../../../../domain/contacts/consent.ts';
import { countingLists, missingLists } from '../../../../domain/contacts/suppression.ts';
import {
  decisionRecord,
  type DecisionFacts,
  type DecisionRecord,
} from '../../../../domain/decisions/decision-record.ts';
import { LEAVES_WITHIN_MS } from '../../../../domain/account/post-departure.ts';
import { areaOf } from '../../steps/campaigns/contact-areas.ts';
import type { PlacementKey } from '../../../../domain/ids.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import type { ContactNext } from '../../../../domain/calls/redial.ts';
import type { AgentView } from '../../../agent-store.ts';
import type { IntentOutcome, PlacementStore, PostScope } from '../../../calls/placement-store.ts';
import { accountRow, lockAccount, type AccountRow } from '../../rows/account-row.ts';
import { changeHold } from '../../steps/hold.ts';
import {
  freeAgent,
  lockAgentOnCall,
  releaseAgent,
  takeAgent,
  toAgent,
} from '../../rows/agent-rows.ts';
import { dueNow, endLiveCall, notDialled } from '../../steps/calls/call-endings.ts';
import { setWaiting } from '../../steps/calls/call-moves.ts';
import {
  type CallChange,
  type CallRow,
  changeCall,
  lockCall,
  withFacts,
} from '../../rows/call-rows.ts';
import {
  findCampaignOfCall,
  lockCampaign,
  mustHavePolicy,
  policyOf,
  type CampaignRow,
} from '../../rows/campaign-rows.ts';
import { later, type Database, type Tx } from '../../engine/tx.ts';
import {
  countDial,
  listsAsked,
  timeFactsOf,
  whoOf,
  type CallWho,
} from '../../steps/campaigns/eligibility.ts';
import { consentsIn } from '../../steps/campaigns/consents.ts';
import { addToTimeline } from '../../rows/timeline.ts';
import { noteLastPost, notePost, pacesOf, slotOf } from '../../steps/campaigns/pacing.ts';
import { insertPlacement, isOpen, placementRows, toRecorded } from '../../rows/placement-rows.ts';
import {
  changeCounters,
  heldBy,
  raiseAlerts,
  release,
  reserveOf,
  spendingOf,
  verdictOn,
  type CampaignSpending,
} from '../../steps/campaigns/spending.ts';
import { pauseForLists } from '../../steps/campaigns/suppressing.ts';

type IntentInput = Parameters<PlacementStore['writeIntent']>[1];

export function intentStore(db: Database): Pick<PlacementStore, 'writeIntent' | 'postsLeaving'> {
  return {
    async writeIntent(key, input) {
      const asked = await db.write((tx) => askIntent(tx, key, input), 'by-rows');
      if (asked.kind !== 'send') return asked;
      return { kind: 'send', order: { ...asked.order, serial: await asked.serial } };
    },
    async postsLeaving(scope, times) {
      return db.read((tx) => countLeaving(tx, scope, times));
    },
  };
}

async function countLeaving(
  tx: Tx,
  { campaign = null, number = null, agent = null }: PostScope,
  { decidedUntilMs, nowMs }: Parameters<PlacementStore['postsLeaving']>[1],
): Promise<number> {
  const { posts } = (await tx.get<{ posts: number }>(
    `SELECT count(*) AS posts FROM calls ${tx.sql.indexedBy('calls_live')}
     WHERE ${tx.sql.live()} AND state = 'placing'
       AND placed_at_ms <= :decidedUntilMs AND placed_at_ms > :sinceMs
       AND (campaign_id = :campaign OR :campaign IS NULL) AND (number = :number OR :number IS NULL)
       AND (agent_id = :agent OR :agent IS NULL)`,
    { campaign, number, agent, decidedUntilMs, sinceMs: nowMs - LEAVES_WITHIN_MS },
  ))!;
  return posts;
}

type Sending = IntentOutcome & { kind: 'send' };
/** The intent's serial is known when its unit is over. */
type AskedIntent =
  | Exclude<IntentOutcome, Sending>
  | { kind: 'send'; order: Omit<Sending['order'], 'serial'>; serial: Promise<number> };

async function askIntent(tx: Tx, key: PlacementKey, input: IntentInput): Promise<AskedIntent> {
  const [call, placements, found, account] = await Promise.all([
    lockCall(tx, key.ref),
    placementRows(tx, key.ref),
    findCampaignOfCall(tx, key.ref),
    accountRow(tx),
  ]);
  // Where this placement or a later one exists already, the caller is too late.
  const last = placements.at(-1);
  const recorded =
    placements.findLast(isOpen) ?? (last && last.placement >= key.placement ? last : undefined);
  if (recorded) return { kind: 'recorded', placement: toRecorded(recorded) };
  if (call.state === 'ended') return asItEnded(call);
  const { campaign, policy } = mustHavePolicy(found, key.ref);
  const inForce = policyOf(campaign);
  const { nowMs } = input;
  const countsLive = account.limits.maxLiveCalls !== null;
  const [held, limits, who] = await Promise.all([
    lockAgentOnCall(tx, call, nowMs),
    lockLimits(tx, call, { campaign, account, policies: [policy, inForce] }),
    whoOf(tx, call, { policy, inForce, countsLive, nowMs }),
  ]);
  const agent = held?.state === 'ready' ? held : await anotherAgent(tx, call, { policy, nowMs });
  const read = { key, call, policy, inForce, agent, ...limits, input };
  return askAdmission(tx, { ...read, ...factsOf(read, who) });
}

const asItEnded = ({ disposition, reason }: CallRow): IntentOutcome & { kind: 'ended' } => ({
  kind: 'ended',
  disposition: disposition ?? 'not-dialled',
  why: reason ?? 'ended before',
});

/** Rows that all calls of a campaign or of the account share are locked only where they limit something. */
async function lockLimits(
  tx: Tx,
  call: CallRow,
  {
    campaign,
    account,
    policies,
  }: { campaign: CampaignRow; account: AccountRow; policies: readonly Policy[] },
): Promise<{ campaign: CampaignRow; account: AccountRow }> {
  const isLimited = policies.some(
    ({ budget, callsPerSecond }) => budget !== null || callsPerSecond !== null,
  );
  const isChanged = isLimited || heldBy(call) !== 0n;
  const [ofCampaign, ofAccount] = await Promise.all([
    isChanged ? lockCampaign(tx, campaign.id) : campaign,
    account.pace || account.hold?.open ? lockAccount(tx) : account,
  ]);
  return { campaign: ofCampaign, account: ofAccount };
}

interface ReadRows {
  key: PlacementKey;
  call: CallRow;
  /** That the call was claimed under. */
  policy: Policy;
  /** Suppression, consent and the pace of later calls follow it. */
  inForce: Policy;
  /** Undefined: no agent may take the call. */
  agent: AgentView | undefined;
  campaign: CampaignRow;
  account: AccountRow;
  input: IntentInput;
}

interface Asked extends ReadRows {
  /** What the rules are asked with. The record of the decision is made of it too. */
  facts: Omit<DecisionFacts, 'slotMs' | 'paces' | 'spending' | 'agent'>;
  answeredElsewhere: boolean;
}

function factsOf(
  { call, policy, inForce, campaign, account, input: { nowMs, hold } }: ReadRows,
  who: CallWho,
): Pick<Asked, 'facts' | 'answeredElsewhere'> {
  const { maxLiveCalls } = account.limits;
  const facts = {
    nowMs,
    policy,
    versions: { version: call.policyVersion, in_force: campaign.policyVersion },
    campaign: {
      state: campaign.state,
      deadlineAtMs: campaign.deadlineAtMs,
      liveCalls: campaign.liveCalls,
    },
    account: { liveCalls: who.liveCalls, maxLiveCalls },
    time: timeFactsOf(who, { policy, campaign }),
    zoneSource: who.zoneSource,
    area: areaOf(who.area),
    suppression: {
      version: account.suppressionVersion,
      named: inForce.suppressionLists,
      lists: listsAsked(who),
      foundOn: JSON.parse(who.lists) as string[],
    },
    consent: { rule: inForce.consent ?? null, recorded: consentsIn(who.consents) },
    hold: { hold: account.hold, verdict: askHold(account.hold, call.ref, nowMs, hold) },
  };
  return { facts, answeredElsewhere: who.answeredElsewhere === 1 };
}

async function askAdmission(tx: Tx, asked: Asked): Promise<AskedIntent> {
  const { call, policy, inForce, agent, campaign, account, input, facts } = asked;
  const { nowMs, aheadMs = 0 } = input;
  const { spending, admission } = await admissionAt(tx, asked, nowMs);
  if (admission.kind === 'no') return refuseToDial(tx, asked, admission);
  const paces = pacesOf(tx, { campaign, policy, account });
  const { retryAfter } = account;
  const askedMs = retryAfter ? postAfterMs(retryAfter, call.ref) : 0;
  // Before a slot of the pace is taken, because it would be over by then.
  if (retryAfter && askedMs > nowMs + aheadMs) return waitAsAsked(tx, asked, retryAfter, askedMs);
  const slotMs = Math.max(askedMs, await slotOf(tx, call, paces, nowMs));
  if (slotMs > nowMs + aheadMs) return { kind: 'paced', atMs: slotMs };
  const leavesAtMs = Math.max(slotMs, nowMs);
  if (leavesAtMs > nowMs) {
    // Meanwhile the window may close, and the budget's day may end.
    const then = await admissionAt(tx, asked, leavesAtMs);
    if (then.admission.kind === 'no') return refuseToDial(tx, asked, then.admission);
  }
  const { verdict } = facts.hold;
  if (verdict.kind === 'probe') await changeHold(tx, () => verdict.hold, { nowMs });
  const decision = decisionRecord({
    ...facts,
    slotMs: leavesAtMs,
    // As they were before this POST.
    paces: paces.map(({ of, pace }) => ({ of: of === null ? 'account' : 'campaign', ...pace })),
    spending,
    agent: seatOf(agent!, call),
  });
  await notePost(tx, call, paces, leavesAtMs);
  if (policy.callsPerSecond === null && inForce.callsPerSecond !== null)
    await noteLastPost(tx, campaign.id, leavesAtMs);
  await countDial(tx, call, { atMs: leavesAtMs, nowMs: leavesAtMs });
  const serial = await writeIntentRow(tx, asked, decision, leavesAtMs);
  return {
    kind: 'send',
    ...serial,
    order: {
      destination: call.number,
      agent: toAgent(agent!),
      agentCallerId: policy.agentCallerId,
      intentAtMs: leavesAtMs,
    },
  };
}

/** Whether the POST may leave at this instant, by what is known now. */
async function admissionAt(
  tx: Tx,
  { call, policy, agent, campaign, account, facts, answeredElsewhere }: Asked,
  atMs: number,
): Promise<{ spending: CampaignSpending | null; admission: Admission }> {
  const { consent } = facts;
  const { named, lists, foundOn } = facts.suppression;
  const existing = lists.map(({ list }) => list);
  const spending = await spendingOf(tx, campaign, policy, atMs);
  const admission = admit({
    campaignState: campaign.state,
    accountStopped: account.stopped !== null,
    suppressed: countingLists(named, foundOn).length > 0,
    noConsent: consent.rule !== null && !askConsent(consent.rule, consent.recorded, atMs).allowed,
    answeredElsewhere,
    listMissing: missingLists(named, existing).length > 0,
    listTooOld: lists.some(({ goodUntilMs }) => goodUntilMs !== null && goodUntilMs < atMs),
    hangupAsked: call.hangupAskedAtMs !== null,
    hold: facts.hold.verdict,
    retryAfter: isTooLongToWait(account.retryAfter, atMs),
    time: askDialTime(facts.time, atMs),
    budget: verdictOn(policy, spending),
    agentFree: agent !== undefined,
  });
  return { spending, admission };
}

/** The call keeps its agent: nobody of the account may be dialled meanwhile. */
async function waitAsAsked(
  tx: Tx,
  { call: { ref }, input: { nowMs } }: Asked,
  retryAfter: RetryAfter,
  atMs: number,
): Promise<IntentOutcome & { kind: 'paced' }> {
  const why = retryAfterText(retryAfter);
  await setWaiting(tx, ref, { reason: why, untilMs: atMs, nowMs });
  return { kind: 'paced', atMs, why };
}

async function refuseToDial(
  tx: Tx,
  { call, campaign, account, input: { nowMs } }: Asked,
  admission: Admission & { kind: 'no' },
): Promise<IntentOutcome & { kind: 'admission' }> {
  tx.alone();
  if (admission.reason === 'list-missing' || admission.reason === 'list-too-old')
    await pauseForLists(tx, campaign, account, nowMs);
  const reason = NOT_DIALLED_REASONS[admission.reason];
  await endLiveCall(tx, call, notDialled(reason, contactAfterNo(admission, nowMs), nowMs));
  return { kind: 'admission', admission };
}

/** The intent, with the agent and the money that the call takes. */
async function writeIntentRow(
  tx: Tx,
  { key, call, policy, campaign, agent }: Asked,
  decision: DecisionRecord,
  atMs: number,
): Promise<{ serial: Promise<number> }> {
  if (agent!.id !== heldAgent(call)) {
    await releaseAgent(tx, call.ref, atMs);
    await takeAgent(tx, agent!.id, call.ref);
  }
  await release(tx, call);
  const { units, day } = reserveOf(policy, atMs);
  const change: CallChange = {
    state: 'placing',
    deepest: null,
    times: null,
    placement: key.placement,
    placedAtMs: atMs,
    startedAtMs: call.startedAtMs ?? atMs,
    waitingReason: null,
    waitingUntilMs: null,
    slotMs: null,
    reserved: units,
    spendingDay: day,
    touchedAtMs: atMs,
  };
  await changeCall(tx, call.ref, withFacts(call, change));
  await addToTimeline(tx, key.ref, {
    kind: 'placement',
    text: `placement ${key.placement}: intent written`,
    placement: key.placement,
    nowMs: atMs,
  });
  const row = insertPlacement(tx, key, { state: 'intent', nowMs: atMs, decision });
  const serial = later(row.then(({ id }) => id));
  if (units !== 0n)
    await changeCounters(tx, campaign.id, { day, spending: { spent: 0n, reserved: units } });
  await raiseAlerts(tx, campaign, atMs);
  return { serial };
}

const heldAgent = ({ holdsAgent: holds, agentId: id }: CallRow): string | null =>
  holds === 1 ? id : null;

function seatOf(agent: AgentView, call: CallRow): DecisionRecord['agent'] {
  const { id, pools, capacity, liveCalls } = agent;
  return { id, pools, live: liveCalls + (id === heldAgent(call) ? 0 : 1), capacity };
}

/** A free agent, for a call that holds none, or one that was paused meanwhile. */
async function anotherAgent(
  tx: Tx,
  call: CallRow,
  { policy, nowMs }: { policy: Policy; nowMs: number },
): Promise<AgentView | undefined> {
  // Two calls might wait for each other's agents.
  tx.alone();
  return freeAgent(tx, { only: await ownAgentOf(tx, call), pool: policy.agents.pool }, nowMs);
}

/** The only agent who may take the contact's calls; null: any. */
async function ownAgentOf(tx: Tx, { campaignId, contact }: CallRow): Promise<string | null> {
  const own = await tx.get<{ agentId: string | null }>(
    'SELECT agent_id FROM contacts WHERE campaign_id = :campaignId AND position = :contact',
    { campaignId, contact },
  );
  return own!.agentId;
}

function contactAfterNo(
  { reason, dueAtMs }: Admission & { kind: 'no' },
  nowMs: number,
): ContactNext {
  if (dueAtMs === null) return { kind: 'final', reason };
  return dueAtMs === 'now' ? dueNow(nowMs) : { kind: 'due', dueAtMs, reason };
}
