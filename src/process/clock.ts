/** The clock by which a process decides: that of its store. */
import type { Store } from '../store/store.ts';

const WORTH_SAYING_MS = 1_000;

interface Log {
  warn: (facts: object, text: string) => void;
}

/** Warns of a clock of this machine that is wrong, because the times of its log are. */
export function clockOf(store: Pick<Store, 'nowMs'>, log: Log): () => number {
  const aheadMs = Date.now() - store.nowMs();
  if (Math.abs(aheadMs) >= WORTH_SAYING_MS) {
    log.warn(
      { aheadMs },
      'the clock of this machine differs from that of the database, which counts',
    );
  }
  return () => store.nowMs();
}
