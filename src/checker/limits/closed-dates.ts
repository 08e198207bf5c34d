/** Dates that are closed in an area only, such as `2026-01-06 DE-BY`. */
import type { CallingWindow } from './limits.ts';

/** The window of a contact. Without an area it may be anywhere, so each date counts. */
export function windowOfContact(
  window: CallingWindow,
  area: { areas: readonly string[] } | null | undefined,
): CallingWindow {
  const dates = window.closed_dates
    .map((text) => ({ date: text.slice(0, 10), where: text.slice(11) }))
    .filter(({ where }) => where === '' || !area || area.areas.some((one) => overlap(one, where)));
  return { ...window, closed_dates: dates.map(({ date }) => date) };
}

/** One of them is the other, or its country. */
function overlap(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long === short || (long.startsWith(short) && long[short.length] === '-');
}
