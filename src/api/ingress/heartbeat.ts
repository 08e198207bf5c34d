import type { FastifyBaseLogger } from 'fastify';
import type { InboxStore } from '../../store/calls/inbox-store.ts';

const EVERY_MS = 5_000;
/** The ingress counts as down when three heartbeats are missing. */
const GAP_MS = 3 * EVERY_MS;

/**
 * Writes heartbeats of the ingress to the store, so that its own downtime is never taken for lost webhooks. A heartbeat
 * shows that this process runs and can write, not that the carrier can reach it.
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
      log.warn({ err: error }, 'the heartbeat of the ingress could not be stored');
    }
  };
  void note();
  const timer = setInterval(() => void note(), EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
