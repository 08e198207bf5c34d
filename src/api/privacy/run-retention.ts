import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionStore,
} from '../../store/retention-store.ts';

/** How long each kind is kept. A kind that is missing is kept for good. */
export type Retention = Partial<Record<RetentionKind, number>>;

const CHECK_EVERY_MS = 60_000;
/** Between two batches, so that others can write. */
const PAUSE_MS = 20;

interface Deps {
  store: RetentionStore;
  retention: Retention;
  nowMs: () => number;
  log: FastifyBaseLogger;
}

/** Removes what is older than its retention, while the server runs. A fault is retried a minute later. */
export function runRetention(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      for (const kind of RETENTION_KINDS) {
        await pruneKind(deps, kind, stopping.signal).catch((error: unknown) =>
          deps.log.warn({ err: error, kind }, 'removing what is old stopped; it will be retried'),
        );
      }
      await pause(CHECK_EVERY_MS, stopping.signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function pruneKind(
  { store, retention, nowMs }: Deps,
  kind: RetentionKind,
  stopping: AbortSignal,
): Promise<void> {
  const keptMs = retention[kind];
  if (keptMs === undefined) return;
  const atMs = nowMs();
  const input = { beforeMs: atMs - keptMs, nowMs: atMs };
  while (!stopping.aborted && (await store.pruneOld(kind, input))) await pause(PAUSE_MS, stopping);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
