/** Each rule about a contact with its inputs, its answer, and until when the answer holds. */
import { NOT_DIALLED_REASONS } from '../../campaigns/admission.ts';
import type { BudgetVerdict, Spending } from '../../campaigns/budget.ts';
import { campaignNext } from '../../campaigns/campaign-progress.ts';
import { askWindow, formatClock } from '../../contacts/calling-window.ts';
import { dialFactsOf, TIME_REASONS } from '../../contacts/dial-time.ts';
import { askHold } from '../../account/hold.ts';
import { retryAfterAt, retryAfterText } from '../../account/retry-after.ts';
import { formatMoney } from '../../money.ts';
import { askCaps } from '../../contacts/number-caps.ts';
import { isSuppressedAt, ownAgentAt } from '../planned-contact.ts';
import { isSpent } from '../../calls/redial.ts';
import { missingListsText } from '../../contacts/suppression.ts';
import { unreachable } from '../../unreachable.ts';
import { finalReason } from './final-reason.ts';
import { dateOf, localTimeAt } from '../../zone.ts';
import type { ExplainFacts } from './facts.ts';

export interface ExplainedRule {
  rule: RuleName;
  answer: 'yes' | 'no';
  text: string;
  /** When the answer may become yes with time; null: it is yes, or the instant is not known. */
  untilMs: number | null;
  /** Its inputs: JSON, instants as epoch milliseconds in names that end in `Ms`. */
  inputs: Record<string, unknown>;
}

export const RULE_NAMES = [
  'contact',
  'campaign',
  'account',
  'hold',
  'suppression',
  'number',
  'not-before',
  'not-after',
  'caps',
  'window',
  'attempts',
  'budget',
  'live-calls',
  'pace',
  'agents',
] as const;
export type RuleName = (typeof RULE_NAMES)[number];

export type Rule = (facts: ExplainFacts, nowMs: number) => ExplainedRule;

const yes = (
  rule: RuleName,
  text: string,
  inputs: ExplainedRule['inputs'] = {},
): ExplainedRule => ({
  rule,
  answer: 'yes',
  text,
  untilMs: null,
  inputs,
});

const no = (
  rule: RuleName,
  text: string,
  untilMs: number | null,
  inputs: ExplainedRule['inputs'] = {},
): ExplainedRule => ({ rule, answer: 'no', text, untilMs, inputs });

const contactRule: Rule = (facts, nowMs) => {
  const { contact, dueReason } = facts;
  const { state, disposition, dueAtMs, calls } = contact;
  const inputs = { state, disposition, dueAtMs, dueReason, calls };
  switch (state) {
    case 'final':
      return no('contact', finalReason(facts), null, inputs);
    case 'locked':
      return no('contact', 'a call whose end is unknown waits for a person', null, inputs);
    case 'claimed':
      return no('contact', 'it is on a call', null, inputs);
    case 'due':
      return dueAtMs <= nowMs
        ? yes('contact', 'it is due', inputs)
        : no('contact', 'it is due later', dueAtMs, inputs);
    default:
      return unreachable(state);
  }
};

const campaignRule: Rule = ({ campaign }) => {
  const next = campaignNext(campaign);
  const inputs = { state: campaign.state };
  switch (next.kind) {
    case 'over':
    case 'complete':
      return no('campaign', 'the campaign is over', null, inputs);
    case 'dial':
      return yes('campaign', 'it dials', inputs);
    case 'wait': {
      const { reason, text, untilMs } = next.waitingFor;
      return reason === 'start' || reason === 'resume'
        ? no('campaign', text, untilMs, inputs)
        : yes('campaign', `it is set going; it waits: ${text}`, inputs);
    }
    default:
      return unreachable(next);
  }
};

const accountRule: Rule = ({ campaign: { accountStopped } }) =>
  accountStopped
    ? no('account', 'the account is stopped', null)
    : yes('account', 'the account is not stopped');

/** Asks whether the hold is closed, and until when, without taking a lease. */
export const NO_LEASE = { probeLeaseMs: 0 };

