import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findTemporal, lookForTemporal } from '../../../src/dev/temporal/find-temporal.ts';
import { NO_REPORT } from '../../terminal/no-report.ts';
import { builtTemporal, downloadFolder } from '../../../src/dev/temporal/temporal-cache.ts';

let home: string;
let env: Record<string, string>;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dialwright-find-'));
  env = { PATH: join(home, 'bin'), XDG_CACHE_HOME: join(home, 'cache') };
});
afterEach(() => rmSync(home, { recursive: true }));

function program(path: string, prints = 'temporal version 1.2.3'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho "${prints}"\n`);
  chmodSync(path, 0o755);
  return path;
}

test('an address that is set wins over every program', async () => {
  program(join(home, 'bin/temporal'));
  expect(await lookForTemporal({ ...env, TEMPORAL_ADDRESS: 'there:7233' })).toEqual({
    kind: 'address',
    address: 'there:7233',
  });
});

test('a program on the PATH wins over the cache', async () => {
  program(builtTemporal(env));
  const path = program(join(home, 'bin/temporal'));
  expect(await lookForTemporal(env)).toEqual({ kind: 'binary', path, from: 'path' });
});

test('another program with the name is passed over', async () => {
  program(join(home, 'bin/temporal'), 'temporal dithering 0.3');
  const path = program(builtTemporal(env));
  expect(await lookForTemporal(env)).toEqual({ kind: 'binary', path, from: 'cache' });
});

test('in the cache, the one built here wins over the one downloaded', async () => {
  const downloaded = program(join(downloadFolder(env), 'temporal-sdk-typescript-1.24.0'));
  expect(await lookForTemporal(env)).toEqual({ kind: 'binary', path: downloaded, from: 'cache' });
  const built = program(builtTemporal(env));
  expect(await lookForTemporal(env)).toEqual({ kind: 'binary', path: built, from: 'cache' });
});

test('half a download is no program', async () => {
  program(join(downloadFolder(env), 'temporal-sdk-typescript-1.24.0.downloading'));
  expect(await lookForTemporal(env)).toBeUndefined();
});

test('without any, and no way to make one, the error names what was tried and three ways out', async () => {
  const signal = AbortSignal.timeout(30_000);
  const offline = { ...env, HTTPS_PROXY: 'http://127.0.0.1:9' };
  const error = await findTemporal({ env: offline, reporter: NO_REPORT, signal }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(error).toContain('neither on the PATH nor in the cache');
  expect(error).toContain('Go is not on the PATH');
  expect(error?.split('\n').filter((line) => line.startsWith('  - '))).toHaveLength(6);
});

test('Go builds into the cache in one step, and its last line is the reason of a failure', async () => {
  const offline = { ...env, HTTPS_PROXY: 'http://127.0.0.1:9' };
  const go = join(home, 'bin/go');
  program(go);
  writeFileSync(go, '#!/bin/sh\necho "no space left" >&2\nexit 1\n');
  await expect(findTemporal({ env: offline, reporter: NO_REPORT })).rejects.toThrow(
    'no space left',
  );
  writeFileSync(
    go,
    '#!/bin/sh\necho "#!/bin/sh" > "$GOBIN/temporal"\nPATH=/bin chmod +x "$GOBIN/temporal"\n',
  );
  expect(await findTemporal({ env: offline, reporter: NO_REPORT })).toEqual({
    kind: 'binary',
    path: builtTemporal(env),
    from: 'cache',
  });
});
