/**
 * What an admitted POST was decided on, as it is stored with its intent, shown by the API and exported. All names are
 * public. It contains no number and no name of a person: it belongs to a call, which is referred to by its placement.
 */
import type { Hold, HoldVerdict } from '../account/hold.ts';
import { askConsent, type ConsentFact, type ConsentRule } from '../contacts/consent.ts';
import type { ConsentKind } from '../rules/consent-kinds.ts';
import { openSpanAt } from '../contacts/calling-window.ts';
import type { ContactArea } from '../areas/contact-area.ts';
import type { ZoneSource } from '../contacts/contact-zones.ts';
import type { DialTimeFacts } from '../contacts/dial-time.ts';
import type { OutcomeCap } from '../outcomes/outcome-groups.ts';
import {
  afterOutcomes,
  countsPerson,
  dialsWithin,
  dialsOnFullestDay,
} from '../contacts/number-caps.ts';
import type { BudgetPolicy, Policy } from '../campaigns/policy.ts';
import type { Spending } from '../campaigns/budget.ts';
import { decidedHold, type DecidedHold } from './decided-hold.ts';
import { iso, isoOrNull } from './instants.ts';
import type { CampaignState } from '../campaigns/campaign-state.ts';
import { formatMoney } from '../money.ts';
import { PRODUCT_VERSION } from '../product-version.ts';
import { localDateTime, localTimeAt, offsetMsAt, weekdayOf } from '../zone.ts';

/** Changes if a member changes its meaning. */
const FORMAT = 1;

/** Instants are RFC 3339 in UTC, local times have their offset, money is a decimal string. */
export interface DecisionRecord {
  format: typeof FORMAT;
  product: string;
  /** All rules were asked as of this instant. The POST may leave a little later, at its slot. */
  decided_at: string;
  /** `version`: that the call was claimed under. `in_force`: whose suppression lists and consent count. */
  policy: { version: number; in_force: number };
  campaign_state: CampaignState;
  /** No call is placed from this instant on; null: no deadline. */
  deadline_at: string | null;
  zones: DecidedZone[];
  zone_source: ZoneSource;
  /** Where the contact is by its address and its number. Left out by earlier versions; null: not known, or its zones were named. */
  area?: ContactArea | null | undefined;
  /** Null: the policy has no calling window. */
  window: DecidedWindow | null;
  /** The earliest and latest instant for the POST, by the contact's row and the campaign's deadline; null: none. */
  not_before: string | null;
  not_after: string | null;
  /** Dials of the number before this one, in all campaigns. */
  caps: DecidedCaps;
  live_calls: DecidedLiveCalls;
  suppression: DecidedSuppression;
  /** Of the policy in force. Null: it asks for no consent; left out: decided before consents were known. */
  consent?: DecidedConsent | null | undefined;
  hold: DecidedHold;
  /** Limits of calls per second that the POST keeps; empty: none. */
  pace: DecidedPace[];
  budget: DecidedBudget | null;
  /** `live`: its calls, with this one. */
  agent: { id: string; pools: readonly string[]; live: number; capacity: number };
}

interface DecidedZone {
  zone: string;
  local_time: string;
  /** Which of the window's `hours` are open then, counted from 0; null: there is no window. */
  rule: number | null;
}

interface DecidedWindow {
  /** The open span around the decision, in all zones; null: it reaches further than a day. */
  opens_at: string | null;
  closes_at: string | null;
  ring_margin_seconds: number;
}

interface DecidedCaps {
  /** Left out: dials of the number count. */
  count_by?: 'person' | undefined;
  /** On the local day of the zone with the most. */
  per_day: { most: number; dialled: number } | null;
  rolling: { days: number; most: number; dialled: number }[];
  least_gap: { seconds: number; last_dial_at: string | null } | null;
  /** Since the last call whose outcome counts for it. Records before schema 6 have none of the three. */
  after_talk?: DecidedAfter | null | undefined;
  after_refusal?: DecidedAfter | null | undefined;
  after_silence?: DecidedAfter | null | undefined;
}

