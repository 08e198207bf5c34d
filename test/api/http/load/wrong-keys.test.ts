import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WrongKeys } from '../../../../src/api/http/load/wrong-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ADDRESS = '192.0.2.1';

function afterManyWrong(): WrongKeys {
  const wrong = new WrongKeys();
  wrong.noteRight('in use');
  for (let n = 0; n < 21; n++) wrong.noteWrong(ADDRESS, 0);
  return wrong;
}

/** How long its turn is in coming. */
async function waitOf(turn: Promise<boolean>): Promise<number> {
  const fromMs = Date.now();
  let isOver = false;
  void turn.then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(0);
  // oxlint-disable-next-line no-unmodified-loop-condition -- the turn sets it
  while (!isOver) await vi.advanceTimersByTimeAsync(100);
  return Date.now() - fromMs;
}

test('a few wrong keys slow nobody down', async () => {
  const wrong = new WrongKeys();
  for (let n = 0; n < 20; n++) wrong.noteWrong(ADDRESS, 0);
  for (let n = 0; n < 100; n++) expect(await wrong.turn(ADDRESS, 'new', 0)).toBe(true);
});

test('after many, each new one from the address waits for its turn, and for ten seconds at most', async () => {
  const wrong = afterManyWrong();
  const turns = Array.from({ length: 60 }, (_, n) => wrong.turn(ADDRESS, `new ${n}`, 0));
  await vi.advanceTimersByTimeAsync(10_000);
  const allowed = await Promise.all(turns);
  expect(allowed.filter(Boolean)).toHaveLength(51);
  expect(await waitOf(wrong.turn(ADDRESS, 'later', 9_900))).toBeGreaterThanOrEqual(300);
});

test('one that was right before, and any from another address, does not wait', async () => {
  const wrong = afterManyWrong();
  void wrong.turn(ADDRESS, 'new', 0);
  expect(await wrong.turn(ADDRESS, 'in use', 0)).toBe(true);
  expect(await wrong.turn('192.0.2.2', 'new', 0)).toBe(true);
});

test('a minute after the last wrong one, nobody waits any more', async () => {
  const wrong = afterManyWrong();
  for (let n = 0; n < 9; n++) void wrong.turn(ADDRESS, 'new', 0);
  expect(await wrong.turn(ADDRESS, 'new', 60_000)).toBe(true);
});
