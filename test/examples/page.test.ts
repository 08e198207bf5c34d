/** The code on docs/writing-a-client.md is that of the programs, which a test runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'examples/client');

test('every piece of code on the page is in a program, as it stands there', () => {
  const page = readFileSync(join(ROOT, 'docs/writing-a-client.md'), 'utf8');
  const pieces = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1]!);
  const programs = readdirSync(EXAMPLES).map((name) => readFileSync(join(EXAMPLES, name), 'utf8'));
  expect(pieces.length).toBeGreaterThan(4);
  const strange = pieces.filter((piece) => !programs.some((program) => program.includes(piece)));
  expect(strange).toEqual([]);
});
