import {
  DELIVERIES_KEPT,
  MOST_ENDPOINTS,
  type EndpointStore,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../../events/endpoint-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { keyBefore, pageOf } from '../../engine/cursor.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeAudit } from '../../rows/audit.ts';
import {
  accessOf,
  endpointRow,
  endpointTarget,
  findEndpointRow,
  keptSecrets,
  toEndpoint,
  type EndpointRow,
} from '../../rows/endpoint-rows.ts';
import { clearAlert } from '../../steps/events/alerts.ts';
import { enabledEndpoints } from '../../steps/workflows/workflow-lists.ts';

type Methods = Omit<
  EndpointStore,
  'leaseEndpoint' | 'endpointWork' | 'noteDelivery' | 'noteTest' | 'advanceEndpoint'
>;

/** Secrets that were replaced and have not expired. */
const OLD_SECRETS_KEPT = 2;

export function endpointStore(db: Database): Methods {
  return {
    async addEndpoint({ id, url, description, types, secret, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        await mustHaveRoom(tx);
        // The database is this unit's alone, so no event with a smaller id is still to be committed.
        tx.send(
          `INSERT INTO webhook_endpoints (id, url, description, types, state, secrets, position, created_at_ms)
           SELECT :id, :url, :description, CAST(:types AS TEXT), 'enabled', :secrets,
                  coalesce((SELECT max(id) FROM events), events_pruned_to), :nowMs
           FROM installation`,
          {
            id,
            url,
            description,
            types: types && JSON.stringify(types),
            secrets: JSON.stringify([{ secret, untilMs: null }]),
            nowMs,
          },
        );
        const after = { url: originOf(url), description, types };
        const target = endpointTarget(id);
        await writeAudit(tx, { by: key, what: 'webhook-endpoint.added', target, after, nowMs });
        return shownEndpoint(tx, id);
      });
    },

    async endpoints() {
      return (await db.all<EndpointRow>('SELECT * FROM webhook_endpoints ORDER BY serial')).map(
        toEndpoint,
      );
    },

    async endpoint(id) {
      return db.read((tx) => shownEndpoint(tx, id));
    },

    async editEndpoint({ id, change, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await shownEndpoint(tx, id);
        precondition?.(known);
        const { removed = [], url, description, types } = change(known);
        // The delivery under way has the old URL and types. It may not note anything more, and another begins.
        tx.send(
          `UPDATE webhook_endpoints SET url = :url, description = :description, types = :types, lease = lease + 1
           WHERE id = :id`,
          { id, url, description, types: types && JSON.stringify(types) },
        );
        // What was said of the old URL does not hold for the new one.
        if (url !== known.url) await forgetFailures(tx, id);
        const before = {
          url: originOf(known.url),
          description: known.description,
          types: known.types,
        };
        const after = {
          url: originOf(url),
          description,
          types,
          ...(removed.length > 0 && { removed }),
        };
        const target = endpointTarget(id);
        await writeAudit(tx, {
          by: key,
          what: 'webhook-endpoint.edited',
          target,
          before,
          after,
          nowMs,
        });
        return { ...(await shownEndpoint(tx, id)), removed };
      });
    },

    async setEndpointState({ id, state, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await shownEndpoint(tx, id);
        // A request to enable it also ends the pause after a failure.
        if (state === 'enabled') await forgetFailures(tx, id);
        if (known.state !== state) {
          const reason = state === 'enabled' ? null : `disabled by ${key?.who ?? 'a request'}`;
          tx.send(
            'UPDATE webhook_endpoints SET state = :state, disabled_reason = :reason WHERE id = :id',
            { id, state, reason },
          );
          await clearAlert(tx, 'webhook-endpoint', endpointTarget(id));
        }
        const what = `webhook-endpoint.${state}` as const;
        const [before, after] = [{ state: known.state }, { state }];
        await writeAudit(tx, { by: key, what, target: endpointTarget(id), before, after, nowMs });
        return shownEndpoint(tx, id);
      });
    },

    async removeEndpoint({ id, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const row = await endpointRow(tx, id);
        tx.send('DELETE FROM webhook_deliveries WHERE endpoint = :serial', {
          serial: row.serial,
        });
        tx.send('DELETE FROM webhook_endpoints WHERE id = :id', { id });
        await clearAlert(tx, 'webhook-endpoint', endpointTarget(id));
        const before = { url: originOf(row.url), description: row.description };
        const target = endpointTarget(id);
        await writeAudit(tx, { by: key, what: 'webhook-endpoint.removed', target, before, nowMs });
        return toEndpoint(row);
      });
    },

    async rotateSecret({ id, secret, oldUntilMs, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const row = await endpointRow(tx, id);
        const old = keptSecrets(row)
          .map((kept) => ({ ...kept, untilMs: Math.min(kept.untilMs ?? oldUntilMs, oldUntilMs) }))
          .filter(({ untilMs }) => untilMs > nowMs)
          .slice(0, OLD_SECRETS_KEPT);
        const secrets = JSON.stringify([{ secret, untilMs: null }, ...old]);
        tx.send('UPDATE webhook_endpoints SET secrets = :secrets WHERE id = :id', {
          id,
          secrets,
        });
        const after = { oldUntilMs };
        const target = endpointTarget(id);
        await writeAudit(tx, { by: key, what: 'webhook-endpoint.rotated', target, after, nowMs });
        return shownEndpoint(tx, id);
      });
    },

    async replayEvents({ id, from, to, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await shownEndpoint(tx, id);
        await mustBeReplayable(tx, known, from);
        // Later events are sent in their turn.
        const last = Math.min(to ?? known.position, known.position);
        if (last < from) return known;
        tx.send(
          'UPDATE webhook_endpoints SET replay_position = :before, replay_to = :last WHERE id = :id',
          { id, before: from - 1, last },
        );
        const after = { from, to: last };
        const target = endpointTarget(id);
        await writeAudit(tx, { by: key, what: 'webhook-endpoint.replayed', target, after, nowMs });
        return shownEndpoint(tx, id);
      });
    },

    async deliveries(id, { limit, after }) {
      const last = keyBefore(after) || Number.MAX_SAFE_INTEGER;
      return db.read(async (tx) => {
        const { serial } = await endpointRow(tx, id);
        const rows = await tx.all<DeliveryRow>(
          `SELECT id, kind, event_id AS event_serial, type, at_ms, duration_ms, status,
                  failure, next_try_at_ms
           FROM webhook_deliveries WHERE endpoint = :serial AND id < :last ORDER BY id DESC LIMIT :most`,
          { serial, last, most: Math.min(limit, DELIVERIES_KEPT) + 1 },
        );
        const key = ({ id: own }: DeliveryRow) => own;
        return pageOf(rows, limit, { key, item: (row): WebhookDelivery => row });
      });
    },

    async enabledEndpoints() {
      return (await enabledEndpoints(db)).map(({ id }) => id);
    },

    async endpointAccess(id, nowMs) {
      const row = await findEndpointRow(db, id);
      return row && accessOf(row, nowMs);
    },
  };
}

