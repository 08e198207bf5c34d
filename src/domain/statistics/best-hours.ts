/** The hours to come in which more customers of an area answer than usual, by the calls of the time before. */
import { areaKeyOf, countedArea } from '../areas/counted-area.ts';
import type { AreaEvidence } from '../areas/contact-area.ts';
import { localHourAt, type AnswersOf, type HourSample } from './answers-by-place.ts';
import { HOUR_MS } from './time-buckets.ts';

/** An area that is at one of its best hours from `hourMs` on. */
export interface BestHour {
  hourMs: number;
  areaKey: string;
  /** From 1: the area with the highest rate in this hour. */
  rank: number;
}

/** They are computed again every hour; so far ahead they hold if nobody does. */
const HOURS_AHEAD = 24;
/** A claim looks at each of them. */
const MOST_AREAS = 50;

/** @param answers by area, of the same samples */
export function bestHoursAhead(
  samples: readonly HourSample[],
  answers: readonly AnswersOf[],
  nowMs: number,
): BestHour[] {
  const rates = new Map(answers.map((one) => [one.key, ratesOf(one)]));
  const areas = areasOf(samples).filter(({ name }) => (rates.get(name)?.size ?? 0) > 0);
  const firstMs = nowMs - (nowMs % HOUR_MS);
  return Array.from({ length: HOURS_AHEAD }, (_, n) => firstMs + n * HOUR_MS).flatMap((hourMs) =>
    areas
      .flatMap(({ areaKey, name, zone }) => {
        const rate = rates.get(name)!.get(localHourAt(zone, hourMs));
        return rate === undefined ? [] : [{ hourMs, areaKey, rate }];
      })
      .toSorted((one, other) => other.rate - one.rate || (one.areaKey < other.areaKey ? -1 : 1))
      .slice(0, MOST_AREAS)
      .map(({ areaKey }, index) => ({ hourMs, areaKey, rank: index + 1 })),
  );
}

/** Of the best hours those that are better than the area as a whole: one that is dialled in two hours has no third. */
function ratesOf({ tried, answered, bestHours }: AnswersOf): Map<number, number> {
  const usual = answered / tried;
  return new Map(
    bestHours
      .map((hour) => [hour.hour, hour.answered / hour.tried] as const)
      .filter(([, rate]) => rate > usual),
  );
}

function areasOf(samples: readonly HourSample[]) {
  const areas = new Map<string, { areaKey: string; name: string; zone: string }>();
  for (const evidence of new Set(samples.flatMap(({ key }) => key ?? []))) {
    const { name, zone } = countedArea(JSON.parse(evidence) as AreaEvidence);
    if (zone === null) continue;
    const areaKey = areaKeyOf({ name, zone });
    areas.set(areaKey, { areaKey, name, zone });
  }
  return [...areas.values()];
}
