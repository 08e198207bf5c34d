/** What the rules of a group say now, in one sentence: the group itself is folded. */
import type { FormField, FormGroup } from '../../../domain/rules/campaign-rules.ts';
import { WEEKDAYS } from '../../format/time/weekdays.ts';
import { sentence } from '../../format/words.ts';
import type { FieldRow } from '../../components/forms/field-rows.ts';
import type { PolicyDraft } from './policy-draft.ts';
import { isRowKind } from './rule-rows.ts';

/** @param pointers of fields that stand elsewhere on the page, and are not told again */
export function ruleSummary(
  { optional, fields }: FormGroup,
  { texts, rows }: PolicyDraft,
  elsewhere: ReadonlySet<string> = new Set(),
): string {
  if (optional !== undefined && texts[optional] !== 'on') return 'Not set.';
  const said = fields
    .filter(({ pointer }) => !elsewhere.has(pointer))
    .flatMap((field) => fieldText(field, texts[field.pointer] ?? '', rows[field.pointer] ?? []));
  return said.length === 0 ? 'As usual.' : `${sentence(said.join('; '))}.`;
}

function fieldText({ label, kind }: FormField, text: string, rows: readonly FieldRow[]): string[] {
  const name = label.charAt(0).toLowerCase() + label.slice(1);
  if (isRowKind(kind)) return rows.length === 0 ? [] : [`${name} ${rowsText(kind, rows)}`];
  // A number of 0 switches its rule off.
  if (text.trim() === '' || text === '0') return [];
  if (kind === 'flag') return [name];
  if (kind === 'suppression-lists') return [`${name}: ${text.trim().split(' ').length} chosen`];
  return [`${name} ${wordsOf(kind, text)}`];
}

function wordsOf(kind: FormField['kind'], text: string): string {
  if (kind === 'choice') return text.replaceAll('-', ' ');
  return kind === 'instant' ? text.replace('T', ' ') : text;
}

function rowsText(kind: FormField['kind'], rows: readonly FieldRow[]): string {
  if (kind !== 'hours') return String(rows.length);
  return rows
    .map(({ weekdays = '', from, to }) => `${daysText(weekdays)} ${from}–${to}`)
    .join(', ');
}

/** `Mon–Fri` for days without a gap, else each of them. */
function daysText(days: string): string {
  const places = WEEKDAYS.flatMap(({ value }, place) =>
    days.split(' ').includes(value) ? [place] : [],
  );
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return '';
  const short = (place: number) => WEEKDAYS[place]!.text.slice(0, 3);
  const isRun = last - first === places.length - 1 && places.length > 2;
  return isRun ? `${short(first)}–${short(last)}` : places.map(short).join(' ');
}
