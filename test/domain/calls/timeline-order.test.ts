import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inEventOrder } from '../../../src/domain/calls/timeline-order.ts';

const event = (seq: number, placement = 1) => ({ text: `event ${seq}`, placement, seq });
const note = (text: string) => ({ text, placement: null, seq: null });
const textsOf = (lines: readonly { text: string }[]) => lines.map(({ text }) => text);

test('events that arrive in the wrong order are told in the right one, and other lines stay', () => {
  const arrived = [note('claimed'), event(3), note('ended'), event(1), event(2), note('settled')];
  expect(textsOf(inEventOrder(arrived))).toEqual([
    'claimed',
    'event 1',
    'ended',
    'event 2',
    'event 3',
    'settled',
  ]);
});

test('each placement counts its own events, and an event without a number stays where it arrived', () => {
  const arrived = [event(2, 1), note('no seq'), event(1, 2), event(1, 1)];
  expect(inEventOrder(arrived)).toEqual([event(1, 1), note('no seq'), event(1, 2), event(2, 1)]);
});

test('whatever the order of arrival, the events are told in the same one, and nothing is lost', () => {
  const line = fc.oneof(
    fc.nat(9).map((seq) => event(seq)),
    fc.constantFrom('a', 'b').map(note),
  );
  const shuffled = fc
    .array(line, { maxLength: 12 })
    .chain((lines) =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
    );
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      const events = (lines: typeof one) =>
        textsOf(inEventOrder(lines).filter(({ seq }) => seq !== null));
      expect(events(other)).toEqual(events(one));
      expect(textsOf(inEventOrder(other)).toSorted()).toEqual(textsOf(one).toSorted());
      const places = (lines: typeof one) =>
        lines.map(({ seq, text }) => (seq === null ? text : ''));
      expect(places(inEventOrder(other))).toEqual(places(other));
    }),
  );
});
