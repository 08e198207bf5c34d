/** What a person should check before a campaign starts. */
import { oldCopiesText, type RegistryCopy } from '../../contacts/suppression.ts';
import { budgetOf } from '../../campaigns/budget.ts';
import {
  askDialTime,
  dialFactsOf,
  TIME_REASONS,
  type TimeReason,
} from '../../contacts/dial-time.ts';
import { agentsOf, type CampaignPlan } from '../planned-contact.ts';
import { whyZoneRulesOld, type ZoneRules } from '../../zone-release.ts';
import { DAY_MS } from '../../zone.ts';
import { dialled, type CostRange } from './cost-range.ts';
import type { PreflightTally } from './preflight.ts';

export interface Warning {
  /** Stable, for programs. */
  code: string;
  text: string;
  /** Left out: a warning. With an error no contact is called until it is fixed. */
  severity?: 'error';
  /** The section of the interface document, if there is one. */
  section?: string;
}

export interface WarningFacts {
  plan: CampaignPlan;
  tally: PreflightTally;
  cost: CostRange | null;
  startMs: number;
  accountStopped: boolean;
  /** The open hold. */
  hold: { reason: string; byPerson: boolean } | null;
  listsMissing: readonly string[];
  /** Copies of registries that are too old now. */
  oldCopies: readonly ({ id: string } & RegistryCopy)[];
}

export function warningsOf(facts: WarningFacts): Warning[] {
  return [accountWarnings, contactWarnings, timeWarnings, agentWarnings, moneyWarnings].flatMap(
    (each) => each(facts),
  );
}

const warn = (isSo: boolean, code: string, text: string): Warning[] =>
  isSo ? [{ code, text }] : [];

/** About the time zone data of this process. Each intent is stored with the release that it was decided with. */
export function zoneRulesWarnings(rules: ZoneRules, nowMs: number): Warning[] {
  const why = whyZoneRulesOld(rules, nowMs);
  return warn(
    why !== null,
    'zone-rules-old',
    `${why}: where clocks have been changed since, calls come at the wrong hour`,
  );
}

function accountWarnings({
  accountStopped,
  hold,
  listsMissing,
  oldCopies,
}: WarningFacts): Warning[] {
  const lifted = hold?.byPerson
    ? 'a person must lift it'
    : 'it lifts itself once a call is accepted';
  return [
    ...warn(accountStopped, 'account-stopped', 'the account is stopped: nothing is dialled'),
    ...warn(
      hold !== null,
      'account-on-hold',
      `the carrier refuses the account (${hold?.reason ?? ''}): ${lifted}`,
    ),
    ...listsMissing.map((id) => ({
      code: 'no-such-list',
      text: `the suppression list ${id} does not exist: the campaign pauses instead of dialling, until the list exists or the rules name others`,
      severity: 'error' as const,
    })),
    ...(oldCopies.length === 0
      ? []
      : [{ code: 'old-list', text: oldCopiesText(oldCopies), severity: 'error' as const }]),
  ];
}

function contactWarnings({ plan: { policy }, tally }: WarningFacts): Warning[] {
  const unknown = tally.zoneSources.campaign ?? 0;
  return [
    ...warn(tally.contacts === 0, 'no-contacts', 'the campaign has no contacts'),
    ...warn(
      tally.contacts > 0 && dialled(tally) === 0,
      'nobody-dialled',
      'none of the contacts will be dialled',
    ),
    ...warn(
      unknown > 0,
      'zone-unknown',
      `where ${unknown} contacts are is not known: the campaign's zone, ${policy.zone}, is taken`,
    ),
    ...warn(
      tally.areaMismatches > 0,
      'area-mismatch',
      `the address of ${tally.areaMismatches} contacts is in one area and their number in another: they are called only while it is the hour in both`,
    ),
  ];
}

function timeWarnings({ plan, startMs }: WarningFacts): Warning[] {
  const { window, redial } = plan.policy;
  const { fit, reason } = attemptsThatFit(plan, startMs);
  const deadlinePassed = plan.deadlineAtMs !== null && plan.deadlineAtMs <= startMs;
  return [
    ...warn(
      window === null,
      'no-window',
      'no calling window is set: people may be called at any hour',
    ),
    ...warn(deadlinePassed, 'deadline-passed', 'the deadline has passed: nobody is dialled'),
    ...warn(
      !deadlinePassed && reason !== null && fit === 0,
      'never-open',
      `no contact can ever be dialled: ${wordsOf(reason)}`,
    ),
    ...warn(
      !deadlinePassed && reason !== null && fit > 0,
      'attempts-do-not-fit',
      `of ${redial.maxAttempts} attempts only ${fit} can be made: ${wordsOf(reason)}`,
    ),
  ];
}

