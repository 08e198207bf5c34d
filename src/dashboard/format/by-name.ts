const NAMES = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** As people look for them: by name, with numbers in a name as numbers; of equal names by id. */
export const byName = <One extends { id: string; name: string }>(items: readonly One[]): One[] =>
  items.toSorted((a, b) => NAMES.compare(a.name, b.name) || NAMES.compare(a.id, b.id));
