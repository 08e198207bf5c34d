/** Changes of many contacts: the answer comes at once, the rest is seen going on, and a server that starts again ends it. */
import { expect, onTestFinished, test } from 'vitest';
import { pino } from 'pino';
import { runContactJobs } from '../../../src/api/contacts/contact-jobs.ts';
import { CONTACTS_PER_BATCH } from '../../../src/store/campaigns/contact-job-store.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

const MANY = CONTACTS_PER_BATCH + 20;

async function withContacts(): Promise<{ on: ApiUnderTest; id: string }> {
  const on = await startApi();
  onTestFinished(() => on.stop());
  const id = await on.campaign();
  const numbers = Array.from({ length: MANY }, (_, n) => `+1202555${String(n).padStart(4, '0')}`);
  const payload = ['number', ...numbers].join('\n');
  const headers = { 'content-type': 'text/csv' };
  const added = await on.call('POST', `/v1/campaigns/${id}/contacts`, { headers, payload });
  expect(added.json()).toMatchObject({ accepted: MANY });
  return { on, id };
}

const run = ({ store, gateway }: ApiUnderTest) =>
  runContactJobs({ store, gateway, nowMs: Date.now, log: pino({ level: 'silent' }) });

test('a cancelled campaign shows how far its contacts are closed, and a running server closes them', async () => {
  const { on, id } = await withContacts();
  const cancelled = await on.post(`/v1/campaigns/${id}/cancel`);
  expect(cancelled.json()).toMatchObject({ state: 'cancelled' });
  const progress = async () =>
    (await on.get(`/v1/campaigns/${id}`)).json<Record<string, unknown>>();
  expect(await progress()).toMatchObject({
    contacts: { by_state: { due: 20, final: CONTACTS_PER_BATCH } },
    contact_job: { kind: 'close', done: CONTACTS_PER_BATCH, total: MANY },
  });
  const jobs = run(on);
  await expect.poll(progress).toMatchObject({ contact_job: null });
  await jobs.stop();
  expect(await progress()).toMatchObject({ contacts: { by_state: { due: 0, final: MANY } } });
});

test('a clone shows what is copied; when it has all contacts and runs, its workflow is signalled', async () => {
  const { on, id } = await withContacts();
  const cloned = await on.post(`/v1/campaigns/${id}/clone`, { contacts: 'all' });
  expect(cloned.json()).toMatchObject({
    contacts_copied: CONTACTS_PER_BATCH,
    contact_job: { kind: 'copy', done: CONTACTS_PER_BATCH, total: MANY },
  });
  const { id: copy } = cloned.json<{ id: string }>();
  const again = await on.post(`/v1/campaigns/${copy}/clone`, { contacts: 'all' });
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'contacts_being_copied' }]);
  await on.post(`/v1/campaigns/${copy}/start`);
  await expect.poll(() => on.gateway.requests).toContain(`wake ${copy}`);
  on.gateway.requests.length = 0;
  const jobs = run(on);
  await expect.poll(() => on.gateway.requests).toEqual([`wake ${copy}`]);
  await jobs.stop();
});

test('a fault of the store stops one batch, which is tried again', async () => {
  const { on, id } = await withContacts();
  await on.post(`/v1/campaigns/${id}/cancel`);
  let faults = 1;
  const store = {
    campaign: (id: string) => on.store.campaign(id),
    continueListRemoval: () => on.store.continueListRemoval(),
    continueImportUndo: () => on.store.continueImportUndo(),
    foldTallies: async () => 0,
    countAgentTimes: async () => false,
    continueContactJob: async (nowMs: number) => {
      if (faults-- > 0) throw new Error('database or disk is full');
      return on.store.continueContactJob(nowMs);
    },
  };
  const jobs = runContactJobs({
    store,
    gateway: on.gateway,
    nowMs: Date.now,
    log: pino({ level: 'silent' }),
  });
  await expect
    .poll(async () => (await on.get(`/v1/campaigns/${id}`)).json())
    .toMatchObject({ contact_job: null });
  await jobs.stop();
});

test('a running server folds the changes of counters when many have come together', async () => {
  const { on } = await withContacts();
  const numbers = Array.from({ length: 500 }, (_, n) => `+1202556${String(n).padStart(4, '0')}`);
  const nowMs = Date.now();
  for (const number of numbers)
    await on.store.addDirectCall({ number, name: null, agentId: null, nowMs });
  let folded = 0;
  const foldTallies = async (input: { atLeast: number }) => {
    const count = await on.store.foldTallies(input);
    folded += count;
    return count;
  };
  const jobs = run({ ...on, store: { ...on.store, foldTallies } });
  await expect.poll(() => folded).toBeGreaterThanOrEqual(numbers.length);
  await jobs.stop();
});
