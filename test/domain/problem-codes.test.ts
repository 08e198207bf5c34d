/** The problem codes of the API, each with its own remedy. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REMEDIES } from '../../src/domain/problem-codes.ts';

const API = join(import.meta.dirname, '../../src/api');
const source = readdirSync(API, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(API, name), 'utf8'))
  .join('\n');
const FAULTS = readFileSync(join(API, '../contract/messages.ts'), 'utf8');

test.each(Object.entries(REMEDIES))('%s: %s', (code, remedy) => {
  expect(remedy).toMatch(/^[A-Z].*[.]$/);
  expect(remedy.length).toBeLessThan(100);
  const others = Object.entries(REMEDIES).filter(([other]) => other !== code);
  expect(others.map(([, text]) => text)).not.toContain(remedy);
  expect(source + FAULTS).toContain(`'${code}'`);
});

test('a refusal for somebody else’s change says so, and no other does', () => {
  const changed = Object.entries(REMEDIES).filter(([, text]) => text.includes('changed meanwhile'));
  expect(changed.map(([code]) => code)).toEqual(['precondition_failed']);
});
