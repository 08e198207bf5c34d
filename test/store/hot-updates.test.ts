/** Which updates of a call's row write no index (HOT), as Postgres itself counts them: each index costs log and time. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PostgresDatabase } from '../../src/store/sql/engine/postgres/postgres-database.ts';
import type { Isolation, Tx } from '../../src/store/sql/engine/tx.ts';
import { databaseOptions } from '../../src/store/sql/open-postgres-store.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { CALL_EVENTS, phone, World } from './contract/world.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { optionsOf, PostgresForTests } from './postgres/postgres-under-test.ts';

const TIMING = { pollMs: 5_000, pollRetryAtMostMs: 600_000 };

interface Updates {
  all: number;
  hot: number;
}

/** The server may count other transactions of the connection too, so only differences mean something. */
const UPDATES_OF_CALLS = `SELECT pg_stat_get_xact_tuples_updated(CAST('calls' AS regclass)) AS all,
  pg_stat_get_xact_tuples_hot_updated(CAST('calls' AS regclass)) AS hot`;

class UpdatesCounted extends PostgresDatabase {
  readonly updates: Updates = { all: 0, hot: 0 };

  override write<Result>(
    work: (tx: Tx) => Promise<Result>,
    isolation?: Isolation,
  ): Promise<Result> {
    return super.write((tx) => this.#counted(tx, work), isolation);
  }

  override writeOfCall<Result>(ref: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return super.writeOfCall(ref, (tx) => this.#counted(tx, work));
  }

  async #counted<Result>(tx: Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const before = (await tx.get<Updates>(UPDATES_OF_CALLS))!;
    const result = await work(tx);
    const after = (await tx.get<Updates>(UPDATES_OF_CALLS))!;
    this.updates.all += after.all - before.all;
    this.updates.hot += after.hot - before.hot;
    return result;
  }
}

onPostgres('updates of a call on Postgres', (postgres) => {
  let tests: PostgresForTests;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());

  test('the events of a call, and polls after the first one, write no index', async () => {
    const db = new UpdatesCounted(databaseOptions(optionsOf(tests.server)));
    onTestFinished(() => db.close());
    const another = () => {
      throw new Error('there is one store only');
    };
    const world = new World({ store: sqlStore(db), another, drop: async () => undefined });
    await world.agents('a1');
    await world.campaign('c1', [phone(1)]);
    const [ref] = await world.claim('c1');
    const key = await world.live(ref!);
    const poll = () => {
      const seen = {
        kind: 'shown',
        state: undefined,
        recorded: false,
        cost: null,
        unreadableCost: null,
      } as const;
      const nowMs = world.later(1_000);
      const text = `GET at ${nowMs}`;
      return world.store.notePoll(ref!, {
        seen,
        text,
        nowMs,
        random: 0,
        timing: TIMING,
      });
    };
    await poll();
    const before = { ...db.updates };
    for (const [index, name] of CALL_EVENTS.entries()) {
      world.later(1_000);
      await world.store.appendEvent(world.event(key, index + 1, name));
    }
    await poll();
    const all = db.updates.all - before.all;
    expect(all).toBeGreaterThanOrEqual(4);
    expect(db.updates.hot - before.hot).toBe(all);
  });
});
