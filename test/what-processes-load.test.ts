import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';
import { loadedModules } from './loaded-modules.ts';

const SRC = join(import.meta.dirname, '../src');
/** Each of them needs some ten megabytes. */
const ONLY_IF_USED = /^node_modules\/(@aws-sdk|@smithy|@swc|vite|typescript)\//;

test.each([
  [
    'server',
    /^node_modules\/(@temporalio\/(worker|workflow|core-bridge|activity)|webpack|memfs)\//,
  ],
  ['worker', /^node_modules\/(fastify|@fastify|libphonenumber-js)\//],
])('the %s loads no package that only the other needs', async (program, foreign) => {
  const code = `await import(${JSON.stringify(join(SRC, `${program}.ts`))})`;
  const env = { ...process.env, ...COMPILE_CACHE };
  const { loaded } = await loadedModules(['--input-type=module', '--eval', code], env);
  expect(loaded).toContain(`src/${program}.ts`);
  expect(loaded.filter((file) => ONLY_IF_USED.test(file) || foreign.test(file))).toEqual([]);
});
