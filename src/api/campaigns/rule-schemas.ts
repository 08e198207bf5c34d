/** Schemas of a campaign's rules, made from their description. */
import { isSupportedCountry } from 'libphonenumber-js/max';
import * as z from 'zod';
import { POLICY_RULES, type PolicyRules } from '../../domain/rules/campaign-rules.ts';
import {
  isObject,
  type JsonOf,
  type Rule,
  type RuleField,
  type RuleKind,
  type RuleObject,
  type ValueOf,
} from '../../domain/rules/rule-field.ts';
import { ROLLING_CAP } from '../../domain/rules/time-rules.ts';
import { Hours, ClosedDate } from './calling-hours-view.ts';
import {
  boundsOf,
  isSimple,
  simpleSchema,
  simpleShape,
  whole,
  type SimpleKind,
} from './field-schemas.ts';
import { RefusalRuleInput, RefusalsInput } from './refusal-rules-view.ts';

const Country = z.string().refine(isSupportedCountry, 'must be an ISO 3166-1 code such as GB');

const ITEMS: Record<Exclude<RuleKind, SimpleKind | 'refusals'>, z.ZodType> = {
  hours: Hours,
  dates: ClosedDate,
  rolling: z.strictObject(simpleShape(ROLLING_CAP)),
  countries: Country,
  'suppression-lists': z.string().max(64),
};

function fieldSchema(field: RuleField): z.ZodType {
  if (isSimple(field)) return simpleSchema(field);
  const { kind, least } = field;
  if (kind === 'refusals') return RefusalsInput;
  const list = z.array(ITEMS[kind as keyof typeof ITEMS]).max(boundsOf(field)[1]);
  return least === undefined ? list : list.min(least);
}

/** The same rule of several fields is one component. */
const components = new Map<string, z.ZodType>();

function componentSchema(id: string, { fields, about }: RuleObject): z.ZodType {
  const known = components.get(id);
  if (known) return known;
  const shape = mapped(fields, (rule) => whole(valueSchema(rule), rule));
  const made = z.strictObject(shape).meta({ id, ...(about && { description: about }) });
  components.set(id, made);
  return made;
}

const mapped = (rules: Readonly<Record<string, Rule>>, schemaOf: (rule: Rule) => z.ZodType) =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, schemaOf(rule)]));

function valueSchema(rule: Rule): z.ZodType {
  if (!isObject(rule)) return fieldSchema(rule);
  if (rule.id !== undefined) return componentSchema(rule.id, rule);
  return z.strictObject(mapped(rule.fields, leftOut)).meta({ description: rule.about });
}

/** What is left out stays as it is. */
function leftOut(rule: Rule): z.ZodType {
  const value = valueSchema(rule);
  const optional = rule.nullable ? value.nullish() : value.optional();
  return rule.text === undefined ? optional : optional.meta({ description: rule.text });
}

type Given<One> = One extends { id: string }
  ? ValueOf<One>
  : One extends { fields: infer Fields }
    ? Partial<JsonOf<Fields>>
    : ValueOf<One>;

/** All rules. Each may be left out. */
export const POLICY_FIELDS = mapped(POLICY_RULES, leftOut) as {
  -readonly [Name in keyof PolicyRules]: z.ZodOptional<z.ZodType<Given<PolicyRules[Name]>>>;
};

const ANSWERED: Partial<Record<RuleKind, z.ZodType>> = {
  flag: z.boolean(),
  integer: z.int(),
  number: z.number(),
  countries: z.array(z.string()),
  'suppression-lists': z.array(z.string()),
  refusals: z.record(z.string(), RefusalRuleInput),
};

function answered(rule: Rule): z.ZodType {
  const value = isObject(rule)
    ? rule.id === undefined
      ? z.object(mapped(rule.fields, answered))
      : componentSchema(rule.id, rule)
    : (ANSWERED[rule.kind] ?? z.string());
  return rule.nullable ? value.nullable() : value;
}

/** The rules in answers, with all defaults. */
export const POLICY_VIEW_FIELDS = mapped(POLICY_RULES, answered) as {
  -readonly [Name in keyof PolicyRules]: z.ZodType<ValueOf<PolicyRules[Name]>>;
};
