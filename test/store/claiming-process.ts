/** Claims and ends the calls of a campaign until none is left, in competition with others like it. */
import { readDatabaseUrl } from '../../src/store/sql/database-url.ts';
import { openPostgresStore } from '../../src/store/sql/open-postgres-store.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';
import { optionsOf } from './postgres/postgres-under-test.ts';

const [path = '', id = '', now = ''] = process.argv.slice(2);
const nowMs = Number(now);
// SQLite gives the lock to nobody in order: on a busy machine one of several writers may wait for long.
const url = readDatabaseUrl(path);
const store =
  'server' in url
    ? await openPostgresStore(optionsOf(url.server))
    : openSqliteStore({ path, busyTimeoutMs: 40_000 });
const claimed: string[] = [];
// Bounded, so that a broken claim cannot leave a process behind.
for (let round = 0; round < 10_000; round++) {
  const { claims, facts } = await store.claim({ id, limit: 3, nowMs });
  const refs = claims.map(({ ref }) => ref);
  claimed.push(...refs);
  await store.markStarted(refs, nowMs);
  for (const ref of refs) {
    await store.endNotDialled(ref, { reason: 'only a test', dueAtMs: null, nowMs });
  }
  if (facts.state === 'completed') break;
}
await store.close();
console.log(JSON.stringify(claimed));
