/** What `dialwright doctor` says of a Postgres database. */
import { formatServer } from '../../store/sql/database-url.ts';
import { serverFacts, type ServerFacts } from '../../store/sql/engine/postgres/server-facts.ts';
import {
  databaseOptions,
  OLDEST_VERSION,
  type PostgresStoreOptions,
} from '../../store/sql/open-postgres-store.ts';
import { messageOf, type Finding } from './doctor-finding.ts';

/** All processes follow the server's clock. A difference shows in logs and at Temporal, whose timers follow another clock. */
const CLOCK_MAY_DIFFER_MS = 1_000;
/** A call takes some sixty statements, one after the other (`test/store/statement-count.test.ts`). */
const SLOW_ROUND_TRIP_MS = 5;

const subject = 'database';

export async function postgresFindings(options: PostgresStoreOptions): Promise<Finding[]> {
  const name = formatServer(options.server);
  try {
    const facts = await serverFacts(databaseOptions(options));
    return [serverFinding(name, facts, options), clock(facts), latency(facts)];
  } catch (error) {
    const fix = 'see DIALWRIGHT_DATABASE_URL and DIALWRIGHT_DATABASE_TLS, and that the server runs';
    return [{ subject, state: 'fault', found: `${name}: ${messageOf(error)}`, fix }];
  }
}

function serverFinding(
  name: string,
  facts: ServerFacts,
  { poolSize }: PostgresStoreOptions,
): Finding {
  const what = `${name}, Postgres ${facts.version}`;
  const fault = (found: string, fix: string): Finding => ({
    subject,
    state: 'fault',
    found: `${what}: ${found}`,
    fix,
  });
  if (facts.versionNumber < OLDEST_VERSION) return fault('too old', 'use Postgres 13 or newer');
  if (facts.encoding !== 'UTF8') {
    return fault(`its encoding is ${facts.encoding}`, `make it anew with ENCODING 'UTF8'`);
  }
  if (facts.isStandby) {
    return fault('a standby, which is read-only', 'name the primary in DIALWRIGHT_DATABASE_URL');
  }
  if (!facts.mayCreate) {
    return fault(
      'the user may not make tables',
      'make the user the owner of the database: ALTER DATABASE … OWNER TO …',
    );
  }
  if (!facts.keepsCommits) {
    return fault(
      'fsync or full_page_writes is off: a crash of the server loses what it has acknowledged',
      'turn both on in postgresql.conf',
    );
  }
  if (facts.maxConnections < 2 * poolSize) {
    const found = `${what}: takes ${facts.maxConnections} connections, and each process of Dialwright up to ${poolSize}`;
    const fix = 'raise max_connections, or lower DIALWRIGHT_DATABASE_POOL';
    return { subject, state: 'note', found, fix };
  }
  return { subject, state: 'ok', found: `${what}; the user may read, write and make tables` };
}

function clock({ clockAheadMs }: ServerFacts): Finding {
  const aheadMs = Math.abs(clockAheadMs);
  const found = `its clock is ${aheadMs} ms ${clockAheadMs < 0 ? 'behind' : 'ahead of'} this machine’s`;
  if (aheadMs <= CLOCK_MAY_DIFFER_MS) return { subject, state: 'ok', found };
  return { subject, state: 'note', found, fix: 'set both by NTP' };
}

function latency({ roundTripMs }: ServerFacts): Finding {
  const found = `a statement takes ${roundTripMs.toFixed(1)} ms there and back`;
  if (roundTripMs <= SLOW_ROUND_TRIP_MS) return { subject, state: 'ok', found };
  const fix =
    'put server and worker into the network of the database: a call takes some sixty of them';
  return { subject, state: 'note', found, fix };
}
