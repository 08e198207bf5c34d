import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldEvents, type CallEvent } from '../../../src/domain/calls/call-state.ts';
import {
  hasNewEvidence,
  canStillChange,
  weighedOf,
  type KnownEnd,
  type Weighed,
} from '../../../src/domain/calls/late-event.ts';

const known: KnownEnd = { deepest: 'customer_ringing', confirmed: true, placed: 'yes' };

test.each([
  ['click2call.agent_ringing', known, false],
  ['click2call.customer_ringing', known, false],
  ['click2call.bridged', known, true],
  ['click2call.failed', known, false],
  ['click2call.failed', { ...known, confirmed: false }, true],
  ['click2call.finalized', known, true],
  ['click2call.some_day_new', known, false],
  ['click2call.agent_ringing', { ...known, deepest: null }, true],
  ['click2call.completed', { ...known, placed: 'no' }, false],
  ['click2call.agent_ringing', { ...known, placed: 'unknown' }, true],
  ['poke', { ...known, placed: 'unknown' }, true],
  ['poke', known, false],
] as const)('late %s for %j tells news: %s', (name, end, news) => {
  expect(canStillChange(name, end)).toBe(news);
});

describe('events after an end was decided', () => {
  const weighed: Weighed = {
    deepest: 'customer_ringing',
    confirmed: true,
    endSeq: 4,
    billSeq: 5,
    gapAt: null,
  };
  const event = (seq: number, name: string): CallEvent => ({ seq, name: `click2call.${name}` });

  test.each([
    ['a deeper leg', event(9, 'bridged'), weighed, true],
    ['a leg that is known', event(9, 'customer_ringing'), weighed, false],
    ['a later bill', event(6, 'finalized'), weighed, true],
    ['the bill that was weighed, again', event(5, 'finalized'), weighed, false],
    ['another end', event(9, 'completed'), weighed, false],
    [
      'another end where none is confirmed',
      event(9, 'completed'),
      { ...weighed, confirmed: false },
      true,
    ],
    ['an earlier end', event(3, 'completed'), { ...weighed, confirmed: false }, false],
    ['all that was missing of a failed leg', event(1, 'failed'), { ...weighed, gapAt: 0 }, true],
    ['an end whose leg is still open', event(4, 'failed'), { ...weighed, gapAt: 0 }, false],
    [
      'no more of a failed leg than was weighed',
      event(1, 'failed'),
      { ...weighed, gapAt: 1 },
      false,
    ],
    ['a name of some later day', event(9, 'some_day_new'), weighed, false],
  ] as const)('%s', (_what, told, known, more) => {
    expect(hasNewEvidence([told], known)).toBe(more);
  });

  test('what was weighed adds nothing, in any part and any order', () => {
    const names = ['agent_ringing', 'bridged', 'completed', 'failed', 'finalized', 'x'];
    const any = fc.record({ seq: fc.nat(9), name: fc.constantFrom(...names) });
    fc.assert(
      fc.property(
        fc.uniqueArray(any, { selector: ({ seq }) => seq }),
        fc.boolean(),
        fc.boolean(),
        (told, confirmed, legUnknown) => {
          const events = told.map(({ seq, name }) => event(seq, name));
          const known = weighedOf(events, {
            deepest: foldEvents(events).deepest,
            confirmed,
            legUnknown,
          });
          for (let from = 0; from <= events.length; from++) {
            expect(hasNewEvidence(events.slice(from).toReversed(), known)).toBe(false);
          }
        },
      ),
    );
  });
});
