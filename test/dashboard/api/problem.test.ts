import { expect, test } from 'vitest';
import { ApiProblem, fieldText } from '../../../src/dashboard/api/problem.ts';

test.each([
  ['#/7/address', 'line 7, address'],
  ['#/redial/most', 'redial/most'],
  ['#/7', ''],
])('the fault at %s stands at: %s', (pointer, text) => {
  const { fields } = new ApiProblem(422, { errors: [{ pointer, detail: 'is wrong' }] });
  expect(fields.map(({ field }) => fieldText(field))).toEqual([text]);
});
