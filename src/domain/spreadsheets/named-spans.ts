/** Spans that people ask for by name. */

export const NAMED_SPANS = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-month': 'Last month',
} as const;

export type NamedSpan = keyof typeof NAMED_SPANS;
export const NAMES_OF_SPANS = Object.keys(NAMED_SPANS) as NamedSpan[];

/** The first day, and the day behind the last one, as 2026-11-23; null: it is not over. */
export interface DaySpan {
  from: string;
  to: string | null;
}

/** @param today in the zone of the reader, as 2026-11-23 */
export function daysOfSpan(span: NamedSpan, today: string): DaySpan {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  const date = (...parts: [number, number, number]) =>
    new Date(Date.UTC(...parts)).toISOString().slice(0, 'YYYY-MM-DD'.length);
  switch (span) {
    case 'today':
      return { from: today, to: null };
    case 'yesterday':
      return { from: date(year, month - 1, day - 1), to: today };
    case 'last-month':
      return { from: date(year, month - 2, 1), to: date(year, month - 1, 1) };
    default:
      return span satisfies never;
  }
}
