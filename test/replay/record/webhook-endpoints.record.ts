/** Webhook endpoints: events on their way, one that fails for long, one that is deleted, and a test. */
import { afterAll, beforeAll, test } from 'vitest';
import { webhookEndpointWorkflowId, webhookTestWorkflowId } from '../../../src/domain/ids.ts';
import { Receiver } from '../../webhooks/receiver.ts';
import { startWorld, type World } from '../../workflows/world.ts';
import { createRecorder, PLAIN_CARRIER, type Recorder } from './recorder.ts';

let receiver: Receiver;
let world: World;
let record: Recorder;

beforeAll(async () => {
  receiver = new Receiver();
  const origin = await receiver.listen();
  // Slices and pauses that are long enough to be met in the middle.
  const env = { DIALWRIGHT_WEBHOOK_ORIGINS: origin };
  world = await startWorld({ timeFactor: 20, carrier: PLAIN_CARRIER, env });
  record = createRecorder(world);
});
afterAll(async () => {
  await world.stop();
  await receiver.close();
});

async function endpoint(): Promise<string> {
  const url = `${receiver.origin}/hook`;
  return (await world.api('POST', '/v1/webhook-endpoints', { url })).body.id;
}

test('sending, and a test', async () => {
  const id = await endpoint();
  await record.keepAt(
    'webhookEndpointWorkflow/at-sending',
    webhookEndpointWorkflowId(id),
    /send events/,
  );
  await world.api('POST', `/v1/webhook-endpoints/${id}/test`);
  await record.keep('webhookTestWorkflow/done', webhookTestWorkflowId(id));
  await world.api('DELETE', `/v1/webhook-endpoints/${id}`);
  await record.untilStatus(webhookEndpointWorkflowId(id), 'COMPLETED');
  await record.keep('webhookEndpointWorkflow/deleted', webhookEndpointWorkflowId(id));
});

test('an endpoint that fails', async () => {
  receiver.answer = (response) => void response.writeHead(500).end();
  const id = await endpoint();
  await world.api('POST', '/v1/account/stop', { reason: 'drill' });
  await record.keepAt(
    'webhookEndpointWorkflow/at-retry',
    webhookEndpointWorkflowId(id),
    /next try/,
  );
});
