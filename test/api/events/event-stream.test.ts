import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventFeed } from '../../../src/api/events/event-feed.ts';
import { EventStream } from '../../../src/api/events/event-stream.ts';
import { World } from '../../store/contract/world.ts';
import { openSqliteUnderTest, type SqliteUnderTest } from '../../store/sqlite-files.ts';

let opened: SqliteUnderTest;
let world: World;
let feed: EventFeed;
beforeEach(async () => {
  opened = openSqliteUnderTest();
  world = new World(opened);
  feed = new EventFeed({ store: opened.store, log: pino({ level: 'silent' }) });
  await world.draft('c1');
  await world.move('c1', 'start');
});
afterEach(async () => {
  await feed.stop();
  await opened.drop();
});

const stream = (limits: { heartbeatMs?: number; mostBufferedBytes?: number } = {}) =>
  new EventStream({ store: opened.store, feed, ...limits }, {});

async function toggle(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    for (const move of ['pause', 'resume'] as const) await world.move('c1', move);
  }
}

const closed = (of: EventStream) => new Promise<void>((resolve) => of.once('close', resolve));

test('a reader that takes nothing is cut off while new events come, and does not hold the feed', async () => {
  const slow = stream({ mostBufferedBytes: 1_000 });
  await slow.open(undefined);
  await slow.run();
  const other = stream();
  other.resume();
  await other.open(undefined);
  await other.run();
  await Promise.all([closed(slow), toggle(5)]);
  expect(slow.destroyed).toBe(true);
  expect(other.destroyed).toBe(false);
  other.destroy();
});

test('missed events wait in the store until the reader takes more', async () => {
  await toggle(1_000);
  const slow = stream();
  await slow.open(0);
  void slow.run();
  await expect.poll(() => slow.readableLength).toBeGreaterThan(0);
  for (let n = 0; n < 50; n++) await turn();
  expect(slow.readableLength).toBeLessThan(100_000);
  slow.destroy();
});

test('a reader that took nothing between two heartbeats is cut off; an idle one is not', async () => {
  await toggle(50);
  const stuck = stream({ heartbeatMs: 20 });
  await stuck.open(0);
  void stuck.run();
  const idle = stream({ heartbeatMs: 20 });
  let text = '';
  idle.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  await idle.open(undefined);
  await idle.run();
  await closed(stuck);
  await expect.poll(() => text.match(/: heartbeat/g)?.length ?? 0).toBeGreaterThan(3);
  expect(idle.destroyed).toBe(false);
  idle.destroy();
});
