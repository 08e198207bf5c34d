/** The people of the standing demonstration. */
import { expect, test } from 'vitest';
import { personAt } from '../../src/dev/example/demonstration.ts';

const MOST = 4_000;
const people = Array.from({ length: MOST }, (_, index) => personAt(index)!);

test('every number is of a range for fiction, and none comes twice', () => {
  expect(new Set(people.map(({ number }) => number)).size).toBe(MOST);
  expect(new Set(people.map(({ row_key: key }) => key)).size).toBe(MOST);
  // Ofcom keeps these for drama: 020 7946 0xxx, and 496 0xxx of Leeds, Birmingham and Edinburgh.
  const FICTION = /^\+44(2079460|1134960|1214960|1314960)\d{3}$/;
  expect(people.filter(({ number }) => !FICTION.test(number))).toEqual([]);
});

test('after the last number there is nobody', () => {
  expect(personAt(MOST)).toBeUndefined();
});
