/**
 * Compares the carrier's call records with our calls: which record belongs to which call, and whether both have the
 * same cost. The result does not depend on the order of records and calls.
 */
import { ERASED } from '../privacy/erasure.ts';
import type { TerminalState } from '../calls/call-state.ts';
import type { Disposition } from '../calls/disposition.ts';
import { placementId, type CallRef, type PlacementKey } from '../ids.ts';
import { parseMoney, type MoneyUnits } from '../money.ts';
import { isSameNumber } from './same-number.ts';

/** One of the carrier's call records, with the fields that the profile declares. */
export interface CallRecord {
  carrierCallId: string;
  /** The placement whose callback URL it names, if that URL is ours. */
  placement: PlacementKey | null;
  /** It names a callback URL, ours or another. */
  namesUrl: boolean;
  number: string | null;
  agent: string | null;
  startedAtMs: number | null;
  seconds: number | null;
  ended: TerminalState | null;
  /** Decimal string; null: not billed yet, or unreadable. */
  cost: string | null;
}

/** Where the cost of a call comes from. GET outweighs call records, and call records outweigh a person. */
export type CostSource = 'get' | 'cdr' | 'person';

/** A placement that the carrier accepted, or may have accepted. */
export interface OurPlacement extends PlacementKey {
  /** E.164. */
  number: string;
  agent: string | null;
  /** Null: it is not known whether the placement was accepted. */
  carrierCallId: string | null;
  /** Ids that webhooks on its URL have named. */
  seenIds: string[];
  intentAtMs: number;
  /** Null while the call is live, or while an `unknown` call still waits for evidence. */
  endedAtMs: number | null;
  disposition: Disposition | null;
  cost: string | null;
  costSource: CostSource | null;
}

/** Each record has exactly one class. */
export const RECORD_CLASSES = [
  /** The costs agree. */
  'equal',
  /** The carrier's final document (GET) has another cost, and that one is kept. */
  'differs',
  /** The record has a cost, and no final document has one. */
  'settles',
  /** The record has no cost yet. */
  'unpriced',
  /** As far as we know the call is live. Nothing is changed. */
  'not-over',
  /** The record is of a call whose POST had no answer. */
  'identifies',
  /** It is only similar, matches several calls, or contradicts what we know. A person must decide. */
  'doubtful',
  /** None of our calls. */
  'not-ours',
  /** A duplicate of another record. */
  'repeated',
  /** Several records with one id that contradict each other. None of them is used. */
  'conflicting',
] as const;
export type RecordClass = (typeof RECORD_CLASSES)[number];

/** What proves that a record belongs to a placement. */
export type RecordEvidence = 'callback-url' | 'webhook';

export interface ClassedRecord {
  class: RecordClass;
  record: CallRecord;
  /** The call it belongs to; for a doubtful one, all candidates. */
  calls: OurPlacement[];
  /** Set if the record identifies a call. */
  evidence?: RecordEvidence;
}

export interface Comparison {
  /** In the order of the records. */
  records: ClassedRecord[];
  /** Calls within the span that the carrier accepted and that have no record. */
  missing: OurPlacement[];
  /** Calls placed within the span that ended as unknown and have no record. */
  unexplained: OurPlacement[];
}

export interface Span {
  fromMs: number;
  toMs: number;
}

/** Clocks differ, so a call this near to an edge of the span may be outside the span for the carrier. */
const EDGE_MS = 60_000;
/** The carrier's start of a call may differ from our intent by this: the clocks differ, and the POST takes time. */
const EARLIER_MS = 60_000;
const LATER_MS = 120_000;

