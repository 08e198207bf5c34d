/** Writes the reports of jobs to the archive, while the server runs: one at a time for each process. */
import type { FastifyBaseLogger } from 'fastify';
import type { RecordingArchive } from '../../recordings-archive/recording-archive.ts';
import type { RecordingQuota } from '../../recordings-archive/recording-quota.ts';
import type { ReportAttempt, ReportJob } from '../../store/statistics/report-job-store.ts';
import type { Store } from '../../store/store.ts';
import { runInBackground } from '../../background/background-loop.ts';
import { openReport, type ReportDeps } from './report-files.ts';
import type { ReportRequest } from './report-request.ts';

const CHECK_EVERY_MS = 1_000;
const PROGRESS_EVERY_MS = 1_000;

interface Deps {
  store: Store;
  recordings: RecordingArchive;
  quota: RecordingQuota;
  settings: ReportDeps['settings'];
  nowMs: () => number;
  log: FastifyBaseLogger;
}

/** Several servers may do this at once: the store gives each attempt to one of them. */
export function writeReports(deps: Deps): { stop(): Promise<void> } {
  const task = {
    run: (stopping: AbortSignal) => writeAll(deps, stopping),
    failure: 'reports could not be written; they will be retried',
  };
  return runInBackground([task], { everyMs: CHECK_EVERY_MS, log: deps.log });
}

async function writeAll(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { store, nowMs } = deps;
  for (const job of await store.expiredReportJobs(nowMs())) await deleteJob(deps, job);
  for (let job; !stopping.aborted && (job = await store.takeReportJob(nowMs())) !== undefined;) {
    await write(deps, job, stopping);
  }
}

async function write(deps: Deps, job: ReportJob, stopping: AbortSignal): Promise<void> {
  const { store, recordings, nowMs, log } = deps;
  const attempt = { id: job.id, attempt: job.attempts };
  try {
    // A killed process may have left the file of an earlier attempt.
    await removeFiles(recordings, job, job.attempts - 1);
    const noRoom = await recordings.whyNoRoom(deps.quota, await store.recordingBytes());
    if (noRoom !== undefined) throw new Error(noRoom);
    const progress = new Progress(deps, attempt, stopping);
    const request = JSON.parse(job.request) as ReportRequest;
    const { body } = await openReport(deps, request, (rows) => progress.note(rows));
    const { bytes } = await recordings.write(archiveNameOf(job), progress.guard(body));
    const isOurs = await store.finishReportJob(attempt, {
      rows: progress.rows,
      bytes,
      nowMs: nowMs(),
    });
    if (!isOurs) await recordings.remove(archiveNameOf(job));
  } catch (error) {
    if (stopping.aborted || error instanceof AttemptOver) return;
    log.warn({ err: error }, `report job ${job.id} failed`);
    const why = error instanceof Error ? error.message : String(error);
    await store.noteReportFailure(attempt, { why, nowMs: nowMs() });
  }
}

/** Another attempt has begun, or the job was deleted. */
class AttemptOver extends Error {
  override readonly name = 'AttemptOver';
}

/** Tells the store how far the attempt is, which also keeps others from beginning the next one. */
class Progress {
  rows = 0;
  #noted = -Infinity;
  readonly #deps: Deps;
  readonly #attempt: ReportAttempt;
  readonly #stopping: AbortSignal;

  constructor(deps: Deps, attempt: ReportAttempt, stopping: AbortSignal) {
    this.#deps = deps;
    this.#attempt = attempt;
    this.#stopping = stopping;
  }

  note(rows: number): void {
    this.rows = rows;
  }

  async *guard(body: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      yield Buffer.from(chunk as string);
      this.#stopping.throwIfAborted();
      if (performance.now() - this.#noted < PROGRESS_EVERY_MS) continue;
      this.#noted = performance.now();
      const { store, nowMs } = this.#deps;
      const noted = { rows: this.rows, nowMs: nowMs() };
      if (!(await store.noteReportProgress(this.#attempt, noted))) throw new AttemptOver();
    }
  }
}

async function deleteJob({ store, recordings }: Deps, job: ReportJob): Promise<void> {
  await removeFiles(recordings, job, job.attempts);
  await store.forgetReportJob(job.id);
}

async function removeFiles(
  recordings: RecordingArchive,
  job: ReportJob,
  upToAttempt: number,
): Promise<void> {
  for (let attempts = 1; attempts <= upToAttempt; attempts++) {
    await recordings.remove(archiveNameOf({ ...job, attempts }));
  }
}

/** In the archive. Each attempt has its own, so that one that was given up cannot replace the report. */
export const archiveNameOf = ({ id, attempts }: Pick<ReportJob, 'id' | 'attempts'>): string =>
  `report-${id}.${attempts}`;
