/** What `npm start` prints where it cannot begin. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StateFolder } from '../../src/dev/state-folder.ts';
import { runProgram } from '../cli/run-program.ts';

function folderOfAnother() {
  const parent = mkdtempSync(join(tmpdir(), 'dialwright-second-'));
  const state = new StateFolder(join(parent, 'state'));
  onTestFinished(() => {
    state.release();
    rmSync(parent, { recursive: true });
  });
  return state;
}

test('a second start reports that the first goes on, and not that it stops it', async () => {
  const { path } = folderOfAnother();
  const { code, out } = await runProgram(['dev', '--exit', '--state', path]);
  expect(out).toContain(`Another start is running on ${path}`);
  expect(out).not.toContain('Stopping');
  expect(code).toBe(2);
});

test('a folder in an impossible place is a sentence with what to do', async () => {
  const below = join(folderOfAnother().file('start.lock'), 'below');
  const { code, out, talk } = await runProgram(['dev', '--exit', '--state', below]);
  expect(out).toContain(`The folder ${below} cannot be used.\n  Why:  ENOTDIR`);
  expect(out + talk).not.toMatch(/^ {4}at /m);
  expect(code).toBe(2);
});
