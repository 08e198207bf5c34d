import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CARRIER_STATES,
  EVENT_PREFIX,
  foldEvents,
  isMilestone,
  type CallEvent,
} from '../../../src/domain/calls/call-state.ts';

const EVENTS: CallEvent[] = [
  { seq: 1, name: 'click2call.agent_ringing' },
  { seq: 2, name: 'click2call.agent_answered' },
  { seq: 3, name: 'click2call.customer_ringing' },
  { seq: 4, name: 'click2call.bridged' },
  { seq: 5, name: 'click2call.completed' },
  { seq: 6, name: 'click2call.finalized' },
  { seq: 7, name: 'click2call.some_day_new' },
];

function* permutations<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    const rest = [...items.slice(0, index), ...items.slice(index + 1)];
    for (const tail of permutations(rest)) yield [item, ...tail];
  }
}

describe('the folded state does not depend on how events arrive', () => {
  test('every order of the seven events, each with one repeated, gives the same state', () => {
    const expected = foldEvents(EVENTS);
    let orders = 0;
    for (const order of permutations(EVENTS)) {
      const repeated = [...order, order[orders % order.length]!];
      expect(foldEvents(repeated)).toEqual(expected);
      orders++;
    }
    expect(orders).toBe(5_040);
  });

  test('any events, in any order and any duplication, fold to the same state', () => {
    const event = fc.record({
      seq: fc.integer({ min: 0, max: 12 }),
      name: fc.constantFrom(
        ...EVENTS.map((e) => e.name),
        'click2call.failed',
        'click2call.x',
        'poke',
      ),
    });
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (events, dice) => {
          const shuffled = [...events, ...events.filter(() => (dice.next().value ?? 0) % 2 === 0)]
            .map((item) => ({ item, key: dice.next().value ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ item }) => item);
          expect(foldEvents(shuffled)).toEqual(foldEvents(events));
        },
      ),
    );
  });
});

test('agent_ringing is best effort: its absence changes nothing but the timeline', () => {
  const { seen: _, ...without } = foldEvents(EVENTS.slice(1));
  const { seen: __, ...withIt } = foldEvents(EVENTS);
  expect(without).toEqual(withIt);
});

test('finalized before the terminal event does not end the call', () => {
  const state = foldEvents([{ seq: 6, name: 'click2call.finalized' }]);
  expect(state).toMatchObject({ finalized: true, ended: undefined });
});

test('of two terminal events the one with the higher seq counts', () => {
  const state = foldEvents([
    { seq: 9, name: 'click2call.failed' },
    { seq: 5, name: 'click2call.completed' },
  ]);
  expect(state.ended).toBe('failed');
});

test('an end that only an event tells deepens nothing: anybody who knows the URL could have sent it', () => {
  const forged = [
    { seq: 1, name: 'click2call.customer_ringing' },
    { seq: 101, name: 'click2call.completed' },
  ];
  expect(foldEvents(forged)).toMatchObject({ deepest: 'customer_ringing', ended: 'completed' });
});

describe('a seq that several names claim', () => {
  const known = fc.record({
    seq: fc.integer({ min: 0, max: 5 }),
    name: fc.constantFrom(...EVENTS.slice(0, 6).map(({ name }) => name), 'click2call.failed'),
  });
  const unknown = fc.record({
    seq: fc.integer({ min: 0, max: 5 }),
    name: fc.constantFrom('click2call.agent_whispered', 'click2call.zzz', 'aaa', 'poke'),
  });

  test('unknown names never displace known ones, whichever came first', () => {
    fc.assert(
      fc.property(fc.array(known), fc.array(unknown), (events, others) => {
        const { seen: _, ...expected } = foldEvents(events);
        for (const arrived of [
          [...others, ...events],
          [...events, ...others],
        ]) {
          expect(foldEvents(arrived)).toMatchObject(expected);
        }
      }),
    );
  });

  test('the deepest of two known names counts, whichever came first', () => {
    const story = [
      { seq: 3, name: 'click2call.bridged' },
      { seq: 3, name: 'click2call.agent_ringing' },
      { seq: 3, name: 'click2call.completed' },
      { seq: 3, name: 'click2call.failed' },
    ];
    for (const arrived of [story, story.toReversed()]) {
      expect(foldEvents(arrived)).toMatchObject({ deepest: 'bridged', ended: 'completed' });
    }
  });
});

test('unknown names stay in the timeline and move nothing', () => {
  const state = foldEvents([{ seq: 3, name: 'click2call.toasted' }]);
  expect(state).toEqual({
    deepest: 'accepted',
    ended: undefined,
    finalized: false,
    seen: [{ seq: 3, name: 'click2call.toasted' }],
  });
});

test('every end of a call and its final bill are milestones, and no other event is', () => {
  const names = [...CARRIER_STATES, 'finalized', 'other'].map((name) => EVENT_PREFIX + name);
  expect(names.filter(isMilestone)).toEqual([
    'click2call.failed',
    'click2call.completed',
    'click2call.finalized',
  ]);
});
