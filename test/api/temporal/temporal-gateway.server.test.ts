/** What the gateway leaves behind on a real Temporal server. No worker runs: histories hold only what was asked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import {
  createTemporalGateway,
  type ConnectedGateway,
} from '../../../src/api/temporal/temporal-gateway.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { timingFor } from '../../../src/domain/timing.ts';
import { TASK_QUEUE, WORKFLOWS } from '../../../src/contract/messages.ts';
import { untilSearchable, useOwnNamespace } from '../../temporal/own-namespace.ts';

const CALLS = {
  webhooks: true,
  timing: timingFor(DEFAULT_CARRIER_PROFILE.timing),
  namesSearchable: true,
};
let client: Client;
let gateway: ConnectedGateway;
beforeAll(async () => {
  const { address, namespace } = await useOwnNamespace();
  client = new Client({ connection: await Connection.connect({ address }), namespace });
  await untilSearchable(client);
  gateway = createTemporalGateway(client, CALLS);
});
afterAll(() => client.connection.close());

async function startCall(ref: string) {
  return client.workflow.start(WORKFLOWS.call, {
    workflowId: `call.${ref}`,
    taskQueue: TASK_QUEUE,
    args: [],
  });
}

async function signals(workflowId: string) {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).flatMap((event) => event.workflowExecutionSignaledEventAttributes ?? []);
}

const message = {
  ref: 'c1.1.1',
  signalName: 'click2call.bridged',
  input: { placement: 1, events: [{ seq: 5, name: 'click2call.bridged' }] },
  requestId: 'the-same-each-time',
};

test('events that are sent twice are one signal, under the name of the newest', async () => {
  await startCall('c1.1.1');
  expect(await gateway.signalEvents(message)).toBe('signalled');
  expect(await gateway.signalEvents(message)).toBe('signalled');
  const got = await signals('call.c1.1.1');
  expect(got).toHaveLength(1);
  expect(got[0]!.signalName).toBe('click2call.bridged');
  expect(defaultPayloadConverter.fromPayload(got[0]!.input!.payloads![0]!)).toEqual(message.input);
});

test('a call without a workflow, or with a closed one, is gone', async () => {
  expect(await gateway.signalEvents({ ...message, ref: 'c1.2.1' })).toBe('gone');
  expect(await gateway.hangUp('c1.2.1')).toBe('gone');
  expect(await gateway.signalCampaign('c9')).toBe('gone');
  const handle = await startCall('c1.3.1');
  await handle.terminate();
  expect(await gateway.signalRecordingDelivered('c1.3.1')).toBe('gone');
});

test('a campaign is started once and signalled every time it is woken', async () => {
  await gateway.wakeCampaign('c5');
  const first = await client.workflow.getHandle('campaign.c5').describe();
  await gateway.wakeCampaign('c5');
  expect(await gateway.signalCampaign('c5')).toBe('signalled');
  const now = await client.workflow.getHandle('campaign.c5').describe();
  expect(now.runId).toBe(first.runId);
  expect(now.searchAttributes).toMatchObject({ DialwrightCampaign: ['c5'] });
  expect((await signals('campaign.c5')).map((signal) => signal.signalName)).toEqual([
    'campaign.changed',
    'campaign.changed',
    'campaign.changed',
  ]);
});

test('a campaign that has ended is started again', async () => {
  await gateway.wakeCampaign('c6');
  const handle = client.workflow.getHandle('campaign.c6');
  const { runId } = await handle.describe();
  await handle.terminate();
  await gateway.wakeCampaign('c6');
  expect((await handle.describe()).runId).not.toBe(runId);
});

test.each([
  ['that is final, gives its type', true, 'TypeError'],
  ['that was retried until the time was up, gives none', false, null],
])('a rehearsal whose activity failed with an error %s', async (_, nonRetryable, code) => {
  const id = nonRetryable ? 'c7' : 'c8';
  const asked = gateway.rehearse(id, '{}', new AbortController().signal);
  await failWorkflow(`rehearsal.${id}`, {
    activityFailureInfo: { activityType: { name: 'rehearseCampaign' } },
    cause: { applicationFailureInfo: { type: 'TypeError', nonRetryable } },
  });
  expect(await asked).toEqual({ kind: 'failed', code });
});

/** `CommandType` of Temporal's API. */
const FAIL_WORKFLOW_EXECUTION = 5;

/** What a worker answers whose workflow throws. */
async function failWorkflow(workflowId: string, failure: object): Promise<void> {
  const { workflowService } = client;
  const { namespace } = client.options;
  for (;;) {
    const queue = { namespace, taskQueue: { name: TASK_QUEUE }, identity: 'test' };
    const { taskToken, workflowExecution } = await client.withDeadline(Date.now() + 30_000, () =>
      workflowService.pollWorkflowTaskQueue(queue),
    );
    if (workflowExecution?.workflowId !== workflowId) continue;
    const failed = {
      failWorkflowExecutionCommandAttributes: { failure },
      commandType: FAIL_WORKFLOW_EXECUTION,
    };
    await workflowService.respondWorkflowTaskCompleted({
      namespace,
      taskToken,
      commands: [failed],
    });
    return;
  }
}

test('a server that answers passes the check', async () => {
  await expect(gateway.check()).resolves.toBeUndefined();
});
