import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StateFolder } from '../../src/dev/state-folder.ts';

let parent: string;
let state: StateFolder;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'dialwright-state-'));
  state = new StateFolder(join(parent, 'state'));
});
afterEach(() => {
  state.release();
  rmSync(parent, { recursive: true });
});

test('secrets are made once, kept over restarts, and read by their owner only', () => {
  const secrets = state.secrets({});
  expect(state.secrets({})).toEqual(secrets);
  expect(new Set(Object.values(secrets)).size).toBe(3);
  expect(statSync(state.file('secrets.json')).mode & 0o077).toBe(0);
});

test('a folder that was made by others, and secrets that others could read, are taken from them', () => {
  state.secrets({});
  state.release();
  chmodSync(state.path, 0o755);
  chmodSync(state.file('secrets.json'), 0o644);
  state = new StateFolder(state.path);
  state.secrets({});
  expect(statSync(state.path).mode & 0o777).toBe(0o700);
  expect(statSync(state.file('secrets.json')).mode & 0o777).toBe(0o600);
});

test('secrets of the environment win, and are not written down', () => {
  const kept = state.secrets({});
  const apiKeys = 'a-key-that-somebody-else-has-chosen';
  expect(state.secrets({ DIALWRIGHT_API_KEYS: apiKeys })).toEqual({ ...kept, apiKeys });
  expect(state.secrets({})).toEqual(kept);
});

test('a second start on the same folder is refused with the reason', () => {
  expect(() => new StateFolder(state.path)).toThrow(
    /^Another start is running on .*: only one start at a time/,
  );
});

test('a folder that cannot be made is a sentence, with what to do', () => {
  const below = join(state.file('start.lock'), 'below');
  expect(() => new StateFolder(below)).toThrow(`The folder ${below} cannot be used: ENOTDIR`);
});

test('what is remembered is added to, and outlives the start', () => {
  state.remember({ simulatorPort: 1 });
  state.remember({ round: 2 });
  state.release();
  state = new StateFolder(state.path);
  expect(state.recall()).toEqual({ simulatorPort: 1, round: 2 });
});
