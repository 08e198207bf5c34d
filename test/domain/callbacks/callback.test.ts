import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  endOfDayMs,
  nextTurnAtMs,
  onceIn,
  skippedTurns,
  turnAt,
  type Recurrence,
} from '../../../src/domain/callbacks/callback.ts';
import { dateOf, localTimeAt, weekdayOf } from '../../../src/domain/zone.ts';
import { DAILY } from './daily.ts';

const at = (text: string) => Date.parse(text);

/** The next turns after an instant, as UTC. */
function turns(rule: Partial<Recurrence>, zone: string, after: string, most = 3): string[] {
  const found: string[] = [];
  for (let afterMs = at(after); found.length < most;) {
    const next = nextTurnAtMs({ ...DAILY, ...rule }, zone, { afterMs, made: found.length });
    if (next === null) break;
    found.push(new Date(next).toISOString().slice(0, 16));
    afterMs = next;
  }
  return found;
}

describe('the next turn of a callback', () => {
  test.each<[string, Partial<Recurrence>, string[]]>([
    ['every day', {}, ['2026-11-21T10:00', '2026-11-22T10:00', '2026-11-23T10:00']],
    [
      'on weekdays',
      { weekdays: [1, 5] },
      ['2026-11-23T10:00', '2026-11-27T10:00', '2026-11-30T10:00'],
    ],
    [
      'on days of the month, left out by months without them',
      { daysOfMonth: [31] },
      ['2026-12-31T10:00', '2027-01-31T10:00', '2027-03-31T10:00'],
    ],
    [
      'from a date',
      { from: '2027-05-01' },
      ['2027-05-01T10:00', '2027-05-02T10:00', '2027-05-03T10:00'],
    ],
    ['until a date', { until: '2026-11-22' }, ['2026-11-21T10:00', '2026-11-22T10:00']],
    ['so many times', { count: 1 }, ['2026-11-21T10:00']],
    ['until a date that has passed', { until: '2026-11-20' }, []],
  ])('%s', (_, rule, expected) => {
    expect(turns(rule, 'UTC', '2026-11-20T12:00Z')).toEqual(expected);
  });

  // By the time-zone database: New York 8 March and 1 November, Paris 29 March and 25 October, Lord Howe (half an
  // hour) 4 October and 5 April 2026.
  test.each<[string, string, string, string[]]>([
    [
      'America/New_York',
      '02:30',
      '2026-03-07T00:00Z',
      ['2026-03-07T07:30', '2026-03-08T07:00', '2026-03-09T06:30'],
    ],
    [
      'Europe/Paris',
      '02:30',
      '2026-03-28T00:00Z',
      ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    [
      'Australia/Lord_Howe',
      '02:15',
      '2026-10-02T16:00Z',
      ['2026-10-03T15:30', '2026-10-04T15:15', '2026-10-05T15:15'],
    ],
  ])('%s %s, which clocks skip, comes when they jump', (zone, clock, after, expected) => {
    expect(turns({ minuteOfDay: minuteOf(clock) }, zone, after)).toEqual(expected);
  });

  test.each<[string, string, string, string[]]>([
    [
      'America/New_York',
      '01:30',
      '2026-10-31T00:00Z',
      ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30'],
    ],
    [
      'Europe/Paris',
      '02:30',
      '2026-10-24T00:00Z',
      ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'Australia/Lord_Howe',
      '01:45',
      '2026-04-03T14:00Z',
      ['2026-04-03T14:45', '2026-04-04T14:45', '2026-04-05T15:15'],
    ],
  ])(
    '%s %s, which clocks show twice, comes the first time only',
    (zone, clock, after, expected) => {
      expect(turns({ minuteOfDay: minuteOf(clock) }, zone, after)).toEqual(expected);
    },
  );

  test('is later than what it follows, at its time of day, on one of its days, once a day', () => {
    const zones = ['UTC', 'America/New_York', 'Europe/Paris', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: at('2026-01-01'), max: at('2028-01-01') }),
        fc.integer({ min: 0, max: 1_439 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        (zone, afterMs, minuteOfDay, weekdays) => {
          const rule = { ...DAILY, minuteOfDay, weekdays };
          const first = nextTurnAtMs(rule, zone, { afterMs, made: 0 })!;
          const second = nextTurnAtMs(rule, zone, { afterMs: first, made: 1 })!;
          const local = localTimeAt(zone, first);
          expect(first).toBeGreaterThan(afterMs);
          expect(weekdays).toContain(weekdayOf(local.day));
          expect(local.minuteOfDay).toBeGreaterThanOrEqual(minuteOfDay);
          expect(local.minuteOfDay).toBeLessThanOrEqual(minuteOfDay + 60);
          expect(localTimeAt(zone, second).day).toBeGreaterThan(local.day);
        },
      ),
    );
  });
});

