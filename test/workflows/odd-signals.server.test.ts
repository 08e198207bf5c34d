/** Signals that somebody sends by hand, on a real Temporal server: none of them breaks a run. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ carrier: { talkMs: [600_000, 600_000] } });
  await world.addAgents(2);
});
afterAll(() => world.stop());

interface Input {
  payloads: { metadata?: Record<string, Uint8Array>; data?: Uint8Array }[];
}

const payload = (encoding: string, data: string) => ({
  metadata: { encoding: Buffer.from(encoding) },
  data: Buffer.from(data),
});

/** What tools and people send: other encodings, broken texts, nothing at all, and more than one payload. */
const INPUTS: Record<string, Input | undefined> = {
  'nothing at all': undefined,
  'json/protobuf': { payloads: [payload('json/protobuf', '{"seconds":5}')] },
  'binary/protobuf': { payloads: [payload('binary/protobuf', '\u0001\u0002')] },
  'a broken JSON text': { payloads: [payload('json/plain', '{"events":')] },
  'no data': { payloads: [{ metadata: { encoding: Buffer.from('json/plain') } }] },
  'no metadata': { payloads: [{ data: Buffer.from('5') }] },
  'an encoding that is no text': {
    payloads: [{ metadata: { encoding: Uint8Array.of(0xff, 0xfe) }, data: Buffer.from('x') }],
  },
  'raw bytes': { payloads: [payload('binary/plain', 'abc')] },
  'a second payload that cannot be read': {
    payloads: [payload('json/plain', '{"events":[]}'), payload('json/protobuf', '{}')],
  },
  'no object': { payloads: [payload('json/plain', '7')] },
  null: { payloads: [payload('json/plain', 'null')] },
  'events that are no list': { payloads: [payload('json/plain', '{"events":5}')] },
  'events without their fields': {
    payloads: [payload('json/plain', '{"events":[null,7,{},{"seq":"1","name":5}]}')],
  },
};

const CALL_SIGNALS = ['click2call.completed', 'click2call.of_tomorrow', 'poke', 'inbox.read'];

async function send(workflowId: string, signalName: string, input: Input | undefined) {
  const { connection, options } = world.client;
  await connection.workflowService.signalWorkflowExecution({
    namespace: options.namespace,
    workflowExecution: { workflowId },
    signalName,
    ...(input && { input }),
  });
}

async function factsOf(workflowId: string) {
  const handle = world.client.workflow.getHandle(workflowId);
  const { events } = await handle.fetchHistory();
  const failures = events!.flatMap(
    (event) => event.workflowTaskFailedEventAttributes?.failure?.message ?? [],
  );
  const { status, runId } = await handle.describe();
  return { failures, status: status.name, runId };
}

test('a campaign dispatches again after each of them', async () => {
  const id = await world.campaign([], { keep_open: true });
  const workflowId = `campaign.${id}`;
  await expect.poll(async () => (await world.progress(id)).waiting_for?.reason).toBe('contacts');
  // The API wakes the workflow after it has answered.
  const begun = () => factsOf(workflowId).catch(() => undefined);
  await expect.poll(begun).toBeDefined();
  const { runId } = await factsOf(workflowId);
  for (const input of Object.values(INPUTS)) await send(workflowId, 'campaign.changed', input);
  for (const input of Object.values(INPUTS)) await send(workflowId, 'of.tomorrow', input);
  const contacts = [{ number: '+12025550136' }];
  expect((await world.api('POST', `/v1/campaigns/${id}/contacts`, { contacts })).status).toBe(200);
  await expect.poll(async () => (await world.calls(id)).length).toBe(1);
  expect(await factsOf(workflowId)).toEqual({ failures: [], status: 'RUNNING', runId });
});

describe('a live call', () => {
  test('is followed to its end after each of them, and none of them ends it', async () => {
    const id = await world.campaign(['+12025550135'], { redial: { max_attempts: 1 } });
    const ref = `${id}.1.1`;
    await world.untilCall(ref, { state: 'bridged' });
    const workflowId = `call.${ref}`;
    const { runId } = await factsOf(workflowId);
    for (const name of CALL_SIGNALS) {
      for (const input of Object.values(INPUTS)) await send(workflowId, name, input);
    }
    await send(workflowId, '__temporal_of_tomorrow', undefined).catch(() => undefined);
    expect((await world.api('POST', `/v1/calls/${ref}/hangup`)).status).toBe(202);
    await world.untilCall(ref, { state: 'ended', settlement: 'settled' });
    await world.untilClosed(ref);
    expect(await factsOf(workflowId)).toEqual({ failures: [], status: 'COMPLETED', runId });
    expect(
      world.facts('decision').filter((fact) => fact['destination'] === '+12025550135'),
    ).toHaveLength(1);
  });
});
