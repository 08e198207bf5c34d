/**
 * How soon the product must have healed, in the carrier's time. A case is judged only where no other fault was under way,
 * and shows something only at a slow pace, because a busy machine needs seconds of its own.
 */
import type { Action } from './faults.ts';
import type { Event } from './implied-events.ts';
import type { Struck } from './strike.ts';
import type { LedgerLine } from './verdict.ts';
import type { World } from './world.ts';

export interface Observed {
  world: Pick<World, 'schedule' | 'forged' | 'terminated' | 'schedulesBroken'>;
  /** Of the faults that strike at a moment. */
  struck: readonly Struck[];
  ledger: readonly LedgerLine[];
  events: readonly Event[];
}

interface Case {
  what: string;
  /** When the wait began, and when it was over; null: it was not seen to be over. */
  fromMs: number;
  toMs: number | null;
  withinMs: number;
  /** The kinds of faults that belong to the case. */
  own: readonly string[];
}

/** An end that GET shows late, or that was forged before, costs the agent only so long once its webhook was taken. */
const LAGGED_END_MS = 5_000;
const TERMINATED_MS = 30_000;
const SCHEDULE_MS = 60_000;
const LATE_EVIDENCE_MS = 10_000;
/** With a greater time factor the bounds are shorter than what a busy machine needs. */
const FASTEST_JUDGED = 20;
/** A busy machine. */
const SLACK_MS = 2_000;
const MEDIAN_SLACK_MS = 600;
/** After another fault, processes start and connect again. */
const RECOVERS_WITHIN_MS = 8_000;
const LEAST_OF_A_MEDIAN = 5;

export function boundsBroken(observed: Observed): {
  violations: string[];
  judged: Record<string, number>;
} {
  if (observed.world.schedule.timeFactor > FASTEST_JUDGED) return { violations: [], judged: {} };
  const ends = endsOf(observed);
  const lagged = judgedOf(observed, laggedEnds(observed, ends));
  const single = {
    'agent of a terminated call': judgedOf(observed, terminatedCalls(observed, ends)),
    'schedule back': judgedOf(observed, schedulesBack(observed)),
    'late evidence': judgedOf(observed, lateBills(observed)),
  };
  const violations = Object.values(single).flatMap((cases) => cases.flatMap(faultOf));
  const judged = Object.fromEntries(
    Object.entries(single).map(([bound, { length }]) => [bound, length]),
  );
  if (lagged.length < LEAST_OF_A_MEDIAN) return { violations, judged };
  const [middle] = lagged.toSorted((a, b) => tookMs(a) - tookMs(b)).slice(lagged.length >> 1);
  const late = faultOf(middle!).map((fault) => `the median of ${lagged.length}: ${fault}`);
  return {
    violations: [...violations, ...late],
    judged: { ...judged, 'lagging or forged end': lagged.length },
  };
}

const tookMs = ({ fromMs, toMs }: Case): number => (toMs ?? Infinity) - fromMs;

function faultOf(one: Case): string[] {
  if (tookMs(one) <= one.withinMs) return [];
  const took = one.toMs === null ? 'not at all' : `after ${Math.round(tookMs(one))} ms`;
  return [`${one.what}: ${took}, at most ${Math.round(one.withinMs)} ms`];
}

function judgedOf({ struck }: Observed, cases: readonly Case[]): Case[] {
  return cases.filter(({ fromMs, withinMs, own }) =>
    struck.every(
      ({ fault, span }) =>
        span === undefined ||
        own.includes(fault.do) ||
        span.fromMs > fromMs + withinMs ||
        (!isLasting(fault) && span.untilMs + RECOVERS_WITHIN_MS < fromMs),
    ),
  );
}

/** From then on instants are wrong, or every run is a new one. */
const isLasting = (fault: Action): boolean =>
  fault.do === 'set-clock' || (fault.do === 'incompatible' && fault.how === 'for good');

interface EndOfACall {
  id: string;
  /** At the carrier. */
  atMs: number;
  /** When the webhook of the end was first taken; null: never. */
  ackedMs: number | null;
  /** A GET after the end showed a live state. */
  lagged: boolean;
  /** When the store ended it, and freed the agent. */
  storedMs: number | null;
  ref: string | null;
}

const at = (line: LedgerLine): number => Date.parse(String(line['at']));
const END = /^(?:click2call\.)?(completed|failed)$/u;

