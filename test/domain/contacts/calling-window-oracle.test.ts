/** Both rules about open times, against another implementation of them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askWindow } from '../../../src/domain/contacts/calling-window.ts';
import { lastOpenUpTo } from '../../../src/domain/planning/preflight/last-open.ts';
import { dialableStretches, showsOpen, type OracleWindow } from './open-time-oracle.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Whole, half and quarter hours; changes at midnight (Cairo, Beirut), before it (Nuuk), of half an hour (Lord Howe). */
const ZONES = [
  'UTC',
  'Africa/Ceuta',
  'Atlantic/Canary',
  'Europe/Paris',
  'Europe/Lisbon',
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/St_Johns',
  'America/Nuuk',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];

/** Near one in two cases: New York, Paris, Cairo, Beirut, Lord Howe, Santiago and Nuuk change within these days. */
const CHANGES = ['2026-03-08', '2026-03-28', '2026-04-04', '2026-04-23', '2026-09-05', '2026-10-03']
  .concat(['2026-10-24', '2026-10-29', '2026-11-01', '2027-03-14', '2027-03-28'])
  .map((date) => Date.parse(date));

const nowMs = fc.oneof(
  fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') }),
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -DAY, max: 2 * DAY }))
    .map(([atMs, laterMs]) => atMs + laterMs),
);
const minute = fc.oneof(
  fc.integer({ min: 0, max: 96 }).map((quarters) => quarters * 15),
  fc.constantFrom(0, 0, 1_440, 1_440, 720),
  fc.integer({ min: 0, max: 1_440 }),
);
const hours = fc
  .record({
    weekdays: fc.oneof(
      fc.constant([1, 2, 3, 4, 5, 6, 7]),
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    ),
    ends: fc.uniqueArray(minute, { minLength: 2, maxLength: 2 }),
  })
  .map(({ weekdays, ends }) => ({
    weekdays,
    fromMinute: Math.min(...ends),
    toMinute: Math.max(...ends),
  }));
const ringMarginMs = fc.oneof(
  fc.constantFrom(0, 1, MINUTE, 2 * MINUTE, 30 * MINUTE),
  fc.integer({ min: 0, max: 5 * 60 * MINUTE }),
);

const question = fc
  .record({
    zones: fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 4 }),
    hours: fc.array(hours, { minLength: 1, maxLength: 4 }),
    ringMarginMs,
    closedAhead: fc.uniqueArray(fc.integer({ min: -3, max: 6 }), { maxLength: 4 }),
    nowMs,
  })
  .map(({ closedAhead, ...rest }) => ({
    ...rest,
    closedDates: closedAhead.map((days) =>
      new Date(rest.nowMs + days * DAY).toISOString().slice(0, 10),
    ),
  }));

/** Most are answered within weeks, so that the year is laid out for few. */
const REACHES = [20 * DAY, 380 * DAY];

function opensAtMs(window: OracleWindow, zones: readonly string[], atMs: number): number | null {
  for (const reach of REACHES) {
    const found = dialableStretches(window, zones, atMs - 3 * DAY, atMs + reach).find(
      ([, toMs]) => toMs > atMs,
    );
    if (found && found[0] < atMs + reach - DAY) return Math.max(found[0], atMs);
  }
  return null;
}

function lastOpenMs(window: OracleWindow, zones: readonly string[], atMs: number): number | null {
  for (const reach of REACHES) {
    const found = dialableStretches(window, zones, atMs - reach, atMs + 3 * DAY).findLast(
      ([fromMs]) => fromMs <= atMs,
    );
    if (found && found[1] > atMs - reach + DAY) return Math.min(found[1] - 1, atMs);
  }
  return null;
}

/** Both rules promise a year. The oracle looks 379 days far, and may find more. */
const YEAR = 366 * DAY;

function expectSame(ours: number | null, theirs: number | null, atMs: number): void {
  const isFar = theirs !== null && Math.abs(theirs - atMs) > YEAR;
  expect(isFar ? [null, theirs] : [theirs]).toContain(ours);
}

/** A window that is open only at the change of two clocks, which comes again 371 days later. */
const OVERLAPS_IN_371_DAYS = {
  zones: ['Asia/Beirut', 'Atlantic/Canary'],
  hours: [{ weekdays: [7, 1], fromMinute: 0, toMinute: 75 }],
  ringMarginMs: 0,
  nowMs: Date.parse('2026-10-24'),
  closedDates: ['2026-10-25'],
};

const CASES = 10_000;

test(
  'the next opening is that of another implementation, to the millisecond',
  { timeout: 120_000 },
  () => {
    const seen = { open: 0, closed: 0, never: 0 };
    fc.assert(
      fc.property(question, ({ zones, nowMs: atMs, ...window }) => {
        const verdict = askWindow(window, zones, atMs);
        const ours = verdict.kind === 'open' ? atMs : verdict.opensAtMs;
        expectSame(ours, opensAtMs(window, zones, atMs), atMs);
        expect(ours === null || showsOpen(window, zones, ours)).toBe(true);
        seen[ours === atMs ? 'open' : ours === null ? 'never' : 'closed'] += 1;
      }),
      {
        numRuns: CASES,
        examples: [[OVERLAPS_IN_371_DAYS]],
      },
    );
    expect(Math.min(seen.open, seen.closed, seen.never)).toBeGreaterThan(CASES / 100);
  },
);

test(
  'so is the last instant before an end at which a call may be placed',
  { timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(question, ({ zones, nowMs: atMs, ...window }) => {
        expectSame(lastOpenUpTo(window, zones, atMs), lastOpenMs(window, zones, atMs), atMs);
      }),
      { numRuns: CASES / 5 },
    );
  },
);

test('it opens and closes where clocks say so, minute by minute', () => {
  fc.assert(
    fc.property(question, ({ zones, nowMs: atMs, ...window }) => {
      const bare = { ...window, ringMarginMs: 0 };
      for (let n = 0; n < 30; n++) {
        const ms = atMs + n * 97 * MINUTE;
        expect(askWindow(bare, zones, ms).kind === 'open').toBe(showsOpen(bare, zones, ms));
      }
    }),
    { numRuns: 300 },
  );
});
