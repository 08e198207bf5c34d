/** A wait has one reason, which the API, the command line, the dashboard and Temporal's Web UI show in the same words. */
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schemas } from '../../../src/client/client.ts';
import { runProgram } from '../../cli/run-program.ts';
import { expectShown, useDashboard } from './browser.ts';

const world = useDashboard();
const HOUR_MS = 3_600_000;
const WITHIN = { timeout: 120_000, interval: 200 };
const later = (ms: number) => new Date(Date.now() + ms).toISOString();

let temporal: Client;
beforeAll(async () => {
  const { address, namespace } = world.temporal;
  temporal = new Client({ connection: await Connection.connect({ address }), namespace });
});
afterAll(() => temporal.connection.close());

type Weekday = NonNullable<
  Schemas['CampaignInput']['calling_window']
>['hours'][number]['weekdays'][number];

const reading = async (id: string): Promise<Schemas['CampaignProgress']> =>
  world.client.get('/v1/campaigns/{campaignId}', { path: { campaignId: id } });

/** A campaign of one contact, which is started. */
async function started(body: Partial<Schemas['CampaignInput']> = {}, at?: string): Promise<string> {
  const { id } = await world.client.post('/v1/campaigns', { body: { name: 'Waits', ...body } });
  const path = { campaignId: id };
  const contacts = [{ number: '+12025550105', zone: 'UTC' }];
  await world.client.post('/v1/campaigns/{campaignId}/contacts', { path, body: { contacts } });
  await world.client.post('/v1/campaigns/{campaignId}/start', {
    path,
    ...(at !== undefined && { body: { at } }),
  });
  return id;
}

async function program(...args: string[]): Promise<string> {
  const env = { PATH: '', DIALWRIGHT_URL: world.url, DIALWRIGHT_API_KEY: world.apiKey };
  const { out } = await runProgram(args, env);
  return out;
}

/** As text, without the escapes of Markdown. */
async function webUi(id: string): Promise<string> {
  const handle = temporal.workflow.getHandle(`campaign.${id}`);
  const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return (metadata.currentDetails ?? '').replaceAll('\\', '');
}

/** @returns the wait, once the campaign waits for this reason */
async function inAllFourPlaces(id: string, reason: string) {
  const seen = async () => {
    const { state, waiting_for: wait } = await reading(id);
    return [state, wait?.reason];
  };
  await expect.poll(seen, WITHIN).toContain(reason);
  const { text, until } = (await reading(id)).waiting_for!;
  const line = new RegExp(`^waiting: ${RegExp.escape(text)}(, until \\S+)?$`, 'm');
  // On a busy machine a worker may miss Temporal for a moment, which is then the reason.
  await expect.poll(() => program('campaigns', 'show', id), WITHIN).toMatch(line);
  const page = await world.open(`/campaigns/${id}`);
  await expectShown(page.getByText(reason === 'start' ? /^Starts in/ : `Waits: ${text}`));
  await expect.poll(() => webUi(id), WITHIN).toContain(`: ${text}`);
  return { text, until };
}

test('no agent is ready', async () => {
  const { text } = await inAllFourPlaces(await started(), 'agents');
  expect(text).toBe('no agent is ready');
});

test('the start is planned', async () => {
  const at = later(26 * HOUR_MS);
  const { until } = await inAllFourPlaces(await started({}, at), 'start');
  expect(until).toBe(at);
});

test('somebody paused it', async () => {
  const id = await started();
  await world.client.post('/v1/campaigns/{campaignId}/pause', { path: { campaignId: id } });
  const { text } = await inAllFourPlaces(id, 'resume');
  expect(text).toContain('the campaign is paused');
});

test('the calling window is closed', async () => {
  await world.client.post('/v1/agents', {
    body: { id: 'desk-01', name: 'Ada Example', kind: 'sip', address: 'desk-01@sip.example' },
  });
  const opens = new Date(Date.now() + 12 * HOUR_MS).getUTCHours();
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const weekdays: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const hours = [{ weekdays, from: clock(opens), to: clock(opens + 1) }];
  const id = await started({ zone: 'UTC', calling_window: { hours } });
  const { text, until } = await inAllFourPlaces(id, 'time');
  expect(text).toBe('the calling window is closed');
  expect(Date.parse(until!)).toBeGreaterThan(Date.now());
});

test('a callback comes later', async () => {
  const at = later(2 * HOUR_MS);
  const { id } = await world.client.post('/v1/callbacks', {
    body: { number: '+442079460105', at },
  });
  const path = { callbackId: id };
  const read = async () => world.client.get('/v1/callbacks/{callbackId}', { path });
  await expect.poll(async () => (await read()).last?.campaign_id ?? null, WITHIN).not.toBeNull();
  expect(await program('callbacks', 'show', id)).toContain(`is scheduled, ${at}`);
  const page = await world.open(`/callbacks/${id}`);
  await expectShown(page.getByText('Scheduled'));
  const { until } = await inAllFourPlaces((await read()).last!.campaign_id!, 'time');
  expect(until).toBe(at);
});

test('the budget is set aside', async () => {
  const budget = { total: '0.10', reserve_per_call: '0.40' };
  const { text } = await inAllFourPlaces(await started({ budget }), 'budget');
  expect(text).toContain('budget');
});

test('the carrier refuses the account', async () => {
  await world.simulator.change({ refuse: ['account_not_verified'] });
  const { text } = await inAllFourPlaces(await started(), 'hold');
  expect(text).toMatch(/^the account is on hold: /);
  expect(await program('account', 'show')).toMatch(/on hold since .*\n.*(next probe|a person)/);
});
