/**
 * `npm run pictures:dashboard -- --key dev-…` takes the pictures of the README and of docs/dashboard.md from a running `npm start`
 * whose example campaign dials. `--url http://localhost:3000` names another address.
 */
import { chromium, type Page } from 'playwright-core';
import { ApiClient } from '../../src/terminal/api-client.ts';
import { readOptions } from '../command-options.ts';
import { browserPath } from './browser/browser-path.ts';

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
  await page.getByText(shown).first().waitFor();
  // Bars grow to their length.
  await page.waitForTimeout(500);
  await page.screenshot({
    path: new URL(`${name}.png`, PICTURES).pathname,
    animations: 'disabled',
  });
  console.log(`${name}.png`);
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
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  const { ref, campaign } = await exampleCall(new ApiClient({ url, apiKey: key }));
  const pictures: Picture[] = [
    { name: 'dashboard-now', path: '/', shown: 'contacts final', height: 1000 },
    { name: 'dashboard-campaign', path: `/campaigns/${campaign}`, shown: 'Talked', height: 1000 },
    { name: 'dashboard-call', path: `/calls/${ref}`, shown: 'Recording', height: 1000 },
  ];
  for (const picture of pictures) await take(page, picture);
} finally {
  await browser.close();
}
