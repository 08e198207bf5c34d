/** The generated pages are what `npm run docs` makes of the code today. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileOf, PAGES } from './pages.ts';
import { settingGroups } from './setting-facts.ts';
import { environment } from '../../src/config/settings.ts';

test.each(Object.entries(PAGES))('%s is what `npm run docs` makes', async (path, make) => {
  expect(readFileSync(fileOf(path), 'utf8')).toBe(await make());
});

test('every setting is in one group, with a text', () => {
  const documented = settingGroups().flatMap(({ settings }) => settings.map(({ name }) => name));
  expect(documented.toSorted()).toEqual(Object.keys(environment.shape).toSorted());
});
