import type { Check, Evidence, Seen } from '../check.ts';
import { departuresUnderRules, nameOf, type Departure } from '../limits/departures.ts';
import { loosest, oneOf } from '../limits/limits.ts';

/** The store counts whole milliseconds. */
const ROUNDING_MS = 1;
const SECOND_MS = 1_000;

/**
 * Decisions keep the distance exactly. Each POST leaves within the stop grace or not at all, so POSTs arrive at the
 * carrier ahead of an even pace by at most the stop grace.
 */
export const pace: Check = {
  id: 'PACE',
  rule: 'POSTs keep the calls per second of account and campaign (client’s log)',
  find(evidence) {
    const departures = departuresUnderRules(evidence);
    // Where a clock was wrong, only the carrier's clock counts, and nobody knows when a POST was decided on.
    const isTold = (evidence.client?.clockErrorMs ?? 0) === 0;
    const decided = (isTold ? departures : []).toSorted(
      (one, other) => one.decidedMs - other.decidedMs,
    );
    const byCampaign = Map.groupBy(departures, ({ call }) => call.campaign);
    const decidedBy = Map.groupBy(decided, ({ call }) => call.campaign);
    const ofAccount = (one: Departure) => perSecondOfAccount(evidence, one);
    const ofCampaign = ({ rules }: Departure) => rules.calls_per_second;
    const lanes = [
      { name: 'account', came: departures, decided, perSecond: ofAccount },
      ...[...byCampaign].map(([id, came]) => ({
        name: came[0]!.rules.name,
        came,
        decided: decidedBy.get(id) ?? [],
        perSecond: ofCampaign,
      })),
    ];
    const found = lanes.map((lane) => judged(lane, evidence.demands.stopGraceMs));
    const delays = departures.map(({ post, decidedMs }) => post.atMs - decidedMs);
    return {
      cases: departures.filter((one) => ofAccount(one) !== null || ofCampaign(one) !== null).length,
      violations: found.flatMap(({ violations }) => violations),
      seen: [
        ...found.flatMap(({ seen }) => seen),
        ...(delays.length > 0 ? [delay(delays, evidence)] : []),
      ],
    };
  },
};

interface Lane {
  name: string;
  came: Departure[];
  decided: Departure[];
  /** Null: no limit. */
  perSecond: (departure: Departure) => number | null;
}

function judged({ name, came, decided, perSecond }: Lane, graceMs: number) {
  const violations: string[] = [];
  const gapMs = (one: Departure) => SECOND_MS / (perSecond(one) ?? Infinity);
  let lastMs = -Infinity;
  for (const one of decided) {
    const earlyMs = lastMs + gapMs(one) - one.decidedMs;
    if (perSecond(one) !== null && earlyMs > ROUNDING_MS)
      violations.push(
        `${nameOf(one)} was decided on ${earlyMs.toFixed(0)} ms too early for ${name}`,
      );
    lastMs = one.decidedMs;
  }
  let evenMs = -Infinity;
  let mostAheadMs = 0;
  for (const one of came) {
    evenMs += gapMs(one);
    const aheadMs = evenMs - one.post.atMs;
    if (perSecond(one) !== null) {
      mostAheadMs = Math.max(mostAheadMs, aheadMs);
      if (aheadMs > graceMs)
        violations.push(
          `${nameOf(one)} came ${aheadMs.toFixed(0)} ms ahead of the pace of ${name}`,
        );
    }
    evenMs = Math.max(evenMs, one.post.atMs);
  }
  const limits = new Set(came.map(perSecond).filter((limit) => limit !== null));
  if (limits.size === 0) return { violations, seen: [] };
  const limit = oneOf(limits);
  const ofDecided = mostInASecond(decided.map(({ decidedMs }) => decidedMs));
  const ofCame = mostInASecond(came.map(({ post }) => post.atMs));
  const seen: Seen[] = [
    { what: `POSTs decided on in a second, ${name}`, limit, most: String(ofDecided) },
    { what: `POSTs at the carrier in a second, ${name}`, limit, most: String(ofCame) },
    {
      what: `ahead of an even pace, ${name}`,
      limit: `${graceMs} ms`,
      most: `${mostAheadMs.toFixed(0)} ms`,
    },
  ];
  return { violations, seen };
}

function perSecondOfAccount(
  { limits, demands }: Evidence,
  { decidedMs }: Departure,
): number | null {
  return loosest(limits.account, 'calls_per_second', decidedMs - demands.stopGraceMs, decidedMs);
}

/** The most in any span of one second, without its end. */
function mostInASecond(timesMs: number[]): number {
  let first = 0;
  let most = 0;
  for (const [index, atMs] of timesMs.entries()) {
    while (timesMs[first]! <= atMs - SECOND_MS) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

function delay(delaysMs: number[], { demands }: Evidence): Seen {
  const sorted = delaysMs.toSorted((one, other) => one - other);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const most = `${sorted.at(-1)} ms (half ${at(0.5)} ms, 99 % ${at(0.99)} ms)`;
  return { what: 'from the decision to the carrier', limit: `${demands.stopGraceMs} ms`, most };
}
