/** Comparisons that wait: for a bill that never comes, and for their schedule. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReconciliationWorld, type ReconciliationWorld } from './reconciliation-world.ts';

let world: ReconciliationWorld;
beforeAll(async () => {
  world = await startReconciliationWorld();
});
afterAll(() => world.stop());

test('a bill that never shows in the call is taken from its record; a second comparison changes nothing', async () => {
  await world.simulator.change({ variant: { costForm: 'null' } });
  const ref = await world.dial('+12025550125');
  await world.untilCall(ref, { disposition: 'completed', settlement: 'unsettled', cost: null });
  const billed = await world.billOf('+12025550125');

  const { report } = await world.reconciled();
  expect(report.lists.settles).toMatchObject([{ ref, theirs: billed }]);
  const settled = await world.call(ref);
  expect(settled).toMatchObject({ settlement: 'settled', cost: billed, cost_source: 'cdr' });
  const again = await world.reconciled();
  expect(again.report.lists.settles).toEqual([]);
  expect((await world.call(ref)).timeline).toEqual(settled.timeline);
});

test('the schedule starts a comparison by itself', async () => {
  await world.schedule();
  const scheduled = async () => {
    const { data } = (await world.api('GET', '/v1/reconciliations?limit=200')).body;
    return (data as { id: string; state: string }[]).filter(
      ({ id, state }) => id.startsWith('reconciliation-') && state === 'done',
    );
  };
  await expect.poll(scheduled, { timeout: 120_000, interval: 200 }).not.toEqual([]);
});
