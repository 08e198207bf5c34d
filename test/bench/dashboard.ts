/**
 * How soon the dashboard shows something, in a real browser, against a server that dials (`npm start` runs one):
 * from the request of the page to the day's figures, and from a call's event to the change of these figures.
 *
 *   npm run bench -- dashboard --key dev-…
 *   npm run bench -- dashboard --key dev-… --url http://localhost:3000 --loads 20 --seconds 30
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { ApiClient } from '../../src/terminal/api-client.ts';
import { table } from '../../src/terminal/table.ts';
import { readOptions, whole } from '../command-options.ts';
import { browserPath } from '../dashboard/browser/browser-path.ts';

const values = readOptions(import.meta.filename, {
  url: { type: 'string', default: 'http://localhost:3000' },
  key: { type: 'string', default: '' },
  loads: { type: 'string', default: '20' },
  seconds: { type: 'string', default: '30' },
});
const loads = whole('loads', values.loads);
const seconds = whole('seconds', values.seconds);

const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({ baseURL: values.url });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('API key').fill(values.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await figure(page).waitFor();
  const rows = [
    ['from the request to the day’s figures', spread(await firstPages(page))],
    ['from an event of a call to the change', spread(await changes(page))],
  ];
  console.log(table([['ms', 'p50 / p95 / longest, times'], ...rows]));
} finally {
  await browser.close();
}

function figure(page: Page) {
  return page.locator('.figure-value').first();
}

async function firstPages(page: Page): Promise<number[]> {
  const ms: number[] = [];
  for (let load = 0; load < loads; load++) {
    await page.reload({ waitUntil: 'commit' });
    await figure(page).waitFor();
    ms.push(await page.evaluate('performance.now()'));
  }
  return ms;
}

/** The page notes each change of its figures; the events come from the API. Both clocks are this machine's. */
async function changes(page: Page): Promise<number[]> {
  const client = new ApiClient({ url: values.url, apiKey: values.key });
  const known = await client.get('/v1/events', { query: { order: 'desc', limit: 1 } });
  const after = known.data[0]?.id;
  await page.evaluate(`
    globalThis.changedAtMs = [];
    new MutationObserver(() => changedAtMs.push(Date.now()))
      .observe(document.querySelector('.figures'), { subtree: true, characterData: true, childList: true });
  `);
  await sleep(seconds * 1_000);
  const changedAtMs: number[] = await page.evaluate('changedAtMs');
  const { data } = await client.get('/v1/events', {
    query: { types: 'call.placed,call.ended', limit: 200, ...(after ? { after } : {}) },
  });
  return data.flatMap(({ timestamp }) => {
    const atMs = Date.parse(timestamp);
    const change = changedAtMs.find((each) => each >= atMs);
    return change === undefined ? [] : [change - atMs];
  });
}

function spread(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? NaN);
  return `${at(0.5)} / ${at(0.95)} / ${at(1)}, ${sorted.length}`;
}
