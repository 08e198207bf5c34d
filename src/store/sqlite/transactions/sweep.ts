import { OVER_STATES } from '../../../domain/campaigns/campaign-state.ts';
import { sqlList } from '../engine/sql-list.ts';
import { MILESTONE_EVENTS } from '../../../domain/calls/call-state.ts';
import type { CallbackId, CallRef, CampaignId, ReconciliationId } from '../../../domain/ids.ts';
import type { SweepFindings, SweepStore } from '../../sweep-store.ts';
import type { Connection } from '../engine/connection.ts';
import { endHoldInTime, unsentHoldAlert } from '../steps/hold.ts';
import { timeOutEveryCampaign } from './hold-timeouts.ts';

const MILESTONES = sqlList(MILESTONE_EVENTS);
/** Pokes of a flood are delayed on purpose for minutes. The sweep must wait longer than that. */
const POKE_GRACES = 5;

interface Bounds {
  beforeMs: number;
  pokesBeforeMs: number;
  nowMs: number;
  limit: number;
}

export function sweepStore(db: Connection): Pick<SweepStore, 'sweep'> {
  return {
    async sweep({ nowMs, graceMs, limit }) {
      const pokesBeforeMs = nowMs - POKE_GRACES * graceMs;
      const bounds = { beforeMs: nowMs - graceMs, pokesBeforeMs, nowMs, limit };
      return db.write(() => {
        endHoldInTime(db, nowMs);
        timeOutEveryCampaign(db, nowMs);
        return findings(db, bounds);
      });
    },
  };
}

function findings(db: Connection, bounds: Bounds): SweepFindings {
  return {
    unstarted: unstarted(db, bounds),
    unfinished: unfinished(db, bounds),
    unrelayed: unrelayed(db, bounds, 'open'),
    late: unrelayed(db, bounds, 'over'),
    runningCampaigns: runningCampaigns(db, bounds),
    callbacks: callbacks(db, bounds),
    reconciliations: reconciliations(db, bounds),
    deskWanted: isDeskWanted(db, bounds),
    holdAlert: unsentHoldAlert(db),
  };
}

// Only recordings that are due now. Later ones would wake the desk in vain every minute.
function isDeskWanted(db: Connection, { nowMs }: Bounds): boolean {
  const due = `SELECT 1 FROM calls WHERE recording = 'wanted' AND recording_due_at_ms <= :nowMs LIMIT 1`;
  return db.get(due, { nowMs }) !== undefined;
}

const refs = (rows: { ref: CallRef }[]): CallRef[] => rows.map(({ ref }) => ref);

function unstarted(db: Connection, { beforeMs, limit }: Bounds): CallRef[] {
  return refs(
    db.all(
      `SELECT ref FROM calls
       WHERE started_at_ms IS NULL AND state <> 'ended' AND created_at_ms <= :beforeMs
       ORDER BY created_at_ms, id LIMIT :limit`,
      { beforeMs, limit },
    ),
  );
}

// Returned calls count as changed, so that with more calls than the limit each is returned in turn.
function unfinished(db: Connection, { beforeMs, nowMs, limit }: Bounds): CallRef[] {
  const found = refs(
    db.all(
      `SELECT ref FROM calls
       WHERE unfinished AND started_at_ms IS NOT NULL AND touched_at_ms <= :beforeMs
       ORDER BY touched_at_ms, id LIMIT :limit`,
      { beforeMs, limit },
    ),
  );
  for (const ref of found) {
    db.run('UPDATE calls SET touched_at_ms = :nowMs WHERE ref = :ref', { ref, nowMs });
  }
  return found;
}

/**
 * Calls with events that were not relayed. `open`: a workflow still follows the call. `over`: none does. For live calls
 * only milestones count, because with many live calls the relay delays the other events on purpose.
 */
function unrelayed(
  db: Connection,
  { beforeMs, pokesBeforeMs, limit }: Bounds,
  which: 'open' | 'over',
): CallRef[] {
  return refs(
    db.all(
      `SELECT inbox.ref FROM inbox JOIN calls ON calls.ref = inbox.ref
       WHERE relayed IS NULL
         AND received_at_ms <= CASE WHEN seq IS NULL THEN :pokesBeforeMs ELSE :beforeMs END
         AND (calls.state = 'ended' AND calls.settlement <> 'open') = :over
         AND (calls.state IN ('ended', 'unknown') OR seq IS NULL
              OR inbox.name IN (${MILESTONES}))
       GROUP BY inbox.ref ORDER BY min(inbox.id) LIMIT :limit`,
      { beforeMs, pokesBeforeMs, limit, over: Number(which === 'over') },
    ),
  );
}

// Due turns are left to the callback's schedule for the grace. Without it, the callback would be synced twice in vain.
function callbacks(db: Connection, { beforeMs, limit }: Bounds): CallbackId[] {
  return db
    .all<{ id: CallbackId }>(
      `SELECT id FROM callbacks INDEXED BY callbacks_unscheduled
       WHERE version <> schedule_version
       UNION
       SELECT id FROM callbacks
       WHERE next_at_ms IS NOT NULL AND life = 'active' AND next_at_ms <= :beforeMs
       LIMIT :limit`,
      { beforeMs, limit },
    )
    .map(({ id }) => id);
}

function reconciliations(db: Connection, { beforeMs, limit }: Bounds): ReconciliationId[] {
  return db
    .all<{ id: ReconciliationId }>(
      `SELECT id FROM reconciliations WHERE state = 'open' AND asked_at_ms <= :beforeMs
       ORDER BY asked_at_ms LIMIT :limit`,
      { beforeMs, limit },
    )
    .map(({ id }) => id);
}

function runningCampaigns(db: Connection, { limit }: Bounds): CampaignId[] {
  return db
    .all<{ id: CampaignId }>(
      `SELECT id FROM campaigns WHERE state NOT IN (${sqlList(['draft', ...OVER_STATES])})
       ORDER BY serial LIMIT :limit`,
      { limit },
    )
    .map(({ id }) => id);
}
