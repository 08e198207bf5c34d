/** Comparisons with the carrier's call records, and what follows from them. */
import { sqlList } from '../engine/sql-list.ts';
import {
  RECONCILIATION_SCHEDULE_ID,
  type PlacementKey,
  type ReconciliationId,
} from '../../../domain/ids.ts';
import type { TerminalState } from '../../../domain/calls/call-state.ts';
import { REACHED, dispositionOf, spendsAttempt } from '../../../domain/calls/disposition.ts';
import { formatMoney } from '../../../domain/money.ts';
import {
  withUnshown,
  type ReconciliationReport,
} from '../../../domain/reconciliation/reconciliation-report.ts';
import type {
  OurPlacement,
  RecordEffects,
  RecordEvidence,
  Seizures,
} from '../../../domain/reconciliation/reconciliation.ts';
import type {
  Reconciliation,
  ReconciliationStore,
  RecordIdentity,
} from '../../reconciliation-store.ts';
import { StoreRefusal } from '../../requests.ts';
import { scrubbedJson } from '../../../domain/privacy/erasure.ts';
import { erasedAmong } from '../steps/privacy/erased-numbers.ts';
import { accept } from '../steps/calls/acceptance.ts';
import { writeAudit } from '../rows/audit.ts';
import { callRow, type CallRow } from '../rows/call-rows.ts';
import { endCall } from './calls/calls.ts';
import { waitingForNumbers } from './calls/resolutions.ts';
import type { Dialect } from '../engine/dialect.ts';
import type { Database, Tx } from '../engine/tx.ts';
import { keyBefore, pageOf } from '../engine/cursor.ts';
import { writeTimeline } from '../rows/timeline.ts';
import { writeOnce } from '../engine/idempotency.ts';
import { findPlacementRow } from '../rows/placement-rows.ts';
import { settleByRecord } from '../steps/calls/settlement.ts';

export function reconciliationStore(db: Database): ReconciliationStore {
  return {
    async openReconciliation({ id, fromMs, toMs, nowMs }, key) {
      const opened = await writeOnce(db, { key, nowMs }, async (tx) => {
        const inserted = await tx.run(
          `INSERT INTO reconciliations (id, from_ms, to_ms, state, asked_at_ms)
           VALUES (:id, :fromMs, :toMs, 'open', :nowMs)
           ON CONFLICT (id) DO NOTHING`,
          { id, fromMs, toMs, nowMs },
        );
        if (inserted === 1) await mustHaveCallsOf(tx, fromMs);
        if (isScheduled(id)) await forgetOldOnes(tx);
        if (key) {
          const target = `reconciliations/${id}`;
          const after = { fromAtMs: fromMs, toAtMs: toMs };
          await writeAudit(tx, { by: key, what: 'reconciliation.asked', target, after, nowMs });
        }
        return { id };
      });
      // Not the stored answer, because the comparison may be done by now.
      const { answer, replayed } = opened;
      return { answer: toReconciliation(await db.read((tx) => rowOf(tx, answer.id))), replayed };
    },

    async reconciliation(id) {
      return toReconciliation(await db.read((tx) => rowOf(tx, id)));
    },

    async reconciliations({ limit, after }) {
      const last = keyBefore(after) || Number.MAX_SAFE_INTEGER;
      const rows = await db.all<ReconciliationRow>(
        `SELECT id, serial, from_ms, to_ms, state, why, ${db.sql.jsonWithout('report', 'lists')} AS report,
                NULL AS effects, asked_at_ms, ended_at_ms
         FROM reconciliations WHERE serial < :last
         ORDER BY serial DESC LIMIT :most`,
        { last, most: limit + 1 },
      );
      return pageOf(rows, limit, { key: ({ serial }) => serial, item: toReconciliation });
    },

    async placementsToCompare(wanted) {
      return db.read((tx) => placementsToCompare(tx, wanted));
    },

    async seizures({ fromMs, toMs }) {
      return (await db.get<Seizures>(
        `SELECT count(*) AS attempts,
                count(*) FILTER (WHERE disposition IN (${sqlList(REACHED)})) AS answered
         FROM calls
         WHERE placed_at_ms >= :fromMs AND placed_at_ms < :toMs
           AND carrier_call_id IS NOT NULL AND state = 'ended'`,
        { fromMs, toMs },
      ))!;
    },

    async keepComparison(id, { report, effects }) {
      await db.write(async (tx) => {
        const kept = await withoutErasedNumbers(tx, report);
        tx.send(
          `UPDATE reconciliations SET report = :report, effects = :effects
           WHERE id = :id AND state = 'open' AND report IS NULL`,
          { id, report: JSON.stringify(kept), effects: JSON.stringify(effects) },
        );
      });
    },

    async effectsToApply(id) {
      const { effects } = await db.read((tx) => rowOf(tx, id));
      return effects === null ? null : (JSON.parse(effects) as RecordEffects);
    },

    async endReconciliation(id, { failed, unshown, nowMs }) {
      await db.write(async (tx) => {
        const { report } = toReconciliation(await rowOf(tx, id));
        tx.send(
          `UPDATE reconciliations
           SET state = :state, why = :why, report = :report, effects = NULL, ended_at_ms = :nowMs
           WHERE id = :id AND state = 'open'`,
          {
            id,
            state: failed === null ? 'done' : 'failed',
            why: failed,
            report: report && JSON.stringify(withUnshown(report, unshown)),
            nowMs,
          },
        );
      });
    },

    async settleByRecords(costs, { serial, nowMs }) {
      await db.write(async (tx) => {
        for (const { ref, cost } of costs) {
          await settleByRecord(tx, await callRow(tx, ref), { cost, serial }, nowMs);
        }
      });
    },

    async identifyByRecord(key, identity) {
      return db.write(async (tx) => {
        const bound = await identify(tx, key, identity);
        return { bound, freed: bound ? await waitingForNumbers(tx, key.ref) : [] };
      });
    },

    async noteUnshownRecord({ ref, placement, carrierCallId }, nowMs) {
      const text = `the carrier\u2019s call records contain it as ${carrierCallId}, but GET shows no such call: a person must check`;
      await db.write(async (tx) => {
        // Every comparison finds the record again, so the line may exist already.
        const sql = 'SELECT 1 FROM timeline WHERE ref = :ref AND text = :text';
        if (await tx.get(sql, { ref, text })) return;
        await writeTimeline(tx, (await callRow(tx, ref)).ref, {
          kind: 'note',
          text,
          placement,
          nowMs,
        });
      });
    },
  };
}