describe('turns that clocks skip', () => {
  const NOW = at('2026-11-20T12:00Z');
  const landings = (said: Partial<Recurrence>, zone: string) =>
    skippedTurns({ ...DAILY, ...said }, zone, NOW).map(
      ({ day, minuteOfDay }) => `${dateOf(day)} ${minuteOfDay}`,
    );

  test('come when they jump: the next five years of them', () => {
    expect(landings({ minuteOfDay: 150 }, 'America/New_York')).toEqual([
      '2027-03-14 180',
      '2028-03-12 180',
      '2029-03-11 180',
      '2030-03-10 180',
      '2031-03-09 180',
    ]);
    expect(landings({ minuteOfDay: 135 }, 'Australia/Lord_Howe')[0]).toBe('2027-10-03 150');
    expect(landings({ minuteOfDay: 1_410 }, 'America/Nuuk')[0]).toBe('2027-03-28 0');
  });

  test('are none at other hours, on other days, outside its dates, or where clocks stay', () => {
    const [newYork, half2] = ['America/New_York', { minuteOfDay: 150 }];
    expect(landings({}, newYork)).toEqual([]);
    expect(landings({ ...half2, weekdays: [1] }, newYork)).toEqual([]);
    expect(landings({ ...half2, until: '2027-03-13' }, newYork)).toEqual([]);
    expect(landings({ ...half2, from: '2031-01-01' }, newYork)).toEqual(['2031-03-09 180']);
    expect(landings(half2, 'Asia/Kolkata')).toEqual([]);
  });

  test('are every turn whose time clocks do not show, and no other', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Paris', 'Africa/Cairo', 'Australia/Lord_Howe', 'America/Santiago'),
        fc.integer({ min: 0, max: 1_439 }),
        (zone, minuteOfDay) => {
          const rule = { ...DAILY, minuteOfDay };
          const missing: string[] = [];
          for (let afterMs = NOW; ;) {
            afterMs = nextTurnAtMs(rule, zone, { afterMs, made: 0 })!;
            if (afterMs > at('2029-11-01')) break;
            const shows = localTimeAt(zone, afterMs);
            if (shows.minuteOfDay !== minuteOfDay)
              missing.push(`${dateOf(shows.day)} ${shows.minuteOfDay}`);
          }
          const listed = landings(rule, zone).filter((each) => each < '2029-11-01');
          expect(listed).toEqual(missing);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a turn', () => {
  const turn = (rule: Partial<Recurrence>, id = 'cb1', day = '2026-11-24') =>
    turnAt({ ...DAILY, ...rule }, { id, zone: 'UTC', atMs: at(`${day}T10:00Z`) });

  test('ends with its day, or at a time of it', () => {
    expect(turn({}).notAfterMs).toBe(at('2026-11-25T00:00Z') - 1);
    expect(turn({ notAfterMinute: 1_440 }).notAfterMs).toBe(at('2026-11-25T00:00Z') - 1);
    expect(turn({ notAfterMinute: 12 * 60 }).notAfterMs).toBe(at('2026-11-24T12:00Z'));
  });

  test('has a jitter that is its own, the same each time, and never takes it past its end', () => {
    const hour = 3_600_000;
    const one = turn({ jitterMs: hour }).dueAtMs;
    expect(turn({ jitterMs: hour }).dueAtMs).toBe(one);
    expect(one).toBeGreaterThanOrEqual(at('2026-11-24T10:00Z'));
    expect(one).toBeLessThan(at('2026-11-24T11:00Z'));
    expect(turn({ jitterMs: hour }, 'cb2').dueAtMs).not.toBe(one);
    const short = turn({ jitterMs: 100 * hour, notAfterMinute: 601 });
    expect(short.dueAtMs).toBeLessThanOrEqual(short.notAfterMs);
  });

  test('of which clocks skip the beginning or all comes when they jump, with time left to dial it', () => {
    const inGap = (notAfterMinute: number) => {
      const rule = { ...DAILY, minuteOfDay: 150, notAfterMinute };
      const zone = 'America/New_York';
      const { atMs, notAfterMs } = turnAt(rule, { id: 'cb1', zone, atMs: at('2026-03-08T07:00Z') });
      expect(atMs).toBe(at('2026-03-08T07:00Z'));
      return new Date(notAfterMs).toISOString().slice(0, 16);
    };
    expect(inGap(165)).toBe('2026-03-08T07:15');
    expect(inGap(190)).toBe('2026-03-08T07:10');
    const local = (minuteOfDay: number) => ({
      day: at('2026-03-08T00:00Z') / 86_400_000,
      minuteOfDay,
    });
    expect(onceIn('America/New_York', { at: local(150), notAfter: local(165) })).toMatchObject({
      atMs: at('2026-03-08T07:00Z'),
      notAfterMs: at('2026-03-08T07:15Z'),
    });
  });

  test('a day of 23 and one of 25 hours end at midnight', () => {
    const end = (zone: string, text: string) =>
      new Date(endOfDayMs(zone, at(text)) + 1).toISOString();
    expect(end('America/New_York', '2026-03-08T12:00Z')).toBe('2026-03-09T04:00:00.000Z');
    expect(end('America/New_York', '2026-11-01T12:00Z')).toBe('2026-11-02T05:00:00.000Z');
    expect(end('Europe/Paris', '2026-10-25T12:00Z')).toBe('2026-10-25T23:00:00.000Z');
  });
});

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
