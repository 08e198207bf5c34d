import { expect, test } from 'vitest';
import { unreadableWebhooks } from '../../../src/cli/doctor/doctor-checks.ts';
import { startApi } from '../../api/api-under-test.ts';
import { liveCall } from '../../api/calls/placed-call.ts';

test('the doctor tells of webhooks that could not be read, and of the last reason', async () => {
  const on = await startApi();
  const database = { engine: 'sqlite', path: `${on.folder}/store.sqlite` } as const;
  expect(await unreadableWebhooks(database)).toMatchObject({ state: 'ok' });
  const ref = await liveCall(on);
  const url = on.eventHook(`${ref}.1`);
  await on.api.inject({ method: 'POST', url, payload: 'junk' });
  await on.api.inject({ method: 'POST', url, payload: '{"event_seq":1}' });
  const { state, found, fix } = await unreadableWebhooks(database);
  expect(state).toBe('note');
  expect(found).toMatch(/^2 of 1 calls could not be read in the last 24 hours; the last, at /);
  expect(found).toMatch(/: it has nothing at \/event, where the name should stand$/);
  expect(fix).toContain(`dialwright calls show ${ref}`);
  await on.stop();
});
