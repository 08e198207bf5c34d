/** On Postgres, processes on machines whose clocks differ decide by one clock: the database server's. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { formatServer } from '../../src/store/sql/database-url.ts';
import { phone, World } from './contract/world.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { PostgresForTests } from './postgres/postgres-under-test.ts';

const run = promisify(execFile);
const PLACING = fileURLToPath(new URL('placing-process.ts', import.meta.url));
const PRELOAD = fileURLToPath(new URL('../faults/stepped-clock.ts', import.meta.url));
const PER_SECOND = 10;

interface Placed {
  clockMs: number;
  posts: { slotMs: number; leftMs: number }[];
}

onPostgres('two processes, the clock of one of them 5 s ahead', (postgres) => {
  test('keep the account’s calls per second: no POST leaves before its slot, and slots are apart', async () => {
    const tests = await PostgresForTests.on(postgres());
    onTestFinished(() => tests.close());
    const opened = await tests.open();
    onTestFinished(() => opened.drop());
    const world = new World(opened);
    world.nowMs = Date.now();
    const numbers = Array.from({ length: 20 }, (_, index) => phone(index + 1));
    await world.agents(...numbers.map((_, index) => `a${index + 1}`));
    await world.campaign('c1', numbers);
    const refs = await world.claim('c1', 20);
    // A claim takes no more calls than the pace allows soon.
    await world.limit({ callsPerSecond: PER_SECOND, maxLiveCalls: null });

    const [right, ahead] = await Promise.all([
      place(refs.slice(0, 10), 0),
      place(refs.slice(10), 5_000),
    ]);
    expect([right.clockMs, ahead.clockMs]).toEqual([
      expect.closeTo(0, -2),
      expect.closeTo(5_000, -2),
    ]);
    const posts = [...right.posts, ...ahead.posts].toSorted((a, b) => a.slotMs - b.slotMs);
    expect(posts).toHaveLength(20);
    for (const { slotMs, leftMs } of posts) expect(leftMs).toBeGreaterThan(slotMs - 20);
    for (const [index, { slotMs }] of posts.slice(1).entries()) {
      expect(slotMs - posts[index]!.slotMs).toBeGreaterThanOrEqual(99);
    }

    async function place(mine: string[], aheadMs: number): Promise<Placed> {
      const folder = mkdtempSync(join(tmpdir(), 'dialwright-clock-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const file = join(folder, 'clock');
      writeFileSync(file, String(aheadMs));
      const url = formatServer(opened.server);
      const { stdout } = await run(process.execPath, ['--import', PRELOAD, PLACING, url, ...mine], {
        env: { ...process.env, FAULTS_CLOCK_FILE: file },
      });
      return JSON.parse(stdout) as Placed;
    }
  });
});
