/** Where and when customers answer: by area, or by network prefix. */
import type { AreaEvidence } from '../areas/contact-area.ts';
import { countedArea } from '../areas/counted-area.ts';
import { DAY_MS, localTimeAt } from '../zone.ts';
import { fallOf, LEAST_TRIED, type Sample } from './step-change.ts';

export const ANSWER_GROUPS = ['area', 'prefix'] as const;
export type AnswerGroup = (typeof ANSWER_GROUPS)[number];

/** The usual span. */
export const ANSWERS_SPAN_MS = 7 * DAY_MS;
/** The most groups of one answer. */
export const MOST_PLACES = 200;

/** Calls of one hour of UTC. */
export interface HourSample extends Sample {
  hourMs: number;
  /** A prefix, or JSON of an area's evidence; null: nothing is known of where the contact is. */
  key: string | null;
}

export interface AnswersOf extends Sample {
  /** A prefix, or areas such as `US-CA`; null: not known. */
  key: string | null;
  /** Of the time before. */
  before: Sample;
  /** Customers answered clearly less often than before. */
  fell: boolean;
  /** By the clocks of the area, the best first; empty: too few calls say, or the zone is not known. */
  bestHours: { hour: number; tried: number; answered: number }[];
}

const BEST = 3;
/** Fewer calls of an hour say nothing of it. */
const LEAST_OF_HOUR = LEAST_TRIED / 2;

interface Group extends Sample {
  before: Sample;
  hours: Map<number, Sample>;
}

/** Those with the most calls first. */
export function answersByPlace(
  { recent, before }: { recent: readonly HourSample[]; before: readonly HourSample[] },
  by: AnswerGroup,
  limit = MOST_PLACES,
): AnswersOf[] {
  const groups = new Map<string, Group>();
  const places = new Map<string | null, Place>();
  const place = (key: string | null) => {
    const known = places.get(key) ?? placeOf(key, by);
    places.set(key, known);
    return known;
  };
  for (const sample of recent) {
    const { name, zone } = place(sample.key);
    const group = groupOf(groups, name);
    add(group, sample);
    if (zone !== null) addHour(group, zone, sample);
  }
  for (const sample of before) add(groupOf(groups, place(sample.key).name).before, sample);
  return [...groups]
    .map(([name, group]) => answersOf(name === '' ? null : name, group))
    .filter(({ tried }) => tried > 0)
    .toSorted((one, other) => other.tried - one.tried)
    .slice(0, limit);
}

interface Place {
  /** Empty: not known. */
  name: string;
  zone: string | null;
}

function placeOf(key: string | null, by: AnswerGroup): Place {
  if (key === null) return { name: '', zone: null };
  if (by === 'prefix') return { name: key, zone: null };
  return countedArea(JSON.parse(key) as AreaEvidence);
}

function groupOf(groups: Map<string, Group>, name: string): Group {
  const known = groups.get(name);
  if (known) return known;
  const group: Group = {
    tried: 0,
    answered: 0,
    before: { tried: 0, answered: 0 },
    hours: new Map(),
  };
  groups.set(name, group);
  return group;
}

function add(to: Sample, { tried, answered }: Sample): void {
  to.tried += tried;
  to.answered += answered;
}

function addHour({ hours }: Group, zone: string, sample: HourSample): void {
  const hour = localHourAt(zone, sample.hourMs);
  const of = hours.get(hour) ?? { tried: 0, answered: 0 };
  hours.set(hour, of);
  add(of, sample);
}

/** What clocks in the zone show at the start of an hour of UTC: where they differ by half hours, the hour that it begins in. */
export const localHourAt = (zone: string, hourMs: number): number =>
  Math.floor(localTimeAt(zone, hourMs).minuteOfDay / 60);

function answersOf(key: string | null, { tried, answered, before, hours }: Group): AnswersOf {
  const best = [...hours]
    .filter(([, sample]) => sample.tried >= LEAST_OF_HOUR)
    .map(([hour, sample]) => ({ hour, ...sample }))
    .toSorted((one, other) => other.answered / other.tried - one.answered / one.tried);
  const fell = fallOf({ tried, answered }, before, false) !== null;
  return { key, tried, answered, before, fell, bestHours: best.slice(0, BEST) };
}
