import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import type { PostgresServer } from '../../../src/store/sql/database-url.ts';
import { PostgresTx } from '../../../src/store/sql/engine/postgres/postgres-tx.ts';
import { types } from '../../../src/store/sql/engine/postgres/types.ts';

/**
 * A unit of work whose statements the test sends one by one. It does not take the lock that makes units wait. One that
 * is not committed is rolled back when the test is over.
 */
export class UnitOnPostgres {
  readonly tx: PostgresTx;
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
    this.tx = new PostgresTx(client);
  }

  /** @param server A statement that waits for another unit's row longer than this fails, with "lock timeout". */
  static async begin(server: PostgresServer, lockTimeoutMs = 10_000): Promise<UnitOnPostgres> {
    const client = new Client({ ...server, types });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`SET lock_timeout = ${lockTimeoutMs}; BEGIN`);
    return new UnitOnPostgres(client);
  }

  async commit(): Promise<void> {
    await this.#client.query('COMMIT');
  }
}
