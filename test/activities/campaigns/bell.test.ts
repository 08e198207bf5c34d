import { expect, test } from 'vitest';
import { Bell } from '../../../src/activities/campaigns/bell.ts';

const NEVER_MS = 3_600_000;

test('all who wait hear it, and nobody who comes after', async () => {
  const bell = new Bell();
  bell.ring();
  const { signal } = new AbortController();
  const waiting = [bell.wait(NEVER_MS, signal), bell.wait(NEVER_MS, signal)];
  const late = new AbortController();
  bell.ring();
  const third = bell.wait(NEVER_MS, late.signal);
  await Promise.all(waiting);
  late.abort();
  await expect(third).rejects.toBe(late.signal.reason);
});

test('where nobody rings, the wait ends by itself', async () => {
  const { signal } = new AbortController();
  await expect(new Bell().wait(1, signal)).resolves.toBeUndefined();
});
