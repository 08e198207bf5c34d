import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askDialTime, type DialTimeFacts } from '../../../src/domain/contacts/dial-time.ts';
import {
  askCaps,
  capsReachMs,
  NO_CAPS,
  type NumberCaps,
} from '../../../src/domain/contacts/number-caps.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);
const NOW = at('2026-11-23T12:00:00Z');

describe('caps of a number', () => {
  const ask = (caps: Partial<NumberCaps>, dials: number[], zones = ['UTC'], nowMs = NOW) =>
    askCaps({ caps: { ...NO_CAPS, ...caps }, dialsMs: dials, said: {}, zones }, nowMs);

  test('without caps every dial is open', () => {
    expect(ask({}, [NOW - 1, NOW])).toEqual({ kind: 'open' });
  });

  test('an outcome keeps the number for as long as its cap says, from the end of its call', () => {
    const caps = { ...NO_CAPS, afterSilenceMs: 72 * HOUR, afterTalkMs: null };
    const said = { 'after-silence': NOW - 71 * HOUR, 'after-talk': NOW - 1 };
    const asked = (nowMs: number) => askCaps({ caps, dialsMs: [], said, zones: ['UTC'] }, nowMs);
    expect(asked(NOW)).toEqual({ kind: 'closed', cap: 'after-silence', untilMs: NOW + HOUR });
    expect(asked(NOW + HOUR)).toEqual({ kind: 'open' });
  });

  test('the least gap counts from the last dial', () => {
    const gap = { leastGapMs: 2 * HOUR };
    expect(ask(gap, [NOW - 5 * HOUR, NOW - HOUR])).toEqual({
      kind: 'closed',
      cap: 'gap',
      untilMs: NOW + HOUR,
    });
    expect(ask(gap, [NOW - 2 * HOUR])).toEqual({ kind: 'open' });
  });

  test('three in seven days: the fourth waits until the first of the three is seven days old', () => {
    const rolling = { rolling: [{ days: 7, most: 3 }] };
    const dials = [NOW - 6 * DAY, NOW - 5 * DAY, NOW - DAY];
    expect(ask(rolling, dials)).toMatchObject({ cap: 'rolling', untilMs: NOW + DAY });
    expect(ask(rolling, dials.slice(1))).toEqual({ kind: 'open' });
    expect(ask(rolling, dials, ['UTC'], NOW + DAY)).toEqual({ kind: 'open' });
  });

  test('a day is the local one, and ends at local midnight', () => {
    const perDay = { perDay: 1 };
    const dials = [at('2026-11-23T04:00:00Z')];
    // Still the 22nd in New York when it was dialled.
    expect(ask(perDay, dials, ['America/New_York'])).toEqual({ kind: 'open' });
    expect(ask(perDay, dials, ['Europe/London'])).toMatchObject({
      cap: 'per-day',
      untilMs: at('2026-11-24T00:00:00Z'),
    });
    expect(ask(perDay, dials, ['Europe/London', 'Asia/Tokyo'])).toMatchObject({ cap: 'per-day' });
  });

  test.each([
    // A day of 23 hours, and one of 25: it ends when clocks show midnight.
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['Australia/Sydney', '2026-10-03T14:00:00Z', '2026-10-04T13:00:00Z'],
    ['Australia/Sydney', '2026-04-04T13:00:00Z', '2026-04-05T14:00:00Z'],
  ])('a day on which clocks change in %s is that of its clocks: from %s', (zone, from, to) => {
    const perDay = { perDay: 1 };
    expect(ask(perDay, [at(from)], [zone], at(to) - 1)).toMatchObject({ untilMs: at(to) });
    expect(ask(perDay, [at(from)], [zone], at(to))).toEqual({ kind: 'open' });
    expect(ask(perDay, [at(from) - 1], [zone], at(from))).toEqual({ kind: 'open' });
  });

  test('what is older than their reach changes nothing', () => {
    const caps = { perDay: 2, rolling: [{ days: 3, most: 2 }], leastGapMs: HOUR };
    const reachMs = capsReachMs(caps);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 * DAY }), { maxLength: 8 }), (ages) => {
        const dials = ages.map((age) => NOW - age);
        const recent = dials.filter((dialMs) => dialMs > NOW - reachMs);
        expect(ask(caps, recent)).toEqual(ask(caps, dials));
      }),
    );
  });
});

describe('when a contact may be dialled', () => {
  const facts: DialTimeFacts = {
    window: {
      hours: [{ weekdays: [1, 2, 3, 4, 5], fromMinute: 540, toMinute: 1_200 }],
      closedDates: [],
      ringMarginMs: 0,
    },
    zones: ['Europe/London'],
    caps: NO_CAPS,
    dialsMs: [],
    said: {},
    notBeforeMs: null,
    notAfterMs: null,
  };
  const ask = (change: Partial<DialTimeFacts>, nowMs = NOW) =>
    askDialTime({ ...facts, ...change }, nowMs);

  test('now, with nothing in the way', () => expect(ask({})).toEqual({ kind: 'now' }));

  test('a cap that ends at night leads on to the morning', () => {
    const capped = { caps: { ...NO_CAPS, leastGapMs: 10 * HOUR }, dialsMs: [NOW - HOUR] };
    expect(ask(capped)).toEqual({
      kind: 'later',
      reason: 'gap',
      atMs: at('2026-11-24T09:00:00Z'),
    });
  });

  test('an instant asked for is kept, and the window counts from then', () => {
    expect(ask({ notBeforeMs: at('2026-11-27T22:00:00Z') })).toEqual({
      kind: 'later',
      reason: 'not-before',
      atMs: at('2026-11-30T09:00:00Z'),
    });
  });

  test('past the latest instant it is never dialled, nor where the window opens after it', () => {
    expect(ask({ notAfterMs: NOW - 1 })).toEqual({ kind: 'never', reason: 'too-late' });
    expect(ask({ notAfterMs: NOW + HOUR }, at('2026-11-23T20:30:00Z'))).toEqual({
      kind: 'never',
      reason: 'too-late',
    });
  });

  test('a window that never opens is never', () => {
    const closed = { window: { ...facts.window!, hours: [] } };
    expect(ask(closed)).toEqual({ kind: 'never', reason: 'window' });
  });

  test('at the instant given it may be dialled, and at no instant before', () => {
    const dials = fc.array(fc.integer({ min: 0, max: 5 * DAY }), { maxLength: 6 });
    const caps = fc.record({
      perDay: fc.option(fc.integer({ min: 1, max: 3 })),
      rolling: fc.array(
        fc.record({ days: fc.integer({ min: 1, max: 4 }), most: fc.integer({ min: 1, max: 4 }) }),
        { maxLength: 2 },
      ),
      leastGapMs: fc.integer({ min: 0, max: 12 * HOUR }),
    });
    const shares = fc.array(fc.nat(999), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(dials, caps, shares, fc.nat(7 * 24), (ages, some, between, hour) => {
        const nowMs = NOW + hour * HOUR;
        const change = { dialsMs: ages.map((age) => nowMs - age), caps: some };
        const verdict = ask(change, nowMs);
        if (verdict.kind !== 'later') return;
        expect(ask(change, verdict.atMs)).toEqual({ kind: 'now' });
        for (const share of between) {
          const betweenMs = nowMs + Math.floor(((verdict.atMs - nowMs) * share) / 1_000);
          expect(ask(change, betweenMs).kind).toBe('later');
        }
      }),
      { numRuns: 100 },
    );
  });
});
