import { expect } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { World } from './contract/world.ts';

const DAY_MS = 86_400_000;

/** A day later, with what `fillStore` has left: new ids do not meet moved ones, and triggers count and report again. */
export async function dialOn(store: Store): Promise<void> {
  const world = new World({ store, another: () => store, drop: async () => undefined });
  world.later(DAY_MS);
  const before = await store.outboxSpan();
  const [ref] = await world.claim('c1', 1);
  await world.live(ref!);
  await world.end(ref!);
  expect(await store.call(ref!)).toMatchObject({ state: 'ended', disposition: 'completed' });
  expect((await store.outboxSpan()).last).toBeGreaterThan(before.last);
  expect(await store.sealDecisions(world.nowMs)).toBeGreaterThan(0);
}
