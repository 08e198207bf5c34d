import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  legsOf,
  placeOf,
  ticksOf,
  type LegTimes,
} from '../../../../src/dashboard/pages/call/call-legs.ts';

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();
const NONE: LegTimes = {
  placed_at: null,
  agent_ringing_at: null,
  answered_at: null,
  customer_ringing_at: null,
  bridged_at: null,
  ended_at: null,
};
const WHOLE: LegTimes = {
  placed_at: iso(100),
  agent_ringing_at: iso(101),
  answered_at: iso(105),
  customer_ringing_at: iso(106),
  bridged_at: iso(116),
  ended_at: iso(176),
};
const shown = (times: LegTimes, nowSeconds = 0, wrapUp?: { from: string; to: string | null }) =>
  legsOf(times, nowSeconds * 1_000, wrapUp)?.legs.map(({ bars }) =>
    bars.map(({ name, fromMs, toMs, open }) => [name, fromMs / 1_000, toMs / 1_000, open]),
  );

test('a talk has both legs, and the wrap-up of its agent', () => {
  expect(shown(WHOLE, 0, { from: iso(176), to: iso(186) })).toEqual([
    [
      ['Rings', 101, 105, false],
      ['On the call', 105, 176, false],
      ['Wrap-up', 176, 186, false],
    ],
    [
      ['Rings', 106, 116, false],
      ['Talk', 116, 176, false],
    ],
  ]);
});

test('a live call grows until now', () => {
  expect(shown({ ...WHOLE, bridged_at: null, ended_at: null }, 110)).toEqual([
    [
      ['Rings', 101, 105, false],
      ['On the call', 105, 110, true],
    ],
    [['Rings', 106, 110, true]],
  ]);
});

test('a clock of the reader that is behind gives a bar without width, not one backwards', () => {
  expect(shown({ ...NONE, placed_at: iso(100) }, 90)).toEqual([[['Rings', 100, 100, true]], []]);
});

test('the request is the begin of the ringing if the carrier reports none', () => {
  expect(shown({ ...NONE, placed_at: iso(100), ended_at: iso(130) })).toEqual([
    [['Rings', 100, 130, false]],
    [],
  ]);
});

test('times that are not in order have no bar', () => {
  expect(shown({ ...WHOLE, answered_at: iso(90) })![0]).toEqual([['On the call', 90, 176, false]]);
});

test('a call for which nothing rang has no legs', () => {
  expect(legsOf(NONE, 0)).toBeUndefined();
});

const seconds = fc.option(fc.integer({ min: 0, max: 100_000 }).map(iso), { nil: null });

test('every bar lies on the scale, whatever the times are', () => {
  const times = fc.record({
    placed_at: seconds,
    agent_ringing_at: seconds,
    answered_at: seconds,
    customer_ringing_at: seconds,
    bridged_at: seconds,
    ended_at: seconds,
  });
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 100_000_000 }), (some, nowMs) => {
      const legs = legsOf(some, nowMs);
      for (const bar of legs?.legs.flatMap(({ bars }) => bars) ?? []) {
        const { left, width } = placeOf(bar, legs!);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(width).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(100.000_1);
      }
    }),
  );
});

test('the scale has round steps, at most nine marks, and all of them within it', () => {
  expect(ticksOf({ fromMs: 0, toMs: 85_000 })).toEqual([0, 15, 30, 45, 60, 75]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (toMs) => {
      const ticks = ticksOf({ fromMs: 0, toMs });
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(9);
      expect(ticks.at(-1)! * 1_000).toBeLessThanOrEqual(toMs);
    }),
  );
});
