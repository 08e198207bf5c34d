import { spendsAttempt } from '../../../../domain/calls/disposition.ts';
import type { PlacementStore } from '../../../calls/placement-store.ts';
import { releaseAgent } from '../../rows/agent-rows.ts';
import { dueNow, endLiveCall, notDialled } from '../../steps/calls/call-endings.ts';
import { callRow } from '../../rows/call-rows.ts';
import type { Connection } from '../../engine/connection.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { openPlacement } from '../../rows/placement-rows.ts';

export function unplacedEndingStore(
  db: Connection,
): Pick<PlacementStore, 'endUnknown' | 'freeAgent' | 'endNotDialled'> {
  return {
    async endUnknown(ref, reason, nowMs) {
      await db.write(() => {
        const call = callRow(db, ref);
        // Its answer may have arrived meanwhile.
        if (call.state !== 'unknown') return;
        endLiveCall(db, call, {
          disposition: 'unknown',
          reason,
          confirmed: null,
          spendsAttempt: spendsAttempt('unknown', false),
          nowMs,
        });
      });
    },

    async freeAgent(ref, nowMs) {
      await db.write(() => {
        // A call whose answer has arrived keeps its agent to its end.
        if (callRow(db, ref).state === 'unknown') releaseAgent(db, ref, nowMs);
      });
    },

    async endNotDialled(ref, { reason, dueAtMs, nowMs }) {
      await db.write(() => {
        const call = callRow(db, ref);
        if (call.state === 'ended') return;
        if (openPlacement(db, ref)) {
          const text = `not ended as not dialled (${reason}): a placement may have been sent`;
          writeTimeline(db, ref, { kind: 'note', text, nowMs });
          return;
        }
        const contact = dueAtMs === null ? ({ kind: 'final' } as const) : dueNow(dueAtMs);
        endLiveCall(db, call, notDialled(reason, contact, nowMs));
      });
    },
  };
}
