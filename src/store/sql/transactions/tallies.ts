import type { TallyStore } from '../../statistics/tally-store.ts';
import { BUCKET_KEY, BUCKET_SUMS } from '../rows/call-buckets.ts';
import { columnOf } from '../engine/row-names.ts';
import type { Database, Params, Tx } from '../engine/tx.ts';

/** A table of sums for each kind of row, and the table of changes that are to be added to them. */
interface Tally {
  table: string;
  deltas: string;
  /** On Postgres the first one leads the primary key of the changes, before their id. */
  kind: readonly string[];
  sums: readonly string[];
}

const TALLIES: readonly Tally[] = [
  {
    table: 'contact_tallies',
    deltas: 'contact_tally_deltas',
    kind: ['campaignId', 'state', 'disposition', 'dueReason'],
    sums: ['contacts'],
  },
  {
    table: 'call_tallies',
    deltas: 'call_tally_deltas',
    kind: ['campaignId', 'state', 'disposition', 'settlement', 'recording', 'placed'],
    sums: ['calls', 'costWhole', 'costRest', 'reservedWhole', 'reservedRest'],
  },
  { table: 'call_buckets', deltas: 'call_bucket_deltas', kind: BUCKET_KEY, sums: BUCKET_SUMS },
];

/** A unit takes some 30 ms with so many. */
const DELTAS_PER_UNIT = 2_000;

export function tallyStore(db: Database): TallyStore {
  return {
    async foldTallies({ atLeast }) {
      let folded = 0;
      for (const tally of TALLIES) {
        // Checked without the write lock, so that others can write if there is nothing to do.
        if (!(await hasDeltas(db, tally, atLeast))) continue;
        folded += await db.write((tx) => fold(tx, tally), 'by-rows');
      }
      return folded;
    },
  };
}

async function hasDeltas(db: Database, { deltas }: Tally, atLeast: number): Promise<boolean> {
  const { count } = (await db.get<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM ${deltas} LIMIT :atLeast) AS found`,
    { atLeast },
  ))!;
  return count >= atLeast;
}

type Delta = Record<string, string | number>;

/** Two processes may fold at once: each takes changes that the other one has not taken. */
async function fold(tx: Tx, tally: Tally): Promise<number> {
  const { deltas, kind, sums } = tally;
  const first = columnOf(kind[0]!);
  const taken = await tx.all<Delta>(
    `WITH taken AS (SELECT ${first}, id FROM ${deltas} LIMIT :most ${tx.sql.forUpdateOfUnlocked()})
     DELETE FROM ${deltas} WHERE (${first}, id) IN (SELECT ${first}, id FROM taken)
     RETURNING ${[...kind, ...sums].map(columnOf).join(', ')}`,
    { most: DELTAS_PER_UNIT },
  );
  for (const change of sumsByKind(taken, tally)) await add(tx, tally, change);
  return taken.length;
}

/** In one order, so that two processes that change the same sums wait for one another only in one direction. */
function sumsByKind(taken: readonly Delta[], { kind, sums }: Tally): Params[] {
  const changes = new Map<string, Record<string, string | number>>();
  for (const delta of taken) {
    const key = JSON.stringify(kind.map((name) => delta[name]));
    const change = changes.get(key);
    if (!change) changes.set(key, { ...delta });
    else for (const sum of sums) change[sum] = Number(change[sum]) + Number(delta[sum]);
  }
  return [...changes]
    .filter(([, change]) => sums.some((sum) => change[sum] !== 0))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change);
}

async function add(tx: Tx, { table, kind, sums }: Tally, change: Params): Promise<void> {
  const names = [...kind, ...sums];
  const added = sums.map(columnOf);
  tx.send(
    `INSERT INTO ${table} (${names.map(columnOf).join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})
     ON CONFLICT (${kind.map(columnOf).join(', ')})
     DO UPDATE SET ${added.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')}`,
    change,
  );
}
