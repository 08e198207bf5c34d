import { expect, test } from 'vitest';
import { choicesOf, withChosen } from '../../../src/dashboard/format/choices.ts';

test('words become choices, the empty one first', () => {
  expect(choicesOf({ due: { text: 'Due' } }, 'Any')).toEqual([
    { value: '', text: 'Any' },
    { value: 'due', text: 'Due' },
  ]);
});

test('what is chosen is a choice once, also if it is not among those that were read', () => {
  const choices = [{ value: 'a1', text: 'Ada Example' }];
  expect(withChosen(choices, '')).toEqual(choices);
  expect(withChosen(choices, 'a1')).toEqual(choices);
  expect(withChosen(choices, 'a2')).toEqual([{ value: 'a2', text: 'a2' }, ...choices]);
});
