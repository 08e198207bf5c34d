/** Many tabs, and a tab that is loaded many times, as in a real browser: pages that were left are kept for the way back. */
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MOST_STREAMS_OF_KEY } from '../../../src/api/events/stream-limits.ts';
import { expectShown, signIn, useDashboard } from './browser.ts';

vi.setConfig({ testTimeout: 300_000 });
const world = useDashboard({ keepsLeftPages: true });

/** An address and the title of its page. */
const PAGES = [
  ['/', 'Now'],
  ['/agents', 'Agents'],
  ['/campaigns', 'Campaigns'],
  ['/calls', 'Calls'],
  ['/callbacks', 'Callbacks'],
  ['/statistics', 'Statistics'],
  ['/recordings', 'Recordings'],
  ['/suppressions', 'Suppressions'],
  ['/people', 'People'],
  ['/account', 'Account'],
] as const;
/** A page that finds no connection free waits for 10 to 30 seconds. */
const ANSWERS_WITHIN_MS = 8_000;

const newKey = async (name: string): Promise<string> =>
  (await world.client.post('/v1/keys', { body: { name, role: 'admin' } })).key!;

const sharedStream = (page: Page) => page.getByText('Live', { exact: true });

/** How many streams of the key are open: as many as the limit leaves not free. */
async function streamsOf(key: string): Promise<number> {
  const mine: AbortController[] = [];
  const isOpened = async () => {
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
    const answer = await fetch(`${world.url}/v1/events`, { headers, signal: stop.signal });
    mine.push(stop);
    if (!answer.ok && answer.status !== 429) throw new Error(await answer.text());
    return answer.ok;
  };
  try {
    let opened = 0;
    while (await isOpened()) opened += 1;
    return MOST_STREAMS_OF_KEY - opened;
  } finally {
    for (const stop of mine) stop.abort();
  }
}

async function goTo(page: Page, [path, title]: readonly [string, string]): Promise<void> {
  await page.goto(path, { timeout: ANSWERS_WITHIN_MS });
  await page
    .getByRole('heading', { level: 1, name: title })
    .waitFor({ timeout: ANSWERS_WITHIN_MS });
}

test('one tab that is loaded ten times answers each time, and the pages it left hold no connection', async () => {
  const key = await newKey('loads-often');
  const page = await world.open('/', { key });
  for (const opened of PAGES) {
    await goTo(page, opened);
    await expectShown(sharedStream(page));
  }
  await expect.poll(() => streamsOf(key)).toBe(1);
  await page.evaluate('window.wasKept = true');
  await goTo(page, PAGES[0]);
  await goBack(page);
  await expectShown(page.getByRole('heading', { level: 1, name: 'Account' }));
  expect(await page.evaluate('window.wasKept')).toBe(true);
  await expectShown(sharedStream(page));
  expect(await streamsOf(key)).toBe(1);
});