interface DecidedAfter {
  seconds: number;
  last_outcome_at: string | null;
}

/** With this call; `most` null: no limit. Limits count when a call is claimed. */
interface DecidedLiveCalls {
  campaign: { live: number; most: number | null };
  /** `live` null: not counted, because the account has no limit. */
  account: { live: number | null; most: number | null };
}

interface DecidedSuppression {
  /** The number of changes of all lists until then. */
  version: number;
  /** True: every list counts, also those that are not in `lists` because there are more than 100. */
  every_list: boolean;
  /** The lists that were asked, with the number of their last change. */
  lists: ListVersion[];
  /** All lists that held the number, also those that the policy does not ask. */
  found_on: string[];
}

interface DecidedConsent extends ConsentRule {
  /** How many events of the number were recorded. */
  recorded: number;
  /** That which allowed the call; null: none was needed. */
  by: { kind: ConsentKind; at: string; expires_at: string | null } | null;
}

interface ListVersion {
  list: string;
  version: number;
  /** Of a copy of a registry: the last instant at which it may be used. Left out: it is none, or an earlier version asked. */
  good_until?: string | undefined;
}

/** A list as it was asked. */
export interface AskedList {
  list: string;
  version: number;
  /** Null: it is no copy of a registry. */
  goodUntilMs: number | null;
}

interface DecidedPace {
  of: 'account' | 'campaign';
  per_second: number;
  /** The last POST before; null: none. */
  last_post_at: string | null;
  slot_at: string;
}

interface DecidedBudget {
  reserve: string;
  total: { cap: string | null; spent: string; reserved: string };
  day: { date: string; cap: string | null; spent: string; reserved: string };
}

/** What admission has read, in the transaction of the intent. */
export interface DecisionFacts {
  nowMs: number;
  /** When the POST may leave. */
  slotMs: number;
  policy: Policy;
  versions: DecisionRecord['policy'];
  campaign: { state: CampaignState; deadlineAtMs: number | null; liveCalls: number };
  account: { liveCalls: number | null; maxLiveCalls: number | null };
  time: DialTimeFacts;
  zoneSource: ZoneSource;
  area: ContactArea | null;
  suppression: {
    version: number;
    named: readonly string[] | null;
    lists: readonly AskedList[];
    foundOn: readonly string[];
  };
  /** `rule` null: no consent is needed. */
  consent: { rule: ConsentRule | null; recorded: readonly ConsentFact[] };
  hold: { hold: Hold | undefined; verdict: HoldVerdict };
  paces: readonly { of: 'account' | 'campaign'; perSecond: number; lastPostMs: number }[];
  /** Null: no budget. */
  spending: { day: string; ever: Spending; today: Spending } | null;
  agent: DecisionRecord['agent'];
}

export function decisionRecord(facts: DecisionFacts): DecisionRecord {
  const { nowMs, policy, campaign, time, suppression } = facts;
  return {
    format: FORMAT,
    product: PRODUCT_VERSION,
    decided_at: iso(nowMs),
    policy: facts.versions,
    campaign_state: campaign.state,
    deadline_at: isoOrNull(campaign.deadlineAtMs),
    zones: time.zones.map((zone) => zoneOf(zone, policy, nowMs)),
    zone_source: facts.zoneSource,
    area: facts.area,
    window: windowOf(time, nowMs),
    not_before: isoOrNull(time.notBeforeMs),
    not_after: isoOrNull(time.notAfterMs),
    caps: capsOf(time, nowMs),
    live_calls: {
      campaign: { live: campaign.liveCalls, most: policy.maxLiveCalls },
      account: { live: facts.account.liveCalls, most: facts.account.maxLiveCalls },
    },
    suppression: {
      version: suppression.version,
      every_list: suppression.named === null,
      lists: suppression.lists.map(({ goodUntilMs, ...asked }) => ({
        ...asked,
        ...(goodUntilMs !== null && { good_until: iso(goodUntilMs) }),
      })),
      found_on: [...suppression.foundOn],
    },
    consent:
      facts.consent.rule && consentOf(facts.consent.rule, facts.consent.recorded, facts.slotMs),
    hold: decidedHold(facts.hold),
    pace: facts.paces.map(({ of, perSecond, lastPostMs }) => ({
      of,
      per_second: perSecond,
      last_post_at: lastPostMs === 0 ? null : iso(lastPostMs),
      slot_at: iso(facts.slotMs),
    })),
    budget: policy.budget && facts.spending && budgetOf(policy.budget, facts.spending),
    agent: facts.agent,
  };
}

