/** What is typed into the form of rules, and the JSON that is sent for it. */
import { ApiProblem } from '../../api/problem.ts';
import { instantOfLocal, localOfInstant } from '../../format/time/local-time.ts';
import type { FieldRow } from '../../components/forms/field-rows.ts';
import { FORM_GROUPS } from '../../../domain/rules/campaign-rules.ts';
import type { RuleKind } from '../../../domain/rules/rule-field.ts';
import { doubleKeys, isRowKind, ROW_RULES, type RowKind } from './rule-rows.ts';

export type Json = Readonly<Record<string, unknown>>;
export interface PolicyDraft {
  /** By JSON pointer. An optional rule that applies has `on` at its own pointer. */
  texts: Readonly<Record<string, string>>;
  /** By JSON pointer: rules that are lists. */
  rows: Readonly<Record<string, readonly FieldRow[]>>;
}

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
  const texts: Record<string, string> = {};
  const rows: Record<string, readonly FieldRow[]> = {};
  for (const { optional, fields } of FORM_GROUPS) {
    if (optional) texts[optional] = isObject(valueAt(campaign, optional)) ? 'on' : '';
    for (const { pointer, kind } of fields) {
      const value = valueAt(campaign, pointer) ?? null;
      if (isRowKind(kind)) rows[pointer] = value === null ? [] : ROW_RULES[kind].rowsOf(value);
      else texts[pointer] = textOf(value, kind);
    }
  }
  return { texts, rows };
}

function textOf(value: unknown, kind: RuleKind): string {
  if (value === null) return '';
  if (kind === 'flag') return value === true ? 'on' : '';
  if (Array.isArray(value)) return value.join(' ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return kind === 'instant' ? localOfInstant(text) : text;
}

/** What would be lost in JSON: one code has one rule. @throws ApiProblem */
export function mustBeWhole({ rows }: PolicyDraft): void {
  const errors = doubleKeys(rows['/refusals'] ?? []).map((key) => ({
    pointer: `#/refusals/${key}`,
    detail: 'has two rules: remove one of them',
  }));
  if (errors.length > 0) {
    throw new ApiProblem(422, {
      code: 'invalid_request',
      detail: 'Two rules are for one code.',
      errors,
    });
  }
}

/** The JSON of a draft. What is left empty has no member, so that its default applies. */
export function bodyOf({ texts, rows }: PolicyDraft): Json {
  const body: Record<string, unknown> = {};
  for (const { optional, fields } of FORM_GROUPS) {
    if (optional && texts[optional] !== 'on') continue;
    if (optional) setAt(body, optional, {});
    for (const { pointer, kind } of fields) {
      const value = isRowKind(kind)
        ? listOf(rows[pointer], kind)
        : valueOf(texts[pointer] ?? '', kind);
      if (value !== undefined) setAt(body, pointer, value);
    }
  }
  return body;
}

/** Text that is no value of its kind is sent as it is, so that the API says at the field what is wrong. */
function valueOf(text: string, kind: RuleKind): unknown {
  if (kind === 'flag') return text === 'on';
  const typed = text.trim();
  if (typed === '') return undefined;
  if (kind === 'integer' || kind === 'number')
    return Number.isNaN(Number(typed)) ? typed : Number(typed);
  if (kind === 'instant') return instantOfLocal(typed) ?? typed;
  return kind === 'countries' || kind === 'suppression-lists' ? typed.split(/[\s,]+/) : typed;
}

const listOf = (rows: readonly FieldRow[] = [], kind: RowKind): unknown =>
  rows.length === 0 ? undefined : ROW_RULES[kind].valueOf(rows);

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
