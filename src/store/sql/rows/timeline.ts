import { inEventOrder } from '../../../domain/calls/timeline-order.ts';
import type { CallRef } from '../../../domain/ids.ts';
import type { TimelineEntry } from '../../calls/call-store.ts';
import type { Params, Tx } from '../engine/tx.ts';

export interface NewTimelineEntry {
  kind: TimelineEntry['kind'];
  /** For people, without names and numbers. */
  text: string;
  nowMs: number;
  placement?: number;
}

/** Writes lines to a call's timeline, for a transaction that updates the call's `touched_at_ms` itself. */
export async function addToTimeline(
  tx: Tx,
  ref: CallRef,
  ...entries: readonly NewTimelineEntry[]
): Promise<void> {
  const params: Params = { ref };
  const rows = entries.map(({ nowMs, kind, text, placement }, index) => {
    Object.assign(params, {
      [`at${index}`]: nowMs,
      [`kind${index}`]: kind,
      [`text${index}`]: text,
      [`placement${index}`]: placement ?? null,
    });
    return `(:ref, :at${index}, :kind${index}, :text${index}, :placement${index})`;
  });
  const values = rows.join(', ');
  tx.send(`INSERT INTO timeline (ref, at_ms, kind, text, placement) VALUES ${values}`, params);
}

/** Writes a line to a call's timeline, and updates when the call was last changed. */
export async function writeTimeline(tx: Tx, ref: CallRef, entry: NewTimelineEntry): Promise<void> {
  await addToTimeline(tx, ref, entry);
  tx.send('UPDATE calls SET touched_at_ms = :nowMs WHERE ref = :ref', {
    ref,
    nowMs: entry.nowMs,
  });
}

export async function timelineOf(tx: Tx, ref: CallRef): Promise<TimelineEntry[]> {
  const arrived = await tx.all<TimelineEntry>(
    `SELECT at_ms, kind, text, placement, seq FROM (
       SELECT at_ms, kind, text, placement, NULL AS seq, 0 AS source, id
       FROM timeline WHERE ref = :ref
       UNION ALL
       SELECT received_at_ms, 'event', name, placement, seq, 1, id
       FROM inbox WHERE ref = :ref
       UNION ALL
       SELECT received_at_ms, 'note', 'a webhook that could not be read: it ' || why, placement, NULL, 2, id
       FROM unreadable_webhooks WHERE ref = :ref) AS entries
     ORDER BY at_ms, source, id`,
    { ref },
  );
  return inEventOrder(arrived);
}
