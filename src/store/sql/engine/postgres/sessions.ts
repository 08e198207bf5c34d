/** Connections to a Postgres, and what this code relies on in each. */
import type { ClientBase, ClientConfig } from 'pg';
import { Pipeline } from './pipeline.ts';
import { types } from './types.ts';

export interface PostgresOptions {
  connection: Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;
  /** Connections that are open at most, except those of snapshots. */
  poolSize: number;
  /** How long the server may work on one statement, the wait for a lock included. */
  statementTimeoutMs: number;
  /** Called for each time that a unit or a read waits for the server, with however many statements on their way. */
  onRoundTrip?: (() => void) | undefined;
}

const CONNECT_WITHIN_MS = 5_000;
/** Behind the server's own time-out: for a server, or a network, that does not answer at all. */
const ANSWER_MARGIN_MS = 2_000;
/** A process that stands still must not hold the installation's lock for longer. */
export const IDLE_IN_TRANSACTION_MS = 15_000;
/** Who reads an export may be slow. */
export const IDLE_IN_SNAPSHOT_MS = 600_000;

export const pipelineOf = (client: ClientBase, options: PostgresOptions): Pipeline =>
  new Pipeline(client, {
    answerWithinMs: answerWithinMs(options),
    onRoundTrip: options.onRoundTrip,
  });

const answerWithinMs = ({ statementTimeoutMs }: PostgresOptions): number =>
  statementTimeoutMs + ANSWER_MARGIN_MS;

export function clientConfig(options: PostgresOptions): ClientConfig {
  return {
    ...options.connection,
    types,
    application_name: 'dialwright',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: answerWithinMs(options),
  };
}

/**
 * What this code relies on, whatever the server, the database or the role has by default. A stricter
 * `synchronous_commit` stays; `off` would acknowledge commits that a crash undoes.
 */
export async function prepareSession(
  client: ClientBase,
  { statementTimeoutMs }: PostgresOptions,
  idleInTransactionMs: number,
): Promise<void> {
  await client.query(
    `SET statement_timeout = ${statementTimeoutMs};
     SET idle_in_transaction_session_timeout = ${idleInTransactionMs};
     SELECT set_config('synchronous_commit', 'on', false)
     WHERE current_setting('synchronous_commit') = 'off'`,
  );
}

/** An error of a connection without a query reaches whoever uses it next; without a listener it ends the process. */
export function ignoreErrors(client: ClientBase): void {
  client.on('error', () => undefined);
}
