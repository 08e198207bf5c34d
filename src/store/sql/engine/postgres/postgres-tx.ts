import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Isolation, Params, Tx, Value } from '../tx.ts';
import { POSTGRES } from './dialect.ts';
import { numbered } from './numbered.ts';

/** Postgres text holds no U+0000, and a webhook that has one must be kept all the same. */
const NUL = '\u0000';
const SYMBOL_FOR_NUL = '\u2400';

/** The statement as the driver takes it: prepared once for each connection, by its name. */
export function queryOf(sql: string, params: Params = {}): QueryConfig {
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
    return (await this.#ask(sql, params)).rows[0] as Row | undefined;
  }

  async all<Row>(sql: string, params?: Params): Promise<Row[]> {
    return (await this.#ask(sql, params)).rows as Row[];
  }

  async run(sql: string, params?: Params): Promise<number> {
    return (await this.#ask(sql, params)).rowCount ?? 0;
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

  #ask(sql: string, params?: Params): Promise<QueryResult<QueryResultRow>> {
    if (this.#isOver) {
      return Promise.reject(new Error('a statement came after its transaction was over'));
    }
    const result = this.#last.then(() => this.#client.query(queryOf(sql, params)));
    this.#last = result.catch(() => undefined);
    return result;
  }
}