const holdRule: Rule = ({ hold }, nowMs) => {
  const verdict = askHold(hold, '', nowMs, NO_LEASE);
  const inputs = hold?.open
    ? { reason: hold.reason, action: hold.rule.action, ended: hold.ended?.by ?? null }
    : {};
  switch (verdict.kind) {
    case 'pass':
      return yes('hold', 'the carrier takes calls of the account', inputs);
    case 'probe':
      return yes('hold', 'the account is on hold, and one call may try', inputs);
    case 'closed':
      return no('hold', NOT_DIALLED_REASONS['on-hold'], verdict.untilMs, inputs);
    default:
      return unreachable(verdict);
  }
};

const suppressionRule: Rule = ({ lists, listsMissing, contact }, nowMs) => {
  const inputs = { lists, listsMissing };
  const untilMs = contact.suppressedUntilMs === Infinity ? null : contact.suppressedUntilMs;
  if (listsMissing.length > 0) {
    return no('suppression', missingListsText(listsMissing), null, inputs);
  }
  return isSuppressedAt(contact, nowMs)
    ? no('suppression', NOT_DIALLED_REASONS.suppressed, untilMs, inputs)
    : yes('suppression', 'no list of the campaign holds the number', inputs);
};

const numberRule: Rule = ({ numberOn, contact }) => {
  if (numberOn === null) return yes('number', 'no call is on the number');
  const inputs = { call: numberOn.ref, state: numberOn.state };
  return contact.numberHeld
    ? no('number', 'an unknown call keeps the number until it is resolved', null, inputs)
    : no('number', 'the number is on a call', null, inputs);
};

const notBeforeRule: Rule = ({ contact: { notBeforeMs } }, nowMs) =>
  notBeforeMs !== null && nowMs < notBeforeMs
    ? no('not-before', TIME_REASONS['not-before'], notBeforeMs, { notBeforeMs })
    : yes('not-before', 'it need not wait', { notBeforeMs });

const notAfterRule: Rule = ({ contact, plan }, nowMs) => {
  const { notAfterMs } = dialFactsOf(contact, plan);
  const inputs = { notAfterMs: contact.notAfterMs, deadlineMs: plan.deadlineAtMs };
  return notAfterMs !== null && nowMs > notAfterMs
    ? no('not-after', TIME_REASONS['too-late'], null, inputs)
    : yes('not-after', 'it is not too late', inputs);
};

const capsRule: Rule = ({ contact, plan }, nowMs) => {
  const facts = dialFactsOf(contact, plan);
  const verdict = askCaps(facts, nowMs);
  const inputs = { ...facts.caps, dialsMs: facts.dialsMs };
  return verdict.kind === 'open'
    ? yes('caps', 'the number was not dialled too often', inputs)
    : no('caps', TIME_REASONS[verdict.cap], verdict.untilMs, inputs);
};

const windowRule: Rule = ({ contact, plan }, nowMs) => {
  const { window, zones } = dialFactsOf(contact, plan);
  const inputs = { zones, zoneSource: contact.zoneSource, localTimes: zones.map(clockAt(nowMs)) };
  if (window === null) return yes('window', 'no calling window is set', inputs);
  const verdict = askWindow(window, zones, nowMs);
  return verdict.kind === 'open'
    ? yes('window', 'the calling window is open', inputs)
    : no('window', TIME_REASONS.window, verdict.opensAtMs, inputs);
};

const clockAt = (nowMs: number) => (zone: string) => {
  const { day, minuteOfDay } = localTimeAt(zone, nowMs);
  return `${dateOf(day)} ${formatClock(minuteOfDay)}`;
};

const attemptsRule: Rule = ({ contact: { past, state }, plan: { policy } }) => {
  const { maxAttempts, maxCalls } = policy.redial;
  const inputs = { attempts: past.attempts, maxAttempts, calls: past.calls, maxCalls };
  const spent = isSpent(past, policy.redial);
  // A claimed call keeps the rules it was claimed under.
  return spent && (state === 'final' || state === 'due')
    ? no('attempts', 'the attempts are spent', null, { ...inputs, alike: past.byDisposition })
    : yes('attempts', 'attempts are left', { ...inputs, alike: past.byDisposition });
};

