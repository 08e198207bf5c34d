import type { EndpointAccess, WebhookEndpoint } from '../../events/endpoint-store.ts';
import { StoreRefusal } from '../../requests.ts';
import type { Tx } from '../engine/tx.ts';

export interface EndpointRow extends Omit<
  WebhookEndpoint,
  'types' | 'oldSecretsUntilMs' | 'replay' | 'failing'
> {
  serial: number;
  types: string | null;
  secrets: string;
  replayPosition: number | null;
  replayTo: number | null;
  tries: number;
  failingSinceMs: number | null;
  nextTryAtMs: number | null;
  lastFailure: string | null;
  lease: number;
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
  row.replayPosition === null || row.replayTo === null
    ? null
    : { position: row.replayPosition, to: row.replayTo };

export const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  types: typesOfRow(row),
  state: row.state,
  disabledReason: row.disabledReason,
  oldSecretsUntilMs: keptSecrets(row).flatMap(({ untilMs }) => (untilMs === null ? [] : [untilMs])),
  position: row.position,
  replay: replayOf(row),
  failing:
    row.failingSinceMs === null || row.nextTryAtMs === null
      ? null
      : {
          tries: row.tries,
          sinceMs: row.failingSinceMs,
          reason: row.lastFailure ?? '',
          nextTryAtMs: row.nextTryAtMs,
        },
  createdAtMs: row.createdAtMs,
});
