import { expect, test } from 'vitest';
import { LiveCalls } from '../../../src/api/ingress/live-calls.ts';

/** The store counts 1, then 2, and so on; a count of a multiple of three fails. */
function counting() {
  let nowMs = 1_000_000;
  let counts = 0;
  const store = {
    async liveCalls() {
      counts += 1;
      if (counts % 3 === 0) throw new Error('the disk is full');
      return counts;
    },
  };
  const live = new LiveCalls(store, () => nowMs);
  const after = (ms: number) => {
    nowMs += ms;
    return live.count();
  };
  return { after, counts: () => counts };
}

test('live calls are counted once a second, however many webhooks ask', async () => {
  const { after, counts } = counting();
  const asked = Array.from({ length: 500 }, () => after(1));
  expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
  expect(counts()).toBe(1);
  expect(await after(600)).toBe(2);
  expect(counts()).toBe(2);
});

test('when counting fails the last number stands, and they are counted again a second later', async () => {
  const { after } = counting();
  await after(0);
  expect([await after(1_000), await after(1_000), await after(1_000)]).toEqual([2, 2, 4]);
});

test('a clock that is set back does not keep an old number', async () => {
  const { after, counts } = counting();
  await after(0);
  expect(await after(-3_600_000)).toBe(2);
  expect(counts()).toBe(2);
});
