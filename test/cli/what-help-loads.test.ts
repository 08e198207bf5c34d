import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
/** Prints each module that is loaded. */
const HOOK = `
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { console.error(url); return next(url, context); } });
`;

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
  const hook = `--import=data:text/javascript,${encodeURIComponent(HOOK)}`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [hook, join(ROOT, 'bin/dialwright.js'), ...args],
    { env: { ...env, XDG_CACHE_HOME: cache } },
  );
  const urls = stderr.split('\n').filter((line) => line.startsWith('file:'));
  return { stdout, cache, loaded: urls.map((url) => relative(ROOT, fileURLToPath(url))) };
}
