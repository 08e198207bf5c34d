import { RowSum, type Row } from './row-sum.ts';
import type { MovedTable } from './moved-tables.ts';
import type { SourceFile } from './source-file.ts';
import type { TargetDatabase } from './target-database.ts';

/** Rows of one statement at most, and how long their texts may be together: a webhook's body has up to 64 kB. */
const BATCH_ROWS = 2_000;
const BATCH_CHARACTERS = 2_000_000;

export interface MoveProgress {
  step: 'copy' | 'check';
  table: string;
  /** Rows of all tables that are done, and that there are. */
  done: number;
  total: number;
}
export type OnProgress = (progress: MoveProgress) => void;

export interface MovedRows {
  table: string;
  rows: number;
  checksum: string;
}

/** Copies the tables, and reads back what was written. @returns what was found equal, by table */
export async function moveRows(
  from: SourceFile,
  to: TargetDatabase,
  tables: readonly MovedTable[],
  onProgress: OnProgress,
): Promise<MovedRows[]> {
  const count = counter(from, tables, onProgress);
  await to.beginFilling(tables);
  const sums = new Map<string, RowSum>();
  for (const table of tables) {
    sums.set(table.name, await copyTable(from, to, table, count('copy', table)));
    await to.setSequences(table, from.highestGiven(table));
  }
  await to.endFilling(tables);
  return compared(to, tables, sums, count);
}

/** Of a database that was filled before. */
export async function compareRows(
  from: SourceFile,
  to: TargetDatabase,
  tables: readonly MovedTable[],
  onProgress: OnProgress,
): Promise<MovedRows[]> {
  const sums = new Map<string, RowSum>();
  for (const table of tables) {
    const sum = new RowSum();
    for (const row of from.rows(table)) sum.add(row);
    sums.set(table.name, sum);
  }
  return compared(to, tables, sums, counter(from, tables, onProgress));
}

export class RowsDiffer extends Error {
  override readonly name = 'RowsDiffer';
}

/** @throws RowsDiffer that names the table */
async function compared(
  to: TargetDatabase,
  tables: readonly MovedTable[],
  sums: ReadonlyMap<string, RowSum>,
  count: ReturnType<typeof counter>,
): Promise<MovedRows[]> {
  const equal: MovedRows[] = [];
  for (const table of tables) {
    const tick = count('check', table);
    const sum = new RowSum();
    for await (const row of to.rows(table)) {
      sum.add(row);
      tick(1);
    }
    const expected = sums.get(table.name)!;
    if (!sum.equals(expected))
      throw new RowsDiffer(
        `the table ${table.name} has ${sum.rows} rows with checksum ${sum.checksum}, ` +
          `and its source ${expected.rows} with ${expected.checksum}`,
      );
    equal.push({ table: table.name, rows: sum.rows, checksum: sum.checksum });
  }
  return equal;
}

async function copyTable(
  from: SourceFile,
  to: TargetDatabase,
  table: MovedTable,
  tick: (rows: number) => void,
): Promise<RowSum> {
  const sum = new RowSum();
  for (const batch of batches(from.rows(table))) {
    for (const row of batch) sum.add(row);
    await to.insert(table, batch);
    tick(batch.length);
  }
  return sum;
}

export function* batches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of row) characters += value?.length ?? 0;
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

function counter(from: SourceFile, tables: readonly MovedTable[], onProgress: OnProgress) {
  const total = tables.reduce((rows, table) => rows + from.count(table), 0);
  const done = { copy: 0, check: 0 };
  return (step: MoveProgress['step'], { name: table }: MovedTable) => {
    return (rows: number) => {
      done[step] += rows;
      onProgress({ step, table, done: done[step], total });
    };
  };
}
