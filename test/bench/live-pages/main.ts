/**
 * How smooth the live pages of the dashboard are in a real browser, while 1,000 calls are in progress and the campaign has a
 * million contacts: the work of each frame, memory, and what a page asks of the server. The server is the product's own on
 * SQLite; a second process carries the calls through the store's transactions, as a worker and webhooks do.
 *
 *   npm run bench:live-pages
 *   npm run bench:live-pages -- --seconds 60 --contacts 1000000 --live 1000 --life 80
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { buildDashboard } from '../../../src/dev/dashboard-build.ts';
import { reportTo } from '../../../src/terminal/progress-reporter.ts';
import { table } from '../../../src/terminal/table.ts';
import { readOptions, whole } from '../../command-options.ts';
import { browserPath } from '../../dashboard/browser/browser-path.ts';
import { end, keep, message } from '../calls/processes.ts';
import { cpuMs, percentile } from '../calls/process-cost.ts';
import { startServer } from '../server-process.ts';
import { CAMPAIGN, filledStore } from './filled-store.ts';
import { profilePage, type Look, type PageProfile } from './page-profile.ts';

const values = readOptions(import.meta.filename, {
  contacts: { type: 'string', default: '1000000' },
  live: { type: 'string', default: '1000' },
  life: { type: 'string', default: '80' },
  seconds: { type: 'string', default: '30' },
  only: { type: 'string', default: '' },
});
const contacts = whole('contacts', values.contacts);
const live = whole('live', values.live);
const lifeMs = whole('life', values.life) * 1_000;
const seconds = whole('seconds', values.seconds);
/** Some agents wrap up between two calls. */
const agents = Math.ceil(live * 1.05);

const PAGES: [name: string, path: string, act?: Look['act']][] = [
  ['Now', '/'],
  ['Calls', '/calls'],
  ['Agents', '/agents'],
  ['Campaign', `/campaigns/${CAMPAIGN}`],
  ['Contacts, scrolled', `/campaigns/${CAMPAIGN}?row=${Math.ceil(contacts / 2)}`, scrollContacts],
];

await buildDashboard(reportTo(process.stderr));
const folder = mkdtempSync(join(tmpdir(), 'dialwright-bench-'));
const path = join(folder, 'store.sqlite');
copyFileSync(await filledStore({ contacts, campaigns: 100, agents, endedCalls: 10_000 }), path);
const server = await startServer(folder);
const pace = { live, lifeMs };
const traffic = keep(
  fork(join(import.meta.dirname, 'traffic-process.ts'), [JSON.stringify({ path, pace })]),
);
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--no-sandbox', '--enable-precise-memory-info'],
});
try {
  await message(traffic);
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('API key').fill(server.apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Dialwright', exact: true }).waitFor();
  const frames = [
    [
      'page',
      'ms of a frame p50 / p99 / longest',
      'over 16 ms',
      'over 50 ms',
      'elements',
      'heap MB',
      'server CPU',
    ],
  ];
  const requests = [['page', 'request', 'a second', 'ms p50 / p99', 'kB each']];
  for (const [name, address, act] of PAGES.filter(([name]) => name.startsWith(values.only))) {
    await page.goto(address);
    await page.waitForTimeout(3_000);
    const cpuBefore = cpuMs(server.pid);
    const profile = await profilePage(page, { seconds, act });
    const cpu = (cpuMs(server.pid) - cpuBefore) / profile.seconds / 10;
    frames.push([name, ...frameRow(profile), `${cpu.toFixed(0)} %`]);
    requests.push(...requestRows(name, profile));
  }
  console.log(table(frames));
  console.log(table(requests));
} finally {
  await browser.close();
  await end(traffic);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function scrollContacts(page: Page): Promise<void> {
  const list = page.locator('.virtual').first();
  await list.hover();
  for (let turn = 0; turn < 20; turn++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(30);
  }
}

function frameRow({ frames, longFrames, nodes, heapMb }: PageProfile): string[] {
  const over = frames.filter((ms) => ms > 16).length;
  return [
    spread(frames),
    `${over} of ${frames.length}`,
    String(longFrames),
    String(nodes),
    `${heapMb.before.toFixed(1)} to ${heapMb.after.toFixed(1)}`,
  ];
}

function requestRows(name: string, { requests, seconds: took }: PageProfile): string[][] {
  return [...requests].map(([path, { ms, bytes }]) => [
    name,
    path,
    (ms.length / took).toFixed(1),
    `${percentile(ms, 0.5).toFixed(0)} / ${percentile(ms, 0.99).toFixed(0)}`,
    (bytes / ms.length / 1_000).toFixed(1),
  ]);
}

function spread(ms: readonly number[]): string {
  return [0.5, 0.99, 1].map((share) => percentile(ms, share).toFixed(1)).join(' / ');
}
