/** Workflows whose task fails for ever: they are reported, ended, and started again from the store. */
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterEach, expect, inject, test } from 'vitest';
import { startWorld, type World } from './world.ts';

/** A run that does not work has another one within half a minute. */
const REPLACED = { timeout: 40_000 };

let world: World;
afterEach(() => world.stop());

const SEALED_BY_HAND = {
  payloads: [
    {
      metadata: {
        encoding: Buffer.from('binary/encrypted'),
        'encryption-key-id': Buffer.from('lost'),
      },
      data: Buffer.from('nobody can read this'),
    },
  ],
};

async function send(workflowId: string, signalName: string) {
  const { connection, options } = world.client;
  await connection.workflowService.signalWorkflowExecution({
    namespace: options.namespace,
    workflowExecution: { workflowId },
    signalName,
    input: SEALED_BY_HAND,
  });
}

const alerts = async () =>
  (
    (await world.api('GET', '/v1/alerts')).body.data as {
      kind: string;
      subject: string;
      text: string;
    }[]
  ).filter(({ kind }) => kind === 'workflow-stuck');

const reported = async (subject: string): Promise<string[]> => {
  const { data } = (
    await world.api('GET', `/v1/events?types=alert.workflow-stuck&subject=${subject}`)
  ).body;
  return (data as { data: { status: string } }[]).map(({ data: { status } }) => status);
};

const runId = async (workflowId: string) =>
  (await world.client.workflow.getHandle(workflowId).describe()).runId;

const postsTo = (number: string) =>
  world.facts('decision').filter((fact) => fact['destination'] === number);

test('a payload whose key is missing: the alert names the key, campaign and call say so, and both go on by themselves', async () => {
  world = await startWorld({ carrier: { talkMs: [1_200_000, 1_200_000] } });
  await world.addAgents(1);
  const id = await world.campaign(['+12025550135', '+12025550145'], {
    redial: { max_attempts: 1 },
  });
  const ref = `${id}.1.1`;
  await world.untilCall(ref, { state: 'bridged' });
  const before = { campaign: await runId(`campaign.${id}`), call: await runId(`call.${ref}`) };
  await send(`call.${ref}`, 'poke');
  await send(`campaign.${id}`, 'campaign.changed');
  const why = /a payload is encrypted with key lost, which is not in DIALWRIGHT_PAYLOAD_KEYS/;
  const reason = { reason: 'workflow', text: expect.stringMatching(why) };
  await world.untilCall(ref, { waiting_for: reason });
  await expect.poll(() => reported('calls')).toContain('raised');
  await expect.poll(async () => (await world.progress(id)).waiting_for).toMatchObject(reason);
  await expect.poll(() => reported(`campaigns/${id}`)).toContain('raised');

  await expect.poll(() => runId(`call.${ref}`), REPLACED).not.toBe(before.call);
  await expect.poll(() => runId(`campaign.${id}`), REPLACED).not.toBe(before.campaign);
  await expect.poll(alerts).toEqual([]);
  await world.api('POST', `/v1/calls/${ref}/hangup`);
  await world.untilCall(ref, { state: 'ended', settlement: 'settled' });
  expect(postsTo('+12025550135')).toHaveLength(1);
  await world.untilCall(`${id}.2.1`, { state: 'bridged' });
});

test('runs that began with other code fail at once, and are started again without a second POST', async () => {
  world = await startWorld({ carrier: { talkMs: [600_000, 600_000] } });
  await world.stopWorker();
  await world.addAgents(1);
  const id = await world.campaign(['+12025550155'], { redial: { max_attempts: 1 } });
  const old = await oldWorker();
  await old.runUntil(async () => {
    await expect
      .poll(
        async () =>
          (await world.client.workflow.getHandle(`campaign.${id}`).describe()).historyLength,
      )
      .toBeGreaterThan(4);
  });
  const before = await runId(`campaign.${id}`);
  await world.startWorker();
  await world.untilCall(`${id}.1.1`, { state: 'bridged' });
  expect(await runId(`campaign.${id}`)).not.toBe(before);
  const failed = await world.client.workflow.getHandle(`campaign.${id}`, before).describe();
  expect(failed.status.name).toBe('FAILED');
  expect(await reported(`campaigns/${id}`)).toContain('raised');
  await expect.poll(alerts).toEqual([]);
  expect(postsTo('+12025550155')).toHaveLength(1);
});

/** Of a version whose workflows have one step more. */
async function oldWorker(): Promise<Worker> {
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  return Worker.create({
    connection,
    namespace: world.client.options.namespace,
    taskQueue: 'dialwright',
    workflowsPath: fileURLToPath(new URL('../replay/changed/an-extra-step.ts', import.meta.url)),
  });
}
