/** The choices of select fields. */
import { isolated } from './names.ts';

export interface Choice {
  value: string;
  text: string;
}

export const textChoices = (texts: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(texts).map(([value, text]) => ({ value, text }));

/** @param none what the empty choice is called */
export const choicesOf = (
  words: Readonly<Record<string, { text: string }>>,
  none = 'All',
): Choice[] => [
  { value: '', text: none },
  ...Object.entries(words).map(([value, { text }]) => ({ value, text })),
];

/** What is chosen is shown too if it is not among the choices: an old campaign, or a deleted agent. */
export const withChosen = (choices: readonly Choice[], chosen: string): Choice[] =>
  chosen === '' || choices.some(({ value }) => value === chosen)
    ? [...choices]
    : [{ value: chosen, text: chosen }, ...choices];

/** By name. Where several have the same name, each has its id beside it. */
export function namedChoices(items: readonly { id: string; name: string }[]): Choice[] {
  const times = Map.groupBy(items, ({ name }) => name);
  return items.map(({ id, name }) => ({
    value: id,
    text: times.get(name)!.length === 1 ? name : `${isolated(name)} (${id})`,
  }));
}