function wordsOf(reason: TimeReason | null): string {
  if (reason === null) return '';
  return reason === 'too-late' ? 'the deadline comes first' : TIME_REASONS[reason];
}

const YEAR_MS = 366 * DAY_MS;

/** The number of attempts that fit, for a contact in the campaign's zone that was never called and never answers. */
export function attemptsThatFit(
  plan: CampaignPlan,
  startMs: number,
): { fit: number; reason: TimeReason | null } {
  const { maxAttempts, rules } = plan.policy.redial;
  const rule = rules['customer-unreached'];
  const most = rule ? Math.min(maxAttempts, rule.most) : 1;
  const dialsMs: number[] = [];
  let fromMs = startMs;
  while (dialsMs.length < most) {
    const nobody = {
      zones: null,
      area: { areas: [] },
      notBeforeMs: null,
      notAfterMs: null,
      dialsMs,
      said: {},
    };
    const time = askDialTime(dialFactsOf(nobody, plan), fromMs);
    if (time.kind === 'never') return { fit: dialsMs.length, reason: time.reason };
    const atMs = time.kind === 'now' ? fromMs : time.atMs;
    if (time.kind === 'later' && atMs > startMs + YEAR_MS) {
      return { fit: dialsMs.length, reason: time.reason };
    }
    dialsMs.push(atMs);
    fromMs = atMs + (rule?.delayMs ?? 0);
  }
  return { fit: dialsMs.length, reason: null };
}

function agentWarnings({ plan, tally }: WarningFacts): Warning[] {
  const { agents: rules, maxLiveCalls } = plan.policy;
  const where = rules.pool === null ? 'the account' : `the pool ${rules.pool}`;
  const agents = agentsOf(plan);
  const ready = agents.filter(({ state }) => state === 'ready');
  const capacity = ready.reduce((sum, agent) => sum + agent.capacity, 0);
  return [
    ...warn(agents.length === 0, 'no-agents', `${where} has no agents`),
    ...warn(
      agents.length > 0 && ready.length === 0,
      'no-agent-ready',
      `${where} has ${agents.length} agents, and all of them are paused`,
    ),
    ...warn(
      ready.length > 0 && maxLiveCalls !== null && maxLiveCalls > capacity,
      'more-calls-than-agents',
      `${maxLiveCalls} calls at once are allowed, and the agents who are ready take ${capacity}`,
    ),
    ...warn(
      tally.ownAgentAway > 0,
      'own-agent-away',
      `${tally.ownAgentAway} contacts have an agent of their own who is paused or not there`,
    ),
  ];
}

function moneyWarnings({ plan: { policy, spending }, tally, cost }: WarningFacts): Warning[] {
  if (policy.budget === null) {
    return warn(
      cost === null && dialled(tally) > 0,
      'cost-unknown',
      'the cost of a call is not known: there is no budget, and no call has a bill yet',
    );
  }
  const { total, perDay, reservePerCall } = budgetOf(policy.budget);
  const left = total === null ? null : total - spending.spent - spending.reserved;
  return [
    ...warn(
      left !== null && left < reservePerCall,
      'budget-below-one-call',
      'what is left of the budget is less than is set aside for one call: nothing is dialled',
    ),
    ...warn(
      perDay !== null && perDay < reservePerCall,
      'day-budget-below-one-call',
      'the budget of a day is less than is set aside for one call: nothing is dialled',
    ),
    ...warn(
      cost !== null && cost.budgetEndsIt,
      'budget-may-end-it',
      'the budget may be spent before every contact was called as often as the rules allow',
    ),
    ...warn(
      cost !== null && cost.price.from !== 'budget' && cost.price.high > reservePerCall,
      'reserve-below-cost',
      'calls may cost more than is set aside for one: the budget may be overshot by the calls in flight',
    ),
  ];
}
