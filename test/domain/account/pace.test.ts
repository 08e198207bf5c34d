import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterLastPost,
  departureOf,
  nextSlotAfter,
  slotsWithin,
  takeSlot,
  type PacedBy,
} from '../../../src/domain/account/pace.ts';

const NOW = 1_000_000;
const CALLS = 60;
const paced = (more: Partial<PacedBy>): PacedBy => ({
  perSecond: 10,
  nextSlotMs: 0,
  lastPostMs: 0,
  ...more,
});

describe('slots of a pace', () => {
  test.each([
    ['a quiet pace has one now', { nextSlotMs: NOW - 5_000 }, NOW, NOW + 100],
    ['a busy one has the next that nobody took', { nextSlotMs: NOW + 250 }, NOW + 250, NOW + 350],
    ['a slow one is slow', { perSecond: 0.5 }, NOW, NOW + 2_000],
  ])('%s', (_name, pace, slotMs, next) => {
    expect(takeSlot([paced(pace)], NOW)).toEqual({ slotMs, next: [next] });
  });

  test('of two paces the slower decides, and both move on', () => {
    const paces = [paced({ nextSlotMs: NOW + 30 }), paced({ perSecond: 2, nextSlotMs: NOW + 400 })];
    expect(takeSlot(paces, NOW)).toEqual({ slotMs: NOW + 400, next: [NOW + 500, NOW + 900] });
  });

  test.each([
    ['long ago', NOW - 5_000, NOW],
    ['a moment ago', NOW - 40, NOW + 60],
  ])(
    'a POST that had its slot keeps the distance to the last one, %s',
    (_name, lastPostMs, atMs) => {
      expect(afterLastPost([paced({ lastPostMs })], NOW)).toBe(atMs);
    },
  );

  test.each([
    [NOW, 1_000, 10],
    [NOW + 950, 1_000, 1],
    [NOW + 1_000, 1_000, 0],
    [NOW + 9_000, 1_000, 0],
  ])('with the next at %i, within %i ms there are %i', (nextSlotMs, spanMs, slots) => {
    expect(slotsWithin(paced({ nextSlotMs }), NOW, spanMs)).toBe(slots);
  });

  test('whoever comes whenever, no two slots are closer than the pace', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { minLength: 2, maxLength: 30 }), (waits) => {
        let pace = paced({});
        let nowMs = NOW;
        const slots = waits.map((waitMs) => {
          nowMs += waitMs;
          const { slotMs, next } = takeSlot([pace], nowMs);
          pace = { ...pace, nextSlotMs: next[0]! };
          return slotMs;
        });
        for (const [index, slotMs] of slots.slice(1).entries()) {
          expect(slotMs - slots[index]!).toBeGreaterThanOrEqual(100);
        }
      }),
    );
  });

  test.each([
    ['on time', NOW + 100, NOW + 100],
    ['a fraction after, as clocks count', NOW + 100.7, NOW + 100],
    ['late', NOW + 101, NOW + 101],
    ['early, because no pace was set', NOW + 40, NOW + 40],
  ])('a POST that leaves %s counts from %i', (_name, atMs, fromMs) => {
    expect(departureOf(paced({ lastPostMs: NOW }), atMs)).toBe(fromMs);
  });

  test.each([
    ['on time, nothing moves', NOW, NOW + 300, NOW + 300],
    ['a fraction late, nothing moves', NOW + 0.6, NOW + 300, NOW + 300],
    ['late, new slots come behind the two that wait', NOW + 30, NOW + 300, NOW + 330],
    ['after a quiet minute, too', NOW, 0, NOW + 300],
  ])('of a POST that leaves %s', (_name, atMs, nextSlotMs, expected) => {
    expect(nextSlotAfter(paced({ nextSlotMs }), atMs, 2)).toBe(expected);
  });

  test('whoever leaves late, no two POSTs are closer than the pace, and it is kept but for what was late', () => {
    const run = fc.record({
      perSecond: fc.integer({ min: 1, max: 40 }),
      inLine: fc.integer({ min: 1, max: 10 }),
      lateMs: fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(80)), {
        minLength: CALLS,
        maxLength: CALLS,
      }),
    });
    fc.assert(
      fc.property(run, ({ perSecond, inLine, lateMs }) => {
        const gapMs = 1_000 / perSecond;
        const leftMs = played(perSecond, inLine, lateMs);
        for (const [index, atMs] of leftMs.slice(1).entries()) {
          expect(atMs - leftMs[index]!).toBeGreaterThan(gapMs - 1);
        }
        // Each that is late makes the next wait for a whole millisecond of its own.
        const allLateMs = lateMs.reduce((sum, each) => sum + (each === 0 ? 0 : each + 1), 0);
        const tookMs = leftMs.at(-1)! - leftMs[0]!;
        expect(tookMs).toBeLessThanOrEqual(Math.ceil((CALLS - 1) * gapMs) + allLateMs + 1);
      }),
      // One POST a millisecond late cost every third of those behind it another one.
      {
        examples: [
          [{ perSecond: 27, inLine: 2, lateMs: [1, ...Array<number>(CALLS - 1).fill(0)] }],
        ],
      },
    );
  });
});

/** Calls that take their slots `inLine` at a time ahead, and leave so late after them. */
function played(perSecond: number, inLine: number, lateMs: readonly number[]): number[] {
  let pace: PacedBy = { perSecond, nextSlotMs: 0, lastPostMs: 0 };
  let nowMs = NOW;
  const line: number[] = [];
  return lateMs.map((late) => {
    while (line.length < inLine) {
      const { slotMs, next } = takeSlot([pace], nowMs);
      pace = { ...pace, nextSlotMs: next[0]! };
      line.push(slotMs);
    }
    nowMs = Math.max(nowMs, Math.ceil(afterLastPost([pace], line.shift()!))) + late;
    pace = {
      ...pace,
      lastPostMs: departureOf(pace, nowMs),
      nextSlotMs: nextSlotAfter(pace, nowMs, line.length),
    };
    return nowMs;
  });
}
