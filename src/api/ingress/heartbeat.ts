import type { FastifyBaseLogger } from 'fastify';
import type { InboxStore } from '../../store/calls/inbox-store.ts';

const EVERY_MS = 5_000;
/** The ingress counts as down when three heartbeats are missing. */
const GAP_MS = 3 * EVERY_MS;

/** What a process has received since its start. */
export class ReceivedWebhooks {
  count = 0;
  lastAtMs: number | null = null;

  note(nowMs: number): void {
    this.count++;
    this.lastAtMs = nowMs;
  }
}

/**
 * Writes heartbeats of the ingress to the store, so that its own downtime is never taken for lost webhooks. A heartbeat
 * shows that this process runs and can write, not that the carrier can reach it; the number of webhooks shows that.
 */
export function startHeartbeat(deps: {
  store: Pick<InboxStore, 'noteIngressHeartbeat' | 'noteIngressStopped'>;
  /** Host name and port. */
  name: string;
  webhooks: ReceivedWebhooks;
  nowMs: () => number;
  log: FastifyBaseLogger;
}): { stop(): Promise<void> } {
  const { store, name, webhooks, nowMs, log } = deps;
  let span: number | undefined;
  let writing = Promise.resolve();
  const unlessItFails = async (write: () => Promise<void>) => {
    try {
      await write();
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat of the ingress could not be stored');
    }
  };
  const beat = () => {
    const { count: received, lastAtMs: receivedAtMs } = webhooks;
    const note = { name, received, receivedAtMs, gapMs: GAP_MS };
    // One after the other: a process without a span yet would begin two.
    writing = writing.then(() =>
      unlessItFails(async () => {
        span = await store.noteIngressHeartbeat({ ...note, span, nowMs: nowMs() });
      }),
    );
  };
  beat();
  const timer = setInterval(beat, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await writing;
      const last = span;
      if (last !== undefined) await unlessItFails(() => store.noteIngressStopped(last, nowMs()));
    },
  };
}
