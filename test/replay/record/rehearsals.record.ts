/** Rehearsals: one that ends, and one that fails. */
import { afterAll, beforeAll, test } from 'vitest';
import { rehearsalWorkflowId } from '../../../src/domain/ids.ts';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';
import { rehearsalStart } from '../../../src/contract/starts.ts';
import { WORKFLOWS } from '../../../src/contract/messages.ts';

let world: World;
let record: Recorder;

beforeAll(async () => {
  world = await startWorld({ timeFactor: 240, carrier: PLAIN_CARRIER });
  record = createRecorder(world);
  await world.addAgents(1);
});
afterAll(async () => world.stop());

test('done', async () => {
  const { body } = await world.api('POST', '/v1/campaigns', { name: 'test' });
  const contacts = [{ number: '+12025550115' }];
  await world.api('POST', `/v1/campaigns/${body.id}/contacts`, { contacts });
  await world.api('POST', `/v1/campaigns/${body.id}/rehearse`, { runs: 1 });
  await record.keep('rehearsalWorkflow/done', rehearsalWorkflowId(body.id));
});

test('failed', async () => {
  const start = rehearsalStart('cnone', '{}');
  await world.client.workflow.start(WORKFLOWS.rehearsal, start);
  await record.untilStatus(start.workflowId, 'FAILED');
  await record.keep('rehearsalWorkflow/failed', start.workflowId);
});
