/** Which time the figures of a campaign are about, and in which steps. */
import { dayOf } from '../../format/time/times.ts';

export const SPANS = ['day', 'week', 'all'] as const;
export type SpanName = (typeof SPANS)[number];

export interface Span {
  from: string;
  /** Undefined: until now. */
  to?: string;
  by: '15m' | 'hour' | 'day';
}

interface Lifetime {
  createdAt: string;
  /** Undefined: it is not over. */
  overAt?: string | undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The API answers at most 750 days. */
const MOST_DAYS = 745;
/** Fewer bars are hard to read. */
const LEAST_MS = HOUR_MS;
/** Up to here by quarters of an hour. */
const SHORT_MS = 12 * HOUR_MS;
/** Calls that are live at the end, and the corrections of their outcomes. */
const AFTER_END_MS = HOUR_MS;

/** Quarters of an hour for half a day, hours for a week and less, else days. A campaign that is over is shown up to its end. */
export function spanOf(name: SpanName, { createdAt, overAt }: Lifetime, nowMs: number): Span {
  const created = Date.parse(createdAt);
  const lastMs = overAt ? Date.parse(overAt) + AFTER_END_MS : Infinity;
  const endMs = Math.min(nowMs, lastMs);
  const end = lastMs < nowMs ? { to: new Date(lastMs).toISOString() } : {};
  const leastMs = Math.floor(endMs / HOUR_MS) * HOUR_MS - LEAST_MS;
  const begin = (ms: number) => new Date(Math.max(Math.min(created, leastMs), ms)).toISOString();
  if (name === 'all') {
    const from = begin(endMs - MOST_DAYS * DAY_MS);
    return { from, ...end, by: stepOf(endMs - Date.parse(from)) };
  }
  const daysBefore = name === 'week' ? 6 : 0;
  const from = begin(localMidnight(endMs) - daysBefore * DAY_MS);
  return { from, ...end, by: stepOf(endMs - Date.parse(from)) };
}

function stepOf(lengthMs: number): Span['by'] {
  if (lengthMs <= SHORT_MS) return '15m';
  return lengthMs <= 7 * DAY_MS ? 'hour' : 'day';
}

const localMidnight = (ms: number) => Date.parse(`${dayOf(ms)}T00:00:00`);
