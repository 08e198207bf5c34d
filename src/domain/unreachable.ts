/** Closes a `switch` over a union: a new member then fails the type check, and at run time fails loudly. */
export function unreachable(value: never): never {
  throw new TypeError(`unreachable: ${JSON.stringify(value)}`);
}
