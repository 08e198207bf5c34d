/** What `dialwright doctor` asks of a Postgres server. Nothing is changed. */
import { Client } from 'pg';
import { READ_CLOCK } from './postgres-database.ts';
import { clientConfig, type PostgresOptions } from './sessions.ts';

export interface ServerFacts {
  version: string;
  /** 130000 is version 13. */
  versionNumber: number;
  encoding: string;
  isStandby: boolean;
  /** Whether the user may make tables, as a migration does. */
  mayCreate: boolean;
  /** Settings without which a crash of the server loses what it has acknowledged. */
  keepsCommits: boolean;
  maxConnections: number;
  /** The server's clock against ours; positive: it is ahead. */
  clockAheadMs: number;
  /** The median of a few statements. */
  roundTripMs: number;
}

interface Row {
  version: string;
  versionNumber: number;
  encoding: string;
  isStandby: 0 | 1;
  mayCreate: 0 | 1 | null;
  keepsCommits: 0 | 1;
  maxConnections: number;
}

const ROUND_TRIPS = 5;

export async function serverFacts(options: PostgresOptions): Promise<ServerFacts> {
  const client = new Client(clientConfig(options));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Row>(
      `SELECT current_setting('server_version') AS version,
              CAST(current_setting('server_version_num') AS integer) AS "versionNumber",
              current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "isStandby",
              has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
              current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on' AS "keepsCommits",
              CAST(current_setting('max_connections') AS integer) AS "maxConnections"`,
    );
    const { isStandby, mayCreate, keepsCommits, ...row } = rows[0]!;
    return {
      ...row,
      isStandby: isStandby === 1,
      mayCreate: mayCreate === 1,
      keepsCommits: keepsCommits === 1,
      ...(await timesOf(client)),
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function timesOf(client: Client): Promise<Pick<ServerFacts, 'clockAheadMs' | 'roundTripMs'>> {
  const looks: { tookMs: number; aheadMs: number }[] = [];
  for (let look = 0; look < ROUND_TRIPS; look++) {
    const askedAtMs = Date.now();
    const began = performance.now();
    const { rows } = await client.query<{ serverMs: number }>(READ_CLOCK);
    const tookMs = performance.now() - began;
    looks.push({ tookMs, aheadMs: rows[0]!.serverMs - (askedAtMs + tookMs / 2) });
  }
  const median = looks.toSorted((one, other) => one.tookMs - other.tookMs)[ROUND_TRIPS >> 1]!;
  return { clockAheadMs: Math.round(median.aheadMs), roundTripMs: median.tookMs };
}
