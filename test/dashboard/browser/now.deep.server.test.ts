import { expect, test } from 'vitest';
import { axeFindings, expectGone, expectShown, LOOKS, overflows, useDashboard } from './browser.ts';

const world = useDashboard();

/** The customers answer: their numbers end in 5. */
async function dialledCampaign(contacts: number): Promise<void> {
  const { client } = world;
  const { id } = await client.post('/v1/campaigns', { body: { name: 'Autumn survey' } });
  const path = { campaignId: id };
  const numbers = Array.from({ length: contacts }, (_, index) => ({
    number: `+120255501${index}5`,
  }));
  await client.post('/v1/campaigns/{campaignId}/contacts', { path, body: { contacts: numbers } });
  await client.post('/v1/campaigns/{campaignId}/start', { path });
}

test('an empty account says what to do first', async () => {
  const page = await world.open('/');
  await expectShown(page.getByText('No campaign dials.'));
  await expectShown(page.getByText('There are no agents.'));
});

test('a stop is the first thing on the page, for everybody, until it is taken back', async () => {
  const [first, second] = [await world.open('/'), await world.open('/')];
  await first.getByRole('button', { name: 'Stop all calls' }).click();
  await expectShown(first.getByRole('dialog').getByText('No new call leaves'));
  await first.getByRole('dialog').getByRole('button', { name: 'Stop all calls' }).click();
  await expectShown(second.getByText('Everything is stopped'));
  await second.getByRole('button', { name: 'Let the account dial' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Let the account dial' }).click();
  await expectGone(first.getByText('Everything is stopped'));
});

test('a page whose server cannot be reached says how old it is, and goes on by itself', async () => {
  const page = await world.open('/');
  await expectShown(page.getByText('Live', { exact: true }));
  await page.context().setOffline(true);
  await expectShown(page.getByText(/\d+ s old/));
  await page.context().setOffline(false);
  await expectGone(page.getByText(/\d+ s old/));
});

test('where all event streams of the key are in use, the page says so and is current by its poll', async () => {
  const closing = new AbortController();
  const headers = { authorization: `Bearer ${world.apiKey}`, accept: 'text/event-stream' };
  const open = () => fetch(`${world.url}/v1/events`, { headers, signal: closing.signal });
  // A stream of a page that was closed before may still be counted.
  for (let streams = 0; streams < 20;) streams += Number((await open()).ok);
  const page = await world.open('/');
  await expectShown(page.getByText('Every 2 s'));
  await world.client.post('/v1/account/stop', { body: { reason: 'A drill' } });
  await expectShown(page.getByText('A drill'));
  await world.client.post('/v1/account/go');
  await expectGone(page.getByText('A drill'));
  expect(await page.getByText(/\d+ s old/).count()).toBe(0);
  closing.abort();
});

test('a campaign that dials is shown with its progress until it has ended', async () => {
  const page = await world.open('/');
  await world.client.post('/v1/agents', {
    body: { id: 'desk-01', name: 'Ada Example', kind: 'sip', address: 'desk-01@sip.example' },
  });
  await dialledCampaign(3);
  const card = page.getByRole('article').filter({ hasText: 'Autumn survey' });
  await expectShown(card.getByText(/of 3 contacts final/));
  await expectShown(page.getByRole('link', { name: 'Ada Example' }));
  await expectGone(card);
});

test('the legend of a chart has the colours of the theme that is chosen', async () => {
  const page = await world.open('/', { colorScheme: 'light' });
  const marker = page.locator('.u-legend .u-marker').nth(1);
  const colours = () =>
    marker.evaluate((element) => {
      const { getComputedStyle } = element.ownerDocument.defaultView;
      return getComputedStyle(element).backgroundColor + getComputedStyle(element).borderColor;
    });
  await expectShown(marker);
  const light = await colours();
  const theme = page.getByRole('button', { name: /^Colours: / });
  await theme.click();
  await theme.click();
  await expectShown(page.getByRole('button', { name: 'Colours: dark' }));
  await expect.poll(colours).not.toBe(light);
  const dark = await colours();
  await page.reload();
  await expectShown(marker);
  await expect.poll(colours).toBe(dark);
});

test('keys open the search, the list of keys and a page', async () => {
  const page = await world.open('/');
  await page.keyboard.press('/');
  await expectShown(page.getByRole('dialog', { name: 'Search' }));
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expectShown(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expectShown(page.getByRole('heading', { level: 1, name: 'Campaigns' }));
});

test.for(LOOKS)(
  'the page is readable at $width px, $colorScheme',
  async ({ width, colorScheme }) => {
    const page = await world.open('/', { viewport: { width, height: 800 }, colorScheme });
    await expectShown(page.getByRole('heading', { name: 'Agents' }));
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  },
);
