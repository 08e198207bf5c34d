/** Each rule about a contact with its inputs, its answer, and until when the answer holds. */
import { NOT_DIALLED_REASONS } from '../../campaigns/admission.ts';
import type { BudgetVerdict, Spending } from '../../campaigns/budget.ts';
import { campaignNext } from '../../campaigns/campaign-progress.ts';
import { areaText } from '../../areas/area-text.ts';
import { askWindow, formatClock } from '../../contacts/calling-window.ts';
import { dialFactsOf, TIME_REASONS } from '../../contacts/dial-time.ts';
import { askHold } from '../../account/hold.ts';
import { retryAfterAt, retryAfterText } from '../../account/retry-after.ts';
import { formatMoney } from '../../money.ts';
import { askCaps } from '../../contacts/number-caps.ts';
import { consentAt, isSuppressedAt, ownAgentAt } from '../planned-contact.ts';
import { isSpent } from '../../calls/redial.ts';
import { missingListsText, oldCopiesText } from '../../contacts/suppression.ts';
import { unreachable } from '../../unreachable.ts';
import { finalReason } from './final-reason.ts';
import { dateOf, localTimeAt } from '../../zone.ts';
import type { ExplainFacts } from './facts.ts';

/** What a rule says of a contact. */
interface RuleAnswer {
  answer: 'yes' | 'no';
  text: string;
  /** When the answer may become yes with time; null: it is yes, or the instant is not known. */
  untilMs: number | null;
  /** Its inputs: JSON, instants as epoch milliseconds in names that end in `Ms`. */
  inputs: Record<string, unknown>;
}

export interface ExplainedRule extends RuleAnswer {
  rule: RuleName;
}

type Rule = (facts: ExplainFacts, nowMs: number) => RuleAnswer;

const yes = (text: string, inputs: RuleAnswer['inputs'] = {}): RuleAnswer => ({
  answer: 'yes',
  text,
  untilMs: null,
  inputs,
});

const no = (
  text: string,
  untilMs: number | null,
  inputs: RuleAnswer['inputs'] = {},
): RuleAnswer => ({ answer: 'no', text, untilMs, inputs });

/** Asks whether the hold is closed, and until when, without taking a lease. */
export const NO_LEASE = { probeLeaseMs: 0 };

const clockAt = (nowMs: number) => (zone: string) => {
  const { day, minuteOfDay } = localTimeAt(zone, nowMs);
  return `${dateOf(day)} ${formatClock(minuteOfDay)}`;
};

const amountsOf = ({ spent, reserved }: Spending) => ({
  spent: formatMoney(spent),
  reserved: formatMoney(reserved),
});

const untilOf = (budget: BudgetVerdict, nextDayAtMs: number): number | null =>
  budget.kind === 'closed' && budget.cap === 'per-day' ? nextDayAtMs : null;

