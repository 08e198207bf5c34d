import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import {
  axeFindings,
  expectGone,
  expectShown,
  LOOKS,
  overflows,
  signIn,
  useDashboard,
} from './browser.ts';
import { expectFocus } from './focus.ts';
import { goTo } from './pages.ts';

const PROFILE = fileURLToPath(
  new URL('../../../examples/carrier-operations.json', import.meta.url),
);

/** Receives webhooks: bodies in order. It refuses while `refusing` is true. */
const received: string[] = [];
let refusing = false;
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push(Buffer.concat(parts).toString());
    response.writeHead(refusing ? 500 : 204).end();
  });
});
await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done));
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
afterAll(() => void receiver.close());

const world = useDashboard({
  settings: {
    DIALWRIGHT_WEBHOOK_ORIGINS: receiverUrl,
    DIALWRIGHT_CARRIER_PROFILE: PROFILE,
  },
});

/** Presses a button of the page, then the one that the dialog has for it. */
async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await expectGone(page.getByRole('dialog'));
}

test('a key is shown once, signs in with its role, and is refused once it is revoked', async () => {
  const page = await world.open('/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('Wall Board');
  await page.getByRole('button', { name: 'Create the key' }).click();
  await expectShown(page.getByRole('dialog').getByRole('alert'));
  await page.getByLabel('Name').fill('wallboard');
  await page.keyboard.press('Enter');
  const key = await page.getByLabel('Key wallboard').textContent();
  await page.getByRole('button', { name: 'I have it' }).click();
  await expectGone(page.getByText(key!));
  const other = await world.open('/keys', { key: key! });
  await expectShown(other.getByText('API keys are for the role admin.'));
  await confirm(page, 'Revoke');
  await expectShown(page.getByText('Revoked', { exact: true }));
  await expectShown(other.getByText('The session has ended'));
  await signIn(other, world.apiKey);
});

test('what is read late does not push the focus of the keyboard out of sight', async () => {
  const page = await world.open('/statistics', { viewport: { width: 390, height: 700 } });
  let release = (): void => undefined;
  const released = new Promise<void>((done) => (release = done));
  await page.route('**/v1/stats?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  const field = page.getByLabel('Costs by');
  await field.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expectFocus(page);
  const below = () => field.evaluate(({ offsetTop }) => Number(offsetTop));
  const before = await below();
  release();
  await expectShown(page.getByRole('button', { name: 'Download as CSV' }));
  await expectFocus(page);
  expect((await below()) - before).toBeGreaterThan(600);
});

test('whoever scrolls away from the focus is not brought back to it', async () => {
  const page = await world.open('/statistics', { viewport: { width: 390, height: 700 } });
  await expectShown(page.getByRole('button', { name: 'Download as CSV' }));
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Tab');
  await expectFocus(page);
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 1_200);
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(800);
  // What would bring it back is told of the next frame.
  await page.evaluate('new Promise((told) => requestAnimationFrame(() => setTimeout(told)))');
  expect(await page.evaluate('scrollY')).toBeGreaterThan(800);
});

test('the audit shows who changed what, filtered by the address', async () => {
  await world.client.post('/v1/agents', {
    body: { id: 'desk-01', name: 'Ada Example', kind: 'sip', address: 'desk-01' },
  });
  const page = await world.open('/audit?what=agent.added');
  const change = (what: string) => page.getByRole('cell').getByText(what, { exact: true });
  await expectShown(change('Agent added'));
  await expectShown(page.getByRole('link', { name: 'Ada Example' }));
  await change('Agent added').click();
  await expectShown(page.getByText('address:'));
  await page.getByLabel('Who', { exact: true }).fill('nobody');
  await page.keyboard.press('Enter');
  await expectShown(page.getByText('No change fits these filters.'));
  expect(new URL(page.url()).searchParams.get('who')).toBe('nobody');
  await page.getByRole('link', { name: 'Show all changes' }).click();
  await expectShown(change('Signed in'));
});

test('limits and rules of the account are changed by forms that show what the server refuses', async () => {
  const page = await world.open('/account');
  await page.getByRole('button', { name: 'Change the limits' }).click();
  await page.getByLabel('Most live calls').fill('50');
  const unknown = 'Unknown placements in a row that pause a campaign';
  await page.getByLabel(unknown).fill('37');
  await page.keyboard.press('Enter');
  await expectShown(page.getByText('at most 50'));
  await expectShown(page.getByRole('definition').filter({ hasText: '37' }));
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('Code').fill('insufficient_funds');
  await page.getByLabel('At the end of these limits').selectOption('alert');
  await page.getByRole('button', { name: 'Save the rule' }).click();
  await expectShown(page.locator('.fault').getByText('is never reached'));
  await page.getByLabel('Longest time').fill('4h');
  await page.getByRole('button', { name: 'Save the rule' }).click();
  await expectShown(page.getByText('After 4h, an alert is raised'));
  await confirm(page, 'Remove');
  await expectGone(page.getByText('After 4h, an alert is raised'));
});

test('a stop has a reason that everybody sees, until the account may dial again', async () => {
  const [page, other] = [await world.open('/account'), await world.open('/')];
  await page.getByRole('button', { name: 'Stop all calls' }).click();
  await page.getByLabel('Reason').fill('Fire drill');
  await page.keyboard.press('Enter');
  await expectShown(page.getByText('Fire drill'));
  await expectShown(other.getByText('Fire drill'));
  await confirm(page, 'Let the account dial');
  await expectShown(page.getByText('May dial'));
});

test('a report is written in the background and downloaded', async () => {
  const page = await world.open('/reports');
  await expectShown(page.getByText('There are no reports.'));
  await page.getByLabel('Report', { exact: true }).selectOption('contacts');
  await page.getByRole('button', { name: 'Write the report' }).click();
  await expectShown(page.locator('.fault').getByText('choose one'));
  await page.getByLabel('Report', { exact: true }).selectOption('shifts');
  await page.getByText('Filters and format').click();
  await page.getByLabel('Format').selectOption('ndjson');
  expect(new URL(page.url()).searchParams.get('format')).toBe('ndjson');
  await page.getByRole('button', { name: 'Write the report' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toContain('shifts');
  await confirm(page, 'Delete');
  await expectShown(page.getByText('There are no reports.'));
});

test('a report for Excel of a country, of last month', async () => {
  const page = await world.open('/reports?report=calls');
  await page.getByRole('button', { name: 'Last month' }).click();
  const { searchParams } = new URL(page.url());
  const [from, to] = ['from', 'to'].map((name) => new Date(searchParams.get(name)!));
  const days = await page.evaluate(
    (times) => times.map((ms) => [new Date(ms).getDate(), new Date(ms).getHours()]),
    [from!.getTime(), to!.getTime()],
  );
  expect(days).toEqual([
    [1, 0],
    [1, 0],
  ]);
  await page.getByText('Filters and format').click();
  expect(await page.getByLabel('Delimiter').count()).toBe(0);
  await page.getByLabel('To be opened by').selectOption('Excel: Deutsch');
  await page.getByRole('button', { name: 'Write the report' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^calls-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFref;campaign_id;campaign_name;/);
  await confirm(page, 'Delete');
});

test('a webhook endpoint is added, tested, shown with its failures, and deleted', async () => {
  const page = await world.open('/events');
  await expectShown(page.getByText('There are no webhook endpoints.'));
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  await page.getByLabel('URL').fill('http://10.0.0.1/hook');
  await page.getByRole('button', { name: 'Add the endpoint' }).click();
  await expectShown(page.locator('.fault'));
  await page.getByLabel('URL').fill(`${receiverUrl}/hook`);
  await page.getByLabel('Description').fill('CRM');
  await page.getByRole('button', { name: 'Add the endpoint' }).click();
  await expectShown(page.getByLabel('Secret of the endpoint').getByText(/^whsec_/));
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.getByRole('link', { name: `${receiverUrl}/hook` }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await expectShown(dialog.getByText('Delivered, status 204'));
  await page.keyboard.press('Escape');
  expect(received.join()).toContain('webhook.test');
  await expectShown(page.getByRole('cell', { name: /webhook\.test/ }));
  refusing = true;
  await world.client.post('/v1/account/stop', { body: {} });
  await expectShown(page.getByText(/^Not delivered:/));
  refusing = false;
  await confirm(page, 'Try at once');
  await expectGone(page.getByText(/^Not delivered:/));
  await world.client.post('/v1/account/go');
  await confirm(page, 'Delete');
  await expectShown(page.getByText('There are no webhook endpoints.'));
});

test('a comparison with the carrier’s records is requested and shows its result', async () => {
  const page = await world.open('/reconciliations');
  await page.getByRole('button', { name: 'Compare a span' }).click();
  const from = page.getByLabel('From');
  const yesterday = await from.inputValue();
  await from.fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expectShown(page.locator('.fault'));
  await from.fill(yesterday);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expectShown(page.getByText('Nothing to do'));
  await expectShown(page.getByRole('row', { name: /^Equal 0/ }));
  await page.getByRole('link', { name: 'Reconciliation' }).first().click();
  await expectShown(page.getByRole('table', { name: 'Comparisons' }));
});

test('numbers, addresses and balance of the carrier are shown, and changes are sent', async () => {
  const page = await world.open('/carrier');
  await confirm(page, 'Read the balance');
  await expectShown(page.getByText('Amount', { exact: true }));
  await page.getByLabel('Name or id').fill('agent-1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add an address' }).click();
  await page.getByLabel('Address', { exact: true }).fill('nowhere');
  await page.getByRole('button', { name: 'Add the address' }).click();
  await expectShown(page.getByRole('dialog').getByRole('alert'));
  await page.getByLabel('Address', { exact: true }).fill('198.51.100.4');
  await page.getByRole('button', { name: 'Add the address' }).click();
  await expectShown(page.getByRole('cell', { name: '198.51.100.4' }));
  await confirm(page, 'Remove');
  await expectShown(page.getByText('No allowed address is set.'));
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Fields (JSON)').fill('[1]');
  await page.getByRole('button', { name: 'Change the SIP account' }).click();
  await expectShown(page.locator('.fault').getByText('must be a JSON object'));
});

test('a key that may only read sees records and no action', async () => {
  const { key } = await world.client.post('/v1/keys', { body: { name: 'viewer', role: 'read' } });
  const page = await world.open('/account', { key: key! });
  await expectShown(page.getByRole('heading', { name: 'Recording desk' }));
  for (const name of ['Stop all calls', 'Change the limits', 'Add a rule', 'Change']) {
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  await page.goto('/reports');
  await expectShown(page.getByText('Reports are for the role operate.'));
  await page.goto('/events');
  await expectShown(page.getByText('Webhook endpoints are for the role admin.'));
  await page.goto('/carrier');
  await expectShown(page.getByRole('heading', { name: 'SIP accounts' }));
  expect(await page.getByRole('button', { name: 'Read the balance' }).count()).toBe(0);
});

const PATHS = [
  '/audit',
  '/keys',
  '/users',
  '/account',
  '/reports',
  '/events',
  '/reconciliations',
  '/carrier',
  '/carrier/numbers/+12025550190',
  '/carrier/sip-accounts/agent-1',
];

test.for(LOOKS)('every page is readable at $width px, $colorScheme', async (look) => {
  const { width, colorScheme } = look;
  const { id } = await world.client.post('/v1/webhook-endpoints', {
    body: { url: `${receiverUrl}/hook`, types: ['hold.*'] },
  });
  const page = await world.open('/audit', { viewport: { width, height: 800 }, colorScheme });
  for (const path of [...PATHS, `/events/${id}`]) {
    await goTo(page, path);
    const seen = { path, findings: await axeFindings(page), overflows: await overflows(page) };
    expect(seen).toEqual({ path, findings: [], overflows: false });
  }
});
