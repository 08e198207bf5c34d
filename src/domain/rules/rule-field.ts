/**
 * How a rule of campaigns is described. The API's schema, the options of the command line, the form of the dashboard and
 * what `campaigns show` prints are made of the description.
 */

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The value of each kind, in JSON. */
export interface Values {
  name: string;
  flag: boolean;
  integer: number;
  number: number;
  /** A number with its unit, such as `30m`. Bounds are in milliseconds. */
  duration: string;
  /** A decimal, in the currency of the account. */
  money: string;
  /** An RFC 3339 instant. */
  instant: string;
  zone: string;
  phone: string;
  pool: string;
  choice: string;
  /** Bounds of lists are the number of their items. */
  dates: string[];
  countries: string[];
  'suppression-lists': string[];
  hours: { weekdays: Weekday[]; from: string; to: string }[];
  rolling: { days: number; most: number }[];
  refusals: Record<string, RefusalValue>;
}
export type RuleKind = keyof Values;

interface RefusalValue {
  action: 'retry' | 'fail-contact' | 'pause-campaign';
  after: string | null;
  most: number;
}

interface Described {
  nullable?: true;
  /** Its name in the policy, where it does not follow from its name here. */
  member?: string;
  /** For developers, in the API's document. */
  text?: string;
  /** How `campaigns show` prints it: a name in braces is a field of its object. Defaults are not printed. */
  shown?: string;
  /** Printed if it is null. */
  unset?: string;
  /** Options of the command line, each with its help. One without a value switches the field on or off. */
  flags?: Readonly<Record<string, string>>;
}

export interface RuleField extends Described {
  kind: RuleKind;
  least?: number;
  most?: number;
  choices?: readonly string[];
  /** The value if the object that it is in is given without it. */
  default?: unknown;
  /** For operators, in the form. */
  label: string;
  hint?: string;
  /** The part of the form, for a field that is in no object or belongs elsewhere. */
  group?: string;
  /** How a decision is shown that read it: names in braces are fields of the decision record. */
  decided?: string;
  /** The fields of each item of a list. */
  items?: Readonly<Record<string, RuleField>>;
}

export interface RuleObject extends Described {
  /** Title and hint of its part of the form. */
  title: string;
  hint?: string;
  fields: Readonly<Record<string, RuleField | RuleObject>>;
  /** The name of its component in the API's document. Without one, fields that are left out keep their values. */
  id?: string;
  /** The description of the object itself, where `text` is that of the place. */
  about?: string;
}

export type Rule = RuleField | RuleObject;
export type Rules = Readonly<Record<string, Rule>>;

export const isObject = (rule: Rule): rule is RuleObject => 'fields' in rule;

type ValueIn<One> = One extends { fields: infer Fields }
  ? JsonOf<Fields>
  : One extends { choices: readonly (infer Choice)[] }
    ? Choice
    : One extends { kind: infer Kind extends RuleKind }
      ? Values[Kind]
      : never;

/** The JSON value of a described rule. */
export type ValueOf<One> = ValueIn<One> | (One extends { nullable: true } ? null : never);
/** The JSON object of described rules. */
export type JsonOf<Fields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };
