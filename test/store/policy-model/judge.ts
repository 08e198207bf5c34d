/** The rules of docs/campaigns.md and docs/campaign-life.md against what the store has done. */
import type { NotDialledReason } from '../../../src/domain/campaigns/admission.ts';
import { tenths, type AgentNote, type Book, type CallNote, type ContactNote } from './book.ts';
import { OTHER_NUMBER } from '../../../src/domain/rules/due-reasons.ts';
import { wallClock } from './local-time.ts';
import { tallyOf } from './rules-of-redial.ts';
import { everOpens, timeFaults, type TimeFacts } from './rules-of-time.ts';

type Policy = CallNote['policy'];

/** The store counts whole milliseconds. */
const CLOCK_MS = 1;

const mayDial = (state: string): boolean => state === 'running' || state === 'draining';

export const timeFactsOf = (book: Book, contact: ContactNote, policy: Policy): TimeFacts => ({
  policy,
  zones: contact.zones,
  notBeforeMs: contact.notBeforeMs,
  notAfterMs: contact.notAfterMs,
  deadlineAtMs: contact.campaign.deadlineAtMs,
  dialsMs: book.dialsOf(book.countedNumbers(contact, policy)),
  said: book.saidOf(book.countedNumbers(contact, policy)),
});

/** Of an agent who is to take a call of the contact. */
function agentFaults(agent: AgentNote, contact: ContactNote, policy: Policy, atMs: number) {
  const { pool } = policy.agents;
  const faults: string[] = [];
  if (contact.agentId !== null) {
    if (agent.id !== contact.agentId) faults.push(`${agent.id} takes it, not ${contact.agentId}`);
  } else if (pool !== null && !agent.pools.includes(pool))
    faults.push(`${agent.id} is not in ${pool}`);
  if (agent.state !== 'ready') faults.push(`${agent.id} is paused`);
  if (agent.on.size >= agent.capacity) faults.push(`${agent.id} has no room`);
  if (agent.wrapUpUntilMs > atMs) faults.push(`${agent.id} is at work after a call`);
  return faults;
}

/** A call that somebody answered, unless the number was said to be a wrong one. */
const answeredCall = ({ calls }: ContactNote): CallNote | undefined =>
  calls.some(({ said }) => said?.next.kind === 'next_number')
    ? undefined
    : calls.find(
        ({ disposition }) =>
          disposition !== null && ['completed', 'dropped', 'carrier-lost'].includes(disposition),
      );

/** A person is called at one number at a time, and at no other one once somebody answered, unless it was a wrong one. */
function personFaults(book: Book, contact: ContactNote): string[] {
  return book.othersOf(contact).flatMap((other) => {
    const which = `contact ${other.position} of the person`;
    const answered = answeredCall(other);
    if (answered) return [`${which} had answered ${answered.ref}`];
    if (other.next.kind === 'locked') return [`${which} is locked`];
    const live = other.calls.find(({ state }) => state !== 'ended');
    return live ? [`${which} is on ${live.ref}`] : [];
  });
}

/** Before the call is written down. */
export function faultsOfClaim(
  book: Book,
  contact: ContactNote,
  agent: AgentNote,
  atMs: number,
): string[] {
  const { campaign, next } = contact;
  const { policy } = campaign;
  const faults = agentFaults(agent, contact, policy, atMs);
  if (!mayDial(campaign.state)) faults.push(`the campaign is ${campaign.state}`);
  if (contact.final) faults.push('the contact was final');
  if (next.kind !== 'due') faults.push(`the contact is ${next.kind}`);
  else if (next.earliestMs > atMs) faults.push(`redialled too soon, not before ${next.earliestMs}`);
  const { calls, attempts } = tallyOf(contact);
  if (attempts >= policy.redial.maxAttempts) faults.push(`${attempts} attempts are spent`);
  if (calls >= policy.redial.maxCalls) faults.push(`${calls} calls are spent`);
  faults.push(...personFaults(book, contact));
  const other = book.callOn(contact.number);
  if (other) faults.push(`the number is on ${other.ref}`);
  const ofPerson = book.callOnPerson(contact.person);
  if (ofPerson) faults.push(`the person is on ${ofPerson.ref}`);
  const ofCampaign = book.live.filter((call) => call.contact.campaign === campaign).length;
  if (ofCampaign >= (policy.maxLiveCalls ?? Infinity)) {
    faults.push(`${ofCampaign} calls of the campaign are live`);
  }
  if (book.live.length >= (book.limits.maxLiveCalls ?? Infinity)) {
    faults.push(`${book.live.length} calls of the account are live`);
  }
  return faults;
}

