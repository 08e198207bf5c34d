/** What a Postgres server has written to its log, by table and index, as its own extension reads it. */
import type { PostgresServer } from '../../src/store/sql/database-url.ts';
import { table } from '../../src/terminal/table.ts';
import { asked } from '../store/postgres/postgres-server.ts';

const EXTENSION = 'pg_walinspect';
const MOST_ROWS = 40;

/** How far the log goes. */
export async function logPosition(server: PostgresServer): Promise<string> {
  const [row] = await asked<{ at: string }>(server, 'SELECT pg_current_wal_lsn()::text AS at');
  return row!.at;
}

/**
 * The bytes that each of so many calls has added since this position. Copies of whole pages, which a checkpoint causes,
 * are counted apart: they depend on the time that a run takes.
 * @param server with the database whose tables are named; other records of the log count as `other`
 */
export async function logDetail(
  server: PostgresServer,
  from: string,
  calls: number,
): Promise<string> {
  await asked(server, `CREATE EXTENSION IF NOT EXISTS ${EXTENSION}`);
  const rows = await asked<Record<'name' | 'records' | 'bytes' | 'pages', string>>(
    server,
    `SELECT name, count(*) AS records, sum(record_length - fpi_length) AS bytes, sum(fpi_length) AS pages
     FROM (SELECT record_length, fpi_length,
             CASE WHEN block_ref IS NULL OR block_ref = '' THEN resource_manager || ' ' || split_part(record_type, '+', 1)
                  ELSE coalesce((SELECT relname FROM pg_class
                                 WHERE oid = pg_filenode_relation(0, CAST(place[2] AS oid))
                                   AND place[1] = (SELECT CAST(oid AS text) FROM pg_database
                                                   WHERE datname = current_database())), 'other')
                       || ' ' || split_part(record_type, '+', 1) END AS name
           FROM (SELECT *, regexp_match(block_ref, 'rel \\d+/(\\d+)/(\\d+)') AS place
                 FROM pg_get_wal_records_info('${from}', pg_current_wal_flush_lsn())) AS records) AS named
     GROUP BY name ORDER BY sum(record_length - fpi_length) DESC`,
  );
  const perCall = (value: string | number, digits: number) =>
    (Number(value) / calls).toFixed(digits);
  const sum = (of: 'records' | 'bytes' | 'pages') =>
    rows.reduce((all, row) => all + Number(row[of]), 0);
  return table([
    ['log of', 'records a call', 'bytes', 'bytes of whole pages'],
    ...rows
      .slice(0, MOST_ROWS)
      .map((row) => [
        row.name,
        perCall(row.records, 2),
        perCall(row.bytes, 0),
        perCall(row.pages, 0),
      ]),
    ['all', perCall(sum('records'), 2), perCall(sum('bytes'), 0), perCall(sum('pages'), 0)],
  ]);
}
