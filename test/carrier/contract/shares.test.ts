import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SHARES, variantsOf } from './suite.ts';
import { VARIANTS } from './variants.ts';

const shares = Array.from({ length: SHARES }, (_, share) => share);

/** The first, with the carrier as we guess it to be, runs in every `npm test`; the others are long. */
const fileOf = (share: number) => `share-${share}${share === 0 ? '' : '.deep'}.test.ts`;

test('every variant is in one share, and no two have one name', () => {
  const shared = shares.flatMap(variantsOf).map(({ name }) => name);
  expect(shared.toSorted()).toEqual(VARIANTS.map(({ name }) => name).toSorted());
  expect(new Set(shared).size).toBe(shared.length);
});

test('every share has its file, and no file has another\u2019s', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.startsWith('share-'));
  expect(files.toSorted()).toEqual(shares.map(fileOf));
  for (const share of shares) {
    const text = readFileSync(join(import.meta.dirname, fileOf(share)), 'utf8');
    expect(text).toContain(`contractOf(${share});`);
  }
});
