/** Ids as a carrier may make them: any characters, 200 of them. */
import fc from 'fast-check';

const CHARACTERS = Array.from('aZ09._~-/?#&=%+$\'"\\<>{}[] \t\n\0éß人😀');

export const oddIds: string[] = [
  'x'.repeat(200),
  '😀'.repeat(100),
  'a/b?c#d%2F..',
  '../..',
  '$&',
  ...fc.sample(
    fc
      .string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: 200 })
      .filter((id) => id !== '.' && id !== '..'),
    20,
  ),
];
