/**
 * Calls per second as slots in time. Each POST takes the next slot and does not leave before it. A POST that leaves
 * late delays the later slots, so that two POSTs are never closer than the pace allows.
 */
export interface PacedBy {
  perSecond: number;
  /** The next free slot, in epoch milliseconds with fractions; 0 at first. */
  nextSlotMs: number;
  /** When the last POST left, by `departureOf`. */
  lastPostMs: number;
}

const gapMs = ({ perSecond }: PacedBy): number => 1_000 / perSecond;

/**
 * Takes one slot in all paces (the account's and the campaign's): the first instant that is free in each of them.
 * Unused slots in the past are lost, so that no burst follows a quiet minute.
 */
export function takeSlot(
  paces: readonly PacedBy[],
  nowMs: number,
): { slotMs: number; next: number[] } {
  const slotMs = Math.max(nowMs, ...paces.map(({ nextSlotMs }) => nextSlotMs));
  return { slotMs, next: paces.map((pace) => slotMs + gapMs(pace)) };
}

/** The earliest instant at which the POST with this slot may leave. */
export function afterLastPost(paces: readonly PacedBy[], slotMs: number): number {
  return Math.max(slotMs, ...paces.map((pace) => pace.lastPostMs + gapMs(pace)));
}

/**
 * The instant from which the next slot is counted after a POST that left at the whole millisecond `atMs`. Clocks have
 * no smaller unit, so a POST waits up to one millisecond too long. Those fractions must not add up to a slower pace.
 */
export function departureOf(pace: PacedBy, atMs: number): number {
  const evenMs = pace.lastPostMs + gapMs(pace);
  return evenMs <= atMs && atMs - evenMs < 1 ? evenMs : atMs;
}

/**
 * The first free slot after a POST that left at `atMs`, while `waiting` POSTs wait for slots they already have. If this
 * POST left late, they will leave late too, so new slots must come after theirs. It counts from `departureOf`, so that
 * fractions of a millisecond do not add up here either.
 */
export function nextSlotAfter(pace: PacedBy, atMs: number, waiting: number): number {
  const behindMs = departureOf(pace, atMs) + gapMs(pace) * (1 + waiting);
  return behindMs - pace.nextSlotMs < 1 ? pace.nextSlotMs : behindMs;
}

/** How many more POSTs have a slot within `spanMs` from now. */
export function slotsWithin(pace: PacedBy, nowMs: number, spanMs: number): number {
  const fromMs = Math.max(nowMs, pace.nextSlotMs);
  return Math.max(0, Math.ceil((nowMs + spanMs - fromMs) / gapMs(pace)));
}
