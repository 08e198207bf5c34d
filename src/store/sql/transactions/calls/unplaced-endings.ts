import { spendsAttempt } from '../../../../domain/calls/disposition.ts';
import type { PlacementStore } from '../../../calls/placement-store.ts';
import { releaseAgent } from '../../rows/agent-rows.ts';
import { dueNow, endLiveCall, notDialled } from '../../steps/calls/call-endings.ts';
import { callRow } from '../../rows/call-rows.ts';
import type { Database } from '../../engine/tx.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { openPlacement } from '../../rows/placement-rows.ts';

export function unplacedEndingStore(
  db: Database,
): Pick<PlacementStore, 'endUnknown' | 'freeAgent' | 'endNotDialled'> {
  return {
    async endUnknown(ref, reason, nowMs) {
      await db.write(async (tx) => {
        const call = await callRow(tx, ref);
        // Its answer may have arrived meanwhile.
        if (call.state !== 'unknown') return;
        await endLiveCall(tx, call, {
          disposition: 'unknown',
          reason,
          confirmed: null,
          spendsAttempt: spendsAttempt('unknown', false),
          nowMs,
        });
      });
    },

    async freeAgent(ref, nowMs) {
      await db.write(async (tx) => {
        // A call whose answer has arrived keeps its agent to its end.
        if ((await callRow(tx, ref)).state === 'unknown') await releaseAgent(tx, ref, nowMs);
      });
    },

    async endNotDialled(ref, { reason, dueAtMs, nowMs }) {
      await db.write(async (tx) => {
        const call = await callRow(tx, ref);
        if (call.state === 'ended') return;
        if (await openPlacement(tx, ref)) {
          const text = `not ended as not dialled (${reason}): a placement may have been sent`;
          await writeTimeline(tx, ref, { kind: 'note', text, nowMs });
          return;
        }
        const contact = dueAtMs === null ? ({ kind: 'final' } as const) : dueNow(dueAtMs);
        await endLiveCall(tx, call, notDialled(reason, contact, nowMs));
      });
    },
  };
}
