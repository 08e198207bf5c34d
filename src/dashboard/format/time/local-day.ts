/** Days of the reader's calendar, as 2026-11-23. */

/** @returns undefined if the text is no day */
export function dayStartMs(day: string): number | undefined {
  const ms = Date.parse(`${day}T00:00:00`);
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(ms) ? ms : undefined;
}

/** The day that many days later. A day on which the clocks change has 23 or 25 hours. */
export function dayAfter(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(Date.UTC(year!, month! - 1, date! + days)).toISOString().slice(0, 10);
}

export const startOfDay = (day: string): string => new Date(dayStartMs(day)!).toISOString();

/** The instants between which these days are, with the last one. */
export const spanOfDays = (first: string, last = first): { from: string; to: string } => ({
  from: startOfDay(first),
  to: startOfDay(dayAfter(last, 1)),
});
