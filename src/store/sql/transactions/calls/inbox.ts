import { foldEvents, isKnownEvent } from '../../../../domain/calls/call-state.ts';
import { withEvent } from '../../../../domain/calls/call-times.ts';
import type {
  AppendOutcome,
  InboxEvent,
  InboxStore,
  StoredEvent,
} from '../../../calls/inbox-store.ts';
import { liveCallsOfAccount } from '../../rows/account-row.ts';
import { advanced } from '../../steps/calls/call-moves.ts';
import { CALL_COLUMNS, type CallRow, changeCall, withFacts } from '../../rows/call-rows.ts';
import { timesOf } from '../../rows/call-fact-rows.ts';
import { wasDeleted } from '../../rows/calls/missing-calls.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { downtimeBetween, noteHeartbeat, noteStopped } from '../../steps/calls/ingress-uptime.ts';
import { shownCall } from '../../steps/calls/queued-calls.ts';
import { keepUnreadable, summaryOfUnreadable, unreadableOf } from './unreadable-webhooks.ts';
import { noteWebhookReceived } from './webhooks.ts';

const EVENT = 'id, placement, seq, name, occurred_at, received_at_ms';

export function inboxStore(db: Database): InboxStore {
  return {
    async liveCalls() {
      return db.read((tx) => liveCallsOfAccount(tx));
    },

    async appendEvent(event) {
      return db.writeOfCall(event.ref, async (tx) => {
        const call = await callAndHealth(tx, event);
        const outcome = await append(tx, event, call);
        if (outcome.fresh && !outcome.poke)
          await noteWebhookReceived(tx, event.receivedAtMs, call?.webhooks);
        return outcome;
      });
    },

    async events(ref) {
      return db.all<StoredEvent>(`SELECT ${EVENT} FROM inbox WHERE ref = :ref ORDER BY id`, {
        ref,
      });
    },

    async evidence(ref) {
      return db.read(async (tx) => {
        type Row = StoredEvent & { relayed: string | null };
        const [call, events] = await Promise.all([
          shownCall(tx, ref),
          tx.all<Row>(`SELECT ${EVENT}, relayed FROM inbox WHERE ref = :ref ORDER BY id`, { ref }),
        ]);
        return {
          call,
          events: events.map((event) => ({ ...event, relayed: event.relayed !== null })),
        };
      });
    },

    async unrelayedEvents(ref) {
      return db.all<StoredEvent>(
        `SELECT ${EVENT} FROM inbox WHERE ref = :ref AND relayed IS NULL ORDER BY id`,
        { ref },
      );
    },

    async unreadableWebhooks(ref) {
      return db.read((tx) => unreadableOf(tx, ref));
    },

    async unreadableSince(sinceMs) {
      return db.read((tx) => summaryOfUnreadable(tx, sinceMs));
    },

    async markRelayed(ref, ids, how) {
      if (ids.length === 0) return;
      await db.writeOfCall(ref, async (tx) =>
        tx.send(
          `UPDATE inbox SET relayed = :how
           WHERE id IN (SELECT id FROM inbox
                        WHERE id IN (SELECT CAST(value AS BIGINT) FROM ${tx.sql.texts(':ids')})
                          AND relayed IS NULL
                        ORDER BY id ${tx.sql.forUpdate()})`,
          { ids: JSON.stringify(ids), how },
        ),
      );
    },

    async noteIngressHeartbeat(note) {
      return db.write((tx) => noteHeartbeat(tx, note));
    },

    async noteIngressStopped(span, nowMs) {
      await db.write((tx) => noteStopped(tx, span, nowMs));
    },

    async ingressDownMs(fromMs, toMs) {
      return db.read((tx) => downtimeBetween(tx, fromMs, toMs));
    },
  };
}

interface KnownCall extends CallRow {
  webhooks: string | null;
  /** 1: the inbox has the event, as far as is seen before a wait for the lock. */
  hasEvent: number;
}

/** The call, locked, and in the same round trip what is known of webhooks and of this one. */
const callAndHealth = (tx: Tx, { ref, placement, seq, name, carrierCallId }: InboxEvent) =>
  tx.get<KnownCall>(
    `SELECT ${CALL_COLUMNS}, (SELECT webhooks FROM account) AS webhooks,
            EXISTS (SELECT 1 FROM inbox
                    WHERE ref = :ref AND placement = :placement AND seq = :seq AND name = :name
                      AND coalesce(carrier_call_id, '') = coalesce(CAST(:carrierCallId AS TEXT), '')) AS has_event
     FROM calls WHERE ref = :ref ${tx.sql.forUpdate()}`,
    { ref, placement, seq: Number.isSafeInteger(seq) ? seq : null, name, carrierCallId },
  );

