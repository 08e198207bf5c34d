import { Client } from 'pg';
import type { PostgresServer } from '../../../src/store/sql/database-url.ts';
import { databaseOptions, openPostgresStore } from '../../../src/store/sql/open-postgres-store.ts';
import { PostgresDatabase } from '../../../src/store/sql/engine/postgres/postgres-database.ts';
import { sqlStore } from '../../../src/store/sql/sql-store.ts';
import type { Store } from '../../../src/store/store.ts';
import type { StoreUnderTest } from '../contract/world.ts';
import type { RunningPostgres } from './postgres-server.ts';

export interface PostgresUnderTest extends StoreUnderTest {
  server: PostgresServer;
}

export const optionsOf = (server: PostgresServer) => ({
  server,
  tls: { kind: 'off' } as const,
  poolSize: 4,
  statementTimeoutMs: 10_000,
});

/**
 * One database for the tests of a file, emptied for each of them: to make another takes half a second, as the server
 * writes all of it to the disk.
 */
export class PostgresForTests {
  readonly server: PostgresServer;
  readonly #client: Client;
  #seeds: string[] = [];

  private constructor(server: PostgresServer) {
    this.server = server;
    this.#client = new Client(server);
  }

  static async on(postgres: RunningPostgres, database = 'tests'): Promise<PostgresForTests> {
    await postgres.administer(`CREATE DATABASE ${database}`);
    const tests = new PostgresForTests({ ...postgres.server, database });
    await (await openPostgresStore(optionsOf(tests.server))).close();
    await tests.#client.connect();
    tests.#seeds = await tests.#emptying();
    return tests;
  }

  /** An empty store. */
  async open(): Promise<PostgresUnderTest> {
    await this.#client.query(this.#seeds.join('; '));
    const opened: Store[] = [];
    const another = () => {
      const store = sqlStore(new PostgresDatabase(databaseOptions(optionsOf(this.server))));
      opened.push(store);
      return store;
    };
    return {
      server: this.server,
      store: another(),
      another,
      dump: () => this.#dump(),
      drop: async () => {
        await Promise.all(opened.map((store) => store.close()));
      },
    };
  }

  /** What stands in a table, for tests that look behind the store. */
  async ask<Row>(sql: string): Promise<Row[]> {
    return (await this.#client.query(sql)).rows as Row[];
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #dump(): Promise<string> {
    const parts: string[] = [];
    for (const { name } of await this.#tables()) {
      parts.push(`${name} ${JSON.stringify(await this.ask(`SELECT * FROM ${name}`))}`);
    }
    return parts.join('\n');
  }

  #tables(): Promise<{ name: string }[]> {
    return this.ask<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('schema_version', 'schema_steps')`,
    );
  }

  /** Deletes every row; the tables that have a row from the start get it again. */
  async #emptying(): Promise<string[]> {
    const tables = await this.#tables();
    const ids = await this.ask<{ name: string }>(
      `SELECT sequence_name AS name FROM information_schema.sequences WHERE sequence_schema = 'public'`,
    );
    return [
      // Neither triggers nor foreign keys ask for an order.
      'BEGIN; SET LOCAL session_replication_role = replica',
      ...tables.map(({ name }) => `DELETE FROM ${name}`),
      ...ids.map(({ name }) => `ALTER SEQUENCE ${name} RESTART`),
      'INSERT INTO account (id) VALUES (1)',
      `INSERT INTO installation (id, erasure_key) VALUES (replace(CAST(gen_random_uuid() AS text), '-', ''),
         replace(concat(gen_random_uuid(), gen_random_uuid()), '-', ''))`,
      'INSERT INTO desk (id) VALUES (1)',
      'INSERT INTO decision_sealing (id) VALUES (1)',
      'COMMIT',
    ];
  }
}
