/** Comparisons with the carrier's call records: asked for, refused, and the schedule's turn. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let world: World;
let record: Recorder;

beforeAll(async () => {
  const profile = join(import.meta.dirname, '../../../examples/carrier-operations.json');
  world = await startWorld({
    timeFactor: 240,
    carrier: PLAIN_CARRIER,
    env: { DIALWRIGHT_CARRIER_PROFILE: profile },
  });
  record = createRecorder(world);
  await world.addAgents(1);
  await schedule().pause();
});
afterAll(async () => world.stop());

const schedule = () => world.client.schedule.getHandle('reconciliation');

async function reconciled(): Promise<string> {
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const to = new Date(Date.now() + 1_000).toISOString();
  const asked = await world.api('POST', '/v1/reconciliations', { from, to });
  const workflowId = `reconciliation.${asked.body.id}`;
  await record.untilStatus(workflowId, 'COMPLETED');
  return workflowId;
}

test('one call settled', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, variant: { costForm: 'null' } });
  const ref = await record.dial('+12025550115');
  await world.untilCall(ref, { settlement: 'unsettled' });
  await record.keep('reconciliationWorkflow/compared', await reconciled());
  expect((await world.call(ref)).cost_source).toBe('cdr');
});

test('the carrier refuses its records', async () => {
  await world.simulator.change({ ...PLAIN_CARRIER, forbid: ['cdr'] });
  await record.keep('reconciliationWorkflow/failed', await reconciled());
});

test('by schedule', async () => {
  await schedule().trigger();
  const started = async () => (await schedule().describe()).info.recentActions;
  await expect.poll(started, { timeout: 60_000 }).not.toEqual([]);
  const [{ action } = expect.fail('nothing was started')] = await started();
  await record.untilStatus(action.workflow.workflowId, 'COMPLETED');
  await record.keep('reconciliationWorkflow/by-schedule', action.workflow.workflowId);
});
