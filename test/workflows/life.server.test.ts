/** A campaign's life by the clock: it starts and ends by itself, and shares agents with others. */
import { WorkflowNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  await world.addAgents(1);
});
afterAll(async () => world.stop());

const HOUR = 3_600_000;
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();

async function draft(numbers: string[], settings: object = {}): Promise<string> {
  const created = await world.api('POST', '/v1/campaigns', { name: 'test', ...settings });
  expect(created).toMatchObject({ status: 201 });
  const { id } = created.body;
  const contacts = numbers.map((number) => ({ number }));
  await world.api('POST', `/v1/campaigns/${id}/contacts`, { contacts });
  return id;
}

const start = async (id: string, body?: object) =>
  expect((await world.api('POST', `/v1/campaigns/${id}/start`, body)).status).toBe(200);

const moveDeadline = async (id: string, deadline_at: string) =>
  expect((await world.api('PATCH', `/v1/campaigns/${id}`, { deadline_at })).status).toBe(200);

const workflowOf = (id: string) => world.client.workflow.getHandle(`campaign.${id}`);
/** Undefined while there is none: the API wakes it after it has answered. */
async function statusOf(id: string): Promise<string | undefined> {
  try {
    return (await workflowOf(id).describe()).status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

test('a planned campaign starts by itself, and dials nobody before', async () => {
  const id = await draft(['+12025550105']);
  const at = ahead(4_000);
  await start(id, { at });
  expect(await world.progress(id)).toMatchObject({ state: 'scheduled', starts_at: at });
  await world.untilState(id, 'completed');
  const [call] = await world.calls(id);
  expect(Date.parse(call.created_at)).toBeGreaterThanOrEqual(Date.parse(at));
});

test('its worker may be gone in between', async () => {
  const id = await draft(['+12025550115']);
  await start(id, { at: ahead(2_000) });
  await world.stopWorker();
  await world.startWorker();
  await world.untilState(id, 'completed');
});

test('a plan that is taken back ends its workflow; started after all, it dials', async () => {
  const id = await draft(['+12025550125']);
  await start(id, { at: ahead(HOUR) });
  await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe('RUNNING');
  expect((await world.api('POST', `/v1/campaigns/${id}/unschedule`)).status).toBe(200);
  await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe('COMPLETED');
  await start(id, { at: ahead(HOUR) });
  await start(id);
  await world.untilState(id, 'completed');
});

test('the deadline ends a campaign that waits for its redials', async () => {
  const redial = { max_attempts: 2, customer_unreached: { after: '1h' } };
  const settings = { redial, deadline_at: ahead(HOUR / 2), keep_open: true };
  const id = await draft(['+12025550102'], settings);
  await start(id);
  await expect
    .poll(async () => (await world.progress(id)).waiting_for?.text, { timeout: 20_000 })
    .toBe('the next contact is due later; the deadline comes first');
  await moveDeadline(id, ahead(1_500));
  await world.untilState(id, 'completed');
  expect((await world.progress(id)).contacts.by_disposition).toEqual({ 'customer-unreached': 1 });
});

test('the deadline ends a paused campaign', async () => {
  const id = await draft(['+12025550135']);
  await start(id);
  await world.api('POST', `/v1/campaigns/${id}/pause`);
  await moveDeadline(id, ahead(1_500));
  await world.untilState(id, 'completed');
});

test('the campaign that comes first gets the agent; then the other does', async () => {
  const numbers = (from: number) =>
    [0, 1, 2, 3].map((n) => `+1202555${String(from + n * 10).padStart(4, '0')}`);
  const low = await draft(numbers(145));
  const high = await draft(numbers(1_115), { priority: 1 });
  await start(low);
  await start(high);
  await world.untilState(low, 'completed');
  await world.untilState(high, 'completed');
  const placedAt = async (id: string) =>
    (await world.calls(id)).map((call) => Date.parse(call.placed_at)).toSorted((a, b) => a - b);
  const lastOfHigh = (await placedAt(high)).at(-1)!;
  const ofLow = await placedAt(low);
  expect(ofLow).toHaveLength(4);
  // One or two were claimed before the other was known to want.
  expect(ofLow.filter((at) => at < lastOfHigh).length).toBeLessThanOrEqual(2);
});
