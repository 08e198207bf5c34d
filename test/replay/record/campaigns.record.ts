/** Campaigns, in what they wait for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let world: World;
let record: Recorder;

beforeAll(async () => {
  world = await startWorld({ timeFactor: 60, carrier: PLAIN_CARRIER });
  record = createRecorder(world);
  await world.addAgents(2);
});
afterAll(async () => world.stop());

const move = async (id: string, name: string) =>
  expect((await world.api('POST', `/v1/campaigns/${id}/${name}`)).status).toBe(200);

test('at dialling, paused, resumed, to its end', async () => {
  const numbers = ['+12025550115', '+12025550125', '+12025550135', '+12025550145'];
  const id = await world.campaign(numbers);
  await record.keepAt('campaignWorkflow/at-dialling', `campaign.${id}`, /claim contacts/);
  await move(id, 'pause');
  await record.keepAt('campaignWorkflow/at-pause', `campaign.${id}`, /paused/);
  await move(id, 'resume');
  await record.untilStatus(`campaign.${id}`, 'COMPLETED');
  await record.keep('campaignWorkflow/paused-and-resumed', `campaign.${id}`);
});

test('cancelled', async () => {
  const id = await world.campaign(['+12025550165', '+12025550175', '+12025550185']);
  await move(id, 'cancel');
  await record.untilStatus(`campaign.${id}`, 'COMPLETED');
  await record.keep('campaignWorkflow/cancelled', `campaign.${id}`);
});

test('at redial', async () => {
  const redial = { max_attempts: 2, customer_unreached: { after: '1h' } };
  const id = await world.campaign(['+12025550102'], { redial });
  await record.keepAt('campaignWorkflow/at-redial', `campaign.${id}`, /due later/);
});

test('at its planned start, and taken back', async () => {
  const { id } = (await world.api('POST', '/v1/campaigns', { name: 'planned' })).body;
  const at = new Date(Date.now() + 3_600_000).toISOString();
  expect((await world.api('POST', `/v1/campaigns/${id}/start`, { at })).status).toBe(200);
  await record.keepAt('campaignWorkflow/at-planned-start', `campaign.${id}`, /starts by itself/);
  await move(id, 'unschedule');
  await record.untilStatus(`campaign.${id}`, 'COMPLETED');
  await record.keep('campaignWorkflow/taken-back', `campaign.${id}`);
});

test('held, and lifted', async () => {
  await world.simulator.change({ refuse: ['account_not_verified'] });
  const id = await world.campaign(['+12025550155']);
  await record.keepAt('campaignWorkflow/at-hold', `campaign.${id}`, /on hold/);
  await world.simulator.change({ refuse: [] });
  expect((await world.api('POST', '/v1/account/hold/lift')).status).toBe(200);
  await record.untilStatus(`campaign.${id}`, 'COMPLETED');
  await record.keep('campaignWorkflow/held', `campaign.${id}`);
});

test('continued as new', async () => {
  const id = await world.campaign(['+12025550195'], { keep_open: true });
  const workflowId = `campaign.${id}`;
  // It is started after the answer to the request.
  await record.untilStatus(workflowId, 'RUNNING');
  const runId = await record.runIdOf(workflowId);
  await expect
    .poll(
      async () => {
        await world.client.workflow.getHandle(workflowId).signal('campaign.changed');
        return record.runIdOf(workflowId);
      },
      { timeout: 60_000, interval: 200 },
    )
    .not.toBe(runId);
  await record.keep('campaignWorkflow/continued-as-new', workflowId, runId);
});
