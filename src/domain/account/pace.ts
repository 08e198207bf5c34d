/**
 * Calls per second, as slots in time: each POST takes the next one and leaves no sooner. A POST that leaves
 * late pushes those behind it back, so that two are never closer than the pace.
 */
export interface PacedBy {
  perSecond: number;
  /** The next slot nobody has taken, in epoch milliseconds; 0 at first. Fractions count. */
  nextSlotMs: number;
  /** When the last POST left, by `departureOf`. */
  lastPostMs: number;
}

const gapMs = ({ perSecond }: PacedBy): number => 1_000 / perSecond;

/**
 * Takes a slot in every pace at once (the account's, the campaign's): the first instant that all of them have.
 * Slots that have passed are not saved up, so that a quiet minute is followed by no burst.
 */
export function takeSlot(
  paces: readonly PacedBy[],
  nowMs: number,
): { slotMs: number; next: number[] } {
  const slotMs = Math.max(nowMs, ...paces.map(({ nextSlotMs }) => nextSlotMs));
  return { slotMs, next: paces.map((pace) => slotMs + gapMs(pace)) };
}

/** The instant from which a POST may leave that has had its slot. */
export function afterLastPost(paces: readonly PacedBy[], slotMs: number): number {
  return Math.max(slotMs, ...paces.map((pace) => pace.lastPostMs + gapMs(pace)));
}

/**
 * The instant that a POST counts from which leaves at a whole millisecond. A fraction that was waited for, because
 * clocks count no smaller, would add up to a slower pace.
 */
export function departureOf(pace: PacedBy, atMs: number): number {
  const evenMs = pace.lastPostMs + gapMs(pace);
  return evenMs <= atMs && atMs - evenMs < 1 ? evenMs : atMs;
}

/**
 * The first slot that may be given out after a POST that left at `atMs`, with so many waiting for the slots they have.
 * Where it left late, all of those will: new slots come behind them, or they would wait for each other. Counted from
 * the instant that the POST counts from, because fractions that clocks cannot wait for would add up here too.
 */
export function nextSlotAfter(pace: PacedBy, atMs: number, waiting: number): number {
  const behindMs = departureOf(pace, atMs) + gapMs(pace) * (1 + waiting);
  return behindMs - pace.nextSlotMs < 1 ? pace.nextSlotMs : behindMs;
}

/** How many more POSTs have a slot within so long from now. */
export function slotsWithin(pace: PacedBy, nowMs: number, spanMs: number): number {
  const fromMs = Math.max(nowMs, pace.nextSlotMs);
  return Math.max(0, Math.ceil((nowMs + spanMs - fromMs) / gapMs(pace)));
}
