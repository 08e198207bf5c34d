/** Ends a `switch` over a union. A missing member fails the type check, and throws at run time. */
export function unreachable(value: never): never {
  throw new TypeError(`unreachable: ${JSON.stringify(value)}`);
}
