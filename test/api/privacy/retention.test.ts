import { onTestFinished, expect, test } from 'vitest';
import { runRetention } from '../../../src/api/privacy/run-retention.ts';
import { startApi } from '../api-under-test.ts';

const DAY_MS = 86_400_000;

test('the server removes what is older than its days, and only kinds that have days', async () => {
  const on = await startApi();
  onTestFinished(() => on.stop());
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number: '+12025550177' }] });
  await on.post(`/v1/campaigns/${id}/cancel`);
  const running = runRetention({
    store: on.store,
    retention: { audit: DAY_MS },
    nowMs: () => Date.now() + 400 * DAY_MS,
    log: on.api.log,
  });
  onTestFinished(() => running.stop());
  const entries = async () => (await on.get('/v1/audit')).json<{ data: object[] }>().data;
  await expect.poll(entries, { timeout: 10_000 }).toEqual([]);
  const contacts = await on.get(`/v1/campaigns/${id}/contacts`);
  expect(contacts.body).toContain('+12025550177');
});