export function compareRecords(
  records: readonly CallRecord[],
  ours: readonly OurPlacement[],
  span: Span,
): Comparison {
  const found = new Map<CallRecord, ClassedRecord>();
  const say = (one: ClassedRecord) => void found.set(one.record, one);
  const bound = new Map(
    ours.flatMap((one) => (one.carrierCallId ? [[one.carrierCallId, one]] : [])),
  );
  const unmatched: CallRecord[] = [];
  for (const group of Map.groupBy(records, ({ carrierCallId }) => carrierCallId).values()) {
    const [first, ...more] = group;
    if (more.some((record) => !isSame(record, first!))) {
      const call = bound.get(first!.carrierCallId);
      for (const record of group) say({ class: 'conflicting', record, calls: call ? [call] : [] });
      continue;
    }
    for (const record of more) say({ class: 'repeated', record, calls: [] });
    const call = bound.get(first!.carrierCallId);
    if (call) say({ class: classOfCost(call, first!), record: first!, calls: [call] });
    else unmatched.push(first!);
  }
  for (const one of identified(unmatched, ours)) say(one);
  const recorded = new Set(records.map(({ carrierCallId }) => carrierCallId));
  const classed = records.map((record) => found.get(record)!);
  const explained = new Set(classed.flatMap(({ calls }) => calls));
  return {
    records: classed,
    missing: ours.filter((one) => isWithin(one, span) && !recorded.has(one.carrierCallId ?? '')),
    unexplained: ours.filter(
      (one) =>
        one.disposition === 'unknown' &&
        !explained.has(one) &&
        one.intentAtMs >= span.fromMs &&
        one.intentAtMs < span.toMs,
    ),
  };
}

const isSame = (one: CallRecord, other: CallRecord): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isWithin = ({ carrierCallId, intentAtMs, endedAtMs }: OurPlacement, span: Span): boolean =>
  carrierCallId !== null &&
  endedAtMs !== null &&
  intentAtMs >= span.fromMs + EDGE_MS &&
  endedAtMs <= span.toMs - EDGE_MS;

function classOfCost(call: OurPlacement, { cost }: CallRecord): RecordClass {
  if (call.endedAtMs === null) return 'not-over';
  return cost === null ? 'unpriced' : weighCost(call, cost);
}

/** Compares the cost of a record with the known cost. */
export function weighCost(
  { cost, costSource }: Pick<OurPlacement, 'cost' | 'costSource'>,
  recorded: string,
): 'equal' | 'differs' | 'settles' {
  if (cost === null) return 'settles';
  if (parseMoney(cost) === parseMoney(recorded)) return 'equal';
  return costSource === 'get' || costSource === null ? 'differs' : 'settles';
}

/** Finds, among records without a known call, those of placements without an answer. */
function identified(
  records: readonly CallRecord[],
  ours: readonly OurPlacement[],
): ClassedRecord[] {
  const open = ours.filter(({ carrierCallId }) => carrierCallId === null);
  const claims = records.map((record) => claimOf(record, open, ours));
  const proven = claims.filter(({ evidence }) => evidence !== undefined);
  const claimants = Map.groupBy(
    proven.flatMap(({ calls }) => calls),
    placementId,
  );
  return claims.map(({ record, calls, evidence }): ClassedRecord => {
    if (evidence !== undefined) {
      const isAlone = calls.length === 1 && claimants.get(placementId(calls[0]!))!.length === 1;
      return isAlone
        ? { class: 'identifies', record, calls, evidence }
        : { class: 'doubtful', record, calls };
    }
    if (record.placement) return { class: 'doubtful', record, calls };
    // A placement that one record proves is no candidate for other, similar records.
    const left = calls.filter((call) => !claimants.has(placementId(call)));
    return { class: left.length > 0 ? 'doubtful' : 'not-ours', record, calls: left };
  });
}

interface Claim {
  record: CallRecord;
  /** The candidates. */
  calls: OurPlacement[];
  /** Undefined: it contradicts what we know, or only number and time match, which proves nothing. */
  evidence: RecordEvidence | undefined;
}

