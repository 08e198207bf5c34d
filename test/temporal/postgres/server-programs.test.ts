import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NO_REPORT } from '../../terminal/no-report.ts';
import { canHaveServerPrograms, serverPrograms } from './server-programs.ts';

let home: string;
let env: Record<string, string>;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dialwright-server-'));
  env = { PATH: join(home, 'bin'), XDG_CACHE_HOME: join(home, 'cache') };
});
afterEach(() => rmSync(home, { recursive: true }));

function go(script: string): void {
  const path = join(home, 'bin/go');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

test('server and schema tool are built together, once', async () => {
  go('echo "$@" > "$GOBIN/server"; echo > "$GOBIN/sql"');
  const built = await serverPrograms({ env, reporter: NO_REPORT });
  expect(Object.values(built).every((path) => path.startsWith(home) && existsSync(path))).toBe(
    true,
  );
  go('exit 1');
  expect(await serverPrograms({ env, reporter: NO_REPORT })).toEqual(built);
});

test('a build that fails leaves nothing, and its last line is the reason', async () => {
  go('echo > "$GOBIN/server"; echo "no space left" >&2; exit 1');
  await expect(serverPrograms({ env, reporter: NO_REPORT })).rejects.toThrow('no space left');
  expect(existsSync(join(home, 'cache/dialwright/temporal-server-v1.29.1'))).toBe(false);
});

test('without Go and without a build, the error says what is missing', async () => {
  expect(canHaveServerPrograms(env)).toBe(false);
  const wanted = serverPrograms({ env, reporter: NO_REPORT });
  await expect(wanted).rejects.toThrow('Go (1.21 or newer) is not on the PATH');
});
