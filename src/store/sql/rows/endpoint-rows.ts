import type { EndpointAccess, WebhookEndpoint } from '../../events/endpoint-store.ts';
import { StoreRefusal } from '../../requests.ts';
import type { Tx } from '../engine/tx.ts';

export interface EndpointRow {
  serial: number;
  id: string;
  url: string;
  description: string;
  types: string | null;
  state: WebhookEndpoint['state'];
  disabled_reason: string | null;
  secrets: string;
  position: number;
  replay_position: number | null;
  replay_to: number | null;
  tries: number;
  failing_since_ms: number | null;
  next_try_at_ms: number | null;
  last_failure: string | null;
  lease: number;
  created_at_ms: number;
}

/** A secret that signs; null: until it is replaced. */
export interface KeptSecret {
  secret: string;
  untilMs: number | null;
}

export const endpointTarget = (id: string): string => `webhook-endpoints/${id}`;

export const findEndpointRow = (
  tx: Pick<Tx, 'get'>,
  id: string,
): Promise<EndpointRow | undefined> =>
  tx.get<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id = :id', { id });

export async function endpointRow(tx: Tx, id: string): Promise<EndpointRow> {
  const row = await findEndpointRow(tx, id);
  if (!row) throw new StoreRefusal('not-found', 'there is no such webhook endpoint');
  return row;
}

/** The row of an endpoint whose delivery has this lease and goes on. No unit that holds it waits for another row. */
export const lockLeased = (
  tx: Tx,
  { id, lease }: { id: string; lease: number },
): Promise<EndpointRow | undefined> =>
  tx.get<EndpointRow>(
    `SELECT * FROM webhook_endpoints
     WHERE id = :id AND lease = :lease AND state = 'enabled' ${tx.sql.forUpdate()}`,
    { id, lease },
  );

export const keptSecrets = ({ secrets }: EndpointRow): KeptSecret[] =>
  JSON.parse(secrets) as KeptSecret[];

export const accessOf = (row: EndpointRow, nowMs: number): EndpointAccess => ({
  url: row.url,
  secrets: keptSecrets(row)
    .filter(({ untilMs }) => untilMs === null || untilMs > nowMs)
    .map(({ secret }) => secret),
});

export const typesOfRow = ({ types }: EndpointRow): string[] | null =>
  types === null ? null : (JSON.parse(types) as string[]);

export const replayOf = (row: EndpointRow): WebhookEndpoint['replay'] =>
  row.replay_position === null || row.replay_to === null
    ? null
    : { position: row.replay_position, to: row.replay_to };

export const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  types: typesOfRow(row),
  state: row.state,
  disabledReason: row.disabled_reason,
  oldSecretsUntilMs: keptSecrets(row).flatMap(({ untilMs }) => (untilMs === null ? [] : [untilMs])),
  position: row.position,
  replay: replayOf(row),
  failing:
    row.failing_since_ms === null || row.next_try_at_ms === null
      ? null
      : {
          tries: row.tries,
          sinceMs: row.failing_since_ms,
          reason: row.last_failure ?? '',
          nextTryAtMs: row.next_try_at_ms,
        },
  createdAtMs: row.created_at_ms,
});
