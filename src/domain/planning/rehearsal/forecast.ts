/** Several rehearsals of one campaign, each with a seed of its own, and what they have in common. */
import type { CampaignPlan, PlannedContact } from '../planned-contact.ts';
import { answersFrom, type AnswerModel } from './answers.ts';
import { rehearse } from './rehearse.ts';
import type { RehearsalSettings } from './rehearsal-settings.ts';
import type { RunReport } from './run-report.ts';

export interface ForecastSettings extends Omit<RehearsalSettings, 'mostCalls'> {
  seed: number;
  /** How many rehearsals, with the seeds that follow. */
  runs: number;
  /** Of one rehearsal, and of all together. */
  mostCalls: number;
  mostCallsInAll: number;
}

/** What a rehearsal has that is asked for without settings. */
export const DEFAULT_FORECAST = {
  seed: 1,
  runs: 5,
  agentBackAfterMs: 15 * 60_000,
  billAfterMs: 10_000,
} satisfies Partial<ForecastSettings>;

export interface Range<Value> {
  low: Value;
  median: Value;
  high: Value;
}

export interface Forecast {
  runs: (RunReport & { seed: number })[];
  /** Rehearsals that were asked for and not begun: the calls of those before were too many. */
  runsLeftOut: number;
  /** Null where one of them did not finish. */
  finishedAtMs: Range<number> | null;
  calls: Range<number>;
  cost: Range<bigint>;
  reached: Range<number>;
  callsPerHour: Range<number>;
  agentUse: Range<number>;
  /** The rehearsal with the median cost. */
  typical: RunReport & { seed: number };
}

export function forecast(
  plan: CampaignPlan,
  contacts: readonly PlannedContact[],
  model: AnswerModel,
  settings: ForecastSettings,
): Forecast {
  const runs: Forecast['runs'] = [];
  let calls = 0;
  for (let run = 0; run < settings.runs && calls < settings.mostCallsInAll; run++) {
    const seed = settings.seed + run;
    const report = rehearse(plan, contacts, answersFrom(model, seed), settings);
    runs.push({ ...report, seed });
    calls += report.calls;
  }
  return { ...summaryOf(runs), runs, runsLeftOut: settings.runs - runs.length };
}

function summaryOf(runs: Forecast['runs']): Omit<Forecast, 'runs' | 'runsLeftOut'> {
  const ends = runs.map(({ finishedAtMs }) => finishedAtMs).filter((ms) => ms !== null);
  return {
    finishedAtMs: ends.length < runs.length ? null : rangeOf(ends),
    calls: rangeOf(runs.map(({ calls }) => calls)),
    cost: rangeOf(runs.map(({ cost }) => cost)),
    reached: rangeOf(runs.map(({ reached }) => reached)),
    callsPerHour: rangeOf(runs.map(({ callsPerHour }) => callsPerHour.mean)),
    agentUse: rangeOf(runs.map(({ agentUse }) => agentUse)),
    typical: middleOf(runs.toSorted((one, other) => compare(one.cost, other.cost))),
  };
}

function rangeOf<Value extends number | bigint>(values: readonly Value[]): Range<Value> {
  const sorted = values.toSorted(compare);
  return { low: sorted[0]!, median: middleOf(sorted), high: sorted.at(-1)! };
}

const compare = <Value extends number | bigint>(one: Value, other: Value): number =>
  one < other ? -1 : Number(one > other);

/** The lower of two middles. */
const middleOf = <Item>(sorted: readonly Item[]): Item => sorted[(sorted.length - 1) >> 1]!;
