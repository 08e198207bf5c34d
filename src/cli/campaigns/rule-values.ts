/** Reads the values of the options of rules. */
import { InvalidArgumentError } from 'commander';
import { isObject, WEEKDAYS, type Rule, type RuleKind } from '../../domain/rules/rule-field.ts';

/** Options that may be repeated also get what was read before. */
type Reader = (text: string, before: unknown) => unknown;

const NONE = 'none';

function number(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('needs a number.');
}

function numberOrNone(text: string): number | null {
  return text === NONE ? null : number(text);
}

function textOrNone(text: string): string | null {
  return text === NONE ? null : text;
}

function list(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

function listOrAll(text: string): string[] | null {
  return text === 'all' ? null : list(text);
}

/** `name=value` pairs after the first comma. */
function settings(texts: readonly string[], names: Record<string, (text: string) => unknown>) {
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', value] = text.split('=');
      const read = names[name];
      if (value === undefined || read === undefined)
        throw new InvalidArgumentError(
          `needs ${Object.keys(names).join('=… or ')}=… after a comma.`,
        );
      return [name, read(value)];
    }),
  );
}

function redial(text: string) {
  if (text === NONE) return null;
  const [after, ...rest] = list(text);
  return { after, ...settings(rest, { jitter: number, most: number }) };
}

function hours(text: string, before: unknown) {
  const [, days = '', from, to] = /^(\S+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new InvalidArgumentError('needs days and hours such as "mon-fri 09:00-20:00".');
  return [...earlier(before), { weekdays: list(days).flatMap(daysOf), from, to }];
}

const DAYS: readonly string[] = WEEKDAYS;

/** `mon-fri`, also over the end of the week, or one day. */
function daysOf(text: string): string[] {
  const [first = '', last = first, ...more] = text.split('-');
  const begin = DAYS.indexOf(first);
  const end = DAYS.indexOf(last);
  if (begin === -1 || end === -1 || more.length > 0)
    throw new InvalidArgumentError(
      `has ${text}, and needs days such as sat or mon-fri, of ${WEEKDAYS.join(', ')}.`,
    );
  const length = ((end - begin + WEEKDAYS.length) % WEEKDAYS.length) + 1;
  return Array.from({ length }, (_, index) => WEEKDAYS[(begin + index) % WEEKDAYS.length]!);
}

function rolling(text: string, before: unknown) {
  const [, days, most] = /^(\d+)d=(\d+)$/.exec(text) ?? [];
  if (days === undefined || most === undefined)
    throw new InvalidArgumentError('needs days and dials such as 7d=3.');
  return [...earlier(before), { days: Number(days), most: Number(most) }];
}

const earlier = (before: unknown): unknown[] =>
  Array.isArray(before) ? (before as unknown[]) : [];

function refusal(text: string, before: unknown) {
  const [, key, rule] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (key === undefined || rule === undefined)
    throw new InvalidArgumentError(
      'needs a status or code and an action, such as 422=fail-contact.',
    );
  const [action, ...rest] = list(rule);
  const one = { action, ...settings(rest, { after: String, most: number }) };
  return { ...(before as object | undefined), [key]: one };
}

function holdTimeout(text: string) {
  if (text === NONE) return null;
  const [, after, action] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (after === undefined)
    throw new InvalidArgumentError('needs a time and an action, such as 2h=pause.');
  return { after, action };
}

const READERS: Partial<Record<RuleKind, Reader>> = {
  dates: list,
  countries: listOrAll,
  'suppression-lists': listOrAll,
  hours,
  rolling,
  refusals: refusal,
};

/** Reads the value of a rule's option. Money and durations are texts, which the server reads. */
export function readerOf(rule: Rule): Reader {
  // An object as one value: a time, and what follows it.
  if (isObject(rule)) return 'action' in rule.fields ? holdTimeout : redial;
  const { kind, nullable } = rule;
  if (kind === 'integer' || kind === 'number') return nullable ? numberOrNone : number;
  if (kind === 'pool' || kind === 'phone') return textOrNone;
  return READERS[kind] ?? ((text) => text);
}
