/** Texts of rules with values in them. */
import type { RuleField } from './rule-field.ts';

type Values = Readonly<Record<string, unknown>>;
type TextOf = (value: unknown, name: string) => string;

const inWords: TextOf = (value) => (Array.isArray(value) ? value.join(' ') : String(value));

/** `values` at their names in braces. */
export const filled = (template: string, values: Values, textOf: TextOf = inWords): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(values[name], name));

/** What a decision read of each rule that was set. */
export const decidedTexts = (
  fields: Readonly<Record<string, RuleField>>,
  record: object,
  textOf: TextOf,
): string[] =>
  Object.entries(fields).flatMap(([name, { decided }]) => {
    const read = (record as Values)[name] ?? [];
    if (decided === undefined) return [];
    return [read].flat().map((one) => filled(decided, one as Values, textOf));
  });
