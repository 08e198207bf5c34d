import { expect, test } from 'vitest';
import {
  countedClasses,
  forPerson,
  type Report,
} from '../../../../src/dashboard/pages/reconciliations/record-classes.ts';

const counts = {
  equal: 90,
  differs: 0,
  settles: 2,
  unpriced: 0,
  not_over: 1,
  identifies: 1,
  doubtful: 0,
  not_ours: 0,
  repeated: 3,
  conflicting: 0,
};
const report = { counts, missing: 0, unexplained: 0 } as Report;

test('every class of the API is shown', () => {
  expect(countedClasses(report).map(({ name }) => name)).toEqual(
    expect.arrayContaining([...Object.keys(counts), 'missing', 'unexplained']),
  );
});

test('equal, settled, repeated and later records need nobody', () => {
  expect(forPerson(report)).toBe(0);
});

test('differences, doubts and missing records need a person', () => {
  const open = { counts: { ...counts, differs: 1, doubtful: 2 }, missing: 4, unexplained: 1 };
  expect(forPerson(open as Report)).toBe(8);
});
