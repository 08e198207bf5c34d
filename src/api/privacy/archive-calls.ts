/** Moves calls that are over for good from the database to archives, while the server runs (docs/decisions/0073). */
import type { FastifyBaseLogger } from 'fastify';
import { pause, runInBackground } from '../../background/background-loop.ts';
import { ArchiveFault, type RecordingArchive } from '../../recordings-archive/recording-archive.ts';
import type { RecordingQuota } from '../../recordings-archive/recording-quota.ts';
import type { ArchivedCall, ArchiveStore } from '../../store/privacy/archive-store.ts';
import { writeArchive } from './archive-file.ts';

/** A round looks at every call that is old enough and still there. */
const CHECK_EVERY_MS = 60 * 60_000;
/** Longer than a file takes, from the first page that is read for it to its last deletion. */
const TURN_MS = 10 * 60_000;
/** Some 15 MB of lines in memory, and 1 MB of archive. */
const CALLS_PER_FILE = 5_000;
const CALLS_PER_DELETION = 25;
/** Between two pages or deletions, so that webhooks are written. */
const PAUSE_MS = 20;

interface Deps {
  store: ArchiveStore & { installationId(): Promise<string> };
  recordings: RecordingArchive;
  quota: RecordingQuota;
  /** How long calls are kept; undefined: for good. */
  keptMs: number | undefined;
  nowMs: () => number;
  log: FastifyBaseLogger;
}

export function archiveCalls(deps: Deps): { stop(): Promise<void> } {
  const { keptMs, log } = deps;
  if (keptMs === undefined) return { stop: async () => undefined };
  const failure = 'moving old calls to archives stopped; it goes on within an hour';
  const run = (stopping: AbortSignal) => archiveRound(deps, keptMs, stopping);
  return runInBackground([{ run, failure }], { everyMs: CHECK_EVERY_MS, log });
}

async function archiveRound(deps: Deps, keptMs: number, stopping: AbortSignal): Promise<void> {
  const { store, nowMs } = deps;
  const beforeMs = nowMs() - keptMs;
  let heldMs = -1;
  for (let after: number | undefined = 0; after !== undefined && !stopping.aborted;) {
    const turn = { untilMs: nowMs() + TURN_MS, heldMs, nowMs: nowMs() };
    if (!(await store.takeArchiveTurn(turn))) return;
    heldMs = turn.untilMs;
    const file = await callsOfFile(deps, { beforeMs, after }, stopping);
    after = file.next;
    if (file.calls.length > 0 && !stopping.aborted)
      await move(deps, file.calls, beforeMs, stopping);
  }
}

async function callsOfFile(
  { store }: Deps,
  { beforeMs, after }: { beforeMs: number; after: number },
  stopping: AbortSignal,
): Promise<{ calls: ArchivedCall[]; next: number | undefined }> {
  const calls: ArchivedCall[] = [];
  let next: number | undefined = after;
  while (next !== undefined && calls.length < CALLS_PER_FILE && !stopping.aborted) {
    const page = await store.callsToArchive({ beforeMs, after: next });
    calls.push(...page.calls);
    next = page.next;
    await pause(PAUSE_MS, stopping);
  }
  return { calls, next };
}

async function move(
  deps: Deps,
  calls: readonly ArchivedCall[],
  beforeMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const { store, recordings, quota, nowMs, log } = deps;
  // The bound of all recordings is theirs; that of the disk is everybody's.
  const full = await recordings.whyNoRoom(quota, 0);
  if (full !== undefined) throw new ArchiveFault(`calls cannot be archived: ${full}`);
  const { last } = await store.archiveState();
  const archive = await writeArchive(recordings, {
    installation: await store.installationId(),
    previous: last?.sha256 ?? null,
    calls,
    nowMs: nowMs(),
  });
  await store.keepArchive(archive);
  let deleted = 0;
  for (let from = 0; from < calls.length && !stopping.aborted; from += CALLS_PER_DELETION) {
    deleted += await store.deleteArchived(calls.slice(from, from + CALLS_PER_DELETION), beforeMs);
    await pause(PAUSE_MS, stopping);
  }
  log.info({ file: archive.file, archived: calls.length, deleted }, 'old calls were archived');
}
