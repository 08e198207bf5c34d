/** What the store gives, in the form of answers: `dueAtMs: 1` is `due_at: '1970-01-01T00:00:00.001Z'`. */
import { iso } from '../schemas.ts';

type Instant =
  | `${string}${'At' | 'Until'}Ms`
  | `${'at' | 'from' | 'to' | 'since' | 'until' | 'notBefore' | 'notAfter'}Ms`;
/** Other names that end in `Ms` are those of durations. */
const INSTANT = /(?:(?:At|Until)|^(?:at|from|to|since|until|notBefore|notAfter))Ms$/;

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
type InstantName<Name> = Name extends `${infer Start}Ms` ? Snake<Start> : never;

/** Lists of answers may be changed. */
type List<Value> = Value extends readonly (infer Item)[] ? Item[] : Value;

type InJson<Row> = {
  -readonly [
    Name in keyof Row & string as Name extends Instant ? InstantName<Name> : Snake<Name>
  ]: Name extends Instant ? Exclude<Row[Name], number> | string : List<Row[Name]>;
};

/** Underscores in names, and instants as text. Values of other kinds stay as they are, those of objects included. */
export const inJson = <Row extends object>(row: Row): InJson<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) =>
      INSTANT.test(name)
        ? [snake(name.slice(0, -'Ms'.length)), typeof value === 'number' ? iso(value) : value]
        : [snake(name), value],
    ),
  ) as InJson<Row>;

export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
