/** A real browser at the dashboard of a real product. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { buildDashboard } from '../../../src/dev/dashboard-build.ts';
import { ApiClient } from '../../../src/terminal/api-client.ts';
import { startWholeProduct, type WholeProduct } from '../../whole-product.ts';
import { browserPath } from './browser-path.ts';

/** WCAG 2.2 AA, and what axe advises beyond it. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The widths and colour schemes in which every page is looked at. */
export const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;
export type Look = (typeof LOOKS)[number];

export interface World extends WholeProduct {
  client: ApiClient;
  browser: Browser;
  /** A page of a browser without a session. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** A page of a browser that is signed in, on `path`. Its faults fail the test. */
  open(path: string, options?: BrowserContextOptions & { key?: string }): Promise<Page>;
}

/** Beside other tests; alone each step takes a tenth of a second. */
const PATIENCE_MS = 90_000;

/** One product and one browser for all tests of a file. */
export function useDashboard(
  options: {
    timeFactor?: number;
    settings?: Record<string, string>;
    /** Pages that are left stay in the browser's memory for the way back, as with every person; tests are without it. */
    keepsLeftPages?: boolean;
  } = {},
) {
  const { timeFactor = 100, settings = {}, keepsLeftPages = false } = options;
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-browser-'));
  const started: Partial<World> = {};
  beforeAll(async () => {
    await buildDashboard({ say: () => undefined, progress: () => undefined, columns: 80 });
    const product = await startWholeProduct(folder, { timeFactor, settings });
    const browser = await chromium.launch({
      executablePath: browserPath({ keepsLeftPages }),
      args: ['--no-sandbox'],
      ...(keepsLeftPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    });
    const client = new ApiClient(product);
    Object.assign(started, { ...product, browser, client, visitor, open });
  }, 300_000);
  afterAll(async () => {
    await started.browser?.close();
    await started.stop?.();
    rmSync(folder, { recursive: true, force: true });
  });

  async function visitor(context: BrowserContextOptions = {}): Promise<Page> {
    const { browser, url } = started as World;
    const opened = await browser.newContext({ baseURL: url, locale: 'en-GB', ...context });
    onTestFinished(() => opened.close());
    opened.setDefaultTimeout(PATIENCE_MS);
    return opened.newPage();
  }

  async function open(
    path: string,
    { key, ...context }: BrowserContextOptions & { key?: string } = {},
  ): Promise<Page> {
    const page = await visitor(context);
    const faults = faultsOf(page);
    onTestFinished(() => expect(faults).toEqual([]));
    await page.goto(path);
    await signIn(page, key ?? (started as World).apiKey);
    return page;
  }
  return started as World;
}

export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Use an API key' }).click();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Dialwright', exact: true }).waitFor();
}

/** Waits until it is there and can be seen. */
export const expectShown = (locator: Locator): Promise<void> => locator.first().waitFor();

/** Waits until it is not there any more, or hidden. */
export const expectGone = (locator: Locator): Promise<void> =>
  locator.first().waitFor({ state: 'hidden' });

/** What breaks on a page: exceptions, and what its policy refuses. Refused requests are shown by the page itself. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => void faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text())) {
      faults.push(message.text());
    }
  });
  return faults;
}

/** Whatever axe finds on the page, one line for each element. */
export async function axeFindings(page: Page): Promise<string[]> {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(await readFile(axe, 'utf8'));
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{
          violations: { id: string; help: string; nodes: { target: string[] }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run({ runOnly: rules });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
    );
  }, RULES);
}

/** Whether the page is wider than the window, so that it must be moved sideways. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
