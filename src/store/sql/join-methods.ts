/** All parts in one, by their types. */
type Joined<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  whole: infer Whole,
) => void
  ? Whole
  : never;

/** Refuses two parts that have a method of the same name, because one of the two would be lost. */
export function joinMethods<Part extends object>(parts: readonly Part[]): Joined<Part> {
  const whole = new Map<string, unknown>();
  for (const [name, method] of parts.flatMap((part) => Object.entries(part))) {
    if (whole.has(name)) throw new Error(`two parts of the store have a method ${name}`);
    whole.set(name, method);
  }
  return Object.fromEntries(whole) as Joined<Part>;
}
