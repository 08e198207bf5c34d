import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import type { PostgresServer } from '../../../src/store/sql/database-url.ts';
import { INSTALLATION_LOCK } from '../../../src/store/sql/engine/postgres/transactions.ts';
import { Pipeline } from '../../../src/store/sql/engine/postgres/pipeline.ts';
import { PostgresTx } from '../../../src/store/sql/engine/postgres/postgres-tx.ts';
import { types } from '../../../src/store/sql/engine/postgres/types.ts';
import { sqlStore } from '../../../src/store/sql/sql-store.ts';
import type { Database, Tx } from '../../../src/store/sql/engine/tx.ts';
import type { Store } from '../../../src/store/store.ts';

const ANSWER_WITHIN_MS = 60_000;

/**
 * A unit of work whose statements the test sends one by one. Unless it is named,
 * it does not take the installation's lock. One that
 * is not committed is rolled back when the test is over.
 */
export class UnitOnPostgres {
  readonly tx: PostgresTx;
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
    this.tx = new PostgresTx(new Pipeline(client, { answerWithinMs: ANSWER_WITHIN_MS }));
  }

  /**
   * @param options.lockTimeoutMs A statement that waits for another unit's row for longer fails, with "lock timeout".
   * @param options.isNamed It holds the installation's lock, together with others that do so.
   */
  static async begin(
    server: PostgresServer,
    { lockTimeoutMs = 10_000, isNamed = false } = {},
  ): Promise<UnitOnPostgres> {
    const client = new Client({ ...server, types, pipeline: true });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`SET lock_timeout = ${lockTimeoutMs}; BEGIN`);
    if (isNamed) await client.query(`SELECT pg_advisory_xact_lock_shared(${INSTALLATION_LOCK})`);
    return new UnitOnPostgres(client);
  }

  /** A store whose methods belong to this unit: what they write is committed with it. */
  get store(): Store {
    const within = <Result>(work: (tx: Tx) => Promise<Result>) => work(this.tx);
    return sqlStore({
      get: (sql, params) => this.tx.get(sql, params),
      all: (sql, params) => this.tx.all(sql, params),
      write: within,
      writeOfCall: (_ref, work) => within(work),
      read: within,
    } satisfies Partial<Database> as unknown as Database);
  }

  async commit(): Promise<void> {
    await this.#client.query('COMMIT');
  }

  async rollback(): Promise<void> {
    await this.#client.query('ROLLBACK');
  }
}
