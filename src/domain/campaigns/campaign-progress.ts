import type { BudgetVerdict } from './budget.ts';
import type { CampaignState } from './campaign-state.ts';
import { TIME_REASONS, type TimeReason } from '../contacts/dial-time.ts';
import type { HoldTimeout } from '../account/hold.ts';
import { retryAfterText, type RetryAfter } from '../account/retry-after.ts';
import { unreachable } from '../unreachable.ts';

/** What the store knows about a campaign at one instant. */
export interface CampaignFacts {
  state: CampaignState;
  /** Why Dialwright moved it to this state, or who asked for its pause. */
  stateReason: string | null;
  keepOpen: boolean;
  /** Contacts of another campaign are still being added to it. */
  copying: boolean;
  /** When a scheduled campaign starts. */
  startsAtMs: number | null;
  /** After the deadline nobody is dialled and the campaign ends; null: no deadline. */
  deadline: { atMs: number; passed: boolean } | null;
  accountStopped: boolean;
  /** The open hold's reason and the next instant at which it may pass; null instants: a person decides. */
  hold: { reason: string; untilMs: number | null; timeout: HoldTimeoutAt | null } | undefined;
  /** The pause that the carrier asked for, while it lasts. */
  retryAfter: Pick<RetryAfter, 'reason' | 'untilMs'> | undefined;
  /** Contacts that are due now (the store counts up to a bound), and when the first of the others will be due. */
  dueNow: number;
  nextDueAtMs: number | null;
  /** Why the first of those others is not due before; null: its redial rule. */
  nextDueReason: TimeReason | null;
  /** Whether the budget allows one more call, and when the next day of the campaign's zone begins. */
  budget: BudgetVerdict;
  nextDayAtMs: number;
  /**
   * Whether one of those due now could be claimed; else what all of them wait for: their number is on a call of some
   * campaign (an `unknown` call keeps its number), or the only agent who may take them is not free.
   */
  dueAndFree: 'some' | 'no-number' | 'no-agent';
  /** When other agents too may take the first of those that wait for their own agent; null: never. */
  agentAloneUntilMs: number | null;
  /** Calls whose disposition is not known yet. */
  liveCalls: number;
  freeAgents: number;
  /** All free agents are for campaigns that come first (`fair-share`). */
  othersFirst: boolean;
  /** Agents on a call of any campaign. */
  agentsOnCall: number;
  /** When the next wrap-up of a ready agent ends; null: there is none. */
  wrapUpUntilMs: number | null;
  /** When the next pause that ends by itself is over; null: there is none. */
  pausedUntilMs: number | null;
}

/** What the campaign does automatically if the hold lasts until then. */
export type HoldTimeoutAt = { atMs: number; action: HoldTimeout['action'] };

