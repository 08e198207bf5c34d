/** Schemas of single fields of rules, made from their description. */
import * as z from 'zod';
import type { RuleField, RuleKind, ValueOf } from '../../domain/rules/rule-field.ts';
import { parseMoney } from '../../domain/money.ts';
import {
  Duration,
  durationMs,
  formatDuration,
  GivenInstant,
  Money,
  Zone,
} from '../http/schemas.ts';

const E164_OR_DIGITS = /^\+?[1-9][0-9]{1,14}$/;
const Amount = Money.refine(
  (text) => (parseMoney(text) ?? -1n) >= 0n,
  'must be a decimal of at most ten places, such as 12.50',
);

type Structured = 'hours' | 'dates' | 'rolling' | 'countries' | 'suppression-lists' | 'refusals';
export type SimpleKind = Exclude<RuleKind, Structured>;
type Bounds = Pick<RuleField, 'least' | 'most' | 'choices'>;

/** A bound that is not described is none. */
export const boundsOf = ({ least = -Infinity, most = Infinity }: Bounds) => [least, most] as const;

const SIMPLE: Record<SimpleKind, (field: Bounds) => z.ZodType> = {
  name: (field) => z.string().trim().min(boundsOf(field)[0]).max(boundsOf(field)[1]),
  flag: () => z.boolean(),
  integer: (field) => z.int().min(boundsOf(field)[0]).max(boundsOf(field)[1]),
  number: (field) => z.number().min(boundsOf(field)[0]).max(boundsOf(field)[1]),
  duration: ({ least }) =>
    least === undefined
      ? Duration
      : Duration.refine((text) => durationMs(text) >= least, `at least ${formatDuration(least)}`),
  money: () => Amount,
  instant: () => GivenInstant,
  zone: () => Zone,
  phone: () =>
    z.string().regex(E164_OR_DIGITS, 'must be an E.164 number of at most 15 digits, + optional'),
  pool: (field) => z.string().min(boundsOf(field)[0]).max(boundsOf(field)[1]),
  choice: ({ choices = [] }) => z.enum(choices),
};

export const isSimple = (field: RuleField): field is RuleField & { kind: SimpleKind } =>
  field.kind in SIMPLE;

/** The value alone: neither null nor left out. */
export const simpleSchema = <Field extends RuleField & { kind: SimpleKind }>(field: Field) =>
  SIMPLE[field.kind](field) as z.ZodType<ValueOf<Omit<Field, 'nullable'>>>;

/** With null, default and text, as a field of an object has them. */
export function whole(value: z.ZodType, field: Omit<RuleField, 'kind' | 'label'>): z.ZodType {
  const orNull = field.nullable ? value.nullable() : value;
  const orDefault = field.default === undefined ? orNull : orNull.default(field.default);
  return field.text === undefined ? orDefault : orDefault.meta({ description: field.text });
}

type SimpleFields = Readonly<Record<string, RuleField & { kind: SimpleKind }>>;
/** The shape of an object whose fields are all simple. */
export const simpleShape = <Fields extends SimpleFields>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, whole(simpleSchema(field), field)]),
  ) as { -readonly [Name in keyof Fields]: z.ZodType<ValueOf<Fields[Name]>> };
