/** What a change changed: the fields that differ between what was there before and what is there after it. */

export interface ChangedField {
  /** Names of nested fields are joined by dots. Empty: the value itself. */
  field: string;
  /** Undefined: there was none. */
  before: string | undefined;
  after: string | undefined;
}

export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((one) => one.before !== one.after);
}

/** Lists are single values: their items have no names. */
function fieldsOf(value: unknown, field = '', found = new Map<string, string>()) {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) {
      fieldsOf(inner, field === '' ? name : `${field}.${name}`, found);
    }
  } else if (value !== null && value !== undefined) {
    found.set(field, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return found;
}