async function append(
  tx: Tx,
  event: InboxEvent,
  call: KnownCall | undefined,
): Promise<AppendOutcome> {
  // It concerns nothing any more, and whoever repeats it makes nothing grow.
  if (!call && (await wasDeleted(tx, event.ref))) return OF_DELETED;
  if (event.unreadable) {
    tx.alone();
    const body = wasErased(call) ? { ...event.unreadable, body: '' } : event.unreadable;
    await keepUnreadable(tx, event, body, call !== undefined);
  }
  if (!call) return { ...(await insertOnce(tx, event)), isForgotten: true, call: undefined };
  const isForgotten = event.placement > call.placement;
  if (!speaksOf(call, event)) {
    const poke = await insertPoke(tx, wasErased(call) ? { ...event, body: null } : event);
    if (poke.fresh) await noteForeignEvent(tx, event);
    return { ...poke, isForgotten, call: stateOf(call) };
  }
  const kept = await insertOfCall(tx, wasErased(call) ? { ...event, body: null } : event, call);
  const isEvidence = kept.fresh && !kept.poke && isKnownEvent(event.name);
  return { ...kept, isForgotten, call: stateOf(isEvidence ? await moveOn(tx, call, event) : call) };
}

const OF_DELETED: AppendOutcome = {
  fresh: false,
  poke: false,
  isForgotten: false,
  call: undefined,
};

/** A late webhook would bring back what was erased. */
const wasErased = (call: CallRow | undefined): boolean => call != null && call.erasedAtMs !== null;

/** The events before this one have moved the call already. */
async function moveOn(tx: Tx, call: CallRow, event: InboxEvent): Promise<CallRow> {
  const { deepest: seen } = foldEvents([{ seq: event.seq!, name: event.name }]);
  const moved = advanced(call, seen);
  const timed = timesAfter(call, event);
  if (moved.state !== undefined) {
    const change = { ...moved, ...timed, touchedAtMs: event.receivedAtMs };
    await changeCall(tx, call.ref, withFacts(call, change));
  } else if (timed) await changeCall(tx, call.ref, withFacts(call, timed));
  return { ...call, ...moved, ...timed };
}

/** Undefined: the event adds nothing to what is known, or it may be another call's, since no id is bound yet. */
function timesAfter(call: CallRow, event: InboxEvent): { times: string } | undefined {
  if (call.carrierCallId === null && call.state !== 'placing') return undefined;
  const known = timesOf(call);
  const times = withEvent(known, { ...event, seq: event.seq! }, call.placedAtMs);
  return times === known ? undefined : { times: JSON.stringify(times) };
}

/**
 * Whether an event is evidence about this call: it arrived on the URL of the current placement and, once the call is
 * bound, has the bound id. Senders of other events know the URL at most, so such an event is only a poke.
 */
function speaksOf(call: CallRow, event: InboxEvent): boolean {
  if (event.seq === null) return true;
  if (event.placement !== call.placement) return false;
  return call.carrierCallId === null || call.carrierCallId === event.carrierCallId;
}

async function noteForeignEvent(
  tx: Tx,
  { ref, placement, receivedAtMs }: InboxEvent,
): Promise<void> {
  const text = 'id-mismatch: a webhook on this URL names another call, or none';
  await writeTimeline(tx, ref, { kind: 'note', text, placement, nowMs: receivedAtMs });
}

type Kept = Pick<AppendOutcome, 'fresh' | 'poke'>;

async function insertOnce(tx: Tx, event: InboxEvent): Promise<Kept> {
  // A seq that is no safe integer cannot be ordered, so the event becomes a poke.
  if (!Number.isSafeInteger(event.seq)) return insertPoke(tx, event);
  return { fresh: await insert(tx, event), poke: false };
}

/**
 * Whoever writes events of a call locks it, so nearly always it is known whether the event is new. Where it came while this
 * unit waited for the lock, its index refuses it, and the unit runs again.
 */
async function insertOfCall(tx: Tx, event: InboxEvent, { hasEvent }: KnownCall): Promise<Kept> {
  if (!Number.isSafeInteger(event.seq)) return insertPoke(tx, event);
  const fresh = hasEvent === 0;
  if (fresh) tx.send(INSERT, columnsOf(event));
  return { fresh, poke: false };
}

async function insertPoke(tx: Tx, event: InboxEvent): Promise<Kept> {
  return { fresh: await insert(tx, { ...event, seq: null, name: 'poke' }), poke: true };
}

const INSERT = `INSERT INTO inbox (ref, placement, seq, name, occurred_at, carrier_call_id, received_at_ms, body)
  VALUES (:ref, :placement, :seq, :name, :occurredAt, :carrierCallId, :receivedAtMs, :body)`;

const insert = async (tx: Tx, event: InboxEvent): Promise<boolean> =>
  (await tx.run(`${INSERT} ON CONFLICT DO NOTHING`, columnsOf(event))) === 1;

const columnsOf = (event: InboxEvent) => ({
  ref: event.ref,
  placement: event.placement,
  seq: event.seq,
  name: event.name,
  occurredAt: event.occurredAt,
  carrierCallId: event.carrierCallId,
  receivedAtMs: event.receivedAtMs,
  body: event.body,
});

function stateOf({ state, disposition }: CallRow): NonNullable<AppendOutcome['call']> {
  return {
    state,
    unknown: state === 'unknown' || disposition === 'unknown',
    ended: state === 'ended',
  };
}
