import type { Check, Evidence } from '../check.ts';
import {
  departuresUnderRules,
  nameOf,
  placedUnderRules,
  rangCustomer,
  type Departure,
} from '../limits/departures.ts';
import { durationMs } from '../limits/limits.ts';
import { localTime } from '../limits/local-time.ts';
import { isOpen } from '../limits/open-hours.ts';
import { suppressionsIn, type Suppressed } from '../limits/suppressed.ts';

const DAY_MS = 86_400_000;

export const suppressionsKept: Check = {
  id: 'I8c',
  rule: 'no POST to a number once its suppression was answered (client’s log)',
  find(evidence) {
    const spans = suppressionsIn(evidence.client);
    const departures = departuresUnderRules(evidence).filter(({ call }) => spans.has(call.number));
    const violations = departures.flatMap((one) => {
      const hit = spans.get(one.call.number)!.find((span) => isSuppressed(span, one, evidence));
      return hit ? [`${nameOf(one)}: ${one.call.number} was on list ${hit.list}`] : [];
    });
    return { cases: [...spans.values()].flat().length, violations };
  },
};

export const numberCaps: Check = {
  id: 'CAPS',
  rule: 'no number is dialled more often, or earlier, than the caps allow (client’s log)',
  find(evidence) {
    const rang = placedUnderRules(evidence).filter(({ carrier }) => rangCustomer(carrier));
    const byNumber = Map.groupBy(rang, ({ call }) => call.number);
    const departures = departuresUnderRules(evidence);
    const violations = departures.flatMap((one) => {
      const before = (byNumber.get(one.call.number) ?? []).filter(
        ({ decidedMs }) => decidedMs < one.decidedMs,
      );
      return capFaults(one, before, evidence).map((fault) => `${nameOf(one)}: ${fault}`);
    });
    return { cases: departures.filter(isCapped).length, violations };
  },
};

export const callingWindows: Check = {
  id: 'WINDOW',
  rule: 'no POST while the contact’s calling window was closed (client’s log)',
  find(evidence) {
    const departures = departuresUnderRules(evidence).filter(
      (one) => one.rules.calling_window !== null && zonesOf(one, evidence) !== undefined,
    );
    const violations = departures.flatMap((one) => {
      const zones = zonesOf(one, evidence)!;
      const openAt = (atMs: number) =>
        zones.every((zone) => isOpen(one.rules.calling_window!, zone, atMs));
      const { atMs } = one.post;
      const inTime = openAt(atMs) || openAt(atMs - evidence.demands.stopGraceMs);
      if (openAt(one.decidedMs) && inTime) return [];
      const when = localTime(zones[0]!, atMs);
      return [`${nameOf(one)}: it is ${when.weekday} ${when.date} ${when.clock} in ${zones[0]}`];
    });
    return { cases: departures.length, violations };
  },
};

function isCapped({ rules }: Departure): boolean {
  const { per_day, rolling, least_gap } = rules.caps;
  return per_day !== null || rolling.length > 0 || durationMs(least_gap) > 0;
}

function isSuppressed(
  { list, fromMs, toMs }: Suppressed,
  { decidedMs, post, rules }: Departure,
  { demands }: Evidence,
): boolean {
  if (rules.suppression_lists !== null && !rules.suppression_lists.includes(list)) return false;
  const decidedInIt = decidedMs > fromMs && decidedMs < toMs;
  return decidedInIt || (post.atMs > fromMs + demands.stopGraceMs && post.atMs < toMs);
}

function capFaults(one: Departure, before: Departure[], evidence: Evidence): string[] {
  const { per_day: perDay, rolling, least_gap: leastGap } = one.rules.caps;
  const faults: string[] = [];
  const last = before.at(-1);
  const gapMs = durationMs(leastGap);
  if (last && gapMs > 0) {
    const decidedMs = one.decidedMs - last.decidedMs;
    const cameMs = one.post.atMs - last.post.atMs;
    if (decidedMs < gapMs || cameMs < gapMs - evidence.demands.stopGraceMs)
      faults.push(`${decidedMs} ms after ${nameOf(last)}, least gap ${leastGap}`);
  }
  for (const { days, most } of rolling) {
    const within = before.filter(({ decidedMs }) => decidedMs > one.decidedMs - days * DAY_MS);
    if (within.length >= most)
      faults.push(`dial ${within.length + 1} in ${days} days, most ${most}`);
  }
  if (perDay === null) return faults;
  for (const zone of zonesOf(one, evidence) ?? []) {
    const { date } = localTime(zone, one.decidedMs);
    const that = before.filter(({ decidedMs }) => localTime(zone, decidedMs).date === date);
    if (that.length >= perDay) faults.push(`dial ${that.length + 1} on ${date}, most ${perDay}`);
  }
  return faults;
}

/** Undefined if its row named none. Then they follow from the number, which the checker cannot resolve. */
function zonesOf({ call }: Departure, { limits }: Evidence): string[] | undefined {
  return limits.zones.get(call.campaign)?.get(call.number);
}
