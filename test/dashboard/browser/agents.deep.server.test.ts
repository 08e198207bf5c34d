import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { axeFindings, expectGone, expectShown, LOOKS, overflows, useDashboard } from './browser.ts';
import { expectRead } from './pages.ts';

const world = useDashboard();

let agents = 0;
/** An agent with a name and an address of its own. */
async function agent(
  more: { name?: string; pools?: string[] } = {},
): Promise<{ id: string; name: string }> {
  const id = `desk-${++agents}`;
  const { name = `Ada Example ${agents}`, ...others } = more;
  await world.client.post('/v1/agents', {
    body: { id, name, kind: 'sip', address: `${id}@sip.example`, ...others },
  });
  return { id, name };
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialogOf = (page: Page) => page.getByRole('dialog');

test('an agent is added, paused with a reason, set ready, edited and deleted', async () => {
  const page = await world.open('/agents');
  await page.getByRole('button', { name: 'Add an agent' }).click();
  await dialogOf(page).getByLabel('Name').fill('Grace Example');
  await dialogOf(page).getByLabel('Id', { exact: true }).fill('grace');
  await dialogOf(page).getByLabel('Address').fill('no account');
  await dialogOf(page).getByLabel('Pools').fill('sales, spanish');
  await page.keyboard.press('Enter');
  await expectShown(dialogOf(page).getByText('must be the name or id of a SIP account'));
  await dialogOf(page).getByLabel('Address').fill('grace@sip.example');
  await page.keyboard.press('Enter');
  const row = rowOf(page, 'Grace Example');
  await expectShown(row.getByText('Ready'));
  await expectShown(row.getByText('sales, spanish'));

  await row.getByRole('button', { name: 'Pause' }).click();
  await dialogOf(page).getByLabel('Reason').fill('lunch');
  await dialogOf(page).getByLabel('The pause ends').selectOption('30');
  await dialogOf(page).getByRole('button', { name: 'Pause' }).click();
  await expectShown(row.getByText(/lunch, ready again in (29|30) min/));
  await row.getByRole('button', { name: 'Set ready' }).click();
  await expectShown(row.getByText('Ready'));

  await row.getByRole('link', { name: 'Grace Example' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialogOf(page).getByLabel('Pools').fill('night');
  await page.keyboard.press('Enter');
  await expectShown(page.getByText('night'));
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'Agents' }));
  await expectGone(row);
});

test('a file of agents is imported whole or not at all', async () => {
  const page = await world.open('/agents');
  const send = async (text: string, encoding: BufferEncoding = 'utf8') => {
    const buffer = Buffer.from(text, encoding);
    await dialogOf(page)
      .getByLabel('CSV file')
      .setInputFiles({ name: 'agents.csv', mimeType: 'text/csv', buffer });
    await dialogOf(page).getByRole('button', { name: 'Import' }).click();
  };
  await page.getByRole('button', { name: 'Import agents' }).click();
  const good = 'id,name,kind,address,pools\nimp-1,Imported Example,sip,imp-1,sales;night\n';
  await send(`${good}imp-2,Faulty Example,sip,no account,sales\n`);
  await expectShown(dialogOf(page).getByText('must be the name or id of a SIP account'));
  await expectShown(dialogOf(page).getByText('line 3, address:'));
  await send(good);
  await expectShown(page.getByText('1 added, 0 changed, 0 as they were.'));
  await expectShown(rowOf(page, 'Imported Example').getByText('sales, night'));
  // As Excel writes it: in Windows-1252.
  await page.getByRole('button', { name: 'Import agents' }).click();
  await send('id,name,kind,address\nimp-3,Zoë Example,sip,imp-3\n', 'latin1');
  await expectShown(rowOf(page, 'Zoë Example'));
});

test('a name with marks that turn the text turns nothing beside it', async () => {
  await agent({ name: '\u202eTurned Example' });
  const page = await world.open('/agents');
  const row = rowOf(page, 'Turned Example');
  await expectShown(row);
  const bidi = await page.evaluate(
    `getComputedStyle([...document.links].find((a) => a.text.includes('Turned'))).unicodeBidi`,
  );
  expect(bidi).toBe('isolate');
  await row.getByRole('button', { name: 'Pause' }).click();
  await dialogOf(page).getByRole('button', { name: 'Pause' }).click();
  await expectShown(page.getByText('Turned Example is paused.', { exact: true }));
});

