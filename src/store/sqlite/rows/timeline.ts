import type { CallRef } from '../../../domain/ids.ts';
import type { TimelineEntry } from '../../calls/call-store.ts';
import type { Connection } from '../engine/connection.ts';

export interface NewTimelineEntry {
  kind: TimelineEntry['kind'];
  /** For people, without names and numbers. */
  text: string;
  nowMs: number;
  placement?: number;
}

/** Writes a line to a call's timeline, and updates when the call was last changed. */
export function writeTimeline(db: Connection, ref: CallRef, entry: NewTimelineEntry): void {
  db.run(
    `INSERT INTO timeline (ref, at_ms, kind, text, placement)
     VALUES (:ref, :nowMs, :kind, :text, :placement)`,
    {
      ref,
      nowMs: entry.nowMs,
      kind: entry.kind,
      text: entry.text,
      placement: entry.placement ?? null,
    },
  );
  db.run('UPDATE calls SET touched_at_ms = :nowMs WHERE ref = :ref', { ref, nowMs: entry.nowMs });
}

export function timelineOf(db: Connection, ref: CallRef): TimelineEntry[] {
  return db.all<TimelineEntry>(
    `SELECT at_ms AS atMs, kind, text, placement, seq FROM (
       SELECT at_ms, kind, text, placement, NULL AS seq, 0 AS source, id
       FROM timeline WHERE ref = :ref
       UNION ALL
       SELECT received_at_ms, 'event', name, placement, seq, 1, id
       FROM inbox WHERE ref = :ref
       UNION ALL
       SELECT received_at_ms, 'note', 'a webhook that could not be read: it ' || why, placement, NULL, 2, id
       FROM unreadable_webhooks WHERE ref = :ref)
     ORDER BY at_ms, source, id`,
    { ref },
  );
}