/** By name, in the order in which they are shown. */
export const RULES = {
  contact: (facts, nowMs) => {
    const { contact, dueReason } = facts;
    const { state, disposition, dueAtMs, calls } = contact;
    const inputs = { state, disposition, dueAtMs, dueReason, calls };
    switch (state) {
      case 'final':
        return no(finalReason(facts), null, inputs);
      case 'locked':
        return no('a call whose end is unknown waits for a person', null, inputs);
      case 'claimed':
        return no('it is on a call', null, inputs);
      case 'due':
        if (dueAtMs > nowMs) return no('it is due later', dueAtMs, inputs);
        return yes(
          facts.plan.policy.dialOrder === 'best-hours'
            ? 'it is due; contacts in areas at their best hour come before the others'
            : 'it is due',
          inputs,
        );
      default:
        return unreachable(state);
    }
  },

  campaign: ({ campaign }) => {
    const next = campaignNext(campaign);
    const inputs = { state: campaign.state };
    switch (next.kind) {
      case 'over':
      case 'complete':
        return no('the campaign is over', null, inputs);
      case 'dial':
        return yes('it dials', inputs);
      case 'wait': {
        const { reason, text, untilMs } = next.waitingFor;
        return reason === 'start' || reason === 'resume'
          ? no(text, untilMs, inputs)
          : yes(`it is set going; it waits: ${text}`, inputs);
      }
      default:
        return unreachable(next);
    }
  },

  account: ({ campaign: { accountStopped } }) =>
    accountStopped ? no('the account is stopped', null) : yes('the account is not stopped'),

  hold: ({ hold }, nowMs) => {
    const verdict = askHold(hold, '', nowMs, NO_LEASE);
    const inputs = hold?.open
      ? { reason: hold.reason, action: hold.rule.action, ended: hold.ended?.by ?? null }
      : {};
    switch (verdict.kind) {
      case 'pass':
        return yes('the carrier takes calls of the account', inputs);
      case 'probe':
        return yes('the account is on hold, and one call may try', inputs);
      case 'closed':
        return no(NOT_DIALLED_REASONS['on-hold'], verdict.untilMs, inputs);
      default:
        return unreachable(verdict);
    }
  },

  suppression: ({ lists, listsMissing, oldCopies, contact }, nowMs) => {
    const inputs = { lists, listsMissing, oldCopies: oldCopies.map(({ id }) => id) };
    const untilMs = contact.suppressedUntilMs === Infinity ? null : contact.suppressedUntilMs;
    if (listsMissing.length > 0) {
      return no(missingListsText(listsMissing), null, inputs);
    }
    if (oldCopies.length > 0) return no(oldCopiesText(oldCopies), null, inputs);
    return isSuppressedAt(contact, nowMs)
      ? no(NOT_DIALLED_REASONS.suppressed, untilMs, inputs)
      : yes('no list of the campaign holds the number', inputs);
  },

  consent: ({ contact, plan: { policy } }, nowMs) => {
    const verdict = consentAt(contact, policy, nowMs);
    if (!verdict) return yes('the campaign needs no consent');
    const inputs = { ...policy.consent, recorded: contact.consents.length, by: verdict.by };
    return verdict.allowed
      ? yes('what is recorded of the number allows it', inputs)
      : no(NOT_DIALLED_REASONS['no-consent'], null, inputs);
  },

  number: ({ numberOn, contact }) => {
    if (numberOn === null) return yes('no call is on the number');
    const inputs = { call: numberOn.ref, state: numberOn.state };
    return contact.numberHeld
      ? no('an unknown call keeps the number, or its person, until it is resolved', null, inputs)
      : no('the number, or another one of the person, is on a call', null, inputs);
  },

  'not-before': ({ contact: { notBeforeMs } }, nowMs) =>
    notBeforeMs !== null && nowMs < notBeforeMs
      ? no(TIME_REASONS['not-before'], notBeforeMs, { notBeforeMs })
      : yes('it need not wait', { notBeforeMs }),

  'not-after': ({ contact, plan }, nowMs) => {
    const { notAfterMs } = dialFactsOf(contact, plan);
    const inputs = { notAfterMs: contact.notAfterMs, deadlineMs: plan.deadlineAtMs };
    return notAfterMs !== null && nowMs > notAfterMs
      ? no(TIME_REASONS['too-late'], null, inputs)
      : yes('it is not too late', inputs);
  },

  caps: ({ contact, plan }, nowMs) => {
    const facts = dialFactsOf(contact, plan);
    const verdict = askCaps(facts, nowMs);
    const inputs = { ...facts.caps, dialsMs: facts.dialsMs, saidMs: facts.said };
    return verdict.kind === 'open'
      ? yes('the number was not dialled too often', inputs)
      : no(TIME_REASONS[verdict.cap], verdict.untilMs, inputs);
  },

  window: ({ contact, plan }, nowMs) => {
    const { window, zones } = dialFactsOf(contact, plan);
    const { zoneSource, area } = contact;
    const inputs = {
      zones,
      zoneSource,
      localTimes: zones.map(clockAt(nowMs)),
      ...(area && { area: areaText(area), areaData: area.release }),
    };
    if (window === null) return yes('no calling window is set', inputs);
    const verdict = askWindow(window, zones, nowMs);
    return verdict.kind === 'open'
      ? yes('the calling window is open', inputs)
      : no(TIME_REASONS.window, verdict.opensAtMs, inputs);
  },

  attempts: ({ contact: { past, state }, plan: { policy } }) => {
    const { maxAttempts, maxCalls } = policy.redial;
    const inputs = { attempts: past.attempts, maxAttempts, calls: past.calls, maxCalls };
    const spent = isSpent(past, policy.redial);
    // A claimed call keeps the rules it was claimed under.
    return spent && (state === 'final' || state === 'due')
      ? no('the attempts are spent', null, { ...inputs, alike: past.byDisposition })
      : yes('attempts are left', { ...inputs, alike: past.byDisposition });
  },

  budget: ({ campaign: { budget, nextDayAtMs }, plan }) => {
    const { policy, spending, today } = plan;
    if (policy.budget === null) return yes('no budget is set');
    const inputs = { ...policy.budget, ever: amountsOf(spending), today: amountsOf(today) };
    if (budget.kind === 'open') return yes('one more call fits the budget', inputs);
    return no(NOT_DIALLED_REASONS['no-budget'], untilOf(budget, nextDayAtMs), inputs);
  },

  'live-calls': ({ campaign, plan, liveCallsOfAccount }) => {
    const { maxLiveCalls } = plan.policy;
    const inputs = {
      liveCalls: campaign.liveCalls,
      maxLiveCalls,
      liveCallsOfAccount,
      maxLiveCallsOfAccount: plan.maxLiveCalls,
    };
    if (maxLiveCalls !== null && campaign.liveCalls >= maxLiveCalls) {
      return no('as many calls of the campaign are live as may be', null, inputs);
    }
    return plan.maxLiveCalls !== null && liveCallsOfAccount >= plan.maxLiveCalls
      ? no('as many calls of the account are live as may be', null, inputs)
      : yes('one more call may be live', inputs);
  },

  pace: ({ nextSlotMs, plan, retryAfter }, nowMs) => {
    const asked = retryAfterAt(retryAfter, nowMs);
    const inputs = {
      callsPerSecond: plan.policy.callsPerSecond,
      callsPerSecondOfAccount: plan.callsPerSecond,
    };
    if (asked && asked.untilMs > (nextSlotMs ?? 0)) {
      return no(retryAfterText(asked), asked.untilMs, inputs);
    }
    if (nextSlotMs === null) return yes('no pace is set', inputs);
    return nextSlotMs > nowMs
      ? no('the calls per second are used up', nextSlotMs, inputs)
      : yes('a slot is free', inputs);
  },

  agents: ({ campaign, contact, plan }, nowMs) => {
    const { pool } = plan.policy.agents;
    const ownId = ownAgentAt(contact, nowMs);
    const aloneUntilMs = ownId === null ? null : contact.agentAloneUntilMs;
    const inputs = { pool, own: ownId, aloneUntilMs, free: campaign.freeAgents };
    const own = plan.agents.find(({ id }) => id === ownId);
    const waits = (why: string, untilMs: number | null = aloneUntilMs) =>
      no(`its own agent is ${why}`, untilMs, inputs);
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
      return no('the free agents are for campaigns that come first', null, inputs);
    }
    if (campaign.freeAgents > 0) return yes('an agent is free', inputs);
    const backMs = [campaign.wrapUpUntilMs, campaign.pausedUntilMs].filter((atMs) => atMs !== null);
    const untilMs = campaign.agentsOnCall > 0 || backMs.length === 0 ? null : Math.min(...backMs);
    return no(NOT_DIALLED_REASONS['no-agent'], untilMs, inputs);
  },
} as const satisfies Readonly<Record<string, Rule>>;
export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as RuleName[];