/** The carrier's records have the numbers of erased persons too. */
async function withoutErasedNumbers(tx: Tx, report: ReconciliationReport): Promise<unknown> {
  const numbers = numbersIn(report).map((number) => `+${number.replaceAll(/\D/g, '')}`);
  return scrubbedJson(report, { numbers: [...(await erasedAmong(tx, numbers)).keys()] });
}

function numbersIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'number' && typeof each === 'string' ? [each] : numbersIn(each),
  );
}

const isScheduled = (id: ReconciliationId): boolean =>
  id.startsWith(`${RECONCILIATION_SCHEDULE_ID}-`);

/** More than a week of hourly comparisons. Those that a person requested are kept. */
const SCHEDULED_KEPT = 200;

async function forgetOldOnes(tx: Tx): Promise<void> {
  tx.send(
    `DELETE FROM reconciliations
     WHERE state <> 'open' AND substr(id, 1, length(:scheduled)) = :scheduled AND serial NOT IN (
       SELECT serial FROM reconciliations WHERE substr(id, 1, length(:scheduled)) = :scheduled ORDER BY serial DESC LIMIT :kept)`,
    { scheduled: `${RECONCILIATION_SCHEDULE_ID}-`, kept: SCHEDULED_KEPT },
  );
}

type ReconciliationRow = Omit<Reconciliation, 'report'> & {
  report: string | null;
  effects: string | null;
};

async function rowOf(tx: Tx, id: ReconciliationId): Promise<ReconciliationRow> {
  const sql = 'SELECT * FROM reconciliations WHERE id = :id';
  const row = await tx.get<ReconciliationRow>(sql, { id });
  if (!row) throw new StoreRefusal('not-found', 'there is no such reconciliation', { id });
  return row;
}

function toReconciliation(row: ReconciliationRow): Reconciliation {
  const { effects: _, report, ...shown } = row;
  return {
    ...shown,
    report: report === null ? null : (JSON.parse(report) as ReconciliationReport),
  };
}

type OurRow = Omit<OurPlacement, 'seenIds' | 'cost'> & { seen: string; costUnits: string | null };

type Wanted = Parameters<ReconciliationStore['placementsToCompare']>[0];

/** The placement of a record at an edge of the span may be outside of the span. */
const AROUND_SPAN_MS = 5 * 60_000;

/** The records of deleted calls would be taken for calls that are not ours. */
async function mustHaveCallsOf(tx: Tx, fromMs: number): Promise<void> {
  const { deletedToMs } = (await tx.get<{ deletedToMs: number }>(
    'SELECT deleted_to_ms FROM installation',
  ))!;
  if (deletedToMs === 0 || fromMs - AROUND_SPAN_MS >= deletedToMs) return;
  const earliest = new Date(deletedToMs + AROUND_SPAN_MS).toISOString();
  const message = `calls from before ${earliest} are in archives only, so \`from\` must not be earlier`;
  throw new StoreRefusal('wrong-time', message, { field: 'from', earliest });
}

