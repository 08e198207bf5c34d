/** Hang-ups: requested by a person, taken over by workers, and the carrier's answers. */
import { NOT_DIALLED_REASONS } from '../../../../domain/campaigns/admission.ts';
import { HANGUP_GRACE_MS, pauseBeforeHangupMs } from '../../../../domain/calls/hangup.ts';
import type { CallRef } from '../../../../domain/ids.ts';
import type { Call, CallStore } from '../../../calls/call-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { writeAudit } from '../../rows/audit.ts';
import { noSuchCall } from '../../rows/calls/missing-calls.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import { endQueuedCall } from '../../steps/calls/call-endings.ts';
import { shownCall } from '../../steps/calls/queued-calls.ts';

export function hangupStore(
  db: Database,
): Pick<CallStore, 'askHangup' | 'takeHangups' | 'noteHangup'> {
  return {
    async askHangup({ ref, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const asked = await askHangup(tx, ref, nowMs);
        const target = `calls/${ref}`;
        const before = { state: asked.state };
        await writeAudit(tx, { by: key, what: 'call.hangup-asked', target, before, nowMs });
        return asked;
      });
    },

    async takeHangups({ nowMs, leaseMs, limit }) {
      if ((await db.read((tx) => dueHangups(tx, nowMs, 1))).length === 0) return [];
      return db.write(async (tx) => {
        const refs = await dueHangups(tx, nowMs, limit);
        tx.send(
          `UPDATE calls SET hangup_due_at_ms = :untilMs
           WHERE ref IN (SELECT value FROM ${tx.sql.texts(':refs')})`,
          { untilMs: nowMs + leaseMs, refs: JSON.stringify(refs) },
        );
        return refs;
      });
    },

    async noteHangup(ref, { text, taken, retryAfterMs, nowMs }) {
      await db.write(async (tx) => {
        const before = await hangupOf(tx, ref);
        if (before.hangupSentAtMs !== null) return;
        if (before.hangupText !== text) await writeTimeline(tx, ref, { kind: 'note', text, nowMs });
        const dueAtMs = taken
          ? null
          : nowMs + pauseBeforeHangupMs(before.hangupTries, retryAfterMs);
        tx.send(
          `UPDATE calls SET hangup_text = :text, hangup_tries = hangup_tries + 1,
             hangup_sent_at_ms = :sentAtMs, hangup_due_at_ms = :dueAtMs
           WHERE ref = :ref`,
          { ref, text, sentAtMs: taken ? nowMs : null, dueAtMs },
        );
      });
    },
  };
}

async function askHangup(
  tx: Tx,
  ref: CallRef,
  nowMs: number,
): Promise<{ ref: CallRef; state: Call['state'] }> {
  const call = await shownCall(tx, ref);
  if (call.state === 'ended') {
    throw new StoreRefusal('illegal-move', 'the call has ended', { state: call.state });
  }
  if (call.state === 'queued') {
    await endQueuedCall(tx, call, { code: 'hung-up', text: NOT_DIALLED_REASONS['hung-up'], nowMs });
    return { ref, state: 'ended' };
  }
  const asked = await tx.run(
    `UPDATE calls SET hangup_asked_at_ms = :nowMs, hangup_due_at_ms = :dueAtMs
     WHERE ref = :ref AND hangup_asked_at_ms IS NULL`,
    { ref, nowMs, dueAtMs: nowMs + HANGUP_GRACE_MS },
  );
  if (asked === 1) await writeTimeline(tx, ref, { kind: 'note', text: 'hang-up requested', nowMs });
  return { ref, state: call.state };
}

/** The longest due first. */
async function dueHangups(tx: Tx, nowMs: number, limit: number): Promise<CallRef[]> {
  const rows = await tx.all<{ ref: CallRef }>(
    `SELECT ref FROM calls ${tx.sql.indexedBy('calls_hangup_due')}
     WHERE hangup_due_at_ms <= :nowMs AND carrier_call_id IS NOT NULL AND ${tx.sql.live()}
     ORDER BY hangup_due_at_ms, id LIMIT :limit`,
    { nowMs, limit },
  );
  return rows.map(({ ref }) => ref);
}

interface HangupRow {
  hangupSentAtMs: number | null;
  hangupText: string | null;
  hangupTries: number;
}

async function hangupOf(tx: Tx, ref: CallRef): Promise<HangupRow> {
  const row = await tx.get<HangupRow>(
    'SELECT hangup_sent_at_ms, hangup_text, hangup_tries FROM calls WHERE ref = :ref',
    { ref },
  );
  if (!row) throw await noSuchCall(tx, ref);
  return row;
}
