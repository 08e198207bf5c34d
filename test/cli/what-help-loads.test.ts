import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadedModules } from '../loaded-modules.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/dialwright.js');

test.concurrent.each([
  '--help',
  '--version',
  'campaigns --help',
  'calls list --help',
  'completion bash',
])('%s loads commands without what they need when they run', async (args) => {
  const { loaded } = await run(args.split(' '));
  const packages = loaded.filter((file) => file.startsWith('node_modules/'));
  expect(packages.filter((file) => !file.startsWith('node_modules/commander/'))).toEqual([]);
  const ours = loaded.filter((file) => file.startsWith('src/'));
  expect(ours).toContain('src/cli/main.ts');
  const heavy =
    /^src\/(api|client|dev|activities|workflows|simulator|checker|codec|webhooks|store\/sql|config\.ts|temporal\.ts)/;
  expect(ours.filter((file) => heavy.test(file))).toEqual([]);
});

test('what Node compiled is kept in the cache folder, and where there is none, the program runs all the same', async () => {
  const { cache } = await run(['--help']);
  expect(existsSync(join(cache, 'dialwright', 'compiled'))).toBe(true);
  const { stdout } = await run(['--version'], '/dev/null/no-folder');
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

async function run(args: readonly string[], cacheFolder?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-help-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cache = cacheFolder ?? folder;
  const { NODE_COMPILE_CACHE: _unset, ...env } = process.env;
  const ran = await loadedModules([PROGRAM, ...args], { ...env, XDG_CACHE_HOME: cache });
  return { ...ran, cache };
}
