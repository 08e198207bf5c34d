import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { digestOf, MANIFEST, PAGES_OF_PICTURES } from '../dashboard/picture-sources.ts';

const taken = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, string>;
const AGAIN =
  'Take the pictures again: `npm start`, and beside it `npm run generate -- pictures dashboard --key dev-…` with the key that it prints.';

test('every picture of the dashboard is known with the page that it shows', () => {
  const pictures = globSync('dashboard-*.{png,webp,svg,jpg}', {
    cwd: new URL('.', MANIFEST),
  }).map((file) => file.replace(/\.\w+$/, ''));
  expect(pictures.toSorted()).toEqual(Object.keys(PAGES_OF_PICTURES).toSorted());
});

test('no picture is older than the page that it shows', () => {
  const older = Object.entries(PAGES_OF_PICTURES)
    .filter(([name]) => taken[name] !== digestOf(name))
    .map(
      ([name, page]) => `${name}.png is older than src/dashboard/${page} or the shell. ${AGAIN}`,
    );
  expect(older).toEqual([]);
});
