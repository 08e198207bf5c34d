/** The first minute of somebody new: from the link in the terminal to a hold that they have lifted. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../free-port.ts';
import { useOwnNamespace } from '../../temporal/own-namespace.ts';
import { axeFindings, expectGone, expectShown, overflows } from './browser.ts';
import { browserPath } from './browser-path.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../bin/dialwright.js');
const EXAMPLE = resolve(import.meta.dirname, '../../../examples/contacts.csv');
const LINK = /http:\/\/localhost:\d+\/#sign-in=[\w-]+/g;
const CONTACTS = 30;
/** The example is dialled meanwhile, with its waits. */
const SOON = { timeout: 120_000, interval: 200 };
vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'dialwright-first-'));
let program: ChildProcess;
let browser: Browser;
let printed = '';

beforeAll(async () => {
  const { address, namespace } = await useOwnNamespace();
  const list = join(folder, 'list.csv');
  const lines = readFileSync(EXAMPLE, 'utf8').split('\n');
  writeFileSync(list, lines.slice(0, CONTACTS + 1).join('\n'));
  const state = join(folder, 'state');
  const port = String(await freePort());
  const options = ['--trouble', '403', '--state', state, '--contacts', list, '--port', port];
  program = spawn(process.execPath, [PROGRAM, 'dev', ...options], {
    env: { ...process.env, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  for (const stream of [program.stdout!, program.stderr!])
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  await vi.waitUntil(() => printed.match(LINK), SOON);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  const ended = new Promise((done) => program.once('exit', done));
  program.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const links = () => printed.match(LINK)!;

const type = (line: string) => void program.stdin!.write(`${line}\n`);

/** The link that Enter makes. */
async function newLink(): Promise<string> {
  const before = links().length;
  type('');
  await expect.poll(() => links().length, SOON).toBe(before + 1);
  return links().at(-1)!;
}

async function visitor(width = 1440): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-GB' });
  onTestFinished(() => context.close());
  return context.newPage();
}

/** Into the address bar of a tab that shows the dashboard. */
const paste = (page: Page, link: string): Promise<void> =>
  page.evaluate(`location.href = ${JSON.stringify(link)}; undefined`);

const signedIn = (page: Page) =>
  expectShown(page.getByRole('heading', { name: 'Now', level: 1, exact: true }));

test('the greeting is short, has no line of a log, and says what to look at', () => {
  const greeting = printed.slice(0, printed.indexOf('Ctrl-C')).trim();
  expect(greeting.split('\n').length).toBeLessThanOrEqual(14);
  expect(greeting).not.toMatch(/^[[{]/m);
  expect(greeting).toContain('Simulated carrier, 20 times as fast: no phone rings.');
  expect(greeting).toContain('dialwright.log');
  expect(greeting).toContain('Type mend and Enter here');
});

test('the link signs in, once; then the page says how to get another, and that one works', async () => {
  const page = await visitor();
  await page.goto(links()[0]);
  await signedIn(page);
  expect(new URL(page.url()).hash).toBe('');

  const other = await visitor();
  await other.goto(links()[0]);
  await expectShown(other.getByText('This sign-in link has been used'));
  await expectShown(other.getByText('Press Enter in the terminal'));
  expect(await axeFindings(other)).toEqual([]);
  // In the same tab, as it is pasted: the page is not loaded anew.
  const link = await newLink();
  await paste(other, link);
  await signedIn(other);

  // A link that is over leaves the session as it is.
  await paste(other, link);
  await signedIn(other);
});

test('a hold is seen on the page Now, and lifted there after the carrier was mended', async () => {
  const page = await visitor();
  await page.goto(await newLink());
  // Only a person lifts it: no probe is quicker than the button.
  const hold = page
    .getByRole('list', { name: 'What is wrong' })
    .getByText('The carrier does not permit these calls');
  await hold.waitFor({ timeout: SOON.timeout });
  type('mend');
  await expect.poll(() => printed, SOON).toContain('The carrier allows calls again.');
  await page.getByRole('button', { name: 'Lift the hold' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the hold' }).click();
  await expectGone(hold);
});

test('the demonstration dials after the example, and is stopped and started by a button', async () => {
  await expect.poll(() => printed, SOON).toContain('The standing demonstration dials on');
  const page = await visitor();
  await page.goto(await newLink());
  const stop = page.getByRole('button', { name: 'Stop the demonstration' });
  await stop.waitFor({ timeout: SOON.timeout });
  await page.getByText('no calls yet').waitFor({ state: 'hidden', timeout: SOON.timeout });
  await stop.click();
  await page.getByRole('button', { name: 'Start the demonstration' }).click();
  await expectShown(stop);
});

test.for([360, 390, 1440, 2560])(
  'at %i px, the bar says that the carrier is simulated',
  async (width) => {
    const page = await visitor(width);
    await page.goto(await newLink());
    await signedIn(page);
    await expectShown(page.getByText('Simulated carrier, 20 times as fast'));
    await expectShown(page.getByRole('button', { name: 'Stop the demonstration' }));
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  },
);
