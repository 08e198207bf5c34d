import type { Store } from '../store.ts';
import type { MigrateAt } from './engine/schema-state.ts';
import type { ObserveTransaction } from './engine/observed-database.ts';
import { openPostgresStore, type PostgresStoreOptions } from './open-postgres-store.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

/** Where the database is, as the settings say it. */
export type DatabaseLocation =
  | { engine: 'sqlite'; path: string; migrateAt?: MigrateAt }
  | ({ engine: 'postgres' } & PostgresStoreOptions);

/** @param observe told of each unit of work and each read. @throws StoreUnopenable */
export async function openStore(
  location: DatabaseLocation,
  observe?: ObserveTransaction,
): Promise<Store> {
  if (location.engine === 'sqlite') return openSqliteStore({ ...location, observe });
  return openPostgresStore(location, observe);
}
