/** What the pictures of the dashboard were taken of: a digest of the markup of each page that a picture shows. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

const DASHBOARD = new URL('../../src/dashboard/', import.meta.url);
/** Beside the pictures; the program that takes them writes it. */
export const MANIFEST = new URL('../../docs/pictures/taken-of.json', import.meta.url);

/** The folder of the page that each picture shows. */
export const PAGES_OF_PICTURES: Readonly<Record<string, string>> = {
  'dashboard-now': 'pages/now',
  'dashboard-campaign': 'pages/campaign',
  'dashboard-call': 'pages/call',
  'dashboard-import': 'pages/import',
};

/** Around every page. Components are left out: all pages share them, and one of them rarely changes how a page looks. */
const SHELL = ['shell/app.tsx', 'shell/navigation.tsx'];

/**
 * Markup only, so that a rule or a request that changes asks for no picture; without white space, so that neither does
 * another line width.
 */
export function digestOf(picture: string): string {
  const page = globSync(`${PAGES_OF_PICTURES[picture]}/**/*.tsx`, { cwd: DASHBOARD });
  const hash = createHash('sha256');
  for (const path of [...SHELL, ...page.toSorted()])
    hash.update(readFileSync(new URL(path, DASHBOARD), 'utf8').replaceAll(/\s+/g, ''));
  return hash.digest('hex').slice(0, 16);
}

export const digestsNow = (): Record<string, string> =>
  Object.fromEntries(Object.keys(PAGES_OF_PICTURES).map((name) => [name, digestOf(name)]));
