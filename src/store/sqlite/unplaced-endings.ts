import { spendsAttempt } from '../../domain/disposition.ts';
import type { PlacementStore } from '../placement-store.ts';
import { releaseAgent } from './agent-rows.ts';
import { dueNow, endLiveCall, notDialled } from './call-endings.ts';
import { callRow } from './call-rows.ts';
import type { Connection } from './connection.ts';
import { journal } from './journal.ts';
import { openPlacement } from './placement-rows.ts';

export function unplacedEndingStore(
  db: Connection,
): Pick<PlacementStore, 'endUnknown' | 'freeAgent' | 'endNotDialled'> {
  return {
    async endUnknown(ref, reason, nowMs) {
      await db.write(() => {
        const call = callRow(db, ref);
        // Its answer may have come meanwhile.
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
        // A call whose answer has come keeps its agent to its end.
        if (callRow(db, ref).state === 'unknown') releaseAgent(db, ref, nowMs);
      });
    },

    async endNotDialled(ref, { reason, dueAtMs, nowMs }) {
      await db.write(() => {
        const call = callRow(db, ref);
        if (call.state === 'ended') return;
        if (openPlacement(db, ref)) {
          const text = `not ended as not dialled (${reason}): a placement may have been sent`;
          journal(db, ref, { kind: 'note', text, nowMs });
          return;
        }
        const contact = dueAtMs === null ? ({ kind: 'final' } as const) : dueNow(dueAtMs);
        endLiveCall(db, call, notDialled(reason, contact, nowMs));
      });
    },
  };
}
