import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepUnchanged } from '../../../src/dashboard/api/keep-unchanged.ts';

/** What an answer can hold: it has no -0. */
const answer = fc.json().map((text) => JSON.parse(JSON.stringify(JSON.parse(text))) as unknown);

test('the result equals the next answer, and an equal answer is the previous object', () => {
  fc.assert(
    fc.property(answer, answer, (previous, next) => {
      expect(keepUnchanged(previous, next)).toStrictEqual(next);
      const same = JSON.parse(JSON.stringify(previous)) as unknown;
      expect(keepUnchanged(previous, same)).toBe(previous);
    }),
  );
});

test('a member may have any name', () => {
  const previous = JSON.parse('{"__proto__": {"a": 1}, "b": [2]}') as unknown;
  const next = JSON.parse('{"__proto__": {"a": 1}, "b": [3]}') as unknown;
  expect(keepUnchanged(previous, next)).toStrictEqual(next);
  expect(keepUnchanged(previous, structuredClone(previous))).toBe(previous);
  expect(keepUnchanged({}, next)).toStrictEqual(next);
});

test('of many rows those that did not change are the same objects, also where they moved', () => {
  const previous = {
    data: [
      { id: 'a', state: { is: 'ready' } },
      { id: 'b', state: { is: 'on-call' } },
    ],
    next_cursor: null,
  };
  const kept = keepUnchanged(previous, {
    data: [
      { id: 'new', state: { is: 'ready' } },
      { id: 'a', state: { is: 'ready' } },
      { id: 'b', state: { is: 'wrap-up' } },
    ],
    next_cursor: null,
  });
  expect(kept.data[1]).toBe(previous.data[0]);
  expect(kept.data[2]).toEqual({ id: 'b', state: { is: 'wrap-up' } });
  expect(previous.data[1]!.state.is).toBe('on-call');
});
