import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings, expectGone, expectShown, LOOKS, overflows, useDashboard } from './browser.ts';

const world = useDashboard();

/** Rules are folded under what they say now. */
const openGroup = (page: Page, title: string) =>
  page.locator('summary').filter({ hasText: title }).click();

/** A draft with contacts whose numbers end in 5, so that the customers answer. */
async function draft(name: string, contacts = 3): Promise<string> {
  const { client } = world;
  const { id } = await client.post('/v1/campaigns', { body: { name } });
  const path = { campaignId: id };
  const numbers = Array.from({ length: contacts }, (_, index) => ({
    number: `+12025550${String(index).padStart(3, '0')}`,
    row_key: `row-${index + 1}`,
  }));
  await client.post('/v1/campaigns/{campaignId}/contacts', { path, body: { contacts: numbers } });
  return id;
}

test('a draft is started after its preflight, paused and cancelled', async () => {
  const id = await draft('Winter offers');
  const page = await world.open(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Start now' }).click();
  const dialog = page.getByRole('dialog');
  await expectShown(dialog.getByText('Of 3 contacts'));
  await dialog.getByRole('button', { name: 'Start now' }).click();
  await expectShown(page.getByRole('heading', { level: 1 }).getByText('Running'));
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectShown(dialog.getByText('No new call leaves.'));
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expectShown(page.getByRole('heading', { level: 1 }).getByText('Paused'));
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectShown(dialog.getByText('The campaign ends for good.'));
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectShown(page.getByRole('heading', { level: 1 }).getByText('Cancelled'));
  await expectGone(page.getByRole('button', { name: 'Start now' }));
});

test('a start is scheduled and cancelled; one in the past is refused at its field', async () => {
  const id = await draft('Later');
  const page = await world.open(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Start').fill('2020-01-01T09:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expectShown(dialog.getByRole('alert'));
  await dialog.getByLabel('Start').fill('2099-01-01T09:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expectShown(page.getByRole('heading', { level: 1 }).getByText('Scheduled'));
  await page.getByRole('button', { name: 'Cancel the scheduled start' }).click();
  await dialog.getByRole('button', { name: 'Cancel the scheduled start' }).click();
  await expectShown(page.getByRole('heading', { level: 1 }).getByText('Draft'));
});

test('contacts in sight are read, filtered by the address, and explained', async () => {
  const id = await draft('Many', 450);
  const page = await world.open(`/campaigns/${id}`);
  const list = page.getByRole('list', { name: 'Contacts' });
  await expectShown(list.getByText('row-1', { exact: true }));
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  await expectShown(page.getByText(/^Rows 1 to \d+ of 450$/));
  await list.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await expectShown(list.getByText('row-450', { exact: true }));
  await expectShown(page.getByText(/to 450 of 450$/));
  await list.getByRole('button', { name: 'Why is contact 450' }).click();
  await expectShown(page.getByRole('dialog').getByText('Campaign', { exact: true }));
  expect(page.url()).toContain('why=450');
  await page.keyboard.press('Escape');
  await page.getByLabel('State').selectOption('final');
  await expectShown(page.getByText('No contact fits the filters.'));
  expect(page.url()).toContain('state=final');
});

test('a contact is found by number, row key and row, also from a link', async () => {
  const id = await draft('Found', 450);
  const page = await world.open(`/campaigns/${id}?row=300`);
  const list = page.getByRole('list', { name: 'Contacts' });
  await expectShown(list.getByText('row-300', { exact: true }));
  expect(await list.getByText('row-1', { exact: true }).count()).toBe(0);
  await page.getByLabel('From row').fill('120');
  await page.getByLabel('From row').press('Enter');
  await expectShown(list.getByText('row-120', { exact: true }));
  const search = page.getByLabel('Number (with +) or row key');
  await search.fill('row-77');
  await search.press('Enter');
  await expectGone(list.getByText('row-120', { exact: true }));
  await page.getByLabel('From row').fill('');
  await page.getByLabel('From row').press('Enter');
  await expectShown(list.getByText('row-77', { exact: true }));
  expect(await list.getByRole('listitem').count()).toBe(1);
  await search.fill('+1 202 555 0033');
  await search.press('Enter');
  await expectShown(list.getByText('row-34', { exact: true }));
  await search.fill('');
  await search.press('Enter');
  await page.getByLabel('State').selectOption('due');
  await expectShown(page.getByText('Shown: the first 200'));
  await list.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await expectShown(page.getByText('Shown: the first 400'));
  await expectShown(page.getByRole('button', { name: 'Show them as they are now' }));
});

test('a preflight and a rehearsal show their results, and the rehearsal is kept as the forecast', async () => {
  const id = await draft('Rehearsed');
  const page = await world.open(`/campaigns/${id}`);
  await expectShown(page.getByText('There is no forecast.'));
  await page.getByRole('button', { name: 'Run the preflight' }).click();
  await expectShown(page.getByRole('article', { name: 'Preflight' }).getByText('Of 3 contacts'));
  await page.getByRole('button', { name: 'Rehearse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rehearse' }).click();
  await expectShown(page.getByRole('article', { name: 'Rehearsal' }).getByText('3 contacts from'));
  await expectGone(page.getByText('There is no forecast.'));
});

test('a clone opens as a draft of its own', async () => {
  const id = await draft('Original');
  const page = await world.open(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Clone' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Copy of it');
  await page.getByRole('dialog').getByRole('button', { name: 'Clone' }).click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'Copy of it' }));
});

