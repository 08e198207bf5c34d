/**
 * How long 600 calls (or ORPHANED_CALLS) without workflows need until each has one again, as after a loss of Temporal's
 * database: their POSTs were accepted, and nobody follows them. In real time, so the sweep runs once a minute. Prints
 * what it measures.
 */
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import { WORKFLOWS } from '../../src/contract/messages.ts';
import { phone, World } from '../store/contract/world.ts';
import { startWorld } from './world.ts';

const CALLS = Number(process.env['ORPHANED_CALLS'] ?? 600);
const WITHIN_MS = 5 * 60_000;
const AGE_MS = 10 * 60_000;
const AGENTS = 20;

test(
  `${CALLS} orphaned calls have workflows again within five minutes`,
  { timeout: 2 * WITHIN_MS },
  async () => {
    const world = await startWorld({ worker: false, timeFactor: 1, webhooks: false });
    onTestFinished(() => world.stop());
    const store = await openStore(world.config.database);
    await orphan(new World({ store, another: () => store, drop: async () => undefined }));
    await store.close();

    const beganMs = performance.now();
    await world.startWorker();
    const running = async () => {
      const query = `WorkflowType = '${WORKFLOWS.call}' AND ExecutionStatus = 'Running'`;
      return (await world.client.workflow.count(query)).count;
    };
    await expect.poll(running, { timeout: WITHIN_MS, interval: 1_000 }).toBe(CALLS);
    const tookS = Math.round((performance.now() - beganMs) / 1_000);
    console.log(
      `${CALLS} orphaned calls had workflows again ${tookS} s after the worker began to start`,
    );
  },
);

/** Accepted calls, older than the grace of the sweep. */
async function orphan(world: World): Promise<void> {
  world.nowMs = Date.now() - AGE_MS;
  for (let index = 0; index < AGENTS; index++) {
    await world.agent({ id: `a${index}`, kind: 'stream', capacity: CALLS / AGENTS });
  }
  await world.campaign(
    'c1',
    Array.from({ length: CALLS }, (_, index) => phone(index)),
  );
  for (let placed = 0; placed < CALLS;) {
    const refs = await world.claim('c1', 100);
    if (refs.length === 0) throw new Error(`only ${placed} calls could be claimed`);
    for (const ref of refs) await world.live(ref);
    placed += refs.length;
  }
}