/**
 * Whether the contact, which the store shows as due, might be given to the agent, who is in a pool of its campaign.
 * Campaigns with a pace or a budget are left out.
 */
export function isWaitingInVain(
  book: Book,
  contact: ContactNote,
  agent: AgentNote,
  atMs: number,
): boolean {
  const { policy } = contact.campaign;
  const { pool } = policy.agents;
  if (pool !== null && !agent.pools.includes(pool)) return false;
  if (policy.budget !== null || policy.callsPerSecond !== null) return false;
  if (book.limits.callsPerSecond !== null || book.stopped || book.hold.openSinceMs !== null)
    return false;
  return (
    faultsOfClaim(book, contact, agent, atMs).length === 0 &&
    timeFaults(timeFactsOf(book, contact, policy), atMs).length === 0 &&
    !book.isSuppressed(contact.number, policy, atMs) &&
    !book.lacksConsent(contact.number, policy, atMs)
  );
}

/** Of a POST that may leave now, by the rules of the version the call was claimed under; suppression and consent by those in force. */
export function faultsOfDial(
  book: Book,
  call: CallNote,
  { agent, destination }: { agent: AgentNote; destination: string },
  atMs: number,
): string[] {
  const { contact, policy } = call;
  const { campaign } = contact;
  const faults: string[] = timeFaults(timeFactsOf(book, contact, policy), atMs);
  if (destination !== contact.number) faults.push(`another number: ${destination}`);
  if (!mayDial(campaign.state)) faults.push(`the campaign is ${campaign.state}`);
  if (book.stopped) faults.push('the account is stopped');
  const held = book.hold.faultOf(call.ref, atMs);
  if (held !== null) faults.push(`hold: ${held}`);
  // Of the rules in force, whatever the call was claimed under.
  if (book.isSuppressed(contact.number, campaign.policy, atMs)) faults.push('suppressed');
  if (book.lacksConsent(contact.number, campaign.policy, atMs)) faults.push('no consent');
  if (book.hasOldList(campaign.policy, atMs)) faults.push('a copy of a registry is too old');
  if (call.hangupAsked) faults.push('a hang-up was asked for');
  if (book.callOn(contact.number) !== call) faults.push('the number is on another call');
  faults.push(...personFaults(book, contact));
  faults.push(...seatFaults(call, agent, atMs));
  const budget = budgetFault(book, call, atMs);
  if (budget !== null) faults.push(`budget ${budget}`);
  const sinceMs = (lastMs: number, perSecond: number | null) =>
    perSecond !== null && atMs - lastMs <= 1_000 / perSecond - CLOCK_MS;
  if (sinceMs(campaign.lastPostMs, policy.callsPerSecond)) faults.push('pace of the campaign');
  if (sinceMs(book.lastPostMs, book.limits.callsPerSecond)) faults.push('pace of the account');
  return faults;
}

/** The seat it was claimed with, unless its agent has paused; a stream's other calls go on over the work after one. */
function seatFaults(call: CallNote, agent: AgentNote, atMs: number): string[] {
  const keeps = agent === call.agent && agent.on.has(call);
  if (!keeps) return agentFaults(agent, call.contact, call.policy, atMs);
  const faults: string[] = [];
  if (agent.state !== 'ready') faults.push(`${agent.id} is paused`);
  if (agent.on.size > agent.capacity) faults.push(`${agent.id} is on another call`);
  if (agent.capacity === 1 && agent.wrapUpUntilMs > atMs) faults.push(`${agent.id} wraps up`);
  return faults;
}

/** Which cap one more call might pass; null: none. */
function budgetFault(book: Book, call: CallNote, atMs: number): string | null {
  const { policy, contact } = call;
  if (policy.budget === null) return null;
  const { total, perDay, reservePerCall } = policy.budget;
  const others = [...book.calls.values()].filter(
    (other) => other !== call && other.contact.campaign === contact.campaign,
  );
  const heldBy = (calls: CallNote[]) =>
    calls.reduce((sum, { reserved, cost }) => sum + reserved + cost, 0) + tenths(reservePerCall);
  const own = [...others, { ...call, reserved: 0 }];
  if (total !== null && heldBy(own) > tenths(total)) return 'total';
  const today = wallClock(policy.zone, atMs).date;
  const ofToday = own.filter(({ day }) => day === today);
  return perDay !== null && heldBy(ofToday) > tenths(perDay) ? 'per-day' : null;
}

