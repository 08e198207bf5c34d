/** Which calls an answer counts, and by which spans of time. */
import * as z from 'zod';
import {
  bucketsOf,
  firstOfMonth,
  MOST_BUCKETS,
  type BucketSize,
} from '../../domain/statistics/time-buckets.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { dayOf, instantOf, localDateTime, localTimeAt, type Span } from '../../domain/zone.ts';
import { invalidParameters } from '../http/problem.ts';
import { Zone, isInstant, localTimeOf } from '../http/schemas.ts';

const Time = z
  .string()
  .max(64)
  .refine(
    (text) => isInstant(text) || z.iso.date().safeParse(text).success || localTimeOf(text),
    'must be a date or a local time in `zone`, such as 2026-11-23 or 2026-11-23T09:00, or an instant such as 2026-11-23T09:00:00Z',
  )
  .meta({ example: '2026-11-23' });

export const SPAN_FIELDS = {
  from: Time.optional(),
  to: Time.optional().meta({ description: 'Not included; by default now.' }),
  zone: Zone.optional(),
};

interface GivenSpan {
  from?: string | undefined;
  to?: string | undefined;
}

/** The requested span. `size` decides where it begins by default: today, or with this month. */
export function spanOf(
  { from, to }: GivenSpan,
  { size, zone, nowMs }: { size: BucketSize; zone: string; nowMs: number },
): Span {
  return {
    fromMs: from === undefined ? usualStart(size, zone, nowMs) : timeOf(from, zone),
    toMs: to === undefined ? nowMs : timeOf(to, zone),
  };
}

function usualStart(size: BucketSize, zone: string, nowMs: number): number {
  const { day } = localTimeAt(zone, nowMs);
  const first = size === 'day' || size === 'month' ? firstOfMonth(day) : day;
  return instantOf(zone, { day: first, minuteOfDay: 0 });
}

function timeOf(text: string, zone: string): number {
  const local = localTimeOf(text) ?? dateStart(text);
  return local ? instantOf(zone, local) : Date.parse(text);
}

const dateStart = (text: string) =>
  z.iso.date().safeParse(text).success ? { day: dayOf(text), minuteOfDay: 0 } : undefined;

/** @throws Problem that names the parameters to change */
export function bucketsOrThrow(span: Span, size: BucketSize, zone: string): Span[] {
  const buckets = bucketsOf(span, size, zone);
  switch (buckets.kind) {
    case 'buckets':
      return buckets.spans;
    case 'empty':
      throw invalidParameters({ from: 'must be before `to`', to: 'must be after `from`' });
    case 'too-many':
      throw invalidParameters({
        from: TOO_LONG,
        to: TOO_LONG,
        by: 'a larger size gives fewer of them',
      });
    case 'uneven-zone':
      throw invalidParameters({
        zone: 'its clocks differ from UTC by no multiple of 15 minutes in this span, and calls are counted by 15 minutes',
      });
    default:
      return unreachable(buckets);
  }
}

const TOO_LONG = `the span must have ${MOST_BUCKETS} buckets and ${MOST_BUCKETS} days at most`;

/** `2026-11-23T09:00`, by the clocks of the zone. */
export const localText = (atMs: number, zone: string): string =>
  localDateTime(zone, atMs).slice(0, 'YYYY-MM-DDTHH:MM'.length);
