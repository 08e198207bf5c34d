import { expect, test } from 'vitest';
import { scrubbed, scrubbedJson } from '../../../src/domain/privacy/erasure.ts';

const numbers = ['+12025550126'];

test('a number vanishes, however its plus sign is written', () => {
  expect(scrubbed('asked +12025550126, then 12025550126', { numbers })).toBe(
    'asked erased, then erased',
  );
});

test('a name or a row key vanishes as a whole word', () => {
  const others = ['Ann-Marie Ex.', 'row-12', '4711007'];
  expect(scrubbed('Ann-Marie Ex. (row-12, 4711007) called', { numbers, others })).toBe(
    'erased (erased, erased) called',
  );
  expect(scrubbed('row-123 and 14711007', { numbers, others })).toBe('row-123 and 14711007');
});

test.each(['1', '12', '123456', 'in', 'May'])(
  'the row key or name %s changes no words and figures that are ours',
  (other) => {
    const text = 'placement 1: intent written in May, stored, 123456 bytes, status 12';
    expect(scrubbed(text, { numbers, others: [other] })).toBe(text);
  },
);

test('of a JSON value the keys stay, unless one is a number', () => {
  const value = { kind: 'refused', '+12025550126': ['kind words for 12025550126'] };
  expect(scrubbedJson(value, { numbers, others: ['kind'] })).toEqual({
    kind: 'refused',
    erased: ['erased words for erased'],
  });
});
