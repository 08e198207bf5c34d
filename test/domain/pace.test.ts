import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterLastPost, slotsWithin, takeSlot, type PacedBy } from '../../src/domain/pace.ts';

const NOW = 1_000_000;
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
});
