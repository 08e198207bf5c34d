import { expect, test } from 'vitest';
import { holdPort } from '../../src/dev/ports.ts';

test('a port that is held is nobody else’s; the next free one above is taken', async () => {
  const first = await holdPort(0);
  const second = await holdPort(first.port);
  expect(second.port).toBeGreaterThan(first.port);
  await first.release();
  const again = await holdPort(first.port);
  expect(again.port).toBe(first.port);
  await Promise.all([again.release(), second.release()]);
});

test('releasing twice is no fault', async () => {
  const held = await holdPort(0);
  await held.release();
  await expect(held.release()).resolves.toBeUndefined();
});

test('whoever calls while it is held is turned away, and does not hinder the release', async () => {
  const held = await holdPort(0);
  await expect(fetch(`http://127.0.0.1:${held.port}/`)).rejects.toThrow('fetch failed');
  await held.release();
});
