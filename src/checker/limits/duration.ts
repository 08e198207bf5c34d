const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads durations as the API writes them: `1.5h`, `500ms`, `2m`. */
export function durationMs(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined) throw new RangeError(`no duration: ${text}`);
  return Number(amount) * UNITS[unit]!;
}
