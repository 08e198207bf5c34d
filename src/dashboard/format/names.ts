const NAMES = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** As people look for them: by name, with numbers in a name as numbers; of equal names by id. */
export const byName = <One extends { id: string; name: string }>(items: readonly One[]): One[] =>
  items.toSorted((a, b) => NAMES.compare(a.name, b.name) || NAMES.compare(a.id, b.id));

/** Embeddings, overrides and isolates (Unicode Standard Annex 9). */
const MARKS = /[\u202a-\u202e\u2066-\u2069]/g;
const FROM_THE_RIGHT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A text that a person wrote, for a sentence: it turns nothing that stands beside it. Elements isolate what they hold by
 * themselves (`base.css`).
 */
export function isolated(text: string): string {
  const plain = text.replace(MARKS, '');
  return FROM_THE_RIGHT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
