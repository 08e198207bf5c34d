/** Where it is shown that webhooks do not arrive, and for how long. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { webhooks as doctorOfWebhooks } from '../../../src/cli/doctor/doctor-checks.ts';
import { COMPLETED, heartbeatAt } from '../../store/contract/world.ts';
import { startApi, type StartOptions } from '../api-under-test.ts';
import { liveCall } from '../calls/placed-call.ts';

async function begin(options: StartOptions = {}) {
  const on = await startApi(options);
  onTestFinished(() => on.stop());
  await on.store.noteIngressHeartbeat(heartbeatAt(Date.now(), 60_000));
  let campaignId = '';
  return {
    store: on.store,
    account: async () => (await on.get('/v1/account')).json(),
    campaign: async () => (await on.get(`/v1/campaigns/${campaignId}`)).json(),
    doctor: () => doctorOfWebhooks({ engine: 'sqlite', path: join(on.folder, 'store.sqlite') }),
    stopAccount: async () => (await on.post('/v1/account/stop')).json(),
    /** So many calls whose end GET showed, with or without webhooks before. */
    async end(count: number, { webhookReceived }: { webhookReceived: boolean }) {
      for (let done = 0; done < count; done++) {
        const ref = await liveCall(on);
        campaignId = ref.split('.')[0]!;
        await on.store.endCall(ref, { ...COMPLETED, webhookReceived }, Date.now());
      }
    },
  };
}

test('a server that is missing beside one that runs is shown with an alert, and calls are polled', async () => {
  const on = await begin(PUBLIC_URL);
  await on.end(1, { webhookReceived: true });
  const lostAtMs = Date.now() - 60_000;
  await on.store.noteIngressHeartbeat(heartbeatAt(lostAtMs, 15_000, 'web-2:8080'));
  const { alerts, webhooks } = await on.account();
  expect(webhooks.servers).toMatchObject([
    { name: 'web-1:8080', up: true, received: 0, last_received_at: null },
    { name: 'web-2:8080', up: false },
  ]);
  expect(alerts).toMatchObject([
    { kind: 'server-missing', text: expect.stringContaining('web-2:8080') },
  ]);
  expect(await on.doctor()).toMatchObject({ state: 'fault', found: alerts[0].text });
  expect(await on.campaign()).toMatchObject({
    polled_reason: 'one of our servers is down, so webhooks that are sent to it are lost',
  });
});

const PUBLIC_URL = { publicUrl: 'https://dialwright.example' };

test('lost webhooks stand among the alerts, in doctor and in each campaign', async () => {
  const on = await begin(PUBLIC_URL);
  await on.end(3, { webhookReceived: false });
  const { alerts, webhooks } = await on.account();
  expect(alerts).toEqual([
    { kind: 'webhooks-lost', text: expect.stringContaining('polled'), since: webhooks.since },
  ]);
  expect(await on.doctor()).toMatchObject({ state: 'fault', found: alerts[0].text });
  expect(await on.campaign()).toMatchObject({ polled_reason: 'webhooks do not arrive' });
  expect((await on.stopAccount()).alerts).toEqual(alerts);
});

test('the alert ends when webhooks come again', async () => {
  const on = await begin(PUBLIC_URL);
  await on.end(3, { webhookReceived: false });
  await on.end(3, { webhookReceived: true });
  expect((await on.account()).alerts).toEqual([]);
  expect(await on.doctor()).toMatchObject({ state: 'ok' });
  expect(await on.campaign()).toMatchObject({ polled_reason: null });
});

test('there is no alert where there is no public URL any more', async () => {
  const on = await begin();
  await on.end(3, { webhookReceived: false });
  expect(await on.account()).toMatchObject({ alerts: [], webhooks: null });
  expect(await on.campaign()).toMatchObject({ polled_reason: null });
});
