/**
 * `npm run generate -- pictures dashboard --key dev-…` takes the pictures of the README, docs/dashboard.md and docs/tutorial.md from a running
 * `npm start` whose example campaign dials. It adds a draft, `My first list`. `--url http://localhost:3000` names another address.
 */
import { writeFileSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { ApiClient } from '../../src/terminal/api-client.ts';
import { readOptions } from '../command-options.ts';
import { browserPath } from './browser/browser-path.ts';
import { digestsNow, MANIFEST } from './picture-sources.ts';

const { url, key } = readOptions(import.meta.filename, {
  url: { type: 'string', default: 'http://localhost:3000' },
  key: { type: 'string', default: '' },
});
const PICTURES = new URL('../../docs/pictures/', import.meta.url);
/** From a start in the middle of the campaign to its end, calls are live and others have ended. */
const LEAST_TALKS = 60;

interface Picture {
  name: string;
  path: string;
  /** A text that is there when the page is complete. */
  shown: string;
  height: number;
}

async function take(page: Page, { name, path, shown, height }: Picture): Promise<void> {
  await page.setViewportSize({ width: 1280, height });
  await page.goto(path);
  // The menu has such words too.
  await page.locator('main').getByText(shown).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  // Bars grow to their length.
  await page.waitForTimeout(500);
  await shoot(page, name);
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({
    path: new URL(`${name}.png`, PICTURES).pathname,
    animations: 'disabled',
  });
  console.log(`${name}.png`);
}

const LIST = new URL('../../examples/first-list.csv', import.meta.url).pathname;

/** The check of the tutorial's list, with its wrong number corrected. */
async function takeImport(page: Page, client: ApiClient): Promise<void> {
  const { id } = await client.post('/v1/campaigns', { body: { name: 'My first list' } });
  await page.setViewportSize({ width: 1280, height: 1060 });
  await page.goto(`/campaigns/${id}/import`);
  await page.locator('input[type=file]').setInputFiles(LIST);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByLabel('number of line 8').fill('+12025550103');
  await page.getByRole('heading', { name: 'How it is read' }).evaluate((heading) => {
    heading.scrollIntoView();
  });
  // The bar on top covers 60 px.
  await page.mouse.wheel(0, -80);
  await page.waitForTimeout(300);
  await shoot(page, 'dashboard-import');
}

/** A call that was completed and recorded, as soon as there are enough. */
async function exampleCall(client: ApiClient): Promise<{ ref: string; campaign: string }> {
  for (;;) {
    const { data } = await client.get('/v1/calls', {
      query: { disposition: 'completed', recording: 'stored', limit: LEAST_TALKS },
    });
    const last = data.at(-1);
    if (last && data.length === LEAST_TALKS) return { ref: last.ref, campaign: last.campaign_id };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', timezoneId: 'UTC' });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Use an API key' }).click();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  const client = new ApiClient({ url, apiKey: key });
  const { ref, campaign } = await exampleCall(client);
  const pictures: Picture[] = [
    { name: 'dashboard-now', path: '/', shown: 'contacts final', height: 1000 },
    { name: 'dashboard-campaign', path: `/campaigns/${campaign}`, shown: 'Talked', height: 1000 },
    { name: 'dashboard-call', path: `/calls/${ref}`, shown: 'Download', height: 1000 },
  ];
  for (const picture of pictures) await take(page, picture);
  await takeImport(page, client);
  writeFileSync(MANIFEST, `${JSON.stringify(digestsNow(), undefined, 2)}\n`);
} finally {
  await browser.close();
}
