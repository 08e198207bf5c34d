/** Opens a database and writes to it. */
import { readDatabaseUrl } from '../../src/store/sql/database-url.ts';
import { openPostgresStore } from '../../src/store/sql/open-postgres-store.ts';
import { optionsOf } from './postgres/postgres-under-test.ts';

const url = readDatabaseUrl(process.argv[2] ?? '');
if (!('server' in url)) throw new Error('the argument is no URL of a Postgres database');
const store = await openPostgresStore(optionsOf(url.server));
await store.check();
await store.close();
