/** The page of an agent: twenty calls by keyboard alone. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { axeFindings, expectShown, LOOKS, overflows, useDashboard } from './browser.ts';

vi.setConfig({ testTimeout: 300_000 });
const world = useDashboard();
const CALLS = 20;
let key = '';
let campaign = '';

beforeAll(async () => {
  const { client } = world;
  await client.post('/v1/agents', {
    body: { id: 'ada', name: 'Ada Example', kind: 'sip', address: 'ada' },
  });
  const codes = [
    ['busy', { label: 'Busy', group: 'talked', next: 'redial', redial_after: '30d' }],
    ['later', { label: 'Call back', group: 'callback', next: 'callback' }],
    ['sale', { label: 'Sold', group: 'sale' }],
  ] as const;
  for (const [codeId, body] of codes)
    await client.put('/v1/outcome-codes/{codeId}', { path: { codeId }, body });
  const created = await client.post('/v1/keys', {
    body: { name: 'desk', role: 'agent', agent_id: 'ada' },
  });
  key = created.key!;
});

async function started(calls: number): Promise<void> {
  const { client } = world;
  const { id } = await client.post('/v1/campaigns', {
    body: { name: 'Spring offers', keep_open: true, agents: { outcome_within: '10m' } },
  });
  campaign = id;
  const path = { campaignId: id };
  await client.put('/v1/campaigns/{campaignId}/agent-page', {
    path,
    body: {
      script: '# Good morning\n\n<script>document.title = "hacked"</script> Ask for **Ada**.',
      screen_pop: 'https://crm.example/contacts/{row_key}',
    },
  });
  const contacts = Array.from({ length: calls }, (_, index) => ({
    number: `+1202555${String(100 + index)}5`,
    name: `Person ${index}`,
    row_key: `row-${index}`,
  }));
  await client.post('/v1/campaigns/{campaignId}/contacts', { path, body: { contacts } });
  await client.post('/v1/campaigns/{campaignId}/start', { path });
}

/** The call that the page shows now and did not show before. */
async function nextCall(page: Page, seen: ReadonlySet<string>): Promise<string> {
  let ref = '';
  const found = async () => {
    const shown = page.locator('.own-call');
    ref = ((await shown.count()) > 0 && (await shown.getAttribute('data-ref'))) || '';
    return ref !== '' && !seen.has(ref);
  };
  await expect.poll(found, { timeout: 120_000, interval: 20 }).toBe(true);
  const atMs = Date.now();
  shownAtMs.set(ref, atMs);
  return ref;
}
const shownAtMs = new Map<string, number>();

test('twenty calls by keyboard alone: each is seen soon, gets its outcome, and the next one comes', async () => {
  const page = await world.open('/agent', { key });
  await expectShown(page.getByRole('heading', { level: 1, name: 'Ada Example' }));
  await started(CALLS);
  const seen = new Set<string>();
  for (let call = 0; call < CALLS; call++) {
    const ref = await nextCall(page, seen);
    seen.add(ref);
    await expectShown(page.locator(`.own-call[data-ref="${ref}"][data-live="false"]`));
    if (call === 0) {
      await expectShown(page.getByText('Say what the call led to'));
      await page.keyboard.press('r');
      await expectShown(page.getByRole('alert').getByText('Say first what the call'));
      await page.keyboard.press('n');
      await page.keyboard.type('Wants two. o1');
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press(call % 5 === 4 ? 'c' : 'o');
    await page.keyboard.press(call % 5 === 4 ? '3' : String(1 + (call % 2)));
  }
  const counted = () =>
    world.client
      .get('/v1/stats/outcomes', { query: { campaign } })
      .then(({ data }) => Object.fromEntries(data.map(({ code, calls }) => [code, calls])));
  await expect.poll(counted, { timeout: 120_000 }).toEqual({ busy: 8, sale: 8, later: 4 });
  const first = await world.client.get('/v1/calls/{ref}/outcome', { path: { ref: [...seen][0]! } });
  expect(first).toMatchObject({ code: 'busy', note: 'Wants two. o1', who: 'desk' });
  await page.keyboard.press('p');
  await page.keyboard.press('2');
  await expectShown(page.getByText('Paused: Lunch'));
  await page.keyboard.press('r');
  await expectShown(page.getByText('Ready: the next call may ring'));
  const lateMs = await latenciesMs();
  console.error(`shown after the event: ${lateMs.map(Math.round).join(' ')} ms`);
  expect(lateMs[Math.floor(lateMs.length / 2)]!).toBeLessThan(500);
});

/** From the event of a call to its place on the page, sorted. */
async function latenciesMs(): Promise<number[]> {
  const { data } = await world.client.get('/v1/events', {
    query: { types: 'call.placed', campaign, limit: 100 },
  });
  return data
    .flatMap(({ subject, timestamp }) => {
      const atMs = shownAtMs.get(subject.replace('calls/', ''));
      return atMs === undefined ? [] : [atMs - Date.parse(timestamp)];
    })
    .toSorted((one, other) => one - other);
}

test('a number is called with the agent who is signed in', async () => {
  const page = await world.open('/agent', { key });
  await expectShown(page.getByRole('heading', { level: 1, name: 'Ada Example' }));
  await page.keyboard.press('k');
  await page.keyboard.type('+12025550195');
  await page.keyboard.press('Enter');
  await expectShown(page.locator('.own-call').getByText('+12025550195'));
});

test('the record opens by itself when the phone rings, once the agent has chosen so', async () => {
  const page = await world.open('/agent', { key });
  await page
    .context()
    .route('https://crm.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>A record</title>' }),
    );
  await page.evaluate("localStorage.setItem('opens-records', 'yes')");
  const opened = page.context().waitForEvent('page');
  await started(1);
  const record = await opened;
  await record.waitForURL('https://crm.example/contacts/row-0');
  expect(await record.evaluate('window.opener')).toBe(null);
  expect(await page.getByLabel('Open it by itself when it rings').isChecked()).toBe(true);
});

test('the script is text, its markup shows as such, and the record opens only on a click', async () => {
  const page = await world.open('/agent', { key });
  await started(1);
  await expectShown(page.getByRole('heading', { level: 3, name: 'Good morning' }));
  expect(await page.title()).toBe('Ada Example · Dialwright');
  await expectShown(page.getByText('<script>document.title = "hacked"</script> Ask for'));
  const record = page.getByRole('link', { name: 'Open the person’s record' });
  expect(await record.getAttribute('href')).toBe('https://crm.example/contacts/row-0');
});

test.each(LOOKS)('axe finds nothing with %o', async ({ width, colorScheme }) => {
  const page = await world.open('/agent', { key, viewport: { width, height: 900 }, colorScheme });
  await expectShown(page.locator('.own-call'));
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
});

test('a key of an agent opens this page at any address, and nothing else', async () => {
  const page = await world.open('/calls', { key });
  await expectShown(page.getByRole('heading', { level: 1, name: 'Ada Example' }));
});
