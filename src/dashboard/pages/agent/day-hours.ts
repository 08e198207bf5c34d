/** The spans of an agent's day as bars, one for each hour. */
import type { Schemas } from '../../../client/client.ts';

type Span = Pick<Schemas['AgentSpan'], 'state' | 'from' | 'to' | 'call'>;

export interface HourPart {
  state: Span['state'];
  call: string | null;
  /** Shares of the hour, from 0 to 1. */
  start: number;
  length: number;
  seconds: number;
}

export interface Hour {
  fromMs: number;
  /** In order, without overlaps. */
  parts: HourPart[];
}

const HOUR_MS = 3_600_000;

/**
 * The hours from the first to the last one in which something is known.
 * @param dayMs the start of the day; a span that began before it is cut there
 * @param nowMs the end of a span that goes on
 */
export function hoursOf(spans: readonly Span[], dayMs: number, nowMs: number): Hour[] {
  const hours = new Map<number, HourPart[]>();
  for (const { state, call, from, to } of spans) {
    const endMs = to === null ? nowMs : Date.parse(to);
    let atMs = Math.max(dayMs, Date.parse(from));
    while (atMs < endMs) {
      const hourMs = dayMs + Math.floor((atMs - dayMs) / HOUR_MS) * HOUR_MS;
      const untilMs = Math.min(endMs, hourMs + HOUR_MS);
      const part = {
        state,
        call,
        start: (atMs - hourMs) / HOUR_MS,
        length: (untilMs - atMs) / HOUR_MS,
        seconds: (untilMs - atMs) / 1_000,
      };
      hours.set(hourMs, [...(hours.get(hourMs) ?? []), part]);
      atMs = untilMs;
    }
  }
  return [...hours]
    .map(([fromMs, parts]) => ({ fromMs, parts }))
    .toSorted((one, other) => one.fromMs - other.fromMs);
}

/** Seconds of each state, in the order in which the states come first. */
export function secondsByState(
  parts: readonly Pick<HourPart, 'state' | 'seconds'>[],
): [Span['state'], number][] {
  const sums = new Map<Span['state'], number>();
  for (const { state, seconds } of parts) sums.set(state, (sums.get(state) ?? 0) + seconds);
  return [...sums];
}
