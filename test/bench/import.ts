/**
 * How long a list of contacts takes over real HTTP, and what the server needs for it.
 *
 *   npm run bench:import                                      100,000 and 1,000,000 rows of CSV
 *   npm run bench:import -- --rows 100000 --format json       csv, ndjson or json; both may be given several times
 *   … --store postgres                                      into a Postgres of the run's own; with `--store sqlite` too, into both
 *   … --heap-mb 128                                         the server may keep no more alive, or it dies
 *
 * Each list goes to a server process of its own with an empty store, and is then asked about by a preflight; the peak
 * is that of both. Of a hundred rows two are refused, one repeats a number and one is suppressed. The slowest answer is that of requests sent all the while, every 50 ms.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign, ImportReport } from '../../src/terminal/api-shapes.ts';
import { openList } from '../../src/cli/contacts/list-file.ts';
import { uploadContacts } from '../../src/cli/campaigns/contact-upload.ts';
import { table } from '../../src/terminal/table.ts';
import { peakRssMb } from './calls/process-cost.ts';
import { faultyContacts, SUPPRESSED, writeList } from './contact-lists.ts';
import { startServer } from './server-process.ts';
import { oneOf, readOptions, whole } from '../command-options.ts';
import { ENGINES, type Engine } from '../faults/faults.ts';

const ASK_EVERY_MS = 50;

const values = readOptions(import.meta.filename, {
  rows: { type: 'string', multiple: true, default: ['100000', '1000000'] },
  format: { type: 'string', multiple: true, default: ['csv'] },
  store: { type: 'string', multiple: true, default: ['sqlite'] },
  'heap-mb': { type: 'string' },
});
const heapMb = values['heap-mb'] === undefined ? undefined : whole('heap-mb', values['heap-mb']);
const lengths = values.rows.map((rows) => whole('rows', rows));

const results = [];
for (const engine of values.store.map((name) => oneOf<Engine>('store', name, ENGINES))) {
  for (const format of values.format) {
    for (const rows of lengths) results.push(await measured(engine, format, rows));
  }
}
const head = [
  'store',
  'format',
  'rows',
  'file MB',
  'seconds',
  'rows/s',
  'preflight s',
  'idle RSS MB',
  'peak RSS MB',
  'slowest ms',
  'db MB',
];
console.log(table([head, ...results]));

async function measured(engine: Engine, format: string, rows: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-bench-'));
  const file = join(folder, `contacts.${format}`);
  await writeList(file, format, faultyContacts(rows));
  const server = await startServer(folder, { heapMb, engine });
  try {
    const { api, client, pid } = server;
    await server.put('/v1/suppressions/bench', { name: 'Bench' });
    await server.put(`/v1/suppressions/bench/numbers/${encodeURIComponent(SUPPRESSED)}`);
    const { id } = await api.post<Campaign>('/v1/campaigns', { body: { name: 'Bench' } });
    const idle = peakRssMb(pid);
    const asking = askAllTheWhile(server.url);
    const begunAtMs = performance.now();
    const list = await openList(file, {});
    const report = await uploadContacts(client, id, { contacts: list });
    const seconds = (performance.now() - begunAtMs) / 1_000;
    const slowestMs = await asking.stop();
    check(report, rows);
    const askedAtMs = performance.now();
    await api.post(`/v1/campaigns/${id}/preflight`, { body: {} });
    const preflightSeconds = (performance.now() - askedAtMs) / 1_000;
    return [
      engine,
      format,
      String(rows),
      megabytes(statSync(file).size),
      seconds.toFixed(1),
      (rows / seconds).toFixed(0),
      preflightSeconds.toFixed(1),
      idle.toFixed(0),
      peakRssMb(pid).toFixed(0),
      slowestMs.toFixed(0),
      megabytes(await server.store.bytes()),
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

function check(report: ImportReport, rows: number): void {
  const { accepted, duplicate, suppressed, rejected, rows_read: read } = report;
  const expected = {
    read: rows,
    rejected: rows / 50,
    suppressed: rows / 100,
    duplicate: rows / 100,
  };
  const counted = accepted + duplicate + suppressed + rejected;
  const seen = { read, rejected, suppressed, duplicate };
  if (counted === rows && JSON.stringify(seen) === JSON.stringify(expected)) return;
  throw new Error(
    `the import does not add up: ${JSON.stringify({ ...report, left_out: undefined })}`,
  );
}

/** What others notice: the slowest of requests that come all the while. */
function askAllTheWhile(url: string) {
  const stopping = new AbortController();
  let slowestMs = 0;
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      const askedAtMs = performance.now();
      await (await fetch(new URL('/healthz', url))).text();
      slowestMs = Math.max(slowestMs, performance.now() - askedAtMs);
      await sleep(ASK_EVERY_MS);
    }
  })();
  return {
    async stop(): Promise<number> {
      stopping.abort();
      await asking;
      return slowestMs;
    },
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
