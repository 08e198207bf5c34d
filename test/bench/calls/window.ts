/** Keeps calls under way, for everybody but the product, whose campaigns do it themselves. */
import type { Load, Ran } from './system.ts';

const STALLED_MS = 120_000;

/**
 * As many at once, or as many a second, as the load asks for. @throws when a call fails, or when none has come to its end
 * for two minutes: a lost call fails the run
 */
export async function keepUnderWay(
  load: Load,
  one: (number: number) => Promise<unknown>,
): Promise<Pick<Ran, 'startedAtMs' | 'overAtMs'>> {
  const startedAtMs = Date.now();
  const overAtMs: number[] = [];
  const stall = Promise.withResolvers<never>();
  const stalled = () =>
    stall.reject(new Error(`${overAtMs.length} of ${load.calls} calls are over, and no more come`));
  const watch = setTimeout(stalled, STALLED_MS);
  const followed = async (number: number) => {
    await one(number);
    overAtMs.push(Date.now());
    watch.refresh();
  };
  const all = load.perSecond > 0 ? paced(followed, load) : windowed(followed, load);
  await Promise.race([all, stall.promise]).finally(() => clearTimeout(watch));
  return { startedAtMs, overAtMs: overAtMs.toSorted((a, b) => a - b) };
}

async function windowed(one: (number: number) => Promise<void>, load: Load): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < load.calls) await one(next++);
  };
  await Promise.all(Array.from({ length: load.inFlight }, lane));
}

async function paced(one: (number: number) => Promise<void>, load: Load): Promise<void> {
  const startedAtMs = performance.now();
  const all: Promise<void>[] = [];
  for (let call = 0; call < load.calls; call++) {
    const waitMs = startedAtMs + (call * 1_000) / load.perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    all.push(one(call));
  }
  await Promise.all(all);
}
