import { expect, test } from 'vitest';
import { choicesOf, namedChoices, withChosen } from '../../../src/dashboard/format/choices.ts';

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

test('items with the same name have their ids beside it', () => {
  const items = [
    { id: 'a1', name: 'Ada Example' },
    { id: 'b1', name: 'Ben Example' },
    { id: 'b2', name: 'Ben Example' },
  ];
  expect(namedChoices(items).map(({ text }) => text)).toEqual([
    'Ada Example',
    'Ben Example (b1)',
    'Ben Example (b2)',
  ]);
});
