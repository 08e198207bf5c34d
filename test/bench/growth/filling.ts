/** Many calls that are over, as copies of one that was really made, by the database's own statements. */
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { openStore } from '../../../src/store/sql/open-store.ts';
import { readDatabaseUrl } from '../../../src/store/sql/database-url.ts';
import type { Store } from '../../../src/store/store.ts';
import { CALL_EVENTS, phone, World } from '../../store/contract/world.ts';
import type { Engine } from '../../faults/faults.ts';
import type { BenchStore } from '../bench-store.ts';

export const DAY_MS = 86_400_000;
/** The copies of one insertion. */
const CHUNK = 20_000;

/** A webhook's body, as long as the carrier's. */
const BODY = JSON.stringify({ event: 'click2call', data: { metadata: 'x'.repeat(400) } });

export async function openStoreOf(bench: BenchStore): Promise<Store> {
  const read = readDatabaseUrl(bench.url);
  if ('fault' in read) throw new Error(read.fault);
  return read.engine === 'sqlite'
    ? openStore(read)
    : openStore({ ...read, tls: { kind: 'off' }, poolSize: 10, statementTimeoutMs: 60_000 });
}

export const worldOf = (store: Store): World =>
  new World({ store, another: () => store, drop: async () => undefined });

/** The call that is copied: bridged and billed, with six webhooks. It was made `ageDays` ago. */
export async function oneCall(world: World, ageDays: number): Promise<void> {
  world.nowMs = Date.now() - ageDays * DAY_MS;
  await world.agents('a1');
  await world.campaign('c1', [phone(1)]);
  const [ref] = await world.claim('c1');
  const key = await world.live(ref!);
  for (const [index, name] of CALL_EVENTS.entries()) {
    await world.store.appendEvent({ ...world.event(key, index + 1, name), body: BODY });
    world.later(5_000);
  }
  const events = await world.store.unrelayedEvents(ref!);
  await world.store.markRelayed(
    ref!,
    events.map(({ id }) => id),
    'signal',
  );
  await world.end(ref!, { cost: '0.0125', webhookReceived: true });
  while ((await world.store.sealDecisions(world.nowMs)) > 0);
}

type Expressions = Record<string, string>;

interface Copied {
  table: string;
  /** Columns that differ from those of the call that is copied, by `i`, the number of the copy. */
  differ: (olderMs: number) => Expressions;
}

const REF = `'c1.' || i || '.1'`;
const NUMBER = `'+1555' || substr(CAST(10000000 + i AS TEXT), 2)`;

const later = (column: string, everyMs: number): Expressions => ({
  [column]: `${column} + CAST(i - 1 AS BIGINT) * ${everyMs}`,
});

const COPIED: Copied[] = [
  {
    table: 'contacts',
    differ: (every) => ({
      position: 'i',
      number: NUMBER,
      ...later('due_at_ms', every),
      ...later('added_at_ms', every),
    }),
  },
  {
    table: 'calls',
    differ: (every) => ({
      ref: REF,
      contact: 'i',
      number: NUMBER,
      carrier_call_id: `'id-' || ${REF}`,
      ...later('created_at_ms', every),
      ...later('started_at_ms', every),
      ...later('placed_at_ms', every),
      ...later('ended_at_ms', every),
      ...later('agent_freed_at_ms', every),
      ...later('touched_at_ms', every),
    }),
  },
  {
    table: 'dials',
    differ: (every) => ({
      ref: REF,
      number: NUMBER,
      ...later('at_ms', every),
      ...later('counted_at_ms', every),
    }),
  },
  { table: 'timeline', differ: (every) => ({ ref: REF, ...later('at_ms', every) }) },
  {
    table: 'placements',
    differ: (every) => ({
      ref: REF,
      carrier_call_id: `'id-' || ${REF}`,
      ...later('intent_at_ms', every),
      ...later('outcome_at_ms', every),
    }),
  },
  {
    table: 'inbox',
    differ: (every) => ({
      ref: REF,
      carrier_call_id: `'id-' || ${REF}`,
      relayed: `'signal'`,
      ...later('received_at_ms', every),
    }),
  },
];

interface Filler {
  columns(table: string): Promise<string[]>;
  run(sql: string): Promise<void>;
  series(from: number, to: number): string;
  close(): Promise<void>;
}

/** Copies of the one call, spread evenly from its time to now. @returns seconds */
export async function fill(
  engine: Engine,
  bench: BenchStore,
  { calls, days }: { calls: number; days: number },
): Promise<number> {
  const filler = engine === 'sqlite' ? inSqlite(bench) : await inPostgres(bench);
  const everyMs = Math.floor((days * DAY_MS) / calls);
  const startedMs = performance.now();
  const columns = new Map<string, string[]>();
  for (const { table } of COPIED) columns.set(table, await filler.columns(table));
  for (let from = 2; from <= calls; from += CHUNK) {
    const to = Math.min(calls, from + CHUNK - 1);
    for (const { table, differ } of COPIED) {
      const named = columns.get(table)!;
      const values = named.map((name) => differ(everyMs)[name] ?? name);
      await filler.run(
        `INSERT INTO ${table} (${named.join(', ')})
         SELECT ${values.join(', ')}
         FROM (SELECT * FROM ${table} ${ORIGINAL[table]!}) AS original, ${filler.series(from, to)} AS n
         ORDER BY i`,
      );
    }
    process.stderr.write(`\r${to} calls`);
  }
  process.stderr.write('\n');
  await filler.run(`UPDATE campaigns SET contacts = ${calls}`);
  await filler.run(
    `UPDATE contact_tallies SET contacts = ${calls} WHERE state = 'final' AND campaign_id = 'c1'`,
  );
  await filler.run(
    `UPDATE agents SET times_counted_to_ms = ${Math.floor(Date.now() / 900_000) * 900_000}`,
  );
  await filler.close();
  return (performance.now() - startedMs) / 1_000;
}

const ORIGINAL: Record<string, string> = {
  contacts: 'WHERE position = 1',
  ...Object.fromEntries(
    ['calls', 'dials', 'timeline', 'placements', 'inbox'].map((table) => [
      table,
      `WHERE ref = 'c1.1.1'`,
    ]),
  ),
};

function inSqlite(bench: BenchStore): Filler {
  const db = new DatabaseSync(bench.url.slice('sqlite:'.length));
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA foreign_keys = OFF');
  return {
    columns: async (table) =>
      db
        .prepare(
          `SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0 AND name <> 'id'`,
        )
        .all()
        .map(({ name }) => String(name)),
    run: async (sql) => db.exec(sql),
    series: (from, to) =>
      `(WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT i FROM n)`,
    close: async () => {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
    },
  };
}

async function inPostgres(bench: BenchStore): Promise<Filler> {
  const client = new Client({ connectionString: bench.url });
  await client.connect();
  return {
    async columns(table) {
      const { rows } = await client.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns
         WHERE table_name = '${table}' AND is_generated = 'NEVER' AND column_name <> 'id'`,
      );
      return rows.map(({ name }) => name);
    },
    run: async (sql) => void (await client.query(sql)),
    series: (from, to) => `(SELECT i FROM generate_series(${from}, ${to}) AS i)`,
    close: async () => client.end(),
  };
}
