import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askWindow,
  formatClock,
  parseClock,
  type CallingWindow,
} from '../../../src/domain/contacts/calling-window.ts';

const WEEKDAYS = [1, 2, 3, 4, 5];
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const OFFICE: CallingWindow = {
  hours: [{ weekdays: WEEKDAYS, fromMinute: 9 * 60, toMinute: 20 * 60 }],
  closedDates: ['2026-12-25'],
  ringMarginMs: 120_000,
};

/** When it opens next, or `open`. */
function ask(window: CallingWindow, zones: string[], at: string): string | null {
  const verdict = askWindow(window, zones, Date.parse(at));
  if (verdict.kind === 'open') return 'open';
  return verdict.opensAtMs === null ? null : new Date(verdict.opensAtMs).toISOString();
}

describe('in one zone', () => {
  test.each([
    ['at opening', '2026-11-23T14:00:00Z', 'open'],
    ['a minute before', '2026-11-23T13:59:00Z', '2026-11-23T14:00:00.000Z'],
    ['with the ring margin left', '2026-11-24T00:57:59Z', 'open'],
    ['within the ring margin', '2026-11-24T00:58:00Z', '2026-11-24T14:00:00.000Z'],
    ['after closing', '2026-11-24T01:00:00Z', '2026-11-24T14:00:00.000Z'],
    ['on Friday night: Monday', '2026-11-28T02:00:00Z', '2026-11-30T14:00:00.000Z'],
    ['before a closed date and a weekend', '2026-12-25T02:00:00Z', '2026-12-28T14:00:00.000Z'],
  ])('%s', (_name, at, expected) => {
    expect(ask(OFFICE, ['America/New_York'], at)).toBe(expected);
  });

  test('a window without hours never opens', () => {
    expect(ask({ ...OFFICE, hours: [] }, ['Europe/London'], '2026-11-23T12:00:00Z')).toBeNull();
  });

  test('a break at noon is closed', () => {
    const hours = [
      { weekdays: EVERY_DAY, fromMinute: 540, toMinute: 720 },
      { weekdays: EVERY_DAY, fromMinute: 780, toMinute: 1_440 },
    ];
    const window = { ...OFFICE, hours };
    expect(ask(window, ['UTC'], '2026-11-23T12:10:00Z')).toBe('2026-11-23T13:00:00.000Z');
    expect(ask(window, ['UTC'], '2026-11-23T23:57:00Z')).toBe('open');
  });
});

describe('open hours that touch are one span, and the ring margin counts back from its end', () => {
  const night = {
    ...OFFICE,
    hours: [
      { weekdays: EVERY_DAY, fromMinute: 1_080, toMinute: 1_440 },
      { weekdays: EVERY_DAY, fromMinute: 0, toMinute: 120 },
    ],
  };
  test.each([
    ['before midnight', '2026-11-23T23:59:59Z', 'open'],
    ['at midnight', '2026-11-24T00:00:00Z', 'open'],
    ['within the margin of its end', '2026-11-24T01:58:00Z', '2026-11-24T18:00:00.000Z'],
    ['before a closed date', '2026-12-24T23:58:00Z', '2026-12-26T00:00:00.000Z'],
  ])('%s', (_name, at, expected) => expect(ask(night, ['UTC'], at)).toBe(expected));

  test('within a day too, and shorter than the margin it does not open', () => {
    const hours = [
      { weekdays: EVERY_DAY, fromMinute: 540, toMinute: 600 },
      { weekdays: EVERY_DAY, fromMinute: 600, toMinute: 660 },
      { weekdays: EVERY_DAY, fromMinute: 720, toMinute: 722 },
    ];
    expect(ask({ ...OFFICE, hours }, ['UTC'], '2026-11-23T09:59:00Z')).toBe('open');
    expect(ask({ ...OFFICE, hours }, ['UTC'], '2026-11-23T12:00:00Z')).toBe(
      '2026-11-24T09:00:00.000Z',
    );
  });

  test('open at all hours it never closes', () => {
    const hours = [{ weekdays: EVERY_DAY, fromMinute: 0, toMinute: 1_440 }];
    const always = { hours, closedDates: [], ringMarginMs: 3 * 86_400_000 };
    expect(ask(always, ['Asia/Kolkata', 'America/New_York'], '2026-11-23T23:59:59Z')).toBe('open');
  });
});

describe('where the contact may be in several zones', () => {
  const zones = ['America/New_York', 'America/Los_Angeles'];
  test.each([
    ['open in the east only', '2026-11-23T15:00:00Z', '2026-11-23T17:00:00.000Z'],
    ['open in both', '2026-11-23T17:00:00Z', 'open'],
    ['open in the west only', '2026-11-24T02:00:00Z', '2026-11-24T17:00:00.000Z'],
  ])('%s', (_name, at, expected) => expect(ask(OFFICE, zones, at)).toBe(expected));

  test('none of their openings is skipped, whichever day it lies on where the contact may be', () => {
    const hours = [
      { weekdays: EVERY_DAY, fromMinute: 540, toMinute: 750 },
      { weekdays: EVERY_DAY, fromMinute: 780, toMinute: 1_080 },
    ];
    const window = { ...OFFICE, hours };
    const zonesOfSpain = ['Africa/Ceuta', 'Atlantic/Canary'];
    expect(ask(window, zonesOfSpain, '2026-11-23T23:30:00Z')).toBe('2026-11-24T09:00:00.000Z');
  });

  test('zones that are never open together never open', () => {
    const hours = [{ weekdays: EVERY_DAY, fromMinute: 540, toMinute: 600 }];
    const window = { ...OFFICE, hours };
    expect(ask(window, ['Europe/London', 'Asia/Tokyo'], '2026-11-23T12:00:00Z')).toBeNull();
  });
});

