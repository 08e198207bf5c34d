import type { CallRef } from '../../domain/ids.ts';
import type { AppendOutcome, InboxEvent, InboxStore, StoredEvent } from '../inbox-store.ts';
import { liveCallsOfAccount } from './account-row.ts';
import { advance, deepestOfEvents } from './call-moves.ts';
import { findCallRow, type CallRow } from './call-rows.ts';
import type { Connection } from './connection.ts';
import { deafBetween, listen } from './listening.ts';

const EVENT = `SELECT id, placement, seq, name, occurred_at AS occurredAt,
                      received_at_ms AS receivedAtMs
               FROM inbox WHERE ref = :ref`;

export function inboxStore(db: Connection): InboxStore {
  return {
    async appendEvents(events) {
      return db.write(() => {
        const outcomes = events.map((event) => append(db, event));
        const liveCalls = liveCallsOfAccount(db);
        return outcomes.map((outcome) => ({ ...outcome, liveCalls }));
      });
    },

    async events(ref) {
      return db
        .all<StoredEvent & { id: number }>(`${EVENT} ORDER BY id`, { ref })
        .map(({ placement, seq, name, occurredAt, receivedAtMs }) => ({
          placement,
          seq,
          name,
          occurredAt,
          receivedAtMs,
        }));
    },

    async uncarriedEvents(ref: CallRef) {
      return db
        .all<StoredEvent & { id: number }>(`${EVENT} AND carried IS NULL ORDER BY id`, { ref })
        .map((event) => ({ ...event }));
    },

    async markCarried(ids, how) {
      db.write(() => {
        for (const id of ids) {
          db.run('UPDATE inbox SET carried = :how WHERE id = :id AND carried IS NULL', { id, how });
        }
      });
    },

    async noteListening(nowMs, gapMs) {
      db.write(() => listen(db, nowMs, gapMs));
    },

    async deafMs(fromMs, toMs) {
      return deafBetween(db, fromMs, toMs);
    },
  };
}

function append(db: Connection, event: InboxEvent): Omit<AppendOutcome, 'liveCalls'> {
  const fresh = insertEvent(db, event);
  const call = findCallRow(db, event.ref);
  if (!call) return { fresh, call: undefined };
  // An event of a placement that was given up says nothing about the one under way.
  if (fresh && event.placement === call.placement) {
    advance(db, call, deepestOfEvents(db, event), event.receivedAtMs);
  }
  return { fresh, call: standingOf(findCallRow(db, event.ref) ?? call) };
}

function insertEvent(db: Connection, event: InboxEvent): boolean {
  const inserted = db.run(
    `INSERT INTO inbox (ref, placement, seq, name, occurred_at, carrier_call_id, received_at_ms, body)
     VALUES (:ref, :placement, :seq, :name, :occurredAt, :carrierCallId, :receivedAtMs, :body)
     ON CONFLICT DO NOTHING`,
    {
      ref: event.ref,
      placement: event.placement,
      // A seq that no integer holds cannot order anything; its event still says "look".
      seq: Number.isSafeInteger(event.seq) ? event.seq : null,
      name: event.name,
      occurredAt: event.occurredAt,
      carrierCallId: event.carrierCallId,
      receivedAtMs: event.receivedAtMs,
      body: event.body,
    },
  );
  return inserted === 1;
}

function standingOf({ state, disposition }: CallRow): NonNullable<AppendOutcome['call']> {
  return {
    state,
    unknown: state === 'unknown' || disposition === 'unknown',
    ended: state === 'ended',
  };
}
