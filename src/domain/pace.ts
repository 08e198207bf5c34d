/** Calls per second, as slots in time: each POST takes the next one, and none before its slot. */

interface Pace {
  /** The next slot nobody has taken, in epoch milliseconds; 0 at first. Fractions count. */
  nextSlotMs: number;
}

/**
 * Takes a slot in every pace at once (the account's, the campaign's): the first instant that all of them have.
 * Slots that have passed are not saved up, so that a quiet minute is followed by no burst.
 */
export function takeSlot<Paces extends readonly PacedBy[]>(
  paces: Paces,
  nowMs: number,
): { slotMs: number; next: number[] } {
  const slotMs = Math.max(nowMs, ...paces.map(({ nextSlotMs }) => nextSlotMs));
  return { slotMs, next: paces.map(({ perSecond }) => slotMs + 1_000 / perSecond) };
}

export interface PacedBy extends Pace {
  perSecond: number;
}

/** How many more POSTs have a slot within so long from now. */
export function slotsWithin(
  { nextSlotMs, perSecond }: PacedBy,
  nowMs: number,
  spanMs: number,
): number {
  const fromMs = Math.max(nowMs, nextSlotMs);
  return Math.max(0, Math.ceil(((nowMs + spanMs - fromMs) * perSecond) / 1_000));
}
