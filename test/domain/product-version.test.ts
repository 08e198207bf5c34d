import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PRODUCT_VERSION } from '../../src/domain/product-version.ts';

test('the version of the product is that of its package', () => {
  const path = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  expect(PRODUCT_VERSION).toBe(version);
});
