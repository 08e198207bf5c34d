/** The pages of the dashboard: their addresses, and how a test waits for one. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expectShown } from './browser.ts';

/** The patterns of `shell/pages.ts`. */
export const PATTERNS = [
  ...readFileSync(
    new URL('../../../src/dashboard/shell/pages.ts', import.meta.url),
    'utf8',
  ).matchAll(/^ {2}'(\/[^']*)': async/gm),
].map(([, pattern]) => pattern!);

/** What a page with an id in its address is about. */
export interface Shown {
  campaign: string;
  call: string;
  callback: string;
  endpoint: string;
  comparison: string;
}

/** An address of each page, by pattern. A new page needs a line here. */
export const pathsOf = ({
  campaign,
  call,
  callback,
  endpoint,
  comparison,
}: Shown): Record<string, string> => ({
  '/': '/',
  '/agents': '/agents',
  '/agents/:id': '/agents/ada',
  '/callbacks': '/callbacks?view=week',
  '/callbacks/:id': `/callbacks/${callback}`,
  '/statistics': '/statistics',
  '/campaigns': '/campaigns',
  '/campaigns/:id/import': `/campaigns/${campaign}/import`,
  '/people': '/people?number=%2B12025550105',
  '/suppressions': '/suppressions',
  '/suppressions/:listId': '/suppressions/opt-outs?number=%2B12025550199',
  '/outcomes': '/outcomes',
  '/privacy': '/privacy',
  '/audit': '/audit',
  '/users': '/users',
  '/keys': '/keys',
  '/account': '/account',
  '/reports': '/reports',
  '/events': '/events',
  '/events/:id': `/events/${endpoint}`,
  '/reconciliations': '/reconciliations',
  '/reconciliations/:id': `/reconciliations/${comparison}`,
  '/carrier': '/carrier',
  '/carrier/numbers/:number': '/carrier/numbers/+12025550190',
  '/carrier/sip-accounts/:account': '/carrier/sip-accounts/agent-1',
  '/campaigns/new': '/campaigns/new',
  '/campaigns/:id/policy': `/campaigns/${campaign}/policy`,
  '/campaigns/:id': `/campaigns/${campaign}`,
  '/calls': '/calls',
  '/calls/:ref': `/calls/${call}`,
  '/recordings': '/recordings?recording=stored',
});

/** Until nothing on the page is still being read. */
export async function expectRead(page: Page): Promise<void> {
  await expectShown(page.getByRole('heading', { level: 1 }));
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectRead(page);
}
