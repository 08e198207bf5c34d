/** The rules of a campaign as options, made from their description. What they mean is checked by the server. */
import { Option, type Command } from 'commander';
import { CAMPAIGN_RULES } from '../../domain/rules/campaign-rules.ts';
import { isObject, type Rule, type Rules } from '../../domain/rules/rule-field.ts';
import { timeOption, TIMES_HELP, zoneOption } from '../time-argument.ts';
import { readerOf } from './rule-values.ts';

interface RuleFlag {
  flags: string;
  description: string;
  /** Where its value is in the body of the API. */
  path: readonly string[];
  rule: Rule;
}

/** Wrapped, because commander takes a null for no value. */
interface Read {
  value: unknown;
}

const RULE_FLAGS: readonly RuleFlag[] = flagsIn(CAMPAIGN_RULES);

function flagsIn(rules: Rules, place: readonly string[] = []): RuleFlag[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const path = [...place, name];
    const own = Object.entries(rule.flags ?? {}).map(([flags, description]) => ({
      flags,
      description,
      path,
      rule,
    }));
    return isObject(rule) ? [...flagsIn(rule.fields, path), ...own] : own;
  });
}

/** Adds an option for each rule. */
export function withRules(command: Command): Command {
  command.addOption(
    timeOption('--deadline <time>', 'it ends then, and nobody is dialled after it'),
  );
  command.addOption(
    zoneOption(
      'of contacts without one of their own, of its days, and of --deadline, which else has the zone of the file or the campaign',
    ),
  );
  for (const one of RULE_FLAGS) {
    const option = new Option(one.flags, one.description).conflicts(contradictionsOf(one));
    // Commander would default `--no-x` to true.
    command.addOption(option.negate ? option.default(undefined) : option);
    if (!option.required) continue;
    const read = readerOf(one.rule);
    option.argParser<Read>((text, before) => ({ value: read(text, before?.value) }));
  }
  return command.addHelpText('after', TIMES_HELP);
}

/** Options that set the object around its field, or a field inside: `--always-open` and `--hours`. */
function contradictionsOf({ path }: RuleFlag): string[] {
  const isInside = (inner: readonly string[], outer: readonly string[]) =>
    inner.length > outer.length && outer.every((name, index) => inner[index] === name);
  return RULE_FLAGS.filter((other) => isInside(path, other.path) || isInside(other.path, path)).map(
    ({ flags }) => new Option(flags).attributeName(),
  );
}

/** The rules that were given, as a body of the API. */
export function bodyOfRules(options: Record<string, unknown>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { flags, path, rule } of RULE_FLAGS) {
    const option = new Option(flags);
    const found = options[option.attributeName()];
    // `--x` and `--no-x` have one value.
    if (found === undefined || found === option.negate) continue;
    if (typeof found !== 'boolean') put(body, path, (found as Read).value);
    else put(body, path, isObject(rule) ? null : found);
  }
  return body;
}

function put(body: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown) {
  if (rest.length === 0) {
    body[name!] = value;
    return;
  }
  const inner = (body[name!] ?? {}) as Record<string, unknown>;
  body[name!] = inner;
  put(inner, rest, value);
}
