/** The result of one rehearsal, counted while it runs. */
import { NOT_DIALLED_REASONS } from '../../campaigns/admission.ts';
import { TIME_REASONS, type TimeReason } from '../../contacts/dial-time.ts';
import {
  DISPOSITIONS,
  MEANINGS,
  type Disposition,
  type DispositionWith,
} from '../../dispositions/dispositions.ts';

type UnreachedEnd = Exclude<Disposition, DispositionWith<{ unreached: null }>>;

/** Why a contact was never reached. */
export type Unreached =
  | UnreachedEnd
  | TimeReason
  | 'suppressed'
  | 'no-consent'
  | 'no-agent'
  | 'no-budget'
  | 'number-held'
  | 'cut';

const UNREACHED_ENDS = Object.fromEntries(
  DISPOSITIONS.map((each) => [each, MEANINGS[each].unreached]).filter(([, text]) => text !== null),
) as Record<UnreachedEnd, string>;

export const UNREACHED_TEXTS: Record<Unreached, string> = {
  ...TIME_REASONS,
  ...UNREACHED_ENDS,
  suppressed: 'the number is on a suppression list',
  'no-consent': NOT_DIALLED_REASONS['no-consent'],
  'too-late': 'the time to dial it passed',
  window: 'the calling window never opens for it',
  'no-agent': 'no agent is there to take the call',
  'no-budget': 'the budget is spent or set aside',
  'number-held': 'an unknown call keeps the number until it is resolved',
  cut: 'the rehearsal was cut before',
};

export interface RunReport {
  startedAtMs: number;
  /** When the last contact became final; null: contacts are left that nothing will move. */
  finishedAtMs: number | null;
  firstDialAtMs: number | null;
  lastDialAtMs: number | null;
  /** Simulated calls that were dialled. */
  calls: number;
  callsByDisposition: Partial<Record<Disposition, number>>;
  contacts: number;
  reached: number;
  neverReached: Partial<Record<Unreached, number>>;
  /** The first few positions for each reason. */
  examples: Partial<Record<Unreached, number[]>>;
  /** The sum of the bills, in scaled units. */
  cost: bigint;
  /** `mean` over the working time (`WorkTime`), 0 if there was none; `most` in one clock hour. */
  callsPerHour: { mean: number; most: number };
  /** The share of the working time that agents spent on calls and in wrap-up. */
  agentUse: number;
  /** Days in the campaign's zone, `YYYY-MM-DD`. */
  byDay: { day: string; calls: number; reached: number }[];
  /** Why it stopped before its end; null: it reached its end. */
  cut: 'calls' | 'horizon' | null;
}

const HOUR_MS = 3_600_000;
const MOST_EXAMPLES = 5;

/**
 * The working time of a campaign: from its first dial to its last end, without breaks of more than an hour, such as a
 * night outside of the calling window.
 */
class WorkTime {
  #ms = 0;
  #toMs = -Infinity;

  get ms(): number {
    return this.#ms;
  }

  /** Must be called in order of `fromMs`. */
  add(fromMs: number, toMs: number): void {
    const pauseMs = fromMs - this.#toMs;
    if (pauseMs > 0 && pauseMs <= HOUR_MS) this.#ms += pauseMs;
    this.#ms += Math.max(0, toMs - Math.max(fromMs, this.#toMs));
    this.#toMs = Math.max(this.#toMs, toMs);
  }
}

export class Counting {
  #calls = 0;
  #firstDialAtMs: number | null = null;
  #lastDialAtMs: number | null = null;
  readonly #byDisposition: RunReport['callsByDisposition'] = {};
  readonly #byHour = new Map<number, number>();
  readonly #time = new WorkTime();
  readonly #byDay = new Map<number, { calls: number; reached: number }>();
  #workMs = 0;
  #cost = 0n;
  #contacts = 0;
  #reached = 0;
  readonly #neverReached: RunReport['neverReached'] = {};
  readonly #examples: RunReport['examples'] = {};

  get calls(): number {
    return this.#calls;
  }

  dial(atMs: number, day: number): void {
    this.#calls += 1;
    this.#firstDialAtMs ??= atMs;
    this.#lastDialAtMs = atMs;
    this.#time.add(atMs, atMs);
    const hour = Math.floor(atMs / HOUR_MS);
    this.#byHour.set(hour, (this.#byHour.get(hour) ?? 0) + 1);
    this.#onDay(day).calls += 1;
  }

  end(disposition: Disposition, cost: bigint): void {
    this.#byDisposition[disposition] = (this.#byDisposition[disposition] ?? 0) + 1;
    this.#cost += cost;
  }

  /** Adds time of an agent on a call or in wrap-up. */
  work(fromMs: number, toMs: number): void {
    this.#workMs += toMs - fromMs;
    this.#time.add(fromMs, toMs);
  }

  reach(day: number): void {
    this.#onDay(day).reached += 1;
  }

  contact(position: number, fate: 'reached' | Unreached): void {
    this.#contacts += 1;
    if (fate === 'reached') {
      this.#reached += 1;
      return;
    }
    this.#neverReached[fate] = (this.#neverReached[fate] ?? 0) + 1;
    const examples = (this.#examples[fate] ??= []);
    if (examples.length < MOST_EXAMPLES) examples.push(position);
  }

  report(
    over: Pick<RunReport, 'startedAtMs' | 'finishedAtMs' | 'cut'>,
    agents: number,
    dateOf: (day: number) => string,
  ): RunReport {
    const perHour = [...this.#byHour.values()];
    const { ms: timeMs } = this.#time;
    const agentMs = timeMs * agents;
    return {
      ...over,
      firstDialAtMs: this.#firstDialAtMs,
      lastDialAtMs: this.#lastDialAtMs,
      calls: this.#calls,
      callsByDisposition: this.#byDisposition,
      contacts: this.#contacts,
      reached: this.#reached,
      neverReached: this.#neverReached,
      examples: this.#examples,
      cost: this.#cost,
      callsPerHour: {
        mean: timeMs === 0 ? 0 : (this.#calls * HOUR_MS) / timeMs,
        most: perHour.reduce((most, count) => Math.max(most, count), 0),
      },
      agentUse: agentMs === 0 ? 0 : Math.min(1, this.#workMs / agentMs),
      byDay: [...this.#byDay]
        .toSorted(([one], [other]) => one - other)
        .map(([day, counts]) => ({ day: dateOf(day), ...counts })),
    };
  }

  #onDay(day: number): { calls: number; reached: number } {
    let counts = this.#byDay.get(day);
    if (!counts) this.#byDay.set(day, (counts = { calls: 0, reached: 0 }));
    return counts;
  }
}
