import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { workbook } from '../../api/contacts/workbook-file.ts';
import { axeFindings, expectGone, expectShown, LOOKS, overflows, useDashboard } from './browser.ts';

const world = useDashboard();
const folder = mkdtempSync(join(tmpdir(), 'dialwright-lists-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
/** A draft, so that nothing is dialled. */
async function campaign(numbers: readonly string[] = []): Promise<string> {
  const { client } = world;
  const { id } = await client.post('/v1/campaigns', { body: { name: `Survey ${++made}` } });
  if (numbers.length > 0) {
    await client.post('/v1/campaigns/{campaignId}/contacts', {
      path: { campaignId: id },
      body: {
        contacts: numbers.map((number) => ({ number, name: 'Ada Example', row_key: `K${number}` })),
      },
    });
  }
  return id;
}

const listOf = (listId: string, name: string) =>
  world.client.put('/v1/suppressions/{listId}', { path: { listId }, body: { name } });
const suppress = (listId: string, number: string) =>
  world.client.put('/v1/suppressions/{listId}/numbers/{number}', {
    path: { listId, number },
    body: {},
  });

function file(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

test('a number that is searched shows its contacts, and why they are not dialled', async () => {
  await campaign(['+12025550101']);
  const page = await world.open('/people');
  await page.getByLabel('Number or row key').fill('+1 (202) 555-0101');
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('heading', { level: 1, name: '+12025550101' }));
  const contacts = page.getByRole('region', { name: 'Contacts in all campaigns' });
  await expectShown(contacts.getByText('Ada Example'));
  await expectShown(page.getByText('This number was never called.'));
  await contacts.getByRole('link', { name: /^Why/ }).click();
  await expectShown(page.getByRole('dialog', { name: /why it is dialled or not/ }));
});

test('a number without its country code is searched in the country that is named', async () => {
  await campaign(['+442079460107']);
  const page = await world.open('/people');
  await page.getByLabel('Number or row key').fill('020 7946 0107');
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('heading', { level: 1, name: '020 7946 0107' }));
  await page.getByLabel('Country of 020 7946 0107').fill('us');
  await press(page, 'Show');
  await expectShown(page.getByRole('alert').getByText('is not one of US'));
  await page.getByLabel('Country of 020 7946 0107').fill('gb');
  await press(page, 'Show');
  await expectShown(page.getByRole('heading', { level: 1, name: '+442079460107' }));
  const contacts = page.getByRole('region', { name: 'Contacts in all campaigns' });
  await expectShown(contacts.getByText('Ada Example'));
});

test('a row key of one number leads to the person', async () => {
  await campaign(['+12025550102']);
  const page = await world.open('/people?row_key=K%2B12025550102');
  await page.getByRole('link', { name: '+12025550102' }).first().click();
  await expectShown(page.getByRole('heading', { level: 1, name: '+12025550102' }));
});

test('a text that is no number is refused with the reason', async () => {
  const page = await world.open('/people?number=12');
  await expectShown(page.getByRole('alert').getByText(/number/));
});

test('a number is suppressed on a list, and allowed again', async () => {
  await listOf('opt-outs', 'Opt-outs');
  const page = await world.open('/people?number=%2B12025550103');
  await expectShown(page.getByText('It is on no suppression list'));
  await press(page, 'Suppress');
  await dialog(page).getByLabel('List').selectOption('opt-outs');
  await confirm(page, 'Suppress');
  await expectShown(page.getByRole('link', { name: 'Opt-outs' }));
  await press(page, 'Allow again');
  await confirm(page, 'Allow again');
  await expectShown(page.getByText('It is on no suppression list'));
});

test('a callback without a zone is refused at the field, and is planned with one', async () => {
  const page = await world.open('/people?number=%2B12025550104');
  await press(page, 'Create a callback');
  await dialog(page).getByLabel('Time', { exact: true }).fill('2036-11-24T10:00');
  await confirm(page, 'Create');
  await expectShown(dialog(page).getByRole('alert'));
  await dialog(page).getByLabel('Time zone').fill('America/New_York');
  await confirm(page, 'Create');
  await expectGone(dialog(page));
  const callbacks = page.getByRole('region', { name: 'Callbacks to this number, oldest first' });
  await expectShown(callbacks.getByText('Scheduled'));
});

test('a person is erased once the number is typed, and may be allowed again', async () => {
  await campaign(['+12025550105']);
  const page = await world.open('/people?number=%2B12025550105');
  await press(page, 'Erase');
  await expectShown(dialog(page).getByText('contacts 1', { exact: false }));
  await confirm(page, 'Erase for good');
  await expectShown(dialog(page).getByText('This is not +12025550105.').first());
  await dialog(page).getByLabel('Type +12025550105 to confirm').fill('+12025550105');
  await confirm(page, 'Erase for good');
  await expectShown(page.getByRole('heading', { level: 1, name: 'Erasures' }));
  await expectShown(page.getByRole('cell').getByText('Done', { exact: true }));
  await page.goto('/people?number=%2B12025550105');
  await expectShown(page.getByText('This person was erased.'));
  await press(page, 'Allow calls again');
  await confirm(page, 'Allow calls again');
  await expectGone(page.getByText('This person was erased.'));
});

test('a list is created, filled, searched and emptied', async () => {
  const page = await world.open('/suppressions');
  await press(page, 'Create a list');
  await dialog(page).getByLabel('Id').fill('public-registry');
  await dialog(page).getByLabel('Name').fill('Public registry');
  await confirm(page, 'Create');
  await page.getByRole('link', { name: 'Public registry' }).click();
  await expectShown(page.getByText('The list has no numbers.'));
  await press(page, 'Add a number');
  await dialog(page).getByLabel('Number').fill('+12025550106');
  await confirm(page, 'Add');
  await expectShown(page.getByRole('link', { name: '+12025550106' }));
  await press(page, 'Upload many');
  const rows = ['number', '+12025550107', '+12025550106', 'nonsense'];
  await dialog(page).getByLabel('File').setInputFiles(file('numbers.csv', rows));
  await confirm(page, 'Upload');
  await expectShown(dialog(page).getByText(/3 rows read: 1 number added, 1 on the list before/));
  await confirm(page, 'Close');
  await page.getByLabel('Find a number').fill('+12025550108');
  await press(page, 'Find');
  await expectShown(page.getByText('+12025550108 is not on this list.'));
  await expectShown(page.getByRole('listitem').filter({ hasText: '+12025550107' }));
});

test('a list that a campaign uses is deleted only with a decision about the campaign', async () => {
  await listOf('old', 'Old list');
  await listOf('new', 'New list');
  const { id } = await world.client.post('/v1/campaigns', {
    body: { name: 'Uses the old list', suppression_lists: ['old'] },
  });
  const page = await world.open('/suppressions');
  const row = page.getByRole('row').filter({ hasText: 'Old list' });
  await row.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Delete');
  await expectShown(dialog(page).getByRole('link', { name: 'Uses the old list' }));
  await dialog(page).getByLabel('These campaigns').selectOption('new');
  await confirm(page, 'Delete');
  await expectGone(row);
  const path = { campaignId: id };
  const changed = await world.client.get('/v1/campaigns/{campaignId}', { path });
  expect(changed.suppression_lists).toEqual(['new']);
});

test('a list is imported: columns are suggested, rows are judged first, and a wrong one is corrected', async () => {
  const id = await campaign();
  await listOf('own', 'Own');
  await suppress('own', '+12025550119');
  const page = await world.open(`/campaigns/${id}/import`);
  const rows = [
    'Phone;First name;Last name;Shoe size',
    '+12025550111;Ada;Example;38',
    '+1202555;Ben;Example;44',
    '+12025550111;Ada;Example;38',
    '+12025550119;Cay;Example;40',
  ];
  await page.getByLabel('List of contacts').setInputFiles(file('people.csv', rows));
  const columnOf = (title: string) =>
    page.getByLabel(`${title} is`, { exact: true }).evaluate((field) => field['value' as never]);
  await expectShown(page.getByLabel('Phone is', { exact: true }));
  expect(await Promise.all(['Phone', 'First name', 'Shoe size'].map(columnOf))).toEqual([
    'number',
    'name',
    '',
  ]);
  await press(page, 'Check the list');
  const wrong = page.getByLabel('number of line 3');
  await wrong.fill('+12025550112');
  await press(page, 'Add 1 contact');
  await expectShown(page.getByText('The import is done: 1 contact added.'));
  await press(page, 'Send 1 corrected row');
  await expectGone(wrong);
  await expectShown(
    page.getByText('The import is done: 2 contacts added, 1 of them corrected here.'),
  );
  const path = { campaignId: id };
  const { data } = await world.client.get('/v1/campaigns/{campaignId}/contacts', { path });
  expect(data.map(({ number, name }) => [number, name])).toEqual([
    ['+12025550111', 'Ada Example'],
    ['+12025550112', 'Ben Example'],
  ]);
});

test('a file in Windows-1252 is announced, shown and added with its names as they are', async () => {
  const id = await campaign();
  const page = await world.open(`/campaigns/${id}/import`);
  const buffer = Buffer.from('Telefon;Name;Opt-in\n+12025550117;Zoë Müller;ja\n', 'latin1');
  await page
    .getByLabel('List of contacts')
    .setInputFiles({ name: 'ansi.csv', mimeType: 'text/csv', buffer });
  await expectShown(page.getByText('Zoë Müller'));
  await press(page, 'Check the list');
  await expectShown(page.getByText(/Say what “Opt-in” is/));
  await page.getByLabel('Opt-in is', { exact: true }).selectOption('');
  await page.getByLabel('Encoding').selectOption('windows-1251');
  await expectShown(page.getByText('Zoл Mьller'));
  await page.getByLabel('Encoding').selectOption('');
  await expectShown(page.getByText('Zoë Müller'));
  await page.getByLabel('Opt-in is', { exact: true }).selectOption('');
  await press(page, 'Check the list');
  const notice = page.getByRole('status').filter({ hasText: 'It is read as windows-1252' });
  await expectShown(notice.getByText('Zoë Müller'));
  await press(page, 'Add 1 contact');
  await expectShown(page.getByText('The import is done: 1 contact added.'));
  const path = { campaignId: id };
  const { data } = await world.client.get('/v1/campaigns/{campaignId}/contacts', { path });
  expect(data.map(({ name }) => name)).toEqual(['Zoë Müller']);
});

test('a file without a header line is read by the places of its columns', async () => {
  const id = await campaign();
  const page = await world.open(`/campaigns/${id}/import`);
  await page.getByLabel('List of contacts').setInputFiles(file('bare.csv', ['+12025550113,Ada']));
  await page.getByLabel('Column 2 is', { exact: true }).selectOption('name');
  await expectShown(page.getByText('Ada', { exact: true }));
  await press(page, 'Check the list');
  await press(page, 'Add 1 contact');
  await expectShown(page.getByText('The import is done: 1 contact added.'));
});

test('a workbook is read: its sheet is chosen, and what it leaves open is shown before it is added', async () => {
  const id = await campaign();
  await listOf('never', 'Never call');
  const page = await world.open(`/campaigns/${id}/import`);
  const rows = [
    ['Leads of November'],
    ['Mobile', 'Name', 'DNC'],
    ['+12025550131; +12025550132', 'Ada', ''],
    ['+12025550133', 'Bo', 'x'],
    [],
    ['Total: 2'],
  ];
  const buffer = workbook({
    sheets: [
      { name: 'Notes', rows: [['x']] },
      { name: 'People', rows },
    ],
  });
  await page
    .getByLabel('List of contacts')
    .setInputFiles({ name: 'people.xlsx', mimeType: 'application/octet-stream', buffer });
  await page.getByLabel('Sheet that is the list').selectOption('People');
  await page.getByLabel('DNC is', { exact: true }).selectOption('suppress');
  await press(page, 'Check the list');
  await expectShown(page.getByText(/is needed, because a column is/).first());
  await page.getByLabel('Suppression list', { exact: true }).selectOption('never');
  await press(page, 'Check the list');
  await expectShown(page.getByText('Total: 2'));
  await expectShown(page.getByText('line 3: +12025550132'));
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Add 1 contact');
  await expectShown(page.getByText('The import is done: 1 contact added.'));
  const path = { listId: 'never' };
  const { data } = await world.client.get('/v1/suppressions/{listId}/numbers', { path });
  expect(data.map(({ number }) => number)).toEqual(['+12025550133']);
});

test('a key that may only read sees no action of these pages', async () => {
  await listOf('opt-outs', 'Opt-outs');
  await suppress('opt-outs', '+12025550114');
  const id = await campaign();
  const { key } = await world.client.post('/v1/keys', {
    body: { name: 'people-viewer', role: 'read' },
  });
  const page = await world.open('/people?number=%2B12025550114', { key: key! });
  await expectShown(page.getByRole('link', { name: 'Opt-outs' }));
  for (const name of ['Suppress', 'Erase', 'Create a callback', 'Allow again']) {
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  }
  await page.goto('/privacy');
  await expectShown(page.getByText('Erasures are for the role admin.'));
  await page.goto(`/campaigns/${id}/import`);
  await expectShown(page.getByText('Imports need a key with the role operate.'));
});

const PAGES = [
  ['/people?number=%2B12025550121', 'Contacts'],
  ['/suppressions', 'Suppressions'],
  ['/suppressions/seen', 'Numbers'],
  ['/privacy', 'Erasures'],
] as const;

test.for(LOOKS)(
  'these pages are readable at $width px, $colorScheme',
  async ({ width, colorScheme }) => {
    await listOf('seen', 'Seen');
    await suppress('seen', '+12025550121');
    const id = await campaign(['+12025550122']);
    const page = await world.open('/people', { viewport: { width, height: 800 }, colorScheme });
    for (const [path, heading] of PAGES) {
      await page.goto(path);
      await expectShown(page.getByRole('heading', { name: heading, exact: true }));
      expect([path, await axeFindings(page)]).toEqual([path, []]);
      expect([path, await overflows(page)]).toEqual([path, false]);
    }
    await page.goto(`/campaigns/${id}/import`);
    const rows = ['Phone,Name', '+12025550123,Ada Example', '12,Ben Example'];
    await page.getByLabel('List of contacts').setInputFiles(file(`seen-${width}.csv`, rows));
    await press(page, 'Check the list');
    await expectShown(page.getByLabel('number of line 3'));
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  },
);
