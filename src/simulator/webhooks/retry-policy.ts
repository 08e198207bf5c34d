/** Whether and when a webhook is retried (section 6, rules 5 and 6). */
import type { SimulatorOptions } from '../options.ts';
import type { Draw } from '../seeded.ts';

export interface TryResult {
  status: number | null;
  error: string | null;
  ackLost: boolean;
  retryAfter: string | null;
  latencyMs: number;
}

export function isWorthRetrying({ status, ackLost }: TryResult): boolean {
  if (status === null || ackLost) return true;
  return status === 408 || status === 429 || status >= 500;
}

export interface WaitQuestion {
  result: TryResult;
  /** Number of tries so far, from 1. */
  tries: number;
  options: SimulatorOptions;
  draw: Draw;
  nowMs: number;
}

/** In real time: the time factor shortens the backoff, but not a receiver's `Retry-After`. */
export function waitBeforeRetryMs({ result, tries, options, draw, nowMs }: WaitQuestion): number {
  const { retryFirstMs, retryFactor, retryJitter, timeFactor, variant } = options;
  const fullMs = (retryFirstMs * retryFactor ** (tries - 1)) / timeFactor;
  const backoffMs = fullMs * (1 - retryJitter * draw(`retry jitter ${tries}`));
  const askedMs = result.retryAfter === null ? undefined : retryAfterMs(result.retryAfter, nowMs);
  if (askedMs === undefined) return backoffMs;
  return variant.retryAfter === 'replaces' ? askedMs : Math.max(askedMs, backoffMs);
}

/** Seconds or a date; undefined for anything else. */
export function retryAfterMs(header: string, nowMs: number): number | undefined {
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
