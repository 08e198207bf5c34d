/** What is asked most of a database, timed. */
import type { Store } from '../../../src/store/store.ts';

const TIMES = 25;

export interface Timed {
  what: string;
  medianMs: number;
  mostMs: number;
}

/** `last`: the number of the newest call of `c1`, which is never deleted. */
export async function timeQueries(store: Store, last: number): Promise<Timed[]> {
  const nowMs = Date.now();
  const ref = (n: number) => `c1.${last - n * 7}.1`;
  const filter = { campaignId: 'c1' };
  const asked: Record<string, (n: number) => Promise<unknown>> = {
    'a call': (n) => store.call(ref(n)),
    'its timeline': (n) => store.timeline(ref(n)),
    'its evidence': (n) => store.evidence(ref(n)),
    'what it was decided on': (n) => store.decisions(ref(n)),
    'a webhook that arrives': (n) =>
      store.appendEvent({
        ref: ref(n),
        placement: 1,
        seq: 100 + n,
        name: 'click2call.finalized',
        occurredAt: null,
        carrierCallId: `id-${ref(n)}`,
        receivedAtMs: nowMs,
        body: '{}',
      }),
    'the newest 50 calls': () => store.calls({ filter, order: 'desc' }, { limit: 50 }),
    'calls of a number': (n) =>
      store.calls(
        { filter: { number: `+1555${String(10_000_000 + last - n).slice(1)}` } },
        { limit: 50 },
      ),
    'progress of a campaign': () => store.campaignProgress('c1', nowMs),
    'a page of contacts': () => store.contacts({ campaignId: 'c1', filter: {} }, { limit: 50 }),
    'unfinished work (sweep)': () => store.sweep({ nowMs, graceMs: 60_000, limit: 100 }),
  };
  const found: Timed[] = [];
  for (const [what, ask] of Object.entries(asked)) {
    const tookMs: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      const startedMs = performance.now();
      await ask(n);
      tookMs.push(performance.now() - startedMs);
    }
    tookMs.sort((one, other) => one - other);
    found.push({ what, medianMs: tookMs[Math.floor(TIMES / 2)]!, mostMs: tookMs.at(-1)! });
  }
  return found;
}
