/** Several rehearsals of one campaign with different seeds, and the ranges of their results. */
import type { CampaignPlan, PlannedContact } from '../planned-contact.ts';
import { answersFrom, type AnswerModel } from './answers.ts';
import { rehearse } from './rehearse.ts';
import type { RehearsalSettings } from './rehearsal-settings.ts';
import type { RunReport } from './run-report.ts';

export interface ForecastSettings extends Omit<RehearsalSettings, 'mostCalls'> {
  seed: number;
  /** The number of rehearsals. Each uses the next seed. */
  runs: number;
  /** Most calls of one rehearsal, and of all together. */
  mostCalls: number;
  mostCallsInAll: number;
}

/** The defaults of a rehearsal. */
export const DEFAULT_FORECAST = {
  seed: 1,
  /** The range of so many contains the result of another run with the same model 19 times in 21. */
  runs: 20,
  runsOfMany: 5,
  many: 10_000,
  agentBackAfterMs: 15 * 60_000,
  billAfterMs: 10_000,
} satisfies Partial<ForecastSettings> & { runsOfMany: number; many: number };

export interface Range<Value> {
  low: Value;
  median: Value;
  high: Value;
}

export interface Forecast {
  runs: (RunReport & { seed: number })[];
  /** Requested rehearsals that were not run, because the earlier ones used up the calls. */
  runsLeftOut: number;
  /** Null: one of the rehearsals did not finish. */
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

/** The median; of two middle items the lower one. */
const middleOf = <Item>(sorted: readonly Item[]): Item => sorted[(sorted.length - 1) >> 1]!;
