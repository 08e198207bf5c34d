/** Two operators with keys of their own, each in a browser: both see the same, and nobody overwrites the other unnoticed. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectGone, expectShown, useDashboard } from './browser.ts';

const world = useDashboard();
const keys: string[] = [];

beforeAll(async () => {
  for (const name of ['north', 'south']) {
    const { key } = await world.client.post('/v1/keys', { body: { name, role: 'operate' } });
    keys.push(key!);
  }
  await world.client.post('/v1/agents', {
    body: { id: 'ada', name: 'Ada Example', kind: 'sip', address: 'ada@sip.example' },
  });
});

const north = (path: string) => world.open(path, { key: keys[0]! });
const south = (path: string) => world.open(path, { key: keys[1]! });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');
const confirm = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).click();
const state = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1 }).getByText(name, { exact: true });
const agentRow = (page: Page) => page.getByRole('row').filter({ hasText: 'Ada Example' });

/** What the dashboard promises: nothing on a page is older without saying so. */
const SOON = { timeout: 2_000 };

/** Its call goes on until the test is over, so the campaign stays as it is. */
async function liveCampaign(name: string): Promise<string> {
  const { client, simulator } = world;
  await simulator.change({ talkMs: [3_600_000, 3_600_000] });
  const { id } = await client.post('/v1/campaigns', { body: { name } });
  const path = { campaignId: id };
  const contacts = [{ number: '+12025550105' }, { number: '+12025550115' }];
  await client.post('/v1/campaigns/{campaignId}/contacts', { path, body: { contacts } });
  await client.post('/v1/campaigns/{campaignId}/start', { path });
  onTestFinished(async () => {
    // The test may have cancelled it.
    await client.post('/v1/campaigns/{campaignId}/cancel', { path }).catch(() => undefined);
    const query = { campaign: id, state: 'bridged' } as const;
    for (const { ref } of (await client.get('/v1/calls', { query })).data) {
      await client.post('/v1/calls/{ref}/hangup', { path: { ref } });
    }
  });
  return id;
}

test('a pause by one is seen by the other within two seconds, on Now, the campaign and the list', async () => {
  const id = await liveCampaign('Seen by two');
  const pages = await Promise.all([south('/'), south(`/campaigns/${id}`), south('/campaigns')]);
  const [now, campaign, list] = pages;
  const card = now.getByRole('article').filter({ hasText: 'Seen by two' });
  const row = list.getByRole('row').filter({ hasText: 'Seen by two' });
  await Promise.all([
    expectShown(card.getByText('Running')),
    expectShown(state(campaign, 'Running')),
    expectShown(row.getByText('Running')),
  ]);
  for (const page of pages) await page.evaluate('window.notLoadedAnew = true');
  const first = await north(`/campaigns/${id}`);
  await button(first, 'Pause').click();
  await confirm(first, 'Pause');
  await expectShown(state(first, 'Paused'));
  await Promise.all([
    card.getByText('Paused', { exact: true }).waitFor(SOON),
    state(campaign, 'Paused').waitFor(SOON),
    row.getByText('Paused', { exact: true }).waitFor(SOON),
  ]);
  for (const page of pages) expect(await page.evaluate('window.notLoadedAnew')).toBe(true);
});

test('a pause of an agent by one is seen by the other within two seconds, on Now and the agents', async () => {
  const [now, second, first] = [await south('/'), await south('/agents'), await north('/agents')];
  await button(first, 'Pause').click();
  await dialogOf(first).getByLabel('Reason').fill('lunch');
  await confirm(first, 'Pause');
  await expectShown(agentRow(first).getByText('lunch'));
  await Promise.all([
    agentRow(second).getByText('lunch').waitFor(SOON),
    now.getByText(/Paused 1/).waitFor(SOON),
  ]);
  await button(second, 'Set ready').click();
  await expectShown(agentRow(first).getByText('Ready'));
});

test('who pauses an agent that somebody else has just paused is told, and nothing is overwritten', async () => {
  const [first, second] = [await north('/agents'), await south('/agents')];
  await button(second, 'Pause').click();
  await dialogOf(second).getByLabel('Reason').fill('training');
  await button(first, 'Pause').click();
  await dialogOf(first).getByLabel('Reason').fill('lunch');
  await confirm(first, 'Pause');
  await expectGone(dialogOf(second));
  const told = 'Pause Ada Example: not done, because somebody else has changed it meanwhile.';
  await expectShown(second.getByText(told));
  await expectShown(agentRow(second).getByText('lunch'));
  const { paused_reason: reason } = await world.client.get('/v1/agents/{agentId}', {
    path: { agentId: 'ada' },
  });
  expect(reason).toBe('lunch');
  // The own action of the first was no surprise to it.
  expect(await first.getByText(/somebody else/).allTextContents()).toEqual([]);
  await button(first, 'Set ready').click();
  await expectShown(agentRow(second).getByText('Ready'));
});

test('who changes rules that somebody else has just changed is told, and reads them again', async () => {
  const { id } = await world.client.post('/v1/campaigns', { body: { name: 'Rules of two' } });
  const path = `/campaigns/${id}/policy`;
  const [first, second] = [await north(path), await south(path)];
  const openPace = (page: Page) =>
    page.locator('summary').filter({ hasText: 'Pace and order' }).click();
  for (const page of [first, second]) await openPace(page);
  await second.getByLabel('Priority').fill('4');
  await first.getByLabel('Priority').fill('3');
  await button(first, 'Save the rules').click();
  await expectShown(first.getByRole('listitem').filter({ hasText: /priority .* → 3/ }));
  await button(second, 'Save the rules').click();
  await expectShown(second.getByRole('alert').getByText('Somebody else changed these rules'));
  await button(second, 'Read the rules again').click();
  await expectGone(second.getByRole('alert'));
  await openPace(second);
  expect(await second.getByLabel('Priority').inputValue()).toBe('3');
  await second.getByLabel('Priority').fill('4');
  await button(second, 'Save the rules').click();
  await expectShown(second.getByRole('listitem').filter({ hasText: /priority 3 → 4/ }));
});

test('a campaign that one cancels while the other is asked about its pause is not paused unnoticed', async () => {
  const id = await liveCampaign('Cancelled by one');
  const [first, second] = [await north(`/campaigns/${id}`), await south(`/campaigns/${id}`)];
  await button(second, 'Pause').click();
  await button(first, 'Cancel').click();
  await confirm(first, 'Cancel');
  await expectShown(second.getByText('Pause: not done, because somebody else has changed it'));
  await expectShown(state(second, 'Cancelled'));
});

test('a key that is revoked leaves an open live page within five seconds, with the reason', async () => {
  const campaign = await liveCampaign('Revoked meanwhile');
  const { id, key } = await world.client.post('/v1/keys', {
    body: { name: 'leaver', role: 'operate' },
  });
  const pages = [`/campaigns/${campaign}`, '/agents', '/calls'];
  const opened = await Promise.all(pages.map((path) => world.open(path, { key: key! })));
  await Promise.all(opened.map((page) => expectShown(page.getByText('Live', { exact: true }))));
  await world.client.delete('/v1/keys/{keyId}', { path: { keyId: id } });
  await Promise.all(
    opened.map((page) => page.getByText(/its user or key was removed/).waitFor({ timeout: 5_000 })),
  );
});