export const WAITING_REASONS = [
  /** The database cannot be written. */
  'store',
  /** Its workflow does not work. */
  'workflow',
  /** Temporal cannot be used, or no worker runs. */
  'temporal',
  'worker',
  'start',
  'resume',
  'account-stop',
  'hold',
  'retry-after',
  'budget',
  'time',
  /** Every ready agent is on a call: nothing is wrong. */
  'agents-busy',
  'agents',
  'numbers',
  'calls',
  'redial',
  'contacts',
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

export interface WaitingFor {
  reason: WaitingReason;
  /** For people: what the campaign waits for. */
  text: string;
  /** When the wait ends without a further event; null: not known. */
  untilMs: number | null;
}

export type CampaignNext =
  | { kind: 'dial' }
  | { kind: 'wait'; waitingFor: WaitingFor }
  /** Every contact is final and no call is live. */
  | { kind: 'complete' }
  | { kind: 'over' };

/** What a campaign may do next, or why it is not dialling. The dispatcher and the API use it. */
export function campaignNext(facts: CampaignFacts): CampaignNext {
  switch (facts.state) {
    case 'completed':
    case 'cancelled':
      return { kind: 'over' };
    case 'draft':
      return wait('start', 'the campaign has not been started');
    case 'scheduled':
      return wait('start', 'the campaign starts by itself', facts.startsAtMs);
    case 'paused':
      return byDeadline(facts, () => wait('resume', pausedText(facts)));
    case 'running':
    case 'draining':
      return byDeadline(facts, () => nextWhileDialling(facts));
    default:
      return unreachable(facts.state);
  }
}

const pausedText = ({ stateReason }: CampaignFacts): string =>
  stateReason === null ? 'the campaign is paused' : `the campaign is paused: ${stateReason}`;

/** No wait lasts longer than the deadline, and its text names the deadline. */
function byDeadline({ deadline, liveCalls }: CampaignFacts, ask: () => CampaignNext): CampaignNext {
  if (deadline === null) return ask();
  if (deadline.passed) {
    if (liveCalls === 0) return { kind: 'complete' };
    return wait('calls', 'the deadline has passed; the last calls are under way');
  }
  const next = ask();
  if (next.kind !== 'wait') return next;
  const { reason, text, untilMs } = next.waitingFor;
  if (untilMs === null) return wait(reason, `${text}; the deadline ends it at the latest`);
  return untilMs < deadline.atMs
    ? next
    : wait(reason, `${text}; the deadline comes first`, deadline.atMs);
}

function nextWhileDialling(facts: CampaignFacts): CampaignNext {
  if (facts.dueNow === 0) return nextWithoutDueContact(facts);
  if (facts.accountStopped) return wait('account-stop', 'the account is stopped');
  if (facts.hold) {
    return waitForHold(facts.hold);
  }
  if (facts.retryAfter) {
    return wait('retry-after', retryAfterText(facts.retryAfter), facts.retryAfter.untilMs);
  }
  if (facts.budget.kind === 'closed') {
    return facts.budget.cap === 'total'
      ? wait('budget', 'the budget of the campaign is spent or set aside')
      : wait('budget', 'the budget of the day is spent or set aside', facts.nextDayAtMs);
  }
  if (facts.freeAgents === 0) {
    if (facts.agentsOnCall > 0) return wait('agents-busy', 'every ready agent is on a call');
    return waitForAgentToReturn(facts);
  }
  if (facts.othersFirst) {
    return wait('agents', 'the free agents are for campaigns that come first');
  }
  switch (facts.dueAndFree) {
    case 'some':
      return { kind: 'dial' };
    case 'no-agent':
      return wait(
        'agents',
        'the contacts that are due have agents of their own, none of them free',
        facts.agentAloneUntilMs,
      );
    case 'no-number':
      return wait(
        'numbers',
        'the numbers that are due, or their persons, are on other calls; an unknown call keeps them until it is resolved',
      );
    default:
      return unreachable(facts.dueAndFree);
  }
}

function waitForAgentToReturn({ wrapUpUntilMs, pausedUntilMs }: CampaignFacts): CampaignNext {
  if (wrapUpUntilMs === null && pausedUntilMs === null) return wait('agents', 'no agent is ready');
  const nextMs = Math.min(wrapUpUntilMs ?? Infinity, pausedUntilMs ?? Infinity);
  return wrapUpUntilMs === null
    ? wait('agents', 'the agents are paused', nextMs)
    : wait('agents', 'the agents are at work after their calls', nextMs);
}

/** If the hold timeout comes before the next probe, the wait ends with the timeout. */
function waitForHold({ reason, untilMs, timeout }: CampaignFacts['hold'] & object): CampaignNext {
  const text = `the account is on hold: ${reason}`;
  if (timeout === null) return wait('hold', text, untilMs);
  const does = `${text}; if that lasts, the campaign is ${TIMED_OUT[timeout.action]} by then`;
  return wait('hold', does, Math.min(untilMs ?? Infinity, timeout.atMs));
}

const TIMED_OUT: Record<HoldTimeout['action'], string> = {
  pause: 'paused',
  cancel: 'cancelled',
};

function nextWithoutDueContact(facts: CampaignFacts): CampaignNext {
  const draining = facts.state === 'draining';
  if (facts.nextDueAtMs !== null && !draining) {
    return facts.nextDueReason === null
      ? wait('redial', 'the next contact is due later', facts.nextDueAtMs)
      : wait('time', TIME_REASONS[facts.nextDueReason], facts.nextDueAtMs);
  }
  if (facts.liveCalls > 0) return wait('calls', 'the last calls are under way');
  if (facts.copying) return wait('contacts', 'its contacts are still being copied');
  if (facts.keepOpen && !draining) return wait('contacts', 'kept open for more contacts');
  return { kind: 'complete' };
}

function wait(reason: WaitingReason, text: string, untilMs: number | null = null): CampaignNext {
  return { kind: 'wait', waitingFor: { reason, text, untilMs } };
}
