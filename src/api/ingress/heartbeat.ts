import type { FastifyBaseLogger } from 'fastify';
import type { InboxStore } from '../../store/calls/inbox-store.ts';

const EVERY_MS = 5_000;
/** Two notes may be late before the ingress counts as down. */
const GAP_MS = 3 * EVERY_MS;

/**
 * Notes in the store that the ingress listens, so that its own silence is never taken for the carrier's. What
 * it cannot know is whether the carrier reaches it: it notes that this process runs and can write, no more.
 */
export function startHeartbeat(deps: {
  store: Pick<InboxStore, 'noteIngressHeartbeat'>;
  nowMs: () => number;
  log: FastifyBaseLogger;
}): { stop(): void } {
  const { store, nowMs, log } = deps;
  let span: number | undefined;
  const note = async () => {
    try {
      span = await store.noteIngressHeartbeat({ span, nowMs: nowMs(), gapMs: GAP_MS });
    } catch (error) {
      log.warn({ err: error }, 'the store does not note that the ingress listens');
    }
  };
  void note();
  const timer = setInterval(() => void note(), EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
