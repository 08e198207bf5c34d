import type { FastifyBaseLogger } from 'fastify';
import {
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
} from '../../domain/privacy/retention.ts';
import type { RetentionStore } from '../../store/privacy/retention-store.ts';
import { pause, runInBackground } from '../../background/background-loop.ts';

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
  const tasks = RETENTION_KINDS.map((kind) => ({
    run: (stopping: AbortSignal) => pruneKind(deps, kind, stopping),
    failure: 'removing what is old stopped; it will be retried',
    facts: { kind },
  }));
  return runInBackground(tasks, { everyMs: CHECK_EVERY_MS, log: deps.log });
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
