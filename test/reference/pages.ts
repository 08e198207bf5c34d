/** The generated pages by their path. */
import { apiPage } from './api-page.ts';
import { commandLinePage } from './command-line-page.ts';
import { COUNTS, countsText } from './counts.ts';
import { envExample } from './env-example.ts';
import { figuresPage } from './figures-page.ts';
import { rulesPage } from './rules-page.ts';
import { settingsPage } from './settings-page.ts';

export const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  '.env.example': envExample,
  'docs/reference/settings.md': settingsPage,
  'docs/reference/command-line.md': commandLinePage,
  'docs/reference/api.md': apiPage,
  'docs/reference/figures.md': figuresPage,
  'docs/reference/rules.md': rulesPage,
  [COUNTS]: countsText,
};

export const fileOf = (path: string): URL => new URL(`../../${path}`, import.meta.url);
