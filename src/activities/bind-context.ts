/** The same functions without their first parameter, because Temporal calls activities with their input only. */
type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (
    context: never,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** Binds the first parameter of each function. */
export function bindContext<
  Context,
  Functions extends Record<string, (context: Context, ...args: never[]) => unknown>,
>(context: Context, functions: Functions): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, run]) => [name, run.bind(null, context)]);
  return Object.fromEntries(bound) as Bound<Functions>;
}
