/** The carrier's resources as pages show them. Its document shows no bodies, so their fields are not known in advance. */

export type CarrierObject = Readonly<Record<string, unknown>>;

const MOST_COLUMNS = 6;
/** The server hides such fields in the audit too. */
const SECRET_NAME =
  /pass|pwd|psk|ha1|digest|auth|secret|token|credential|key|private|cert|(^|_|-)pin(_|-|$)/i;

/** The fields that most items have, `id` first. */
export function columnNames(items: readonly CarrierObject[]): string[] {
  const counts = new Map<string, number>();
  for (const name of items.flatMap((item) => Object.keys(item))) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const hasId = counts.delete('id');
  const common = [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  return [...(hasId ? ['id'] : []), ...common].slice(0, MOST_COLUMNS);
}

/** Values of fields that may be secrets are not shown: others may see the screen. */
export function shownValue(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (SECRET_NAME.test(name)) return '(hidden)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The id of an item; undefined: it has none, so it cannot be changed here. */
export function idOf({ id }: CarrierObject): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** A number in international form, with or without the plus. */
const NUMBER = /^\+?\d{7,15}$/;

/** The DID number of an item of the list of numbers; undefined: no field looks like one. */
export function numberOf(item: CarrierObject): string | undefined {
  const fields = Object.entries(item).filter(
    ([name, value]) => name !== 'id' && typeof value === 'string' && NUMBER.test(value),
  ) as [string, string][];
  const named = fields.find(([name]) => /number|did|phone/i.test(name));
  return (named ?? fields[0])?.[1];
}

/** @returns the object, or what is wrong with the text */
export function objectOf(text: string): { object: Record<string, unknown> } | { fault: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { object: value as Record<string, unknown> };
    }
    return { fault: 'must be a JSON object, such as {"name": "front-desk"}' };
  } catch (error) {
    return { fault: `is no JSON: ${(error as Error).message}` };
  }
}

/** `name=value` lines, for the placeholders of an operation. */
export function valuesOf(text: string): { values: Record<string, string> } | { fault: string } {
  const values: Record<string, string> = {};
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const at = line.indexOf('=');
    if (at < 1) return { fault: `must have lines such as number=+12025550123, not “${line}”` };
    values[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return { values };
}
