/** Writes the intents of claimed calls in their slots, as the worker does, and prints when each POST would leave. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readDatabaseUrl } from '../../src/store/sql/database-url.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { HOLD } from './contract/world.ts';
import { optionsOf } from './postgres/postgres-under-test.ts';

const AHEAD_MS = 50;
const [url = '', ...refs] = process.argv.slice(2);
const known = readDatabaseUrl(url);
if (!('server' in known)) throw new Error('not a Postgres URL');
const store = await openStore({ engine: 'postgres', ...optionsOf(known.server) });
/** Right even where `Date` is not: the clock of the machine. */
const rightMs = () => performance.timeOrigin + performance.now();

const posts: { slotMs: number; leftMs: number }[] = [];
for (const ref of refs) {
  for (;;) {
    const input = { nowMs: store.nowMs(), hold: HOLD, aheadMs: AHEAD_MS };
    const intent = await store.writeIntent({ ref, placement: 1 }, input);
    if (intent.kind === 'paced') {
      await sleep(Math.max(1, intent.atMs - store.nowMs() - AHEAD_MS));
      continue;
    }
    if (intent.kind !== 'send') throw new Error(`${ref}: ${JSON.stringify(intent)}`);
    const slotMs = intent.order.intentAtMs;
    await sleep(Math.max(0, slotMs - store.nowMs()));
    posts.push({ slotMs, leftMs: rightMs() });
    break;
  }
}
await store.close();
console.log(JSON.stringify({ clockMs: Math.round(Date.now() - rightMs()), posts }));
