/** docs/reference/rules.md, from the description of the rules of campaigns. */
import { CAMPAIGN_RULES } from '../../src/domain/rules/campaign-rules.ts';
import {
  isObject,
  type Rule,
  type RuleField,
  type Rules,
} from '../../src/domain/rules/rule-field.ts';
import { code, formatted, table } from './markdown.ts';

const HEAD = [
  '# Fields of the rules',
  'Made by `npm run docs` from `src/domain/rules`; do not edit. Every field of a campaign that can be set, in the body of ' +
    '`POST /v1/campaigns` and `PATCH /v1/campaigns/{id}`, and the option of `dialwright campaigns create` and `edit` for it. What the ' +
    'rules forbid, and how they work together, is in [campaigns.md](../campaigns.md).',
  'What is left out of a new object has the value under “Left out”; a patch changes only what it names. Durations are a number with its ' +
    'unit (`30s`, `2h`), at most `30d`; money is a decimal string.',
];

export const rulesPage = (): Promise<string> =>
  formatted(
    [
      ...HEAD,
      table(['Field', 'Values', 'Left out', 'What', 'Option'], rowsOf(CAMPAIGN_RULES)),
    ].join('\n\n'),
  );

function rowsOf(rules: Rules, place = ''): string[][] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const field = place + name;
    const row = [code(field), values(rule), leftOut(rule), what(rule), options(rule)];
    return isObject(rule) ? [row, ...rowsOf(rule.fields, `${field}.`)] : [row];
  });
}

function values(rule: Rule): string {
  const kind = isObject(rule) ? 'object' : kindOf(rule);
  return [kind, ...(rule.nullable ? ['or null'] : [])].join(' ');
}

function kindOf({ kind, least, most, choices, items }: RuleField): string {
  if (choices) return choices.map(code).join(' or ');
  const bounds = [
    ...(least === undefined ? [] : [`from ${least}`]),
    ...(most === undefined ? [] : [`to ${most}`]),
  ];
  const unit = bounds.length > 0 ? [UNITS[kind] ?? ''] : [];
  const inner = Object.entries(items ?? {}).map(([name, item]) => `${code(name)}: ${kindOf(item)}`);
  return [[kind.replaceAll('-', ' '), ...bounds, ...unit].join(' ').trim(), ...inner].join(', ');
}

const UNITS: Partial<Record<RuleField['kind'], string>> = {
  duration: 'ms',
  name: 'characters',
  pool: 'characters',
  dates: 'items',
  hours: 'items',
  rolling: 'items',
  countries: 'items',
  'suppression-lists': 'items',
};

const leftOut = (rule: Rule): string =>
  isObject(rule) || rule.default === undefined ? '–' : code(JSON.stringify(rule.default));

const what = (rule: Rule): string =>
  isObject(rule)
    ? (rule.text ?? rule.about ?? rule.hint ?? rule.title)
    : (rule.text ?? rule.hint ?? rule.label);

const options = ({ flags = {} }: Rule): string => Object.keys(flags).map(code).join(', ') || '–';
