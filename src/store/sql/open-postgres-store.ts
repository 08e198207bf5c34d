import type { ConnectionOptions } from 'node:tls';
import { Client } from 'pg';
import { unreachable } from '../../domain/unreachable.ts';
import type { Store } from '../store.ts';
import { StoreUnopenable } from '../faults.ts';
import { formatServer, type PostgresServer } from './database-url.ts';
import type { MigrateAt } from './engine/schema-state.ts';
import { faultOf } from './engine/postgres/faults.ts';
import { observed, type ObserveTransaction } from './engine/observed-database.ts';
import { migrate } from './engine/postgres/migrations.ts';
import { PostgresDatabase } from './engine/postgres/postgres-database.ts';
import { clientConfig } from './engine/postgres/sessions.ts';
import { sqlStore } from './sql-store.ts';

/** How the connection is encrypted. Without it, anybody on the way reads numbers and may change statements. */
export type PostgresTls =
  | { kind: 'off' }
  /** Encrypted, but whoever answers is believed. */
  | { kind: 'unverified' }
  /** PEM texts: the authority that signed the server's certificate (undefined: the public ones), and our own. */
  | {
      kind: 'verified';
      ca?: string | undefined;
      cert?: string | undefined;
      key?: string | undefined;
    };

export interface PostgresStoreOptions {
  server: PostgresServer;
  tls: PostgresTls;
  /** Connections of this process at most. */
  poolSize: number;
  /** How long a statement may take. */
  statementTimeoutMs: number;
  /** Whether its schema is brought up to date; by default it is. */
  migrateAt?: MigrateAt;
}

/** The oldest major version that its makers still mend, as `server_version_num` counts. */
export const OLDEST_VERSION = 130_000;

/**
 * A store in a Postgres database, which processes of many machines may share. Its schema is made or brought up to date.
 * @throws StoreUnopenable
 */
export async function openPostgresStore(
  options: PostgresStoreOptions,
  observe?: ObserveTransaction,
): Promise<Store> {
  await prepareDatabase(options);
  const db = new PostgresDatabase(databaseOptions(options));
  try {
    await db.followServerClock();
  } catch (error) {
    await db.close();
    throw unopenable(formatServer(options.server), options, error);
  }
  return sqlStore(observed(db, observe));
}

export const databaseOptions = ({
  server,
  tls,
  poolSize,
  statementTimeoutMs,
}: PostgresStoreOptions) => ({
  poolSize,
  statementTimeoutMs,
  connection: { ...server, ssl: sslOf(server, tls) },
});

const prepareDatabase = (options: PostgresStoreOptions): Promise<void> =>
  withClient(options, async (client, name) => {
    await migrate(client, name, options.migrateAt);
    // A standby needs no migration either, and would refuse only later.
    await client.query('UPDATE installation SET checks = checks + 1');
  });

/**
 * One connection for a piece of work that may take longer than any statement of a running store.
 * @throws StoreUnopenable
 */
export async function withClient<Result>(
  options: PostgresStoreOptions,
  work: (client: Client, name: string) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ ...clientConfig(databaseOptions(options)), query_timeout: 0 });
  client.on('error', () => undefined);
  const name = formatServer(options.server);
  try {
    await client.connect();
    await mustServe(client, name);
    return await work(client, name);
  } catch (error) {
    throw unopenable(name, options, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function mustServe(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<
    Record<'version' | 'number' | 'encoding', string> & { schema: string | null }
  >(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
            current_setting('server_encoding') AS encoding, current_schema() AS schema`,
  );
  const { version, number, encoding, schema } = rows[0]!;
  const why =
    Number(number) < OLDEST_VERSION
      ? `its server is Postgres ${version}; 13 or newer is needed`
      : encoding !== 'UTF8'
        ? `its encoding is ${encoding}; make it anew with ENCODING 'UTF8' TEMPLATE template0`
        : schema === null
          ? 'no schema of its search_path exists; create one for the user'
          : undefined;
  if (why !== undefined) throw new StoreUnopenable(`The database ${name} cannot be used: ${why}.`);
}

function sslOf({ host }: PostgresServer, tls: PostgresTls): false | ConnectionOptions {
  switch (tls.kind) {
    case 'off':
      return false;
    case 'unverified':
      return { rejectUnauthorized: false };
    case 'verified':
      return {
        rejectUnauthorized: true,
        // Whose certificate it must be; by itself the driver tells only names, and no addresses.
        host,
        ...(tls.ca !== undefined && { ca: tls.ca }),
        ...(tls.cert !== undefined && { cert: tls.cert }),
        ...(tls.key !== undefined && { key: tls.key }),
      };
    default:
      return unreachable(tls);
  }
}

function unopenable(name: string, { tls }: PostgresStoreOptions, error: unknown): unknown {
  if (error instanceof StoreUnopenable || !(error instanceof Error)) return error;
  const why = reasonOf(error, tls);
  if (why === undefined) return error;
  return new StoreUnopenable(`The database ${name} cannot be used: ${why}.`, { cause: error });
}

/** What happened, and what to do about it. */
function reasonOf(error: Error, tls: PostgresTls): string | undefined {
  const { message } = error;
  const code = 'code' in error ? error.code : undefined;
  if (message.startsWith('The server does not support SSL'))
    return 'its server speaks no TLS; turn it on there, or set DIALWRIGHT_DATABASE_TLS=off where nobody else is on the way';
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired; renew it on the server';
  if (
    tls.kind === 'verified' &&
    typeof code === 'string' &&
    /CERT|SIGNATURE|^UNABLE_TO_/.test(code)
  )
    return `its certificate cannot be verified (${code}); name the authority that signed it with DIALWRIGHT_DATABASE_TLS_CA`;
  if (code === '28P01' || code === '28000')
    return `its server refuses the user (${message}); see user and password in DIALWRIGHT_DATABASE_URL, and the server's pg_hba.conf`;
  if (code === '3D000') return `${message}; create it, or name another in DIALWRIGHT_DATABASE_URL`;
  if (code === '42501')
    return `the user lacks a right (${message}); make it the owner of the database`;
  const fault = faultOf(error);
  if (fault === 'standby')
    return 'its server is read-only, as a standby is; name the primary in DIALWRIGHT_DATABASE_URL';
  if (fault === 'overloaded')
    return `its server takes no more connections (${message}); raise its max_connections, or lower DIALWRIGHT_DATABASE_POOL`;
  if (fault === 'unreachable' || fault === 'timeout')
    return `its server cannot be reached (${typeof code === 'string' ? code : message}); see that it runs and that host and port in DIALWRIGHT_DATABASE_URL are right`;
  return fault && message;
}
