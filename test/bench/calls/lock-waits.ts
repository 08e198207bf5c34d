/** How long units of work wait for locks of a Postgres, which counts no such waits itself: it is asked who waits, again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { PostgresServer } from '../../../src/store/sql/database-url.ts';

const ASK_EVERY_MS = 25;
const WAITING = `SELECT count(*) AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;

interface LockWatch {
  /** @returns milliseconds, of all who waited together; NaN without a Postgres */
  stop(): Promise<number>;
}

export function watchLocks(server: PostgresServer | undefined): LockWatch {
  if (server === undefined) return { stop: () => Promise.resolve(Number.NaN) };
  let goesOn = true;
  const waited = ask(server, () => goesOn);
  return {
    stop() {
      goesOn = false;
      return waited;
    },
  };
}

async function ask(server: PostgresServer, goesOn: () => boolean): Promise<number> {
  const client = new Client(server);
  await client.connect();
  let waitedMs = 0;
  let askedMs = performance.now();
  while (goesOn()) {
    await sleep(ASK_EVERY_MS);
    const { rows } = await client.query<{ waiting: string }>(WAITING);
    const nowMs = performance.now();
    waitedMs += Number(rows[0]!.waiting) * (nowMs - askedMs);
    askedMs = nowMs;
  }
  await client.end();
  return waitedMs;
}
