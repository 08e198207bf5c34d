import { expect, test } from 'vitest';
import { DEFAULT_ANSWERS } from '../../../../src/domain/planning/rehearsal/answers.ts';
import { DEFAULT_FORECAST } from '../../../../src/domain/planning/rehearsal/forecast.ts';
import { readOrder, writeOrder } from '../../../../src/domain/planning/rehearsal/rehearsal-text.ts';

test('an order reads as it was written, money beyond 2^53 included', () => {
  const settings = {
    ...DEFAULT_FORECAST,
    startMs: 1_800_000_000_000,
    mostCalls: 1,
    mostCallsInAll: 1,
    mostMs: 1,
  };
  const order = { model: { ...DEFAULT_ANSWERS, feePerCall: 2n ** 60n }, settings };
  expect(readOrder(writeOrder(order))).toEqual(order);
});
