/** Durations and spans of the command line: `250`, `250ms`, `10s`, `5m`, `6h`. */
import type { Span } from './seeded.ts';

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** In milliseconds, which is also the unit of a number without one. */
export function parseDurationMs(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim());
  if (!match) return undefined;
  return Number(match[1]) * UNIT_MS[match[2] ?? 'ms']!;
}

/** `2s-15s`, or one duration, which is both minimum and maximum. */
export function parseSpanMs(text: string): Span | undefined {
  const [first = '', second = first, ...more] = text.split('-');
  const least = parseDurationMs(first);
  const greatest = parseDurationMs(second);
  if (least === undefined || greatest === undefined || more.length > 0) return undefined;
  return least <= greatest ? [least, greatest] : undefined;
}
