/** The generator needs packages of its own, so the test compares the digest that it wrote with the document. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

test('src/client/api-types.ts is made from docs/openapi.json (npm run generate -- api-types makes it)', () => {
  const document: unknown = JSON.parse(readFileSync(resolve(ROOT, 'docs/openapi.json'), 'utf8'));
  const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  const types = readFileSync(resolve(ROOT, 'src/client/api-types.ts'), 'utf8');
  expect(/SHA-256 of the document: ([0-9a-f]+)/.exec(types)?.[1]).toBe(digest);
});
