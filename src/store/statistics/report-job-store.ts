import type { Idempotent, IdempotencyKey, Page, PageRequest } from '../requests.ts';

/** A report that is written to the archive in the background. */
export interface ReportJob {
  id: string;
  /** What is to be written, as JSON of the API. */
  request: string;
  state: 'open' | 'done' | 'failed';
  /** Rows written so far, by the current attempt. */
  rows: number;
  /** Of the whole file; null until it is done. */
  bytes: number | null;
  /** Attempts begun. Each writes a file of its own. */
  attempts: number;
  /** Why the last attempt failed. */
  why: string | null;
  createdBy: string;
  createdAtMs: number;
  endedAtMs: number | null;
  /** From then on it is deleted, with its files. */
  expiresAtMs: number;
}

/** One attempt to write a report. It may go on only as long as no other has begun. */
export interface ReportAttempt {
  id: string;
  attempt: number;
}

/** An attempt that reports no progress for so long is taken for dead, and another process begins the next one. */
export const REPORT_LEASE_MS = 30_000;
export const MOST_REPORT_ATTEMPTS = 5;
/** A report contains personal data, so it is not kept for long. */
export const REPORT_KEPT_MS = 24 * 3_600_000;

export interface ReportJobStore {
  createReportJob(
    input: { id: string; request: string; nowMs: number },
    key: IdempotencyKey,
  ): Promise<Idempotent<ReportJob>>;
  /** @throws StoreRefusal not-found */
  reportJob(id: string): Promise<ReportJob>;
  /** Newest first. */
  reportJobs(page: PageRequest): Promise<Page<ReportJob>>;
  /** The job and its files are deleted soon. @throws StoreRefusal not-found */
  expireReportJob(
    input: { id: string; nowMs: number },
    key: IdempotencyKey,
  ): Promise<Idempotent<{ id: string }>>;

  /** Begins the next attempt of the oldest open job that nobody writes. Undefined: there is none. */
  takeReportJob(nowMs: number): Promise<ReportJob | undefined>;
  /** False: another attempt has begun, or the job is deleted. */
  noteReportProgress(
    attempt: ReportAttempt,
    input: { rows: number; nowMs: number },
  ): Promise<boolean>;
  /** False: as above, and the file of this attempt is not the report's. */
  finishReportJob(
    attempt: ReportAttempt,
    input: { rows: number; bytes: number; nowMs: number },
  ): Promise<boolean>;
  /** The next attempt begins after the lease; after the last one the job has failed. */
  noteReportFailure(attempt: ReportAttempt, input: { why: string; nowMs: number }): Promise<void>;

  /** Expired jobs that nobody writes. Delete their files, then forget them. */
  expiredReportJobs(nowMs: number): Promise<ReportJob[]>;
  forgetReportJob(id: string): Promise<void>;
}
