import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import {
  numberChange,
  numberTurn,
  type NumberTurn,
  type OneNumber,
} from '../../../src/domain/contacts/next-number.ts';
import { DISPOSITIONS, REACHED } from '../../../src/domain/calls/disposition.ts';
import { OTHER_NUMBER } from '../../../src/domain/rules/due-reasons.ts';
import { NEXT_NUMBERS } from '../../../src/domain/rules/next-numbers.ts';

describe('the turn of a number', () => {
  test.each(NEXT_NUMBERS)('ends for the person once somebody answered: %s', (when) => {
    for (const disposition of REACHED)
      expect(numberTurn({ kind: 'final', rule: 'rule-most', disposition }, when)).toBe('ends');
  });

  test.each(NEXT_NUMBERS)('stays while a call may still be live: %s', (when) => {
    const end = { kind: 'locked', rule: 'unknown', disposition: 'unknown' } as const;
    expect(numberTurn(end, when)).toBe('stays');
  });

  test.each(['person', 'outcome', 'campaign-over'] as const)(
    'ends when the contact is final by %s',
    (rule) => {
      const end = { kind: 'final', rule, disposition: 'customer-unreached' } as const;
      expect(numberTurn(end, 'after-each-try')).toBe('ends');
    },
  );

  test.each([
    ['customer-unreached', 'max-attempts'],
    ['agent-unreached', 'rule-most'],
    ['refused', 'refused'],
    ['not-dialled', 'not-dialled'],
  ] as const)('passes on after %s, when its tries are over', (disposition, rule) => {
    const end = { kind: 'final', rule, disposition } as const;
    expect(numberTurn(end, 'after-last-try')).toBe('passes');
    expect(numberTurn(end, 'never')).toBe('stays');
  });

  test.each(NEXT_NUMBERS)('is over once somebody answered at another number: %s', (when) => {
    const answered = { own: false, other: true };
    for (const kind of ['due', 'final'] as const)
      for (const passesOn of [false, true])
        expect(
          numberTurn(
            { kind, rule: 'redial-rule', disposition: 'customer-unreached', passesOn, answered },
            when,
          ),
        ).toBe('leaves');
  });

  test('passes on between two tries only if the customer’s phone rang, or may have', () => {
    const passing = DISPOSITIONS.filter(
      (disposition) =>
        numberTurn({ kind: 'due', rule: 'redial-rule', disposition }, 'after-each-try') ===
        'passes',
    );
    expect(passing).toEqual(['customer-unreached', 'leg-unknown']);
    for (const disposition of passing)
      expect(numberTurn({ kind: 'due', rule: 'redial-rule', disposition }, 'after-last-try')).toBe(
        'stays',
      );
  });
});

describe('the numbers of a person', () => {
  const other = fc.record({
    state: fc.constantFrom('due', 'claimed', 'final', 'locked'),
    dueReason: fc.constantFrom(null, OTHER_NUMBER, 'suppressed'),
    erased: fc.boolean(),
  }) satisfies fc.Arbitrary<Omit<OneNumber, 'position'>>;
  const turn = fc.constantFrom<NumberTurn>('stays', 'passes', 'ends', 'leaves');
  const ownState = fc.constantFrom<OneNumber['state']>('due', 'final', 'locked');

  test('have at most one more in turn than before, never beside another, and never an erased one', () => {
    fc.assert(
      fc.property(fc.array(other, { maxLength: 9 }), ownState, turn, (rest, state, which) => {
        const others = rest.map((each, index) => ({
          ...each,
          position: index < 4 ? index + 1 : index + 2,
        }));
        const { parksOwn, next, closesOthers } = numberChange(
          { position: 5, state },
          others,
          which,
        );
        const isElsewhere = others.some((each) => each.state !== 'final');
        const eligible = others.filter(
          (each) => each.state === 'final' && each.dueReason === OTHER_NUMBER && !each.erased,
        );
        expect(next === null || eligible.some(({ position }) => position === next)).toBe(true);
        expect(next === null || (!isElsewhere && !closesOthers)).toBe(true);
        // Two are never in turn: the own one gives way to another, whether that was so before or is now.
        const isTaken = others.some((each) => each.state === 'claimed' || each.state === 'locked');
        const hasOther = next !== null || (which === 'ends' ? isTaken : isElsewhere);
        expect(parksOwn).toBe(state === 'due' && (hasOther || which === 'leaves'));
      }),
    );
  });

  test('come in turn in their order, and the first follows the last', () => {
    const others = [1, 2, 4].map((position) => ({
      position,
      state: 'final' as const,
      dueReason: OTHER_NUMBER,
      erased: false,
    }));
    const after = (position: number) =>
      numberChange(
        { position, state: 'due' },
        others.filter((one) => one.position !== position),
        'passes',
      ).next;
    expect([1, 2, 3, 4].map(after)).toEqual([2, 4, 4, 1]);
  });
});
