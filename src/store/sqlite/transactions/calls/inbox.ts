import { isKnownEvent } from '../../../../domain/calls/call-state.ts';
import type { CallRef } from '../../../../domain/ids.ts';
import type {
  AppendOutcome,
  InboxEvent,
  InboxStore,
  StoredEvent,
} from '../../../calls/inbox-store.ts';
import { liveCallsOfAccount } from '../../rows/account-row.ts';
import { advance, deepestOfEvents } from '../../steps/calls/call-moves.ts';
import { findCallRow, type CallRow } from '../../rows/call-rows.ts';
import type { Connection } from '../../engine/connection.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { downtimeBetween, noteHeartbeat } from '../../steps/calls/ingress-uptime.ts';
import { shownCall } from '../../steps/calls/queued-calls.ts';
import { keepUnreadable, summaryOfUnreadable, unreadableOf } from './unreadable-webhooks.ts';
import { noteWebhookReceived } from './webhooks.ts';

const EVENT = `SELECT id, placement, seq, name, occurred_at AS occurredAt,
                      received_at_ms AS receivedAtMs
               FROM inbox WHERE ref = :ref`;

export function inboxStore(db: Connection): InboxStore {
  return {
    async appendEvent(event) {
      return db.write(() => {
        const outcome = append(db, event);
        if (outcome.fresh && !outcome.poke) noteWebhookReceived(db, event.receivedAtMs);
        return { ...outcome, liveCalls: liveCallsOfAccount(db) };
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

    async evidence(ref) {
      return db.read(() => {
        const events = db
          .all<StoredEvent & { id: number; relayed: string | null }>(
            `SELECT id, placement, seq, name, occurred_at AS occurredAt,
                    received_at_ms AS receivedAtMs, relayed
             FROM inbox WHERE ref = :ref ORDER BY id`,
            { ref },
          )
          .map((event) => ({ ...event, relayed: event.relayed !== null }));
        return { call: shownCall(db, ref), events };
      });
    },

    async unrelayedEvents(ref: CallRef) {
      return db
        .all<StoredEvent & { id: number }>(`${EVENT} AND relayed IS NULL ORDER BY id`, { ref })
        .map((event) => ({ ...event }));
    },

    async unreadableWebhooks(ref) {
      return unreadableOf(db, ref);
    },

    async unreadableSince(sinceMs) {
      return db.read(() => summaryOfUnreadable(db, sinceMs));
    },

    async markRelayed(ids, how) {
      await db.write(() => {
        for (const id of ids) {
          db.run('UPDATE inbox SET relayed = :how WHERE id = :id AND relayed IS NULL', { id, how });
        }
      });
    },

    async noteIngressHeartbeat(note) {
      return db.write(() => noteHeartbeat(db, note));
    },

    async ingressDownMs(fromMs, toMs) {
      return downtimeBetween(db, fromMs, toMs);
    },
  };
}

function append(db: Connection, event: InboxEvent): Omit<AppendOutcome, 'liveCalls'> {
  const call = findCallRow(db, event.ref);
  if (event.unreadable) keepUnreadable(db, event, event.unreadable, call !== undefined);
  if (!call) return { ...insertOnce(db, event), call: undefined };
  if (!speaksOf(call, event)) {
    const poke = insertPoke(db, event);
    if (poke.fresh) noteForeignEvent(db, event);
    return { ...poke, call: standingOf(call) };
  }
  const kept = insertOnce(db, event);
  if (kept.fresh && !kept.poke && isKnownEvent(event.name)) {
    advance(db, call, deepestOfEvents(db, event), event.receivedAtMs);
  }
  return { ...kept, call: standingOf(findCallRow(db, event.ref) ?? call) };
}

/**
 * Whether an event is evidence about this call: it arrived on the URL of the current placement and, once the call is
 * bound, has the bound id. Senders of other events know the URL at most, so such an event is only a poke.
 */
function speaksOf(call: CallRow, event: InboxEvent): boolean {
  if (event.seq === null) return true;
  if (event.placement !== call.placement) return false;
  return call.carrier_call_id === null || call.carrier_call_id === event.carrierCallId;
}

function noteForeignEvent(db: Connection, { ref, placement, receivedAtMs }: InboxEvent): void {
  const text = 'id-mismatch: a webhook on this URL names another call, or none';
  writeTimeline(db, ref, { kind: 'note', text, placement, nowMs: receivedAtMs });
}

type Kept = Pick<AppendOutcome, 'fresh' | 'poke'>;

function insertOnce(db: Connection, event: InboxEvent): Kept {
  // A seq that is no safe integer cannot be ordered, so the event becomes a poke.
  if (!Number.isSafeInteger(event.seq)) return insertPoke(db, event);
  return { fresh: insert(db, event), poke: false };
}

function insertPoke(db: Connection, event: InboxEvent): Kept {
  return { fresh: insert(db, { ...event, seq: null, name: 'poke' }), poke: true };
}

function insert(db: Connection, event: InboxEvent): boolean {
  const inserted = db.run(
    `INSERT INTO inbox (ref, placement, seq, name, occurred_at, carrier_call_id, received_at_ms, body)
     VALUES (:ref, :placement, :seq, :name, :occurredAt, :carrierCallId, :receivedAtMs, :body)
     ON CONFLICT DO NOTHING`,
    {
      ref: event.ref,
      placement: event.placement,
      seq: event.seq,
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
