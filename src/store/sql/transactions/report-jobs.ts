import {
  MOST_REPORT_ATTEMPTS,
  REPORT_KEPT_MS,
  REPORT_LEASE_MS,
  type ReportAttempt,
  type ReportJob,
  type ReportJobStore,
} from '../../statistics/report-job-store.ts';
import { StoreRefusal } from '../../requests.ts';
import { keyBefore, pageOf } from '../engine/cursor.ts';
import { writeOnce } from '../engine/idempotency.ts';
import type { Database, Params, Tx } from '../engine/tx.ts';
import { writeAudit } from '../rows/audit.ts';

type ReportJobRow = ReportJob & { serial: number };

const COLUMNS = `serial, id, request, state, rows, bytes, attempts, why, created_by, created_at_ms,
  ended_at_ms, expires_at_ms`;
/** Expired jobs deleted at once. */
const MOST_EXPIRED = 20;

export function reportJobStore(db: Database): ReportJobStore {
  return {
    async createReportJob({ id, request, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        tx.send(
          `INSERT INTO report_jobs (id, request, state, created_by, created_at_ms, expires_at_ms)
           VALUES (:id, :request, 'open', :createdBy, :nowMs, :expiresAtMs)`,
          { id, request, createdBy: key.who, nowMs, expiresAtMs: nowMs + REPORT_KEPT_MS },
        );
        const target = `report-jobs/${id}`;
        await writeAudit(tx, { by: key, what: 'report.created', target, nowMs });
        return jobOf(tx, id);
      });
    },

    async reportJob(id) {
      return db.read((tx) => jobOf(tx, id));
    },

    async reportJobs({ limit, after }) {
      const last = keyBefore(after) || Number.MAX_SAFE_INTEGER;
      const rows = await db.all<ReportJobRow>(
        `SELECT ${COLUMNS} FROM report_jobs WHERE serial < :last ORDER BY serial DESC LIMIT :most`,
        { last, most: limit + 1 },
      );
      return pageOf(rows, limit, { key: ({ serial }) => serial, item: toJob });
    },

    async expireReportJob({ id, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        await jobOf(tx, id);
        tx.send('UPDATE report_jobs SET expires_at_ms = :nowMs WHERE id = :id', { id, nowMs });
        const target = `report-jobs/${id}`;
        await writeAudit(tx, { by: key, what: 'report.deleted', target, nowMs });
        return { id };
      });
    },

    async takeReportJob(nowMs) {
      // Read without the write lock, so that others can write if there is nothing to do.
      if (!(await db.read((tx) => nextJob(tx, nowMs)))) return undefined;
      return db.write(async (tx) => {
        // The last attempt did not say how it ended, so its process died.
        tx.send(
          `UPDATE report_jobs SET state = 'failed', ended_at_ms = :nowMs,
                                  why = coalesce(why, 'the server died while it wrote the report')
           WHERE state = 'open' AND taken_until_ms <= :nowMs AND attempts >= ${MOST_REPORT_ATTEMPTS}`,
          { nowMs },
        );
        const next = await nextJob(tx, nowMs);
        if (!next) return undefined;
        const { id } = next;
        tx.send(
          `UPDATE report_jobs SET attempts = attempts + 1, rows = 0, taken_until_ms = :until
           WHERE id = :id`,
          { id, until: nowMs + REPORT_LEASE_MS },
        );
        return jobOf(tx, id);
      });
    },

    async noteReportProgress(attempt, { rows, nowMs }) {
      return changeAttempt(db, attempt, {
        set: 'rows = :rows, taken_until_ms = :until',
        params: { rows, until: nowMs + REPORT_LEASE_MS },
        nowMs,
      });
    },

    async finishReportJob(attempt, { rows, bytes, nowMs }) {
      return changeAttempt(db, attempt, {
        set: `state = 'done', rows = :rows, bytes = :bytes, why = NULL, ended_at_ms = :nowMs`,
        params: { rows, bytes },
        nowMs,
      });
    },

    async noteReportFailure(attempt, { why, nowMs }) {
      const isLast = attempt.attempt >= MOST_REPORT_ATTEMPTS;
      const set = isLast ? `why = :why, state = 'failed', ended_at_ms = :nowMs` : 'why = :why';
      await changeAttempt(db, attempt, { set, params: { why }, nowMs });
    },

    async expiredReportJobs(nowMs) {
      const rows = await db.all<ReportJobRow>(
        `SELECT ${COLUMNS} FROM report_jobs
         WHERE expires_at_ms <= :nowMs AND (state <> 'open' OR taken_until_ms <= :nowMs)
         ORDER BY expires_at_ms LIMIT ${MOST_EXPIRED}`,
        { nowMs },
      );
      return rows.map(toJob);
    },

    async forgetReportJob(id) {
      await db.write(async (tx) => tx.send('DELETE FROM report_jobs WHERE id = :id', { id }));
    },
  };
}

/** The oldest open job that nobody writes. */
const nextJob = (tx: Tx, nowMs: number): Promise<{ id: string } | undefined> =>
  tx.get(
    `SELECT id FROM report_jobs
     WHERE state = 'open' AND taken_until_ms <= :nowMs AND expires_at_ms > :nowMs
     ORDER BY serial LIMIT 1`,
    { nowMs },
  );

async function changeAttempt(
  db: Database,
  { id, attempt }: ReportAttempt,
  { set, params, nowMs }: { set: string; params: Params; nowMs: number },
): Promise<boolean> {
  const changed = await db.write((tx) =>
    tx.run(
      `UPDATE report_jobs SET ${set}
       WHERE id = :id AND attempts = :attempt AND state = 'open' AND expires_at_ms > :nowMs`,
      { ...params, id, attempt, nowMs },
    ),
  );
  return changed === 1;
}

async function jobOf(tx: Tx, id: string): Promise<ReportJob> {
  const sql = `SELECT ${COLUMNS} FROM report_jobs WHERE id = :id`;
  const row = await tx.get<ReportJobRow>(sql, { id });
  if (!row) throw new StoreRefusal('not-found', `there is no report job ${id}`);
  return toJob(row);
}

function toJob(row: ReportJobRow): ReportJob {
  const { serial: _, ...job } = row;
  return job;
}
