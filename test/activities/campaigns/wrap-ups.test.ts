import { expect, test } from 'vitest';
import { WrapUps } from '../../../src/activities/campaigns/wrap-ups.ts';

test('the end of a wrap-up does what was asked for', async () => {
  const wrapUps = new WrapUps();
  const { promise, resolve } = Promise.withResolvers<void>();
  wrapUps.start(1, async () => resolve());
  await expect(promise).resolves.toBeUndefined();
});

test('closing waits for what has begun, and lets nothing else begin', async () => {
  const wrapUps = new WrapUps();
  const begun = Promise.withResolvers<void>();
  const may = Promise.withResolvers<void>();
  let done = false;
  wrapUps.start(0, async () => {
    begun.resolve();
    await may.promise;
    done = true;
  });
  wrapUps.start(3_600_000, () => Promise.reject(new Error('too late')));
  await begun.promise;
  const closed = wrapUps.close();
  may.resolve();
  await closed;
  expect(done).toBe(true);
});
