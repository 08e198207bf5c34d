/** What the delivery to a webhook endpoint reads and notes. The lease lets one delivery at a time move the position. */
import { failureText, type DeliveryVerdict } from '../../../../domain/events/webhook-delivery.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import {
  DELIVERIES_KEPT,
  type EndpointStore,
  type WebhookDelivery,
} from '../../../events/endpoint-store.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeAudit } from '../../rows/audit.ts';
import {
  accessOf,
  endpointTarget,
  findEndpointRow,
  lockLeased,
  replayOf,
  typesOfRow,
  type EndpointRow,
} from '../../rows/endpoint-rows.ts';
import { raiseAlert } from '../../steps/events/alerts.ts';

type Methods = Pick<
  EndpointStore,
  'leaseEndpoint' | 'endpointWork' | 'noteDelivery' | 'noteTest' | 'advanceEndpoint'
>;

export function deliveryStore(db: Database): Methods {
  return {
    async leaseEndpoint(id) {
      const leased = await db.write((tx) =>
        tx.get<{ lease: number }>(
          'UPDATE webhook_endpoints SET lease = lease + 1 WHERE id = :id RETURNING lease',
          { id },
        ),
      );
      return leased?.lease;
    },

    async endpointWork({ id, lease, nowMs }) {
      const row = await findEndpointRow(db, id);
      if (!row || row.lease !== lease || row.state === 'disabled') return { kind: 'over' };
      if (row.nextTryAtMs !== null && row.nextTryAtMs > nowMs) {
        return { kind: 'wait', untilMs: row.nextTryAtMs, reason: row.lastFailure ?? '' };
      }
      return {
        kind: 'open',
        access: accessOf(row, nowMs),
        types: typesOfRow(row),
        position: row.position,
        replay: replayOf(row),
        failures: { tries: row.tries, sinceMs: row.failingSinceMs },
      };
    },

    async noteDelivery({ id, lease, kind, event, answer, verdict, nowMs }) {
      return db.write(async (tx) => {
        const row = await lockLeased(tx, { id, lease });
        if (!row) return false;
        await keepDelivery(tx, row, {
          kind,
          eventSerial: event.serial,
          type: event.type,
          atMs: nowMs - answer.durationMs,
          durationMs: answer.durationMs,
          status: answer.status,
          failure: verdict.kind === 'delivered' ? null : failureText(answer),
          nextTryAtMs: verdict.kind === 'retry' ? verdict.atMs : null,
        });
        await moveOn(tx, row, { verdict, kind, serial: event.serial, nowMs });
        return verdict.kind !== 'disable';
      }, 'by-rows');
    },

    async noteTest({ id, answer, nowMs }) {
      await db.write(async (tx) => {
        const row = await findEndpointRow(tx, id);
        if (!row) return;
        const delivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
        await keepDelivery(tx, row, {
          kind: 'test',
          eventSerial: null,
          type: 'webhook.test',
          atMs: nowMs - answer.durationMs,
          durationMs: answer.durationMs,
          status: answer.status,
          failure: delivered ? null : failureText(answer),
          nextTryAtMs: null,
        });
      });
    },

    async advanceEndpoint({ id, lease, kind, position }) {
      await db.write(async (tx) => {
        const row = await lockLeased(tx, { id, lease });
        if (row) await passOver(tx, row, kind, position);
      }, 'by-rows');
    },
  };
}

async function moveOn(
  tx: Tx,
  row: EndpointRow,
  {
    verdict,
    kind,
    serial,
    nowMs,
  }: { verdict: DeliveryVerdict; kind: 'event' | 'replay'; serial: number; nowMs: number },
): Promise<void> {
  switch (verdict.kind) {
    case 'delivered':
      return passOver(tx, row, kind, serial);
    case 'retry': {
      const { tries, sinceMs, atMs, reason } = verdict;
      tx.send(
        `UPDATE webhook_endpoints SET tries = :tries, failing_since_ms = :sinceMs, next_try_at_ms = :atMs,
                                      last_failure = :reason WHERE id = :id`,
        { id: row.id, tries, sinceMs, atMs, reason },
      );
      return;
    }
    case 'disable':
      return disable(tx, row, verdict.reason, nowMs);
    default:
      return unreachable(verdict);
  }
}

/** A replay that has come to its end is over. */
async function passOver(
  tx: Tx,
  { id, replayTo: to }: EndpointRow,
  kind: 'event' | 'replay',
  position: number,
): Promise<void> {
  const moved =
    kind === 'event'
      ? 'position = :position'
      : to !== null && position >= to
        ? 'replay_position = NULL, replay_to = NULL'
        : 'replay_position = :position';
  tx.send(
    `UPDATE webhook_endpoints
     SET ${moved}, tries = 0, failing_since_ms = NULL, next_try_at_ms = NULL, last_failure = NULL WHERE id = :id`,
    moved.includes(':position') ? { id, position } : { id },
  );
}

async function disable(tx: Tx, { id }: EndpointRow, reason: string, nowMs: number): Promise<void> {
  tx.alone();
  tx.send(
    `UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = :reason, next_try_at_ms = NULL
     WHERE id = :id`,
    { id, reason },
  );
  const target = endpointTarget(id);
  const text = `events are not sent to a webhook endpoint any more: ${reason}`;
  const alert = { kind: 'webhook-endpoint', subject: target, campaignId: null, text } as const;
  await raiseAlert(tx, { ...alert, raisedAtMs: nowMs });
  const [before, after] = [{ state: 'enabled' }, { state: 'disabled', reason }];
  const what = 'webhook-endpoint.disabled';
  await writeAudit(tx, { by: undefined, what, target, before, after, nowMs });
}

async function keepDelivery(
  tx: Tx,
  { serial }: EndpointRow,
  delivery: WebhookDelivery,
): Promise<void> {
  tx.send(
    `INSERT INTO webhook_deliveries (endpoint, kind, event_id, type, at_ms, duration_ms, status, failure, next_try_at_ms)
     VALUES (:serial, :kind, :eventSerial, :type, :atMs, :durationMs, :status, :failure, :nextTryAtMs)`,
    { serial, ...delivery },
  );
  tx.send(
    `DELETE FROM webhook_deliveries
     WHERE endpoint = :serial AND id <= (SELECT id FROM webhook_deliveries WHERE endpoint = :serial
                                         ORDER BY id DESC LIMIT 1 OFFSET :kept)`,
    { serial, kept: DELIVERIES_KEPT },
  );
}