function claimOf(
  record: CallRecord,
  open: readonly OurPlacement[],
  ours: readonly OurPlacement[],
): Claim {
  const { placement } = record;
  if (placement) {
    const named = ours.filter((one) => placementId(one) === placementId(placement));
    // If the placement is bound to another id, or was not accepted, the record contradicts what we know.
    const isOpen = named.length === 1 && named[0]!.carrierCallId === null;
    return { record, calls: named, evidence: isOpen ? 'callback-url' : undefined };
  }
  const named = open.filter(
    (one) => one.seenIds.includes(record.carrierCallId) && mayBeNumber(record, one),
  );
  if (named.length > 0) return { record, calls: named, evidence: 'webhook' };
  const similar = record.namesUrl ? [] : open.filter((one) => isSimilar(record, one));
  return { record, calls: similar, evidence: undefined };
}

/** Whether a person should check the placement. It must have stopped waiting for evidence. */
function isSimilar(record: CallRecord, one: OurPlacement): boolean {
  const { startedAtMs, number, agent } = record;
  if (number === null || startedAtMs === null || one.endedAtMs === null) return false;
  const agrees = agent === null || one.agent === null || agent === one.agent;
  const sinceIntentMs = startedAtMs - one.intentAtMs;
  return (
    agrees && mayBeNumber(record, one) && sinceIntentMs >= -EARLIER_MS && sinceIntentMs <= LATER_MS
  );
}

/** Of an erased person we have no number any more. */
const mayBeNumber = ({ number }: CallRecord, one: OurPlacement): boolean =>
  number === null || one.number === ERASED || isSameNumber(number, one.number);

/** The effects of a comparison. Plain JSON; applying them again changes nothing. */
export interface RecordEffects {
  settle: { ref: CallRef; cost: string }[];
  identify: (PlacementKey & {
    carrierCallId: string;
    evidence: RecordEvidence;
    ended: TerminalState | null;
    cost: string | null;
  })[];
}

/** Equal and different costs are stored too, as evidence. */
export function effectsOf({ records }: Comparison): RecordEffects {
  const effects: RecordEffects = { settle: [], identify: [] };
  for (const { class: kind, record, calls, evidence } of records) {
    const [call] = calls;
    if (!call) continue;
    const { carrierCallId, ended, cost } = record;
    if (kind === 'identifies' && evidence) {
      const { ref, placement } = call;
      effects.identify.push({ ref, placement, carrierCallId, evidence, ended, cost });
    } else if (cost !== null && ['equal', 'differs', 'settles'].includes(kind)) {
      effects.settle.push({ ref: call.ref, cost });
    }
  }
  return effects;
}

/** Sums over the calls for which both sides have a cost, and over the calls that records settle. */
export function totalsOf({ records }: Comparison): { ours: MoneyUnits; theirs: MoneyUnits } {
  const totals = { ours: 0n, theirs: 0n };
  for (const { class: kind, record, calls } of records) {
    if (!['equal', 'differs', 'settles'].includes(kind)) continue;
    totals.ours += parseMoney(calls[0]?.cost ?? '0') ?? 0n;
    totals.theirs += parseMoney(record.cost ?? '0') ?? 0n;
  }
  return totals;
}

/** Ended calls that the carrier accepted, and how many of them reached the customer. */
export interface Seizures {
  attempts: number;
  answered: number;
}

/** From 0 to 1, with four decimals; null: no calls. */
export const answerSeizureRatio = ({ attempts, answered }: Seizures): number | null =>
  attempts === 0 ? null : Math.round((answered / attempts) * 10_000) / 10_000;

/** The total cost, or the costs of both legs. */
const COST_READS = [['cost'], ['agentCost', 'customerCost']];

/** Why the declared pointers of `cdr` are not enough; undefined: they are. */
export function whyNotComparable(read: Record<string, string> | undefined): string | undefined {
  if (read === undefined) return 'the carrier profile declares no operation `cdr`';
  const missing = [
    ...(Object.hasOwn(read, 'id') ? [] : ['id']),
    ...(COST_READS.some((names) => names.every((name) => Object.hasOwn(read, name)))
      ? []
      : ['cost']),
  ];
  if (missing.length === 0) return undefined;
  return `the operation \`cdr\` of the carrier profile declares no pointer \`${missing.join('` and no `')}\` in \`read\``;
}