test('a campaign of ten contacts is created with its list and started by mouse alone, each page with its next step', async () => {
  const page = await world.open('/campaigns');
  const rows = Array.from({ length: 10 }, (_, n) => `+120255501${10 + n},Ada Example ${n}`);
  const list = ['phone,name', ...rows, ''].join('\n');
  await page.getByRole('link', { name: 'Create a campaign' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ten people');
  await page.getByLabel('List of contacts').setInputFiles({
    name: 'ten.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(list),
  });
  await page.getByRole('button', { name: 'Create and check the list' }).click();
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('button', { name: 'Add 10 contacts' }).click();
  await page.getByRole('link', { name: 'Open the campaign' }).click();
  await expectShown(page.getByRole('heading', { name: 'Next: call 10 contacts' }));
  await page.getByRole('button', { name: 'Start now' }).click();
  await expectShown(page.getByRole('dialog').getByText('Of 10 contacts'));
  await page.getByRole('dialog').getByRole('button', { name: 'Start now' }).click();
  await expectShown(page.getByRole('heading', { level: 1 }).getByText(/Running|Completed/));
});

test('a budget asks what a call costs at most, and a draft without contacts asks for its list', async () => {
  const page = await world.open('/campaigns/new');
  await page.getByLabel('Name', { exact: true }).fill('With a budget');
  await page.getByLabel('Budget (EUR)').fill('a lot');
  await page.getByLabel('A call costs at most (EUR)').fill('0.50');
  await page.getByRole('button', { name: 'Create the campaign' }).click();
  await expectShown(page.getByRole('alert'));
  // What is wrong has the focus, and nothing that was typed is lost.
  const budget = page.getByLabel('Budget (EUR)');
  expect(await page.locator(':focus').getAttribute('id')).toBe(await budget.getAttribute('id'));
  await budget.fill('20');
  await page.getByRole('button', { name: 'Create the campaign' }).click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'With a budget' }));
  await expectShown(page.getByRole('heading', { name: 'Next: its list' }));
});