test('the table is filtered by pool and state, and a pool is paused as one', async () => {
  const [inPool, other] = [await agent({ pools: ['late'] }), await agent()];
  const page = await world.open('/agents');
  await page.getByLabel('Pool').selectOption('late');
  await expectShown(rowOf(page, inPool.name));
  await expectGone(rowOf(page, other.name));
  await page.getByRole('button', { name: 'Pause the pool late' }).click();
  await dialogOf(page).getByRole('button', { name: 'Pause' }).click();
  await expectShown(rowOf(page, inPool.name).getByText('Paused'));
  await page.getByLabel('State').selectOption('ready');
  await expectShown(page.getByText('No agent fits the filter.'));
  expect(new URL(page.url()).search).toBe('?pool=late&state=ready');
});

test('the page of an agent shows its day to scale and as a table', async () => {
  const { id, name } = await agent();
  await world.client.post('/v1/agents/{agentId}/pause', {
    path: { agentId: id },
    body: { reason: 'training' },
  });
  const page = await world.open(`/agents/${id}`);
  await expectShown(page.getByRole('heading', { level: 1, name }));
  await expectShown(page.getByRole('img', { name: /Paused/ }));
  await page.getByText('The day as a table').click();
  await expectShown(page.getByRole('region', { name: 'What the agent did' }).getByText('training'));
  await expectShown(page.getByText('The agent had no calls on this day.'));
});

test('a callback is created, shown in the calendar, paused, resumed and cancelled', async () => {
  const page = await world.open('/callbacks', { timezoneId: 'Europe/London' });
  await page.getByRole('button', { name: 'Create a callback' }).click();
  await dialogOf(page).getByLabel('Number', { exact: true }).fill('+442079460101');
  await dialogOf(page).getByLabel('Name').fill('Ada Example');
  await dialogOf(page).getByLabel('It comes').selectOption('every');
  await dialogOf(page).getByLabel('Time of day', { exact: true }).fill('10:00');
  await dialogOf(page).getByLabel('Spread over').fill('5');
  await dialogOf(page).getByRole('button', { name: 'Create' }).click();
  await expectShown(dialogOf(page).locator('.fault').getByText('needs a number and a unit'));
  await dialogOf(page).getByLabel('Spread over').fill('5m');
  await dialogOf(page).getByLabel('Time zone').fill('Nowhere');
  await dialogOf(page).getByRole('button', { name: 'Create' }).click();
  await expectShown(dialogOf(page).getByText('must be an IANA time zone'));
  await dialogOf(page).getByLabel('Time zone').fill('Europe/Berlin');
  await dialogOf(page).getByRole('button', { name: 'Create' }).click();
  const row = rowOf(page, 'Ada Example');
  await expectShown(row.getByText('Every day at 10:00, Europe/Berlin'));
  await expectShown(row.getByText('(10:00 Europe/Berlin)'));
  await row.getByRole('button', { name: 'Pause' }).click();
  await expectShown(row.getByText('Paused'));
  await row.getByRole('button', { name: 'Resume' }).click();
  await expectShown(row.getByText('Scheduled'));

  const [callback] = (await world.client.get('/v1/callbacks', {})).data;
  const day = callback!.next_at!.slice(0, 10);
  // Each day of the next week has a turn, one day has one.
  await page.goto(`/callbacks?view=day&day=${day}`);
  await page.getByLabel('Show as').selectOption('week');
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect.poll(() => page.getByRole('link', { name: 'Ada Example' }).count()).toBe(7);
  await page.getByRole('link', { name: 'Ada Example' }).first().click();
  await page.getByRole('button', { name: 'Cancel callback' }).click();
  await dialogOf(page).getByRole('button', { name: 'Cancel callback' }).click();
  await expectShown(page.getByText('Cancelled', { exact: true }));
});

test('a key that only reads sees no actions', async () => {
  const { name } = await agent();
  const { key } = await world.client.post('/v1/keys', {
    body: { name: `reader-${agents}`, role: 'read' },
  });
  const page = await world.open('/agents', { key: key! });
  await expectShown(rowOf(page, name));
  expect(await page.getByRole('button', { name: /Pause|Edit|Delete|Add|Import/ }).count()).toBe(0);
});

test.for(
  ['/agents', '/agents/desk-look', '/callbacks', '/callbacks?view=week', '/statistics'].flatMap(
    (path) => LOOKS.map((look) => ({ path, ...look })),
  ),
)('$path is readable at $width px, $colorScheme', async ({ path, width, colorScheme }) => {
  await world.client
    .post('/v1/agents', {
      body: { id: 'desk-look', name: 'Wide Example', kind: 'sip', address: 'desk-look' },
    })
    .catch(() => undefined);
  const page = await world.open(path, { viewport: { width, height: 800 }, colorScheme });
  await expectRead(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
});
