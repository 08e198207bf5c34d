import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lock, tryLock } from '../../src/dev/exclusive.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'dialwright-lock-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('one holds the lock at a time, and the next gets it when it is released', async () => {
  const path = join(folder, 'a.lock');
  const first = tryLock(path);
  expect(first).toBeDefined();
  expect(tryLock(path)).toBeUndefined();
  const second = await lock(path, () => first?.release());
  expect(tryLock(path)).toBeUndefined();
  second.release();
});

test('a process that is killed leaves no lock behind', async () => {
  const path = join(folder, 'b.lock');
  const module = new URL('../../src/dev/exclusive.ts', import.meta.url).href;
  const program = `
    import { tryLock } from ${JSON.stringify(module)};
    globalThis.held = tryLock(${JSON.stringify(path)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program]);
  await once(holder.stdout, 'data');
  expect(tryLock(path)).toBeUndefined();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const freed = tryLock(path);
  expect(freed).toBeDefined();
  freed?.release();
});