const budgetRule: Rule = ({ campaign: { budget, nextDayAtMs }, plan }) => {
  const { policy, spending, today } = plan;
  if (policy.budget === null) return yes('budget', 'no budget is set');
  const inputs = { ...policy.budget, ever: amountsOf(spending), today: amountsOf(today) };
  if (budget.kind === 'open') return yes('budget', 'one more call fits the budget', inputs);
  return no('budget', NOT_DIALLED_REASONS['no-budget'], untilOf(budget, nextDayAtMs), inputs);
};

const amountsOf = ({ spent, reserved }: Spending) => ({
  spent: formatMoney(spent),
  reserved: formatMoney(reserved),
});

const untilOf = (budget: BudgetVerdict, nextDayAtMs: number): number | null =>
  budget.kind === 'closed' && budget.cap === 'per-day' ? nextDayAtMs : null;

const liveCallsRule: Rule = ({ campaign, plan, liveCallsOfAccount }) => {
  const { maxLiveCalls } = plan.policy;
  const inputs = {
    liveCalls: campaign.liveCalls,
    maxLiveCalls,
    liveCallsOfAccount,
    maxLiveCallsOfAccount: plan.maxLiveCalls,
  };
  if (maxLiveCalls !== null && campaign.liveCalls >= maxLiveCalls) {
    return no('live-calls', 'as many calls of the campaign are live as may be', null, inputs);
  }
  return plan.maxLiveCalls !== null && liveCallsOfAccount >= plan.maxLiveCalls
    ? no('live-calls', 'as many calls of the account are live as may be', null, inputs)
    : yes('live-calls', 'one more call may be live', inputs);
};

const paceRule: Rule = ({ nextSlotMs, plan, retryAfter }, nowMs) => {
  const asked = retryAfterAt(retryAfter, nowMs);
  const inputs = {
    callsPerSecond: plan.policy.callsPerSecond,
    callsPerSecondOfAccount: plan.callsPerSecond,
  };
  if (asked && asked.untilMs > (nextSlotMs ?? 0)) {
    return no('pace', retryAfterText(asked), asked.untilMs, inputs);
  }
  if (nextSlotMs === null) return yes('pace', 'no pace is set', inputs);
  return nextSlotMs > nowMs
    ? no('pace', 'the calls per second are used up', nextSlotMs, inputs)
    : yes('pace', 'a slot is free', inputs);
};

const agentsRule: Rule = ({ campaign, contact, plan }, nowMs) => {
  const { pool } = plan.policy.agents;
  const ownId = ownAgentAt(contact, nowMs);
  const aloneUntilMs = ownId === null ? null : contact.agentAloneUntilMs;
  const inputs = { pool, own: ownId, aloneUntilMs, free: campaign.freeAgents };
  const own = plan.agents.find(({ id }) => id === ownId);
  const waits = (why: string, untilMs: number | null = aloneUntilMs) =>
    no('agents', `its own agent is ${why}`, untilMs, inputs);
  if (ownId !== null && !own) return waits('not there');
  if (own?.state === 'paused') return waits('paused');
  if (own && own.pausedUntilMs > nowMs) {
    return waits('paused', Math.min(own.pausedUntilMs, aloneUntilMs ?? Infinity));
  }
  if (own && own.liveCalls >= own.capacity) return waits('on a call');
  if (own && own.wrapUpUntilMs > nowMs) {
    return waits('at work after a call', Math.min(own.wrapUpUntilMs, aloneUntilMs ?? Infinity));
  }
  if (campaign.othersFirst) {
    return no('agents', 'the free agents are for campaigns that come first', null, inputs);
  }
  if (campaign.freeAgents > 0) return yes('agents', 'an agent is free', inputs);
  const backMs = [campaign.wrapUpUntilMs, campaign.pausedUntilMs].filter((atMs) => atMs !== null);
  const untilMs = campaign.agentsOnCall > 0 || backMs.length === 0 ? null : Math.min(...backMs);
  return no('agents', NOT_DIALLED_REASONS['no-agent'], untilMs, inputs);
};

export const RULES: readonly Rule[] = [
  contactRule,
  campaignRule,
  accountRule,
  holdRule,
  suppressionRule,
  numberRule,
  notBeforeRule,
  notAfterRule,
  capsRule,
  windowRule,
  attemptsRule,
  budgetRule,
  liveCallsRule,
  paceRule,
  agentsRule,
];
