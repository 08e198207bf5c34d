/** What is typed into the form of rules, and the JSON that is sent for it. */
import { instantOfLocal, localOfInstant } from '../../format/local-time.ts';
import { hoursLine, hoursOf, rollingLine, rollingOf } from './rule-lines.ts';
import { RULE_GROUPS, type FieldKind } from './rule-fields.ts';

export type Json = Readonly<Record<string, unknown>>;
/** Texts by JSON pointer. An optional rule that applies has `on` at its own pointer. */
export type PolicyDraft = Readonly<Record<string, string>>;

const partsOf = (pointer: string) => pointer.slice(1).split('/');

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valueAt(json: Json, pointer: string): unknown {
  return partsOf(pointer).reduce<unknown>(
    (inner, name) => (isObject(inner) ? inner[name] : undefined),
    json,
  );
}

export function draftOf(campaign: Json): PolicyDraft {
  const draft: Record<string, string> = {};
  for (const { optional, fields } of RULE_GROUPS) {
    if (optional) draft[optional] = isObject(valueAt(campaign, optional)) ? 'on' : '';
    for (const { pointer, kind } of fields) {
      draft[pointer] = textOf(valueAt(campaign, pointer), kind);
    }
  }
  return draft;
}

function textOf(value: unknown, kind: FieldKind): string {
  if (value === null || value === undefined) return '';
  if (kind === 'flag') return value === true ? 'on' : '';
  if (kind === 'list' && Array.isArray(value)) return value.join('\n');
  if (kind === 'hours' && Array.isArray(value)) return value.map(hoursLine).join('\n');
  if (kind === 'rolling' && Array.isArray(value)) return value.map(rollingLine).join('\n');
  if (kind === 'json') return JSON.stringify(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return kind === 'instant' ? localOfInstant(text) : text;
}

/** The JSON of a draft. What is left empty has no member, so that its default applies. */
export function bodyOf(draft: PolicyDraft): Json {
  const body: Record<string, unknown> = {};
  for (const { optional, fields } of RULE_GROUPS) {
    if (optional && draft[optional] !== 'on') continue;
    if (optional) setAt(body, optional, {});
    for (const { pointer, kind } of fields) {
      const value = valueOf(draft[pointer] ?? '', kind);
      if (value !== undefined) setAt(body, pointer, value);
    }
  }
  return body;
}

/** Text that is no value of its kind is sent as it is, so that the API says at the field what is wrong. */
function valueOf(text: string, kind: FieldKind): unknown {
  if (kind === 'flag') return text === 'on';
  const typed = text.trim();
  if (typed === '') return undefined;
  if (kind === 'integer' || kind === 'number')
    return Number.isNaN(Number(typed)) ? typed : Number(typed);
  if (kind === 'instant') return instantOfLocal(typed) ?? typed;
  if (kind === 'list') return typed.split(/[\s,]+/);
  if (kind === 'hours') return linesOf(typed).map(hoursOf);
  if (kind === 'rolling') return linesOf(typed).map(rollingOf);
  return kind === 'json' ? parsed(typed) : typed;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function setAt(json: Record<string, unknown>, pointer: string, value: unknown): void {
  const parts = partsOf(pointer);
  const name = parts.pop()!;
  let inner = json;
  for (const part of parts) inner = (inner[part] ??= {}) as Record<string, unknown>;
  inner[name] = value;
}

/** The JSON Merge Patch (RFC 7396) that makes `after` of `before`. */
export function patchBetween(before: Json, after: Json): Json {
  const patch: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    if (now === undefined) patch[name] = null;
    else patch[name] = isObject(old) && isObject(now) ? patchBetween(old, now) : now;
  }
  return patch;
}
