import { sqlList } from '../engine/sql-list.ts';
import { MILESTONE_EVENTS } from '../../../domain/calls/call-state.ts';
import type { CallbackId, CallRef } from '../../../domain/ids.ts';
import type { SweepCursor, SweepFindings, SweepStore } from '../../sweep-store.ts';
import type { Database, Tx } from '../engine/tx.ts';
import { UNTOUCHED } from '../rows/call-rows.ts';
import { endHoldInTime, unsentHoldAlert } from '../steps/hold.ts';
import {
  isDeskWanted,
  openReconciliations,
  runningCampaigns,
} from '../steps/workflows/workflow-lists.ts';
import { timeOutEveryCampaign } from './hold-timeouts.ts';
import { mendDueTimes, mendTimes } from '../steps/clock-steps.ts';

const MILESTONES = sqlList(MILESTONE_EVENTS);
/** Pokes of a flood are delayed on purpose for minutes. The sweep must wait longer than that. */
const POKE_GRACES = 5;

interface Bounds {
  beforeMs: number;
  pokesBeforeMs: number;
  nowMs: number;
  limit: number;
  after: SweepCursor;
}

const FIRST_PAGE: SweepCursor = {
  unrelayed: 0,
  late: 0,
  campaigns: 0,
  reconciliations: 0,
  callbacks: '',
};

export function sweepStore(db: Database): Pick<SweepStore, 'mendTimes' | 'mendDueTimes' | 'sweep'> {
  return {
    async mendTimes(input) {
      return db.write((tx) => mendTimes(tx, input));
    },
    async mendDueTimes(input) {
      return db.write((tx) => mendDueTimes(tx, input));
    },
    async sweep({ nowMs, graceMs, limit, after = FIRST_PAGE }) {
      const pokesBeforeMs = nowMs - POKE_GRACES * graceMs;
      const bounds = { beforeMs: nowMs - graceMs, pokesBeforeMs, nowMs, limit, after };
      return db.write(async (tx) => {
        tx.send('UPDATE installation SET swept_at_ms = :nowMs', { nowMs });
        await endHoldInTime(tx, nowMs);
        await timeOutEveryCampaign(tx, nowMs);
        return findings(tx, bounds);
      });
    },
  };
}

async function findings(tx: Tx, bounds: Bounds): Promise<SweepFindings> {
  const { after, limit } = bounds;
  const pages = {
    unstarted: await unstarted(tx, bounds),
    unfinished: await unfinished(tx, bounds),
    unrelayed: await unrelayed(tx, bounds, 'open'),
    late: await unrelayed(tx, bounds, 'over'),
    campaigns: await runningCampaigns(tx, { limit, after: after.campaigns }),
    callbacks: await callbacks(tx, bounds),
    reconciliations: await openReconciliations(tx, {
      beforeMs: bounds.beforeMs,
      limit,
      after: after.reconciliations,
    }),
  };
  const isLastPage = Object.values(pages).every(({ length }) => length < limit);
  return {
    unstarted: pages.unstarted,
    unfinished: pages.unfinished,
    unrelayed: pages.unrelayed.map(({ ref }) => ref),
    late: pages.late.map(({ ref }) => ref),
    runningCampaigns: pages.campaigns.map(({ id }) => id),
    callbacks: pages.callbacks.map(({ id }) => id),
    reconciliations: pages.reconciliations.map(({ id }) => id),
    next: isLastPage
      ? undefined
      : {
          unrelayed: pages.unrelayed.at(-1)?.event ?? after.unrelayed,
          late: pages.late.at(-1)?.event ?? after.late,
          campaigns: pages.campaigns.at(-1)?.serial ?? after.campaigns,
          callbacks: pages.callbacks.at(-1)?.id ?? after.callbacks,
          reconciliations: pages.reconciliations.at(-1)?.serial ?? after.reconciliations,
        },
    deskWanted: await isDeskWanted(tx, bounds.nowMs),
    holdAlert: await unsentHoldAlert(tx),
  };
}

const refs = (rows: { ref: CallRef }[]): CallRef[] => rows.map(({ ref }) => ref);

async function unstarted(tx: Tx, { beforeMs, limit }: Bounds): Promise<CallRef[]> {
  return refs(
    await tx.all(
      `SELECT ref FROM calls
       WHERE started_at_ms IS NULL AND ${tx.sql.live()} AND created_at_ms <= :beforeMs
       ORDER BY created_at_ms, id LIMIT :limit`,
      { beforeMs, limit },
    ),
  );
}

// Returned calls count as changed, so that with more calls than the limit each is returned in turn.
async function unfinished(tx: Tx, { beforeMs, nowMs, limit }: Bounds): Promise<CallRef[]> {
  const found = refs(
    await tx.all(
      `SELECT ref FROM calls
       WHERE unfinished AND started_at_ms IS NOT NULL AND ${UNTOUCHED}
       ORDER BY touched_at_ms, id LIMIT :limit`,
      { beforeMs, limit },
    ),
  );
  for (const ref of found) {
    tx.send('UPDATE calls SET touched_at_ms = :nowMs WHERE ref = :ref', { ref, nowMs });
  }
  return found;
}

/**
 * Calls with events that were not relayed. `open`: a workflow still follows the call. `over`: none does. For live calls
 * only milestones count, because with many live calls the relay delays the other events on purpose.
 */
async function unrelayed(
  tx: Tx,
  { beforeMs, pokesBeforeMs, limit, after }: Bounds,
  which: 'open' | 'over',
): Promise<{ ref: CallRef; event: number }[]> {
  return tx.all(
    `SELECT inbox.ref, min(inbox.id) AS event FROM inbox JOIN calls ON calls.ref = inbox.ref
       WHERE relayed IS NULL
         AND received_at_ms <= CASE WHEN seq IS NULL THEN CAST(:pokesBeforeMs AS BIGINT)
                                    ELSE CAST(:beforeMs AS BIGINT) END
         AND (calls.state = 'ended' AND calls.settlement <> 'open') = :over
         AND (calls.state IN ('ended', 'unknown') OR seq IS NULL
              OR inbox.name IN (${MILESTONES}))
       GROUP BY inbox.ref HAVING min(inbox.id) > :after ORDER BY min(inbox.id) LIMIT :limit`,
    {
      beforeMs,
      pokesBeforeMs,
      limit,
      over: Number(which === 'over'),
      after: which === 'over' ? after.late : after.unrelayed,
    },
  );
}

// Due turns are left to the callback's schedule for the grace. Without it, the callback would be synced twice in vain.
const callbacks = (tx: Tx, { beforeMs, limit, after }: Bounds): Promise<{ id: CallbackId }[]> =>
  tx.all(
    `SELECT id FROM callbacks ${tx.sql.indexedBy('callbacks_unscheduled')}
     WHERE version <> schedule_version AND id > :after
     UNION
     SELECT id FROM callbacks ${tx.sql.indexedBy('callbacks_next')}
     WHERE next_at_ms IS NOT NULL AND life = 'active' AND next_at_ms <= :beforeMs AND id > :after
     ORDER BY id LIMIT :limit`,
    { beforeMs, limit, after: after.callbacks },
  );