function zoneOf(zone: string, { window }: Policy, nowMs: number): DecidedZone {
  const { day, minuteOfDay } = localTimeAt(zone, nowMs);
  const rule = window?.hours.findIndex(
    ({ weekdays, fromMinute, toMinute }) =>
      weekdays.includes(weekdayOf(day)) && minuteOfDay >= fromMinute && minuteOfDay < toMinute,
  );
  return { zone, local_time: localIso(zone, nowMs), rule: rule ?? null };
}

/** Such as `2026-11-23T09:15:02.120-05:00`. */
function localIso(zone: string, atMs: number): string {
  const offsetMs = offsetMsAt(zone, atMs);
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const offset = `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return localDateTime(zone, atMs) + offset;
}

function windowOf({ window, zones }: DialTimeFacts, nowMs: number): DecidedWindow | null {
  if (window === null) return null;
  const span = openSpanAt(window, zones, nowMs);
  return {
    opens_at: isoOrNull(span?.opensAtMs ?? null),
    closes_at: isoOrNull(span?.closesAtMs ?? null),
    ring_margin_seconds: window.ringMarginMs / 1_000,
  };
}

function capsOf({ caps, dialsMs, said, zones }: DialTimeFacts, nowMs: number): DecidedCaps {
  const afters = afterOutcomes(caps);
  const after = (cap: OutcomeCap) => {
    const ms = afters.find((each) => each.cap === cap)?.ms;
    return ms === undefined
      ? null
      : { seconds: ms / 1_000, last_outcome_at: isoOrNull(said[cap] ?? null) };
  };
  const { perDay, rolling, leastGapMs } = caps;
  return {
    ...(countsPerson(caps) && { count_by: 'person' as const }),
    per_day:
      perDay === null ? null : { most: perDay, dialled: dialsOnFullestDay(dialsMs, zones, nowMs) },
    rolling: rolling.map(({ days, most }) => ({
      days,
      most,
      dialled: dialsWithin(dialsMs, days, nowMs),
    })),
    least_gap:
      leastGapMs === 0
        ? null
        : {
            seconds: leastGapMs / 1_000,
            last_dial_at: dialsMs.length === 0 ? null : iso(Math.max(...dialsMs)),
          },
    after_talk: after('after-talk'),
    after_refusal: after('after-refusal'),
    after_silence: after('after-silence'),
  };
}

function consentOf(
  rule: ConsentRule,
  recorded: readonly ConsentFact[],
  atMs: number,
): DecidedConsent {
  const { by } = askConsent(rule, recorded, atMs);
  const shown = by && { kind: by.kind, at: iso(by.atMs), expires_at: isoOrNull(by.expiresAtMs) };
  return { ...rule, recorded: recorded.length, by: shown };
}

function budgetOf(
  budget: BudgetPolicy,
  { day, ever, today }: NonNullable<DecisionFacts['spending']>,
): DecidedBudget {
  const sums = ({ spent, reserved }: Spending) => ({
    spent: formatMoney(spent),
    reserved: formatMoney(reserved),
  });
  return {
    reserve: budget.reservePerCall,
    total: { cap: budget.total, ...sums(ever) },
    day: { date: day, cap: budget.perDay, ...sums(today) },
  };
}