const ours = (sql: Dialect): string => `
  SELECT p.ref, p.placement, c.number, a.address AS agent, p.carrier_call_id, p.intent_at_ms,
         CASE c.state WHEN 'ended' THEN c.ended_at_ms END AS ended_at_ms, c.disposition,
         CAST(c.cost AS TEXT) AS cost_units, c.cost_source,
         (SELECT ${sql.jsonArrayOf('DISTINCT i.carrier_call_id')} FROM inbox i
          WHERE p.state = 'unknown' AND i.ref = p.ref AND i.placement = p.placement
            AND i.carrier_call_id IS NOT NULL) AS seen
  FROM calls c
  JOIN placements p ON p.ref = c.ref AND p.state IN ('accepted', 'unknown')
  LEFT JOIN agents a ON a.id = c.agent_id`;

async function placementsToCompare(
  tx: Tx,
  { fromMs, toMs, carrierCallIds, refs, limit }: Wanted,
): Promise<OurPlacement[]> {
  const rows = await tx.all<OurRow>(
    `SELECT * FROM (${ours(tx.sql)} WHERE c.placed_at_ms >= :fromMs AND c.placed_at_ms < :toMs LIMIT :limit) AS placed
     UNION
     ${ours(tx.sql)} WHERE c.carrier_call_id IN (SELECT value FROM ${tx.sql.texts(':ids')})
     UNION
     ${ours(tx.sql)} WHERE c.ref IN (SELECT value FROM ${tx.sql.texts(':refs')})
     ORDER BY ref, placement LIMIT :limit`,
    {
      fromMs: fromMs - AROUND_SPAN_MS,
      toMs: toMs + AROUND_SPAN_MS,
      ids: JSON.stringify(carrierCallIds),
      refs: JSON.stringify(refs),
      limit,
    },
  );
  return rows.map(({ seen, costUnits, ...row }) => ({
    ...row,
    seenIds: JSON.parse(seen) as string[],
    cost: costUnits === null ? null : formatMoney(BigInt(costUnits)),
  }));
}

const PROVEN_BY: Record<RecordEvidence, string> = {
  'callback-url': 'its callback URL stands in the record',
  webhook: 'a webhook on its callback URL had named this id',
};

async function identify(tx: Tx, key: PlacementKey, identity: RecordIdentity): Promise<boolean> {
  const { carrierCallId, evidence, ended, cost, serial, nowMs } = identity;
  const placement = await findPlacementRow(tx, key);
  if (placement?.state === 'accepted') return placement.carrierCallId === carrierCallId;
  if (placement?.state !== 'unknown') return false;
  const call = await callRow(tx, key.ref);
  const proven = { carrierCallId, status: undefined, byRecord: true, nowMs };
  if (!(await accept(tx, { call, placement, ...proven }))) return false;
  const text = `found in the carrier\u2019s call records: ${PROVEN_BY[evidence]}`;
  await writeTimeline(tx, key.ref, { kind: 'note', text, placement: key.placement, nowMs });
  await writeAudit(tx, {
    by: undefined,
    what: 'call.identified',
    target: `calls/${key.ref}`,
    before: { disposition: call.disposition ?? 'unknown' },
    after: { carrierCallId, source: 'cdr', evidence, ended, cost },
    nowMs,
  });
  if (ended) await endAsRecorded(tx, await callRow(tx, key.ref), ended, nowMs);
  if (cost !== null) await settleByRecord(tx, await callRow(tx, key.ref), { cost, serial }, nowMs);
  return true;
}

/** Unconfirmed until GET shows the end. A record shows no leg of a failed call, so the attempt counts, to be safe. */
async function endAsRecorded(
  tx: Tx,
  call: CallRow,
  state: TerminalState,
  nowMs: number,
): Promise<void> {
  const deepest = state === 'completed' ? 'bridged' : (call.deepest ?? 'accepted');
  const disposition = dispositionOf({ state, deepest, agentLegSeen: false });
  await endCall(
    tx,
    call,
    {
      state,
      deepest,
      confirmed: false,
      disposition,
      reason: null,
      spendsAttempt: spendsAttempt(disposition, false),
      cost: null,
      recordingExpected: deepest === 'bridged',
      webhookReceived: null,
    },
    // Its agent has been free for long: such a call was unknown.
    { nowMs, claimNext: false },
  );
}
