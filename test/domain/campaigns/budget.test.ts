import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askBudget, type Budget } from '../../../src/domain/campaigns/budget.ts';

const BUDGET: Budget = { total: 100n, perDay: 40n, reservePerCall: 10n, alertAt: 0.8 };
const NONE = { spent: 0n, reserved: 0n };

describe('whether one more call fits the budget', () => {
  test.each([
    ['nothing spent', NONE, NONE, { kind: 'open', alert: false }],
    ['the last that fits', { spent: 60n, reserved: 30n }, NONE, { kind: 'open', alert: true }],
    ['one too many', { spent: 60n, reserved: 31n }, NONE, { kind: 'closed', cap: 'total' }],
    ['all of it set aside', { spent: 0n, reserved: 100n }, NONE, { kind: 'closed', cap: 'total' }],
    ['the last of the day', NONE, { spent: 30n, reserved: 0n }, { kind: 'open', alert: false }],
    ['the day is full', NONE, { spent: 21n, reserved: 10n }, { kind: 'closed', cap: 'per-day' }],
    ['overshot', { spent: 140n, reserved: 0n }, NONE, { kind: 'closed', cap: 'total' }],
  ] as const)('%s', (_name, ever, today, expected) => {
    expect(askBudget(BUDGET, ever, today)).toEqual(expected);
  });

  test.each([
    [79n, false],
    [80n, true],
  ])('the alert comes with its share of a cap: at %s', (spent, alert) => {
    expect(askBudget(BUDGET, { spent, reserved: 0n }, NONE)).toEqual({ kind: 'open', alert });
  });

  test('without caps every call fits', () => {
    const budget = { ...BUDGET, total: null, perDay: null };
    const much = { spent: 10n ** 30n, reserved: 0n };
    expect(askBudget(budget, much, much)).toEqual({ kind: 'open', alert: false });
  });

  test('as long as it admits calls, spending and what is set aside never pass a cap', () => {
    const amount = fc.bigInt({ min: 0n, max: 60n });
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.bigInt({ min: 0n, max: 20n }),
        (spent, reserved, reservePerCall) => {
          const budget = { ...BUDGET, perDay: null, reservePerCall };
          const { kind } = askBudget(budget, { spent, reserved }, NONE);
          expect(kind === 'open').toBe(spent + reserved + reservePerCall <= 100n);
        },
      ),
    );
  });
});