test('a campaign is created by the form, and its rules are changed; faults are shown at their fields', async () => {
  const page = await world.open('/campaigns/new');
  await page.getByLabel('Name', { exact: true }).fill('By the form');
  const groups = [
    'Calling window',
    'Caps for a number',
    'Pace and order',
    'Refusals and recordings',
  ];
  for (const group of groups) await openGroup(page, group);
  await page.getByLabel('Calling window: applies').check();
  await page.getByRole('button', { name: 'Add hours' }).click();
  const hours = page.getByRole('group', { name: 'hours 1' });
  await hours.getByLabel('From').fill('00:00');
  await hours.getByLabel('Until').fill('00:00');
  for (const day of ['Sat', 'Sun']) await hours.getByLabel(day).check();
  await page.getByRole('button', { name: 'Add cap' }).click();
  const cap = page.getByRole('group', { name: 'cap 1' });
  await cap.getByLabel('In any span of days').fill('0');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const refusal = page.getByRole('group', { name: 'rule 1' });
  await refusal.getByLabel('Code or status').fill('402');
  await page.getByLabel('Most live calls').fill('many');
  await page.getByRole('button', { name: 'Create the campaign' }).click();
  await expectShown(page.getByRole('alert'));
  expect(await page.getByLabel('Most live calls').getAttribute('aria-invalid')).toBe('true');
  expect(await cap.getByLabel('In any span of days').getAttribute('aria-invalid')).toBe('true');
  await cap.getByLabel('In any span of days').fill('7');
  await page.getByLabel('Most live calls').fill('3');
  await page.getByLabel('Most live calls').press('Enter');
  await expectShown(refusal.locator('.fault').getByText('concerns the account'));
  await refusal.getByLabel('Code or status').fill('invalid_destination');
  await refusal.getByLabel('What happens').selectOption('fail-contact');
  await refusal.getByLabel('Code or status').press('Enter');
  await expectShown(page.getByRole('heading', { level: 1, name: 'By the form' }));
  await page.getByRole('link', { name: 'Rules (version 1)' }).click();
  await openGroup(page, 'Pace and order');
  await page.getByLabel('Most live calls').fill('5');
  await page.getByRole('button', { name: 'Save the rules' }).click();
  await expectShown(page.getByRole('listitem').filter({ hasText: 'max_live_calls 3 → 5' }));
});

test('rules that somebody else changed meanwhile are not overwritten', async () => {
  const id = await draft('Two operators');
  const page = await world.open(`/campaigns/${id}/policy`);
  await openGroup(page, 'Pace and order');
  await page.getByLabel('Priority').fill('3');
  const path = { campaignId: id };
  await world.client.edit('/v1/campaigns/{campaignId}', { path }, () => ({ priority: 2 }));
  await page.getByRole('button', { name: 'Save the rules' }).click();
  await expectShown(page.getByRole('alert').getByText('Somebody else changed these rules'));
  await page.getByRole('button', { name: 'Read the rules again' }).click();
  await expectGone(page.getByRole('alert'));
  await openGroup(page, 'Pace and order');
  expect(await page.getByLabel('Priority').inputValue()).toBe('2');
});

test.for(LOOKS)(
  'the form of all rules is readable at $width px, $colorScheme',
  async ({ width, colorScheme }) => {
    const id = await draft('Rules');
    const page = await world.open(`/campaigns/${id}/policy`, {
      viewport: { width, height: 800 },
      colorScheme,
    });
    await expectShown(page.getByText('The first rules'));
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  },
);

test('a key that may only read sees no move', async () => {
  const id = await draft('Looked at');
  const { key } = await world.client.post('/v1/keys', { body: { name: 'viewer', role: 'read' } });
  const page = await world.open(`/campaigns/${id}`, { key: key! });
  await expectShown(page.getByRole('heading', { name: 'Contacts', exact: true }));
  expect(
    await page.getByRole('button', { name: /^(Start now|Cancel|Clone|Schedule)$/ }).count(),
  ).toBe(0);
});

test.for(LOOKS)(
  'the page of a campaign is readable at $width px, $colorScheme',
  async ({ width, colorScheme }) => {
    const id = await draft('Readable');
    const page = await world.open(`/campaigns/${id}`, {
      viewport: { width, height: 800 },
      colorScheme,
    });
    await expectShown(page.getByRole('list', { name: 'Contacts' }));
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  },
);
