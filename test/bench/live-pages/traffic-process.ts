/** A process with calls in progress on the store of a server, as a worker is. Its arguments: the file and the pace, as JSON. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore } from '../../../src/store/sql/open-sqlite-store.ts';
import { CallTraffic, type Pace } from './call-traffic.ts';
import { CAMPAIGN } from './filled-store.ts';

const TURN_EVERY_MS = 100;

const { path, pace } = JSON.parse(process.argv[2]!) as { path: string; pace: Pace };
const store = openSqliteStore({ path });
const traffic = new CallTraffic(store, CAMPAIGN, pace);
while (traffic.live < pace.live) await traffic.turn();
process.send!('ready');
for (;;) {
  await traffic.turn();
  await sleep(TURN_EVERY_MS);
}
