import type { ClientBase, FieldDef, QueryArrayConfig } from 'pg';
import { toRowOf, type ToRow } from '../row-names.ts';
import type { Isolation, Params, Tx, Value } from '../tx.ts';
import { POSTGRES } from './dialect.ts';
import { numbered } from './numbered.ts';

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
  client: ClientBase,
  sql: string,
  params?: Params,
): Promise<Answer<Row>> {
  const { rows, fields, rowCount } = await client.query<Value[]>(queryOf(sql, params));
  const changed = rowCount ?? 0;
  if (rows.length === 0) return { rows: [], changed };
  return { rows: rows.map(toRowFor(sql, fields)) as Row[], changed };
}

/** The statement as the driver takes it: prepared once for each connection, by its name. */
function queryOf(sql: string, params: Params = {}): QueryArrayConfig {
  const { text, names, name } = numbered(sql);
  const values = names.map((parameter) => {
    const value = params[parameter];
    if (value === undefined) throw new TypeError(`the statement has no value for :${parameter}`);
    return toWire(value);
  });
  return { name, text, values, rowMode: 'array' };
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

/** Thrown by `alone`: the transaction has only its rows for itself. */
export class NotAlone extends Error {
  override readonly name = 'NotAlone';
}

/** The statements of one transaction on Postgres. They are sent one after the other, whether awaited or not. */
export class PostgresTx implements Tx {
  readonly sql = POSTGRES;
  readonly #client: ClientBase;
  readonly #isolation: Isolation;
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(client: ClientBase, isolation: Isolation = 'alone') {
    this.#client = client;
    this.#isolation = isolation;
  }

  async get<Row>(sql: string, params?: Params): Promise<Row | undefined> {
    return (await this.#ask<Row>(sql, params)).rows[0];
  }

  async all<Row>(sql: string, params?: Params): Promise<Row[]> {
    return (await this.#ask<Row>(sql, params)).rows;
  }

  async run(sql: string, params?: Params): Promise<number> {
    return (await this.#ask(sql, params)).changed;
  }

  /** @throws NotAlone */
  alone(): void {
    if (this.#isolation !== 'alone') throw new NotAlone('the transaction shares the database');
  }

  /** Waits for the statements that were asked for; later ones are refused. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#last;
  }

  #ask<Row>(sql: string, params?: Params): Promise<Answer<Row>> {
    if (this.#isOver) {
      return Promise.reject(new Error('a statement came after its transaction was over'));
    }
    const result = this.#last.then(() => answerTo<Row>(this.#client, sql, params));
    this.#last = result.catch(() => undefined);
    return result;
  }
}
