import { expect, test } from 'vitest';
import { wrapUpMsOf } from '../../../src/domain/agents/wrap-up.ts';

const RULES = { wrapUpMs: 5_000, outcomeWithinMs: 60_000 };

test.each([
  ['completed', false, 60_000],
  ['dropped', false, 60_000],
  ['completed', true, 0],
  ['customer-unreached', false, 5_000],
  ['agent-unreached', false, 0],
  ['leg-unknown', false, 0],
] as const)('after %s, outcome set: %s', (disposition, hasOutcome, ms) => {
  expect(wrapUpMsOf(RULES, { disposition, hasOutcome })).toBe(ms);
});

test('a policy of an earlier schema requires no outcome', () => {
  expect(wrapUpMsOf({ wrapUpMs: 5_000 }, { disposition: 'completed', hasOutcome: false })).toBe(
    5_000,
  );
});