/** A page that was kept is not loaded again. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test('ten tabs in sight answer, are live, and share one stream', async () => {
  const key = await newKey('opens-many');
  const first = await world.open('/', { key });
  const tabs = await openTabs(first.context());
  for (const tab of [first, ...tabs]) await expectShown(sharedStream(tab));
  await expect.poll(() => streamsOf(key)).toBe(1);
  for (const tab of tabs) await goTo(tab, PAGES[1]);
});

async function openTabs(context: BrowserContext): Promise<Page[]> {
  const tabs: Page[] = [];
  for (const opened of PAGES) {
    const tab = await context.newPage();
    await goTo(tab, opened);
    tabs.push(tab);
  }
  return tabs;
}

test('the tab that came first may close or crash, and the others stay live with their one stream', async () => {
  const key = await newKey('closes-first');
  const first = await world.open('/', { key });
  const [second, third] = [await first.context().newPage(), await first.context().newPage()];
  await goTo(second, PAGES[1]);
  await goTo(third, PAGES[2]);
  await first.close();
  await second.goto('chrome://crash').catch(() => undefined);
  await second.close();
  await expectShown(sharedStream(third));
  await expect.poll(() => streamsOf(key)).toBe(1);
  await third.close();
  await expect.poll(() => streamsOf(key)).toBe(0);
});

test('a tab that hangs keeps no other tab from being live', async () => {
  const key = await newKey('hangs');
  const first = await world.open('/', { key });
  const second = await first.context().newPage();
  const devtools = await first.context().newCDPSession(first);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await goTo(second, PAGES[1]);
  await expectShown(sharedStream(second));
  await expect.poll(() => streamsOf(key)).toBe(1);
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await expectShown(sharedStream(first));
});

test('a worker that was ended is noticed, and its pages are live again', async () => {
  const key = await newKey('ends-worker');
  const page = await world.open('/agents', { key });
  await expectShown(sharedStream(page));
  await endWorkers();
  await expect.poll(() => streamsOf(key)).toBe(0);
  await expect.poll(() => streamsOf(key)).toBe(1);
  await expectShown(sharedStream(page));
});

async function endWorkers(): Promise<void> {
  const devtools = await world.browser.newBrowserCDPSession();
  const { targetInfos } = await devtools.send('Target.getTargets');
  const workers = targetInfos.filter(({ type }) => type === 'shared_worker');
  expect(workers.length).toBeGreaterThan(0);
  for (const { targetId } of workers) await devtools.send('Target.closeTarget', { targetId });
  await devtools.detach();
}

test('a browser without shared workers has a stream of its own', async () => {
  const key = await newKey('has-none');
  const page = await world.visitor();
  await page.addInitScript('delete globalThis.SharedWorker');
  await page.goto('/agents');
  await signIn(page, key);
  await expectShown(sharedStream(page));
  expect(await streamsOf(key)).toBe(1);
  await page.goto('about:blank');
  await expect.poll(() => streamsOf(key)).toBe(0);
  await goBack(page);
  await expectShown(sharedStream(page));
});

test('a sign-out or sign-in in one tab is one in all of them, and the stream is that of the new session', async () => {
  const [leaver, comer] = [await newKey('leaver'), await newKey('comer')];
  const first = await world.open('/', { key: leaver });
  const second = await first.context().newPage();
  await goTo(second, PAGES[1]);
  await expectShown(sharedStream(second));
  await first.getByRole('button', { name: 'Sign out' }).click();
  await expectShown(second.getByLabel('Password'));
  await expect.poll(() => streamsOf(leaver)).toBe(0);
  await signIn(first, comer);
  await expectShown(second.getByText('comer · admin'));
  for (const tab of [first, second]) await expectShown(sharedStream(tab));
  await expect.poll(() => streamsOf(comer)).toBe(1);
});

test('a page that is left waits for no answer any more, and is read again on the way back', async () => {
  const slow = await slowAgents();
  const page = await world.open('/', { key: await newKey('leaves-slow'), baseURL: slow.url });
  for (const opened of PAGES) {
    await goTo(page, PAGES[1]);
    await expect.poll(() => slow.waiting()).toBe(1);
    await goTo(page, opened[0] === '/agents' ? PAGES[0] : opened);
  }
  await expect.poll(() => slow.waiting()).toBe(0);
  slow.answer();
  await goBack(page);
  await expectShown(page.getByText('There are no agents.'));
});

/** The server, but it answers no question for the agents before `answer`. */
async function slowAgents() {
  const port = Number(new URL(world.url).port);
  const waiting = new Set<ServerResponse>();
  let isSlow = true;
  const server = createServer((asked, answer) => {
    if (isSlow && asked.url === '/v1/agents') {
      waiting.add(answer);
      answer.on('close', () => waiting.delete(answer));
      return;
    }
    const { method, url: path, headers } = asked;
    const passedOn = request({ port, method, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode!, answered.headers);
      answered.pipe(answer);
    });
    passedOn.on('error', () => answer.destroy());
    answer.on('close', () => passedOn.destroy());
    asked.pipe(passedOn);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => waiting.size,
    answer: () => void (isSlow = false),
  };
}
