import { expect, test } from 'vitest';
import { Notifier } from '../../../src/activities/campaigns/notifier.ts';

const NEVER_MS = 3_600_000;

test('all who wait are notified, and nobody who comes after', async () => {
  const notifier = new Notifier();
  const wait = (signal: AbortSignal) => notifier.wait(notifier.count, NEVER_MS, signal);
  notifier.notify();
  const { signal } = new AbortController();
  const waiting = [wait(signal), wait(signal)];
  const late = new AbortController();
  notifier.notify();
  const third = wait(late.signal);
  await Promise.all(waiting);
  late.abort();
  await expect(third).rejects.toBe(late.signal.reason);
});

test('a notification that comes during a round ends the wait after it', async () => {
  const notifier = new Notifier();
  const before = notifier.count;
  notifier.notify();
  const { signal } = new AbortController();
  await expect(notifier.wait(before, NEVER_MS, signal)).resolves.toBeUndefined();
});

test('where nobody notifies, the wait ends by itself', async () => {
  const { signal } = new AbortController();
  await expect(new Notifier().wait(0, 1, signal)).resolves.toBeUndefined();
});
