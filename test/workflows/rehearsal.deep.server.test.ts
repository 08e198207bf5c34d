/** Rehearsals run on a worker; the request waits for them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rehearsalWorkflowId } from '../../src/domain/ids.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let id: string;

beforeAll(async () => {
  world = await startWorld();
  await world.addAgents(2);
  id = (await world.api('POST', '/v1/campaigns', { name: 'test' })).body.id;
  const contacts = ['+12025550116', '+12025550126'].map((number) => ({ number }));
  await world.api('POST', `/v1/campaigns/${id}/contacts`, { contacts });
});
afterAll(async () => world.stop());

const status = async () =>
  (await world.client.workflow.getHandle(rehearsalWorkflowId(id)).describe()).status.name;

test('the answer is the forecast, and it is kept for the comparison with the campaign', async () => {
  const { status: answered, body } = await world.api('POST', `/v1/campaigns/${id}/rehearse`, {
    runs: 2,
  });
  expect(answered).toBe(200);
  expect(body).toMatchObject({ contacts: 2, runs: [{ cut: null }, { cut: null }] });
  const { forecast } = (await world.api('GET', `/v1/campaigns/${id}/forecast`)).body;
  expect(forecast).toMatchObject({ contacts: 2, calls: body.calls });
});

test('while a campaign is rehearsed a second rehearsal is refused, and one that nobody waits for is cancelled', async () => {
  await world.stopWorker();
  const gone = new AbortController();
  const first = fetch(`${world.url()}/v1/campaigns/${id}/rehearse`, {
    method: 'POST',
    headers: { authorization: world.authorization },
    signal: gone.signal,
  });
  await expect.poll(status).toBe('RUNNING');
  const second = await world.api('POST', `/v1/campaigns/${id}/rehearse`);
  expect(second).toMatchObject({ status: 503, body: { code: 'rehearsal_busy' } });
  gone.abort();
  await expect(first).rejects.toThrow('aborted');
  await world.startWorker();
  await expect.poll(status).toBe('CANCELLED');
});
