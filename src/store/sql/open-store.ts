import type { Store } from '../store.ts';
import { openPostgresStore, type PostgresStoreOptions } from './open-postgres-store.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

/** Where the database is, as the settings say it. */
export type DatabaseLocation =
  { engine: 'sqlite'; path: string } | ({ engine: 'postgres' } & PostgresStoreOptions);

/** @throws StoreUnopenable */
export async function openStore(location: DatabaseLocation): Promise<Store> {
  if (location.engine === 'sqlite') return openSqliteStore({ path: location.path });
  const { server, tls, poolSize, statementTimeoutMs } = location;
  return openPostgresStore({ server, tls, poolSize, statementTimeoutMs });
}
