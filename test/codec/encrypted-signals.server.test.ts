/** Signals of webhook events with payload keys set: the server stores ciphertext, the workflow reads the events. */
import { randomBytes } from 'node:crypto';
import { Client } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyConverterFrom } from '../../src/process/temporal.ts';
import { startWorld, type World } from '../workflows/world.ts';

const DIALWRIGHT_PAYLOAD_KEYS = `k1:${randomBytes(32).toString('base64')}`;

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { DIALWRIGHT_PAYLOAD_KEYS } });
  await world.addAgents(1);
});
afterAll(() => world.stop());

test('the history holds ciphertext of every signal, and the workflow the events in it', async () => {
  const id = await world.campaign(['+12025550101'], { redial: { max_attempts: 1, max_calls: 1 } });
  const ref = `${id}.1.1`;
  await world.untilClosed(ref);

  const { connection, workflow, options } = world.client;
  const { events } = await workflow.getHandle(`call.${ref}`).fetchHistory();
  const signals = events!.flatMap((event) => event.workflowExecutionSignaledEventAttributes ?? []);
  const payloads = signals.flatMap(({ input }) => input?.payloads ?? []);
  expect(payloads.length).toBeGreaterThan(0);
  for (const { metadata, data } of payloads) {
    expect(Buffer.from(metadata!['encoding']!).toString()).toBe('binary/encrypted');
    expect(Buffer.from(data!).includes('click2call')).toBe(false);
  }

  const dataConverter = historyConverterFrom(world.env);
  const reader = new Client({ connection, namespace: options.namespace, dataConverter });
  const { currentDetails } = await reader.workflow
    .getHandle(`call.${ref}`)
    .query<{ currentDetails: string }>('__temporal_workflow_metadata');
  // The workflow lists the events that its signals brought. A webhook that came after its end is in the timeline only.
  const listed = [...currentDetails.matchAll(/\| (\d+) \| (click2call\.\w+) \|/g)];
  expect(listed.length).toBeGreaterThan(1);
  const known = (await eventsOf(world, ref)).map(({ seq, name }) => `${seq} ${name}`);
  expect(known).toEqual(expect.arrayContaining(listed.map(([, seq, name]) => `${seq} ${name}`)));
});

async function eventsOf(on: World, ref: string): Promise<{ seq: number; name: string }[]> {
  const { timeline } = (await on.call(ref)) as {
    timeline: { kind: string; text: string; seq: number }[];
  };
  const events = timeline.filter(({ kind }) => kind === 'event');
  expect(events.length).toBeGreaterThan(1);
  return events.map(({ seq, text }) => ({ seq, name: text }));
}
