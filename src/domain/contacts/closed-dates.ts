/** Dates without calls, everywhere or in an area: `2026-12-25`, `2026-01-06 DE-BY`. */
import type { CallingWindow } from './calling-window.ts';

export const CLOSED_DATE = /^(?<date>\d{4}-\d\d-\d\d)(?: (?<area>[A-Z]{2}(?:-[A-Z0-9]{1,3})?))?$/;

/** ISO 3166-2 or 3166-1: the contact is in one of them; null: not known, so that it may be anywhere. */
export type Whereabouts = { areas: readonly string[] } | null;

/** By window and area, because the same few are asked for each of many contacts. */
const known = new WeakMap<CallingWindow, Map<string, CallingWindow>>();

/** The window as it is for a contact: a date of an area counts wherever the contact may be. */
export function windowIn(window: CallingWindow, area: Whereabouts): CallingWindow {
  let ofWindow = known.get(window);
  if (!ofWindow) known.set(window, (ofWindow = new Map()));
  const key = area === null ? '' : area.areas.join();
  let found = ofWindow.get(key);
  if (!found) ofWindow.set(key, (found = readWindow(window, area)));
  return found;
}

function readWindow(window: CallingWindow, area: Whereabouts): CallingWindow {
  if (!window.closedDates.some((text) => text.includes(' '))) return window;
  const closedDates = window.closedDates.flatMap((text) => {
    const [date = '', where] = text.split(' ');
    const counts =
      where === undefined || area === null || area.areas.some((one) => meet(one, where));
    return counts ? [date] : [];
  });
  return { ...window, closedDates: [...new Set(closedDates)] };
}

/** A country has all its subdivisions: of a contact whose country alone is known, it may be any. */
const meet = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);
