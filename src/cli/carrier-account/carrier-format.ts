/** Formats the carrier's resources for people. Their fields are not known in advance. */
import { writeFileSync } from 'node:fs';
import { listOf, type CarrierList } from '../../carrier/carrier-account/account-answer.ts';
import type { OperationAnswer } from '../../carrier/carrier-account/account.ts';
import { isObject, type JsonObject } from '../../carrier/http/json.ts';
import { table } from '../../terminal/table.ts';
import { shown } from '../../terminal/terminal-text.ts';

const MOST_COLUMNS = 6;
const LONGEST_CELL = 48;

/** A table of the fields that most items have, with `id` first. */
export function formatList({ items, beside }: CarrierList): string {
  if (items.length === 0) return 'none';
  const columns = columnsOf(items);
  const rows = items.map((item) => columns.map((column) => cell(item[column])));
  const more = Object.entries(beside).map(([name, value]) => `${name}: ${cell(value)}`);
  return [table([columns, ...rows]), ...more].join('\n');
}

/** One line for each field. */
export function formatRecord(record: JsonObject): string {
  const rows = Object.entries(record).map(([name, value]) => [name, cell(value)]);
  return rows.length === 0 ? 'done' : table(rows);
}

/** The fields that the profile reads, then the whole answer. */
export function formatAnswer({ body, fields }: OperationAnswer): string {
  const read = Object.entries(fields).filter(
    ([, value]) => !isObject(value) && !Array.isArray(value),
  );
  const first = read.length === 0 ? [] : [formatRecord(Object.fromEntries(read)), ''];
  return [...first, formatBody(body)].join('\n');
}

function formatBody(body: unknown): string {
  if (typeof body === 'string') return body.trimEnd().replaceAll('\r\n', '\n');
  const list = listOf(body);
  if (list) return formatList(list);
  return isObject(body) ? formatRecord(body) : cell(body);
}

/** Writes an answer unchanged to a file. Returns a line for the user. */
export function writeAnswer(file: string, body: unknown): string {
  writeFileSync(file, typeof body === 'string' ? body : `${JSON.stringify(body, null, 2)}\n`);
  return `written to ${file}`;
}

export const listAsJson = ({ items, beside }: CarrierList): JsonObject => ({
  ...beside,
  data: items,
});

function columnsOf(items: JsonObject[]): string[] {
  const counts = new Map<string, number>();
  for (const name of items.flatMap((item) => Object.keys(item))) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  counts.delete('id');
  const common = [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  const hasId = items.some((item) => 'id' in item);
  return [...(hasId ? ['id'] : []), ...common].slice(0, MOST_COLUMNS);
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = shown(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}
