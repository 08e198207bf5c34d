import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { RecordingArchive } from '../../recordings-archive/recording-archive.ts';
import type { PrivacyStore } from '../../store/privacy/privacy-store.ts';
import { runInBackground } from '../../background/background-loop.ts';

/** An erasure may have been requested at another server, or a server that died may have left one. */
const CHECK_EVERY_MS = 500;
const FILES_AT_ONCE = 20;

interface Deps {
  store: Pick<PrivacyStore, 'continueErasure' | 'filesToRemove' | 'noteFilesRemoved'>;
  recordings: Pick<RecordingArchive, 'remove' | 'removeUnfinished'>;
  nowMs: () => number;
  log: FastifyBaseLogger;
}

/** Runs erasures batch by batch, and removes recordings that nobody may keep, while the server runs. A fault is retried. */
export function runErasures(deps: Deps): { stop(): Promise<void> } {
  const failure = 'an erasure stopped; it will be retried';
  const tasks = [continueAll, removeFiles].map((task) => ({
    run: (stopping: AbortSignal) => task(deps, stopping),
    failure,
  }));
  return runInBackground(tasks, { everyMs: CHECK_EVERY_MS, log: deps.log });
}

async function continueAll({ store, nowMs }: Deps, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await store.continueErasure(nowMs()))) await turn();
}

async function removeFiles(
  { store, recordings, nowMs }: Deps,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const removals = await store.filesToRemove({ nowMs: nowMs(), limit: FILES_AT_ONCE });
    if (removals.length === 0) return;
    // A file that is removed twice is no error, so a process that dies here loses nothing.
    for (const { file, unfinished } of removals) {
      // First, because an unfinished write may become the file.
      if (unfinished) await recordings.removeUnfinished(file);
      await recordings.remove(file);
    }
    await store.noteFilesRemoved(removals.map(({ serial }) => serial));
  }
}
