/** The result of a comparison with the carrier's call records, for people and programs. Plain JSON of bounded size. */
import type { CallRef } from '../ids.ts';
import { formatMoney, parseMoney } from '../money.ts';
import {
  answerSeizureRatio,
  RECORD_CLASSES,
  totalsOf,
  type ClassedRecord,
  type Comparison,
  type OurPlacement,
  type RecordClass,
  type RecordEvidence,
  type Seizures,
} from './reconciliation.ts';

/** The answer-seizure ratio that the carrier reports, or why there is none. `ofSpan`: it is for the same span. */
export type CarrierRatio = { ratio: number | null; ofSpan: boolean } | { why: string };

export interface ReconciliationReport {
  records: number;
  /** Records without a usable id. */
  unreadable: number;
  /** Records whose cost is no amount, such as "€0.12". Their costs are not used. */
  unreadableCosts: number;
  counts: Record<RecordClass, number>;
  missing: number;
  unexplained: number;
  /** Sums over the calls for which the carrier has a cost. Decimal strings. `open`: what stays of the difference. */
  money: { ours: string; theirs: string; difference: string; open: string };
  seizure: {
    ours: Seizures & { ratio: number | null };
    carrier: CarrierRatio;
    /** The carrier's minus ours; null: one of them is not known. */
    difference: number | null;
  };
  lists: ReportLists;
}

/** The first items of each kind. */
export interface ReportLists {
  differs: PricedLine[];
  settles: PricedLine[];
  identifies: (PricedLine & { evidence: RecordEvidence })[];
  /** Records that may be one of our unknown calls, or that contradict what we know. */
  doubtful: RecordLine[];
  conflicting: RecordLine[];
  notOurs: RecordLine[];
  missing: PlacementLine[];
  unexplained: PlacementLine[];
}

export interface PricedLine {
  ref: CallRef;
  carrierCallId: string;
  ours: string | null;
  theirs: string | null;
  /** The carrier's minus ours. */
  difference: string | null;
}

export interface RecordLine {
  carrierCallId: string;
  number: string | null;
  startedAtMs: number | null;
  seconds: number | null;
  cost: string | null;
  /** The calls it may be. */
  refs: CallRef[];
}

export interface PlacementLine {
  ref: CallRef;
  carrierCallId: string | null;
  number: string;
  placedAtMs: number;
  cost: string | null;
}

/** Items in each list. The counts show how many there are in all. */
export const LISTED_AT_MOST = 100;

export function reportOf(
  comparison: Comparison,
  more: {
    unreadable: number;
    unreadableCosts: number;
    seizures: Seizures;
    carrierRatio: CarrierRatio;
  },
): ReconciliationReport {
  const of = (kind: RecordClass) => comparison.records.filter((one) => one.class === kind);
  const counts = Object.fromEntries(RECORD_CLASSES.map((kind) => [kind, of(kind).length]));
  const { ours, theirs } = totalsOf(comparison);
  return {
    records: comparison.records.length,
    unreadable: more.unreadable,
    unreadableCosts: more.unreadableCosts,
    counts: counts as Record<RecordClass, number>,
    missing: comparison.missing.length,
    unexplained: comparison.unexplained.length,
    money: {
      ours: formatMoney(ours),
      theirs: formatMoney(theirs),
      difference: formatMoney(theirs - ours),
      open: formatMoney(openDifference(of('differs'))),
    },
    seizure: seizureOf(more.seizures, more.carrierRatio),
    lists: {
      differs: listed(of('differs'), pricedLine),
      settles: listed(of('settles'), pricedLine),
      identifies: listed(of('identifies'), (one) => ({
        ...pricedLine(one),
        evidence: one.evidence!,
      })),
      doubtful: listed(of('doubtful'), recordLine),
      conflicting: listed(of('conflicting'), recordLine),
      notOurs: listed(of('not-ours'), recordLine),
      missing: listed(comparison.missing, placementLine),
      unexplained: listed(comparison.unexplained, placementLine),
    },
  };
}

/** Adds records that would identify calls, but whose ids GET does not show. A person has to check them. Each once. */
export function withUnshown(
  report: ReconciliationReport,
  unshown: readonly string[],
): ReconciliationReport {
  if (unshown.length === 0) return report;
  const { counts, lists } = report;
  const isUnshown = ({ carrierCallId }: PricedLine) => unshown.includes(carrierCallId);
  const doubted = lists.identifies.filter(isUnshown).map(({ ref, carrierCallId, theirs: cost }) => {
    return { carrierCallId, number: null, startedAtMs: null, seconds: null, cost, refs: [ref] };
  });
  return {
    ...report,
    counts: {
      ...counts,
      identifies: counts.identifies - unshown.length,
      doubtful: counts.doubtful + unshown.length,
    },
    lists: {
      ...lists,
      identifies: lists.identifies.filter((line) => !isUnshown(line)),
      doubtful: [...doubted, ...lists.doubtful].slice(0, LISTED_AT_MOST),
    },
  };
}

const listed = <One, Line>(found: readonly One[], line: (one: One) => Line): Line[] =>
  found.slice(0, LISTED_AT_MOST).map(line);

function seizureOf(seizures: Seizures, carrier: CarrierRatio): ReconciliationReport['seizure'] {
  const ratio = answerSeizureRatio(seizures);
  const theirs = 'why' in carrier ? null : carrier.ratio;
  const difference =
    ratio === null || theirs === null ? null : Math.round((theirs - ratio) * 10_000) / 10_000;
  return { ours: { ...seizures, ratio }, carrier, difference };
}

/** Of calls with another cost here. The cost of a call that had none is taken from its record, so nothing stays of it. */
const openDifference = (differing: readonly ClassedRecord[]): bigint =>
  differing.reduce((sum, one) => sum + (parseMoney(pricedLine(one).difference ?? '0') ?? 0n), 0n);

function pricedLine({ record, calls }: ClassedRecord): PricedLine {
  const [call] = calls;
  const ours = call?.cost ?? null;
  const theirs = record.cost;
  const difference =
    ours === null || theirs === null
      ? null
      : formatMoney((parseMoney(theirs) ?? 0n) - (parseMoney(ours) ?? 0n));
  return { ref: call?.ref ?? '', carrierCallId: record.carrierCallId, ours, theirs, difference };
}

function recordLine({ record, calls }: ClassedRecord): RecordLine {
  const { carrierCallId, number, startedAtMs, seconds, cost } = record;
  const named = record.placement === null ? [] : [record.placement.ref];
  const refs = calls.length > 0 ? calls.map(({ ref }) => ref) : named;
  return { carrierCallId, number, startedAtMs, seconds, cost, refs };
}

function placementLine(one: OurPlacement): PlacementLine {
  const { ref, carrierCallId, number, intentAtMs: placedAtMs, cost } = one;
  return { ref, carrierCallId, number, placedAtMs, cost };
}