type DeliveryRow = WebhookDelivery & { id: number };

const shownEndpoint = async (tx: Tx, id: string): Promise<WebhookEndpoint> =>
  toEndpoint(await endpointRow(tx, id));

/** The rest of a URL may be a secret. */
const originOf = (url: string): string => new URL(url).origin;

async function mustHaveRoom(tx: Tx): Promise<void> {
  const { endpoints } = (await tx.get<{ endpoints: number }>(
    'SELECT count(*) AS endpoints FROM webhook_endpoints',
  ))!;
  if (endpoints < MOST_ENDPOINTS) return;
  const text = `there are ${MOST_ENDPOINTS} webhook endpoints, which is the limit; delete one that is not used`;
  throw new StoreRefusal('too-many-endpoints', text);
}

const forgetFailures = (tx: Tx, id: string): Promise<number> =>
  tx.run(
    `UPDATE webhook_endpoints
     SET tries = 0, failing_since_ms = NULL, next_try_at_ms = NULL, last_failure = NULL WHERE id = :id`,
    { id },
  );

async function mustBeReplayable(tx: Tx, { replay }: WebhookEndpoint, from: number): Promise<void> {
  if (replay) {
    const text = 'events are being sent to it again already; wait until that is over';
    throw new StoreRefusal('being-replayed', text, { ...replay });
  }
  const { prunedTo } = (await tx.get<{ prunedTo: number }>(
    'SELECT events_pruned_to AS pruned_to FROM installation',
  ))!;
  if (from > prunedTo) return;
  throw new StoreRefusal('events-lost', `events up to evt_${prunedTo} are not kept any more`);
}
