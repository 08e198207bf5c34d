import { expect, test } from 'vitest';
import { Notifier } from '../../../src/activities/campaigns/notifier.ts';

const NEVER_MS = 3_600_000;

test('all who wait hear it, and nobody who comes after', async () => {
  const notifier = new Notifier();
  notifier.notify();
  const { signal } = new AbortController();
  const waiting = [notifier.wait(NEVER_MS, signal), notifier.wait(NEVER_MS, signal)];
  const late = new AbortController();
  notifier.notify();
  const third = notifier.wait(NEVER_MS, late.signal);
  await Promise.all(waiting);
  late.abort();
  await expect(third).rejects.toBe(late.signal.reason);
});

test('where nobody rings, the wait ends by itself', async () => {
  const { signal } = new AbortController();
  await expect(new Notifier().wait(1, signal)).resolves.toBeUndefined();
});
