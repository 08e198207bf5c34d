import type { FastifyBaseLogger } from 'fastify';
import type { InboxStore } from '../store/inbox-store.ts';

const EVERY_MS = 5_000;
/** Two notes may be late before the ingress counts as deaf. */
const GAP_MS = 3 * EVERY_MS;

/** Notes in the store that the ingress listens, so that its own silence is never taken for the carrier's. */
export function noteListening(deps: {
  store: Pick<InboxStore, 'noteListening'>;
  nowMs: () => number;
  log: FastifyBaseLogger;
}): { stop(): void } {
  const note = () => {
    deps.store.noteListening(deps.nowMs(), GAP_MS).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the store does not note that the ingress listens');
    });
  };
  note();
  const timer = setInterval(note, EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