describe('on the days clocks change', () => {
  const early = { weekdays: EVERY_DAY, fromMinute: 90, toMinute: 270 };
  const window = { hours: [early], closedDates: [], ringMarginMs: 0 };
  const nine = { ...window, hours: [{ ...early, fromMinute: 540, toMinute: 1_200 }] };
  test.each([
    ['New York, spring', 'America/New_York', '2026-03-08T05:00:00Z', '2026-03-08T13:00:00.000Z'],
    ['New York, autumn', 'America/New_York', '2026-11-01T04:00:00Z', '2026-11-01T14:00:00.000Z'],
    ['Berlin, spring', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['Berlin, autumn', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T08:00:00.000Z'],
    ['Sydney, spring', 'Australia/Sydney', '2026-10-03T14:00:00Z', '2026-10-03T22:00:00.000Z'],
    ['Sydney, autumn', 'Australia/Sydney', '2026-04-04T13:00:00Z', '2026-04-04T23:00:00.000Z'],
  ])('nine o’clock comes when clocks show it: %s', (_name, zone, at, expected) => {
    expect(ask(nine, [zone], at)).toBe(expected);
  });

  test.each([
    ['New York, spring', 'America/New_York', '2026-03-08T23:57:59Z', '2026-03-08T23:58:00Z'],
    ['New York, autumn', 'America/New_York', '2026-11-02T00:57:59Z', '2026-11-02T00:58:00Z'],
    ['Berlin, spring', 'Europe/Berlin', '2026-03-29T17:57:59Z', '2026-03-29T17:58:00Z'],
    ['Berlin, autumn', 'Europe/Berlin', '2026-10-25T18:57:59Z', '2026-10-25T18:58:00Z'],
    ['Sydney, spring', 'Australia/Sydney', '2026-10-04T08:57:59Z', '2026-10-04T08:58:00Z'],
    ['Sydney, autumn', 'Australia/Sydney', '2026-04-05T09:57:59Z', '2026-04-05T09:58:00Z'],
  ])('the margin counts back from when clocks show closing: %s', (_name, zone, last, late) => {
    const margin = { ...nine, ringMarginMs: 120_000 };
    expect(ask(margin, [zone], last)).toBe('open');
    expect(ask(margin, [zone], late)).not.toBe('open');
  });

  test('hours are open in both of the hours that clocks show twice, and closed where neither shows them', () => {
    const night = { ...window, hours: [{ ...early, fromMinute: 0, toMinute: 90 }] };
    const inNewYork = (at: string) => ask(night, ['America/New_York'], at);
    expect(inNewYork('2026-11-01T05:10:00Z')).toBe('open');
    expect(inNewYork('2026-11-01T05:40:00Z')).toBe('2026-11-01T06:00:00.000Z');
    expect(inNewYork('2026-11-01T06:10:00Z')).toBe('open');
    expect(inNewYork('2026-11-01T06:40:00Z')).toBe('2026-11-02T05:00:00.000Z');
    const margin = { ...night, ringMarginMs: 600_000 };
    expect(ask(margin, ['America/New_York'], '2026-11-01T06:19:59Z')).toBe('open');
    expect(ask(margin, ['America/New_York'], '2026-11-01T06:20:00Z')).not.toBe('open');
    expect(ask(margin, ['America/New_York'], '2026-11-01T05:20:00Z')).toBe(
      '2026-11-01T06:00:00.000Z',
    );
  });

  test('an opening that clocks skip comes when they jump', () => {
    const skipped = { ...window, hours: [{ ...early, fromMinute: 150 }] };
    expect(ask(skipped, ['America/New_York'], '2026-03-08T05:00:00Z')).toBe(
      '2026-03-08T07:00:00.000Z',
    );
  });

  test('an opening that clocks show twice comes the first time', () => {
    expect(ask(window, ['America/New_York'], '2026-11-01T04:00:00Z')).toBe(
      '2026-11-01T05:30:00.000Z',
    );
  });
});

test('the instant given is open, and nothing before it is', () => {
  const zone = fc.constantFrom(
    'America/New_York',
    'America/Phoenix',
    'Europe/London',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  );
  const year = Date.parse('2026-01-01T00:00:00Z');
  fc.assert(
    fc.property(
      fc.uniqueArray(zone, { minLength: 1, maxLength: 2 }),
      fc.integer({ min: 0, max: 365 * 24 * 60 }),
      fc.array(fc.nat(999), { minLength: 5, maxLength: 5 }),
      (zones, minute, between) => {
        const atMs = year + minute * 60_000;
        const verdict = askWindow(OFFICE, zones, atMs);
        if (verdict.kind === 'open' || verdict.opensAtMs === null) return;
        const { opensAtMs } = verdict;
        expect(askWindow(OFFICE, zones, opensAtMs)).toEqual({ kind: 'open' });
        for (const share of between) {
          const betweenMs = atMs + Math.floor(((opensAtMs - atMs) * share) / 1_000);
          expect(askWindow(OFFICE, zones, betweenMs)).toEqual(verdict);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('times of day are read and written as HH:MM', () => {
  expect(['00:00', '09:30', '24:00'].map(parseClock)).toEqual([0, 570, 1_440]);
  expect(['9:30', '24:01', '12:60', 'noon', ''].map(parseClock)).toEqual(Array(5).fill(undefined));
  expect(formatClock(570)).toBe('09:30');
});