function endsOf({ ledger, events }: Observed): EndOfACall[] {
  const refs = refsOf(ledger);
  return ledger
    .filter((line) => line['fact'] === 'transition' && END.test(String(line['state'])))
    .map((line): EndOfACall => {
      const id = String(line['call']);
      const atMs = at(line);
      const own = ledger.filter((one) => one['call'] === id && at(one) >= atMs);
      const ack = own.find(
        (one) =>
          one['fact'] === 'try-end' && END.test(String(one['event'])) && one['status'] === 204,
      );
      const lagged = own.some(
        (one) => one['fact'] === 'read' && one['status'] === 200 && !END.test(String(one['state'])),
      );
      const ref = refs.get(id) ?? null;
      const stored = events.find(
        ({ type, subject, timestamp }) =>
          type === 'call.ended' && subject === `calls/${ref}` && Date.parse(timestamp) >= atMs,
      );
      return {
        id,
        atMs,
        ackedMs: ack ? at(ack) : null,
        lagged,
        storedMs: stored ? Date.parse(stored.timestamp) : null,
        ref,
      };
    });
}

/** The reference of each accepted call, by its callback URL. */
function refsOf(ledger: readonly LedgerLine[]): Map<string, string> {
  return new Map(
    ledger.flatMap((line): [string, string][] => {
      if (line['fact'] !== 'decision' || !line['placed']) return [];
      const [, ref] =
        /\/hooks\/click2call\/([^/]+)\.\d+\//u.exec(String(line['callback_url'])) ?? [];
      return ref === undefined ? [] : [[(line['placed'] as { call: string }).call, ref]];
    }),
  );
}

function laggedEnds({ world }: Observed, ends: readonly EndOfACall[]): Case[] {
  const { timeFactor } = world.schedule;
  return ends.flatMap(({ id, ref, atMs, ackedMs, lagged, storedMs }): Case[] => {
    const isForged = (world.forged.get(id) ?? Infinity) < atMs;
    if (ackedMs === null || !(lagged || isForged)) return [];
    return [
      {
        what: `${ref}: the end after GET lagged, or after a forged end`,
        fromMs: ackedMs,
        toMs: storedMs,
        withinMs: LAGGED_END_MS / timeFactor + MEDIAN_SLACK_MS,
        own: ['forge'],
      },
    ];
  });
}

function terminatedCalls({ world }: Observed, ends: readonly EndOfACall[]): Case[] {
  return world.terminated.flatMap(({ ref, atMs }): Case[] => {
    const end = ends.find((one) => one.ref === ref);
    if (end === undefined) return [];
    return [
      {
        what: `${ref}: its agent free after its workflow was terminated`,
        fromMs: Math.max(atMs, end.atMs),
        toMs: end.storedMs,
        withinMs: TERMINATED_MS / world.schedule.timeFactor + SLACK_MS,
        own: ['terminate'],
      },
    ];
  });
}

const schedulesBack = ({ world }: Observed): Case[] =>
  world.schedulesBroken.map(({ which, act, atMs, backMs }) => ({
    what: `the schedule ${which} back after: ${act}`,
    fromMs: atMs,
    toMs: backMs,
    withinMs: SCHEDULE_MS / world.schedule.timeFactor + SLACK_MS,
    own: ['schedule'],
  }));

/** From the webhook of a corrected bill to the cost in the store. */
function lateBills({ world, ledger, events }: Observed): Case[] {
  const refs = refsOf(ledger);
  const bills = Map.groupBy(
    ledger.filter((line) => line['fact'] === 'billed' && line['cost'] !== null),
    (line) => String(line['call']),
  );
  return [...bills].flatMap(([id, lines]): Case[] => {
    const last = lines.at(-1)!;
    const ref = refs.get(id);
    const ack = ledger.find(
      (line) =>
        line['fact'] === 'try-end' &&
        line['call'] === id &&
        line['seq'] === last['seq'] &&
        line['status'] === 204,
    );
    if (lines.length < 2 || ref === undefined || ack === undefined) return [];
    const isLast = ({ type, subject, data }: Event) =>
      type === 'call.settled' &&
      subject === `calls/${ref}` &&
      Number(data['cost']) === Number(last['cost']);
    const stored = events.find(isLast);
    // A bill of the same amount shows nothing.
    if (Number(lines[0]!['cost']) === Number(last['cost'])) return [];
    return [
      {
        what: `${ref}: the corrected bill`,
        fromMs: at(ack),
        toMs: stored ? Date.parse(stored.timestamp) : null,
        withinMs: LATE_EVIDENCE_MS / world.schedule.timeFactor + SLACK_MS,
        own: [],
      },
    ];
  });
}
