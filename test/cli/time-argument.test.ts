import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localTimeOrInstant, localZone, readTime, timeIn } from '../../src/cli/time-argument.ts';

const NOW_MS = Date.parse('2026-11-23T08:30:00Z');
const at = (text: string, zone = 'Europe/Paris') => {
  const given = readTime(text);
  return given && new Date(timeIn(zone, given, NOW_MS)).toISOString().replace('.000', '');
};

test.each([
  ['2026-11-23T09:00:00Z', '2026-11-23T09:00:00Z'],
  ['2026-11-23T09:00:00+02:00', '2026-11-23T07:00:00Z'],
  ['2026-11-23 09:00', '2026-11-23T08:00:00Z'],
  ['2026-11-23T09:00:30', '2026-11-23T08:00:30Z'],
  ['2026-11-23', '2026-11-22T23:00:00Z'],
  ['today', '2026-11-22T23:00:00Z'],
  ['yesterday', '2026-11-21T23:00:00Z'],
  ['tomorrow 09:00', '2026-11-24T08:00:00Z'],
  ['now', '2026-11-23T08:30:00Z'],
  ['-2h', '2026-11-23T06:30:00Z'],
  ['+30m', '2026-11-23T09:00:00Z'],
  ['-1d', '2026-11-22T08:30:00Z'],
  // The hour from 02:00 is skipped; the one from 02:00 in autumn occurs twice.
  ['2026-03-29 02:30', '2026-03-29T01:00:00Z'],
  ['2026-10-25 02:30', '2026-10-25T00:30:00Z'],
])('%s is %s in Paris', (text, instant) => {
  expect(at(text)).toBe(instant);
});

test('today is the day of the zone, whatever the day in UTC', () => {
  const lateMs = Date.parse('2026-11-23T23:30:00Z');
  const today = timeIn('Asia/Tokyo', readTime('today')!, lateMs);
  expect(new Date(today).toISOString()).toBe('2026-11-23T15:00:00.000Z');
});

test.each([
  'soon',
  '',
  '2026-02-30',
  '2026-13-01 09:00',
  '2026-11-23 24:00',
  '2026-11-23 9:00',
  '2026-11-23T09:00:00+0100',
  '2h',
  '-2w',
  'today 9',
  '09:00',
  '23.11.2026',
])('%j is no time', (text) => {
  expect(readTime(text)).toBeUndefined();
});

const anInstant = fc
  .date({
    min: new Date('1990-01-01T00:00:00Z'),
    max: new Date('2060-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => new Date(Math.floor(date.getTime() / 1_000) * 1_000));
const aZone = fc.constantFrom(
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
);

describe('for any instant', () => {
  test('its RFC 3339 form is itself, in every zone', () => {
    fc.assert(
      fc.property(anInstant, aZone, (date, zone) => {
        expect(timeIn(zone, readTime(date.toISOString())!, NOW_MS)).toBe(date.getTime());
      }),
    );
  });

  test('a local time is the same as its instant with the offset of the zone', () => {
    fc.assert(
      fc.property(anInstant, (date) => {
        const local = date.toISOString().slice(0, 19);
        expect(timeIn('Asia/Kolkata', readTime(local.replace('T', ' '))!, NOW_MS)).toBe(
          Date.parse(`${local}+05:30`),
        );
      }),
    );
  });

  test('later local times are never earlier instants', () => {
    fc.assert(
      fc.property(
        anInstant,
        fc.integer({ min: 0, max: 3 * 86_400 }),
        aZone,
        (date, seconds, zone) => {
          const local = (ms: number) => new Date(ms).toISOString().slice(0, 19);
          const first = timeIn(zone, readTime(local(date.getTime()))!, NOW_MS);
          const second = timeIn(zone, readTime(local(date.getTime() + seconds * 1_000))!, NOW_MS);
          // Within the hour that a change skips or repeats, local seconds may be equal.
          expect(second).toBeGreaterThanOrEqual(first - 3_600_000);
        },
      ),
    );
  });

  test('back and forth by the same time is now', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999 }),
        fc.constantFrom('s', 'm', 'h'),
        (count, unit) => {
          const back = timeIn('UTC', readTime(`-${count}${unit}`)!, NOW_MS);
          expect(timeIn('UTC', readTime(`+${count}${unit}`)!, back)).toBe(NOW_MS);
        },
      ),
    );
  });

  test('any other text is refused, and nothing throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void readTime(text)));
  });
});

test('a callback keeps a local time, because its server knows the zone', () => {
  expect(localTimeOrInstant('2026-11-24 10:00', 'Asia/Tokyo')).toBe('2026-11-24T10:00');
  expect(localTimeOrInstant('2026-11-24T10:00:00Z')).toBe('2026-11-24T10:00:00.000Z');
  expect(localTimeOrInstant('10 o’clock')).toBe('10 o’clock');
});

describe('the zone of this machine', () => {
  test.each(['BST', 'EST', 'ist', 'CET-1CEST,M3.5.0,M10.5.0/3', 'Mars/Base'])(
    'is not taken from a TZ such as %s, which no IANA zone is called',
    (tz) => expect(() => localZone({ TZ: tz })).toThrow('time zone of this machine'),
  );

  test.each([
    ['Europe/Paris', 'Europe/Paris'],
    [':europe/paris', 'Europe/Paris'],
    ['EST5EDT', 'EST5EDT'],
    ['GMT', 'GMT'],
  ])('is that of TZ: %s', (tz, zone) => expect(localZone({ TZ: tz })).toBe(zone));
});
