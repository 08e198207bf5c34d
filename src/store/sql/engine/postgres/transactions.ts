/** How transactions begin and end on Postgres. */
import type { Isolation, Tx } from '../tx.ts';
import type { PostgresTx } from './postgres-tx.ts';

/** One lock for each database: any other program that uses advisory locks there has another number. */
export const INSTALLATION_LOCK = 0x6469616c;
/** `shared`: several units that each lock one call. */
export type Turn = Isolation | 'shared';
const WRITES = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE';
const BY_ROWS = `${WRITES}; SELECT pg_advisory_xact_lock_shared(${INSTALLATION_LOCK})`;
/** The other calls of a group must not wait for one that somebody has locked. */
const WAIT_FOR_CALL_MS = 100;
export const BEGIN_WRITING: Record<Turn, string> = {
  alone: `${WRITES}; SELECT pg_advisory_xact_lock(${INSTALLATION_LOCK})`,
  'by-rows': BY_ROWS,
  shared: `${BY_ROWS}; SET LOCAL lock_timeout = ${WAIT_FOR_CALL_MS}`,
};
export const RUNNING_UNITS = `SELECT pid || ' ' || virtualtransaction AS unit FROM pg_locks
  WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = 0 AND objid = ${INSTALLATION_LOCK} AND objsubid = 1 AND granted`;
export const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Done whole, or rolled back whole. When it settles every statement is answered that it sent, except the end of a reading. */
export async function transaction<Result>(
  tx: PostgresTx,
  { begin, end }: { begin: string; end: () => Promise<void> },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    tx.begin(begin);
    const result = await work(tx);
    await end();
    return result;
  } catch (error) {
    throw await tx.rollback(error);
  }
}
