import type { FieldDef } from 'pg';
import { toRowOf, type ToRow } from '../row-names.ts';
import type { Params, Value } from '../tx.ts';
import { numbered } from './numbered.ts';
import type { Pipeline, Statement, StatementResult } from './pipeline.ts';

/** Postgres text holds no U+0000, and a webhook that has one must be kept all the same. */
const NUL = '\u0000';
const SYMBOL_FOR_NUL = '\u2400';

/** Its rows, or how many it changed. */
export interface Answer<Row> {
  rows: Row[];
  changed: number;
}

/** By statement, with the number of columns, which a migration may change meanwhile. */
const known = new Map<string, { columns: number; toRow: ToRow }>();

function toRowFor(sql: string, fields: readonly FieldDef[]): ToRow {
  const before = known.get(sql);
  if (before?.columns === fields.length) return before.toRow;
  const toRow = toRowOf(fields.map(({ name }) => name));
  known.set(sql, { columns: fields.length, toRow });
  return toRow;
}

/** What the server answers to one statement. */
export async function answerTo<Row>(
  pipeline: Pipeline,
  sql: string,
  params?: Params,
): Promise<Answer<Row>> {
  return toAnswer<Row>(sql, await pipeline.send(statementOf(sql, params)));
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the caller knows the row
export function toAnswer<Row>(sql: string, result: StatementResult): Answer<Row> {
  const { rows, fields, rowCount } = result;
  const changed = rowCount ?? 0;
  if (rows.length === 0) return { rows: [], changed };
  return { rows: rows.map(toRowFor(sql, fields)) as Row[], changed };
}

/** The statement as the driver takes it: prepared once for each connection, by its name. */
export function statementOf(sql: string, params: Params = {}): Statement {
  const { text, names, name } = numbered(sql);
  const values = names.map((parameter) => {
    const value = params[parameter];
    if (value === undefined) throw new TypeError(`the statement has no value for :${parameter}`);
    return toWire(value);
  });
  return { name, text, values };
}

/** The same in JSON, and halves of a character: Postgres refuses a document that has one. */
const ESCAPED = /(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f][0-9a-f]{2})/gi;
const REPLACEMENT = '\ufffd';

function toWire(value: Value): string | Buffer | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value);
  return typeof value === 'string' ? storable(value) : String(value);
}

export function storable(text: string): string {
  const plain = text.replaceAll(NUL, SYMBOL_FOR_NUL);
  if (!plain.includes('\\u')) return plain;
  return plain.replaceAll(
    ESCAPED,
    (_all, before: string, code: string) =>
      before + (code === '0000' ? SYMBOL_FOR_NUL : REPLACEMENT),
  );
}