/** Of a "no" at admission: its reason must be so, and the instant it gives must be free of every rule of time. */
export function faultsOfNo(
  book: Book,
  call: CallNote,
  { reason, dueAtMs }: { reason: NotDialledReason; dueAtMs: number | 'now' | null },
  atMs: number,
): string[] {
  const { contact, policy } = call;
  const facts = timeFactsOf(book, contact, policy);
  const saysNo: Record<NotDialledReason, () => boolean> = {
    'campaign-stopped': () => !mayDial(contact.campaign.state),
    'account-stopped': () => book.stopped,
    suppressed: () => book.isSuppressed(contact.number, contact.campaign.policy, atMs),
    'no-consent': () => book.lacksConsent(contact.number, contact.campaign.policy, atMs),
    'other-number': () => book.othersOf(contact).some((other) => answeredCall(other)),
    // No list is ever taken away here.
    'list-missing': () => false,
    'list-too-old': () => book.hasOldList(contact.campaign.policy, atMs),
    'hung-up': () => call.hangupAsked,
    'on-hold': () => book.hold.faultOf(call.ref, atMs) !== null,
    'retry-after': () => false,
    'no-budget': () => budgetFault(book, call, atMs) !== null,
    'no-agent': () => noAgentFor(book, call, atMs),
    'not-before': () => timeFaults(facts, atMs).includes('not-before'),
    window: () => timeFaults(facts, atMs).includes('window'),
    'per-day': () => timeFaults(facts, atMs).includes('per-day'),
    rolling: () => timeFaults(facts, atMs).includes('rolling'),
    gap: () => timeFaults(facts, atMs).includes('gap'),
    'after-talk': () => timeFaults(facts, atMs).includes('after-talk'),
    'after-refusal': () => timeFaults(facts, atMs).includes('after-refusal'),
    'after-silence': () => timeFaults(facts, atMs).includes('after-silence'),
    'too-late': () => timeFaults(facts, atMs).includes('too-late') || !everOpens(facts, atMs),
  };
  const faults = saysNo[reason]() ? [] : [`said no, and it is not so: ${reason}`];
  if (typeof dueAtMs === 'number') {
    const then = timeFaults(facts, dueAtMs);
    if (then.length > 0) faults.push(`put off to ${dueAtMs}, when it is ${then.join(', ')}`);
  } else if (dueAtMs === null && reason === 'window' && everOpens(facts, atMs)) {
    faults.push('given up, though the window opens');
  }
  return faults;
}

function noAgentFor(book: Book, call: CallNote, atMs: number): boolean {
  if (call.agent.on.has(call) && call.agent.state === 'ready') return false;
  return [...book.agents.values()].every(
    (agent) => agentFaults(agent, call.contact, call.policy, atMs).length > 0,
  );
}

/** Of a contact of which the store shows that nothing more becomes of it. */
export function faultsOfFinal(
  book: Book,
  contact: ContactNote,
  dueReason: string | null,
  atMs: number,
): string[] {
  const { campaign, next, calls, number } = contact;
  const { state, deadlineAtMs, policy, drained } = campaign;
  const last = calls.at(-1);
  const { attempts, calls: dialled } = tallyOf(contact);
  const facts = timeFactsOf(book, contact, policy);
  const reasons = [
    state === 'cancelled',
    drained && state === 'completed',
    deadlineAtMs !== null && deadlineAtMs <= atMs,
    next.kind === 'final',
    attempts >= policy.redial.maxAttempts || dialled >= policy.redial.maxCalls,
    last?.hangupAsked === true && last.disposition === 'not-dialled',
    dueReason === 'suppressed' && book.isSuppressed(number, policy, atMs),
    dueReason === OTHER_NUMBER && contact.person !== null,
    dueReason === 'no-consent' && book.lacksConsent(number, policy, atMs),
    dueReason !== null &&
      !['suppressed', 'no-consent', OTHER_NUMBER].includes(dueReason) &&
      !everOpens(facts, atMs),
  ];
  return reasons.includes(true) ? [] : [`final without a reason (${dueReason ?? 'none given'})`];
}
