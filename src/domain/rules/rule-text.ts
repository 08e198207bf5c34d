/** Texts of rules with values in them. */
import type { RuleField } from './rule-field.ts';

type Values = Readonly<Record<string, unknown>>;
type TextOf<Value> = (value: Value, name: string) => string;
type Leaf = string | number | null;

const inWords: TextOf<unknown> = (value) =>
  Array.isArray(value) ? value.join(' ') : String(value);

/** `values` at their names in braces. */
export const filled = (
  template: string,
  values: Values,
  textOf: TextOf<unknown> = inWords,
): string => template.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(values[name], name));

/** What a decision read of each rule that was set. */
export const decidedTexts = (
  fields: Readonly<Record<string, RuleField>>,
  record: object,
  textOf: TextOf<Leaf>,
): string[] =>
  Object.entries(fields).flatMap(([name, { decided }]) => {
    const read = (record as Values)[name] ?? [];
    if (decided === undefined) return [];
    return [read]
      .flat()
      .map((one) => filled(decided, one as Values, (value, inner) => textOf(value as Leaf, inner)));
  });
