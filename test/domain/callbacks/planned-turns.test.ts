import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextTurnAtMs, turnAt, type Recurrence } from '../../../src/domain/callbacks/callback.ts';
import { plannedTurns, turnFrom } from '../../../src/domain/callbacks/planned-turns.ts';
import { DAY_MS } from '../../../src/domain/zone.ts';
import { DAILY } from './daily.ts';

const START_MS = Date.UTC(2026, 1, 1);

/** In Nuuk and Lord Howe clocks change at midnight and by half an hour. */
const zones = fc.constantFrom('UTC', 'America/New_York', 'America/Nuuk', 'Australia/Lord_Howe');
const days = fc.oneof(
  fc.constant({}),
  fc.record({ weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }) }),
  fc.record({ daysOfMonth: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1 }) }),
);
const rules = fc
  .record({
    days,
    minuteOfDay: fc.constantFrom(0, 30, 150, 600, 1_410, 1_425),
    count: fc.option(fc.integer({ min: 1, max: 80 })),
    until: fc.option(fc.constant('2026-11-10')),
    jitterMs: fc.constantFrom(0, 600_000),
  })
  .map(({ days: on, ...rule }): Recurrence => ({ ...DAILY, ...on, ...rule }));

test('the turns of a span are those that are made one after the other', () => {
  const spans = fc.record({
    afterHours: fc.integer({ min: 0, max: 400 * 24 }),
    days: fc.integer({ min: 0, max: 31 }),
    made: fc.integer({ min: 0, max: 5 }),
  });
  fc.assert(
    fc.property(rules, zones, spans, (rule, zone, span) => {
      const { made } = span;
      const fromMs = START_MS + span.afterHours * 3_600_000;
      const toMs = fromMs + span.days * DAY_MS;
      const firstAtMs = nextTurnAtMs(rule, zone, { afterMs: START_MS, made });
      fc.pre(firstAtMs !== null);

      const expected = [];
      let atMs: number | null = firstAtMs;
      for (let turn = made + 1; atMs !== null && atMs < toMs; turn++) {
        if (atMs >= fromMs) expected.push(turnAt(rule, { id: 'cb1', zone, atMs }));
        atMs = nextTurnAtMs(rule, zone, { afterMs: atMs, made: turn });
      }
      const first = turnFrom(rule, zone, { atMs: firstAtMs, made }, fromMs);
      expect(first ? plannedTurns(rule, { id: 'cb1', zone, first }, toMs) : []).toEqual(expected);
    }),
    { numRuns: 400 },
  );
});
