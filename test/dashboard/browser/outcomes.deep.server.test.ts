/** What people say of calls, on the pages of operators: the codes, the outcome of a call, the script of a campaign. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axeFindings, expectGone, expectShown, useDashboard } from './browser.ts';

const world = useDashboard();

beforeAll(async () => {
  await world.client.post('/v1/agents', {
    body: { id: 'ada', name: 'Ada Example', kind: 'sip', address: 'ada' },
  });
  await world.client.put('/v1/suppressions/{listId}', {
    path: { listId: 'opt-outs' },
    body: { name: 'Opt-outs' },
  });
});

const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

async function sent(page: Page, name: string): Promise<void> {
  await inDialog(page, name).click();
  await expectGone(page.getByRole('dialog'));
}

const callOf = (ref: string) => world.client.get('/v1/calls/{ref}', { path: { ref } });
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

test('an outcome is created, refused twice by its id, changed, deleted and put back', async () => {
  const page = await world.open('/outcomes');
  await expectShown(page.getByText('There are no outcomes.'));
  await page.getByRole('button', { name: 'Create an outcome' }).click();
  await page.getByLabel('Name').fill('Never again');
  await page.getByLabel('Id').fill('never again');
  await page.getByLabel('Group').selectOption('refused');
  await page.getByLabel('What comes next').selectOption('final');
  await page.getByLabel('Put on the list').selectOption('opt-outs');
  await page.getByLabel('What goes on it').selectOption('person');
  await inDialog(page, 'Create').click();
  await expectShown(
    page
      .getByRole('dialog')
      .getByText(/needs 1 to 63 of a-z/)
      .first(),
  );
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Id').fill('never');
  await sent(page, 'Create');
  await expectShown(rowOf(page, 'Never again').getByText('all numbers of the person'));
  await page.getByRole('button', { name: 'Create an outcome' }).click();
  await page.getByLabel('Name').fill('Another');
  await page.getByLabel('Id').fill('never');
  await inDialog(page, 'Create').click();
  await expectShown(page.getByRole('dialog').getByText('There is an outcome never already.'));
  await inDialog(page, 'Cancel').click();
  await rowOf(page, 'Never again').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('What comes next').selectOption('redial');
  await page.getByLabel('Call again after').fill('3h');
  await sent(page, 'Save');
  await expectShown(page.getByText('Called again after 3h, 3 times at most'));
  await rowOf(page, 'Never again').getByRole('button', { name: 'Delete' }).click();
  await sent(page, 'Delete');
  await expectShown(rowOf(page, 'Never again').getByText('(deleted)'));
  await page.getByRole('button', { name: 'Put back' }).click();
  await expectShown(rowOf(page, 'Never again').getByRole('button', { name: 'Edit' }));
  expect(await axeFindings(page)).toEqual([]);
});

test('an operator sets the outcome of a call with a callback, and changes only what was seen', async () => {
  const { client } = world;
  for (const [codeId, body] of [
    ['sold', { label: 'Sold', group: 'sale' }],
    ['later', { label: 'Call back', group: 'callback', next: 'callback' }],
  ] as const)
    await client.put('/v1/outcome-codes/{codeId}', { path: { codeId }, body });
  const { ref } = await client.post('/v1/calls', { body: { number: '+12025550115' } });
  await expect
    .poll(async () => (await callOf(ref)).state, { timeout: 120_000, interval: 100 })
    .toBe('ended');
  const page = await world.open(`/calls/${ref}`);
  await page.getByRole('button', { name: 'Set the outcome' }).click();
  await page.getByLabel('Outcome', { exact: true }).selectOption('later');
  await page.getByLabel('Call back').fill('2036-11-24T10:00');
  await page.getByLabel('Note').fill('After the holidays');
  expect(await axeFindings(page)).toEqual([]);
  await sent(page, 'Save');
  await expectShown(page.getByText(/^Call back, said by /));
  await expectShown(page.getByText('After the holidays').first());
  expect(
    (await client.get('/v1/calls/{ref}/outcome', { path: { ref } })).callback_id,
  ).not.toBeNull();

  await page.getByRole('button', { name: 'Change the outcome' }).click();
  await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('After the holidays');
  expect(await page.getByLabel('Call back').inputValue()).toBe('2036-11-24T10:00');
  const other = await world.open(`/calls/${ref}`);
  await other.getByRole('button', { name: 'Change the outcome' }).click();
  await other.getByLabel('Outcome', { exact: true }).selectOption('sold');
  await sent(other, 'Save');
  await page.getByLabel('Note').fill('In spring');
  await inDialog(page, 'Save').click();
  await expectShown(page.getByRole('dialog').getByText('Not done.'));
  expect(await client.get('/v1/calls/{ref}/outcome', { path: { ref } })).toMatchObject({
    code: 'sold',
    note: 'After the holidays',
  });
});

test('a campaign’s script is shown as agents see it, and a bad screen pop is named at its field', async () => {
  const { client } = world;
  const { id } = await client.post('/v1/campaigns', { body: { name: 'Spring offers' } });
  const page = await world.open(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Script' }).click();
  await page.getByLabel('What they say').fill('# Good morning\n\nAsk for **Ada**.');
  await expectShown(page.getByRole('heading', { name: 'Good morning' }));
  await page.getByLabel('Page of the person').fill('https://crm.example/{name}');
  expect(await axeFindings(page)).toEqual([]);
  await inDialog(page, 'Save').click();
  await expectShown(
    page
      .getByRole('dialog')
      .getByText(/knows no \{name\}/)
      .first(),
  );
  await page.getByLabel('Page of the person').fill('https://crm.example/{row_key}');
  await sent(page, 'Save');
  const path = { campaignId: id };
  expect(await client.get('/v1/campaigns/{campaignId}/agent-page', { path })).toEqual({
    script: '# Good morning\n\nAsk for **Ada**.',
    screen_pop: 'https://crm.example/{row_key}',
  });
});
