/**
 * How long a list of contacts takes over real HTTP, and what the server needs for it.
 *
 *   npm run bench:import                                      100,000 and 1,000,000 rows of CSV
 *   npm run bench:import -- --rows 100000 --format json       csv, ndjson or json; both may be given several times
 *   … --heap-mb 128                                         the server may keep no more alive, or it dies
 *
 * Each list goes to a server process of its own with an empty store, and is then asked about by a preflight; the peak
 * is that of both. Of a hundred rows two are refused, one repeats a number and one is suppressed. The slowest answer is that of requests sent all the while, every 50 ms.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiClient } from '../../src/cli/api-client.ts';
import type { Campaign, ImportReport } from '../../src/cli/api-shapes.ts';
import { openContacts } from '../../src/cli/contact-file.ts';
import { uploadContacts } from '../../src/cli/contact-upload.ts';
import { table } from '../../src/cli/table.ts';

const API_KEY = 'bench-client-key-0123';
const SERVER = join(import.meta.dirname, '../../src/server.ts');
/** Of `npm run server`: rows die young, and Node would let garbage lie where memory is free. */
const FLAGS = ['--max-semi-space-size=8'];
const HEAP_MB = '256';
const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 50;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', multiple: true, default: ['100000', '1000000'] },
    format: { type: 'string', multiple: true, default: ['csv'] },
    'heap-mb': { type: 'string', default: HEAP_MB },
  },
});

const heapLimit = `--max-old-space-size=${values['heap-mb']}`;

const WRITERS: Record<string, (rows: number) => Generator<string>> = {
  *csv(rows) {
    yield 'number,name,row_key,not_after\n';
    for (const { number, name, row_key } of contacts(rows)) {
      yield `${number},${name},${row_key},2099-01-01T00:00:00Z\n`;
    }
  },
  *ndjson(rows) {
    for (const contact of contacts(rows)) yield `${JSON.stringify(contact)}\n`;
  },
  *json(rows) {
    yield '{"contacts":[';
    let between = '';
    for (const contact of contacts(rows)) {
      yield between + JSON.stringify(contact);
      between = ',';
    }
    yield ']}';
  },
};

const SUPPRESSED = '+12025550100';

// Central office codes from 200 to 999 in area codes that are given out.
const AREAS = [202, 212, 303, 312, 404, 415, 503, 512, 617, 702];

function* contacts(rows: number) {
  for (let n = 0; n < rows; n++) {
    const name = `Somebody ${n}`;
    yield { number: numberOf(n), name, row_key: `row ${n}` };
  }
}

function numberOf(n: number): string {
  if (n % 100 === 10) return '+19005550100';
  if (n % 100 === 20) return '2025550100';
  if (n % 100 === 40) return SUPPRESSED;
  // A permutation, so that numbers do not come in the order of the index; one of a hundred comes twice.
  const distinct = n % 100 === 30 ? n - 1 : n;
  const line = (distinct * 7_919) % 8_000_000;
  return `+1${AREAS[line % AREAS.length]}${2_000_000 + line}`;
}

const results = [];
for (const format of values.format) {
  for (const rows of values.rows) results.push(await measured(format, Number(rows)));
}
const head = [
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

async function measured(format: string, rows: number): Promise<string[]> {
  const writer = WRITERS[format];
  if (!writer || !(rows > 0)) throw new Error(`cannot measure ${rows} rows of ${format}`);
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-bench-'));
  const file = join(folder, `contacts.${format}`);
  await pipeline(Readable.from(writer(rows)), createWriteStream(file));
  const server = await startServer(folder);
  try {
    const { client, process } = server;
    await client.put('/v1/suppressions/bench', { name: 'Bench' });
    await client.put(`/v1/suppressions/bench/numbers/${encodeURIComponent(SUPPRESSED)}`);
    const { id } = await client.api.post<Campaign>('/v1/campaigns', { body: { name: 'Bench' } });
    const idle = peakBytes(process.pid!);
    const asking = askAllTheWhile(server.url);
    const begunAtMs = performance.now();
    const list = await openContacts(file);
    const report = await uploadContacts(client.api, id, { contacts: list });
    const seconds = (performance.now() - begunAtMs) / 1_000;
    const slowestMs = await asking.stop();
    check(report, rows);
    const askedAtMs = performance.now();
    await client.api.post(`/v1/campaigns/${id}/preflight`, { body: {} });
    const preflightSeconds = (performance.now() - askedAtMs) / 1_000;
    return [
      format,
      String(rows),
      megabytes(statSync(file).size),
      seconds.toFixed(1),
      (rows / seconds).toFixed(0),
      preflightSeconds.toFixed(1),
      megabytes(idle),
      megabytes(peakBytes(process.pid!)),
      slowestMs.toFixed(0),
      megabytes(statSync(join(folder, 'store.sqlite')).size),
    ];
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
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

interface BenchServer {
  url: string;
  process: ChildProcess;
  ended: Promise<void>;
  client: { api: ApiClient; put(path: string, body?: object): Promise<void> };
}

async function startServer(folder: string): Promise<BenchServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...FLAGS, heapLimit, SERVER], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
      DIALWRIGHT_CARRIER_API_KEY: 'bench',
      DIALWRIGHT_HOOK_SECRETS: 'a-secret-of-the-bench-that-is-long-enough',
      DIALWRIGHT_API_KEYS: API_KEY,
      DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
      DIALWRIGHT_RECORDINGS_DIR: join(folder, 'recordings'),
      DIALWRIGHT_PORT: String(port),
      DIALWRIGHT_LOG_LEVEL: 'error',
    },
  });
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  await answers(url, child);
  const put = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
    const text = JSON.stringify(body ?? {});
    const answer = await fetch(new URL(path, url), { method: 'PUT', headers, body: text });
    if (!answer.ok) throw new Error(`PUT ${path}: ${answer.status} ${await answer.text()}`);
  };
  return {
    url,
    process: child,
    ended,
    client: { api: new ApiClient({ url, apiKey: API_KEY }), put },
  };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(new URL('/healthz', url)).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error('the server did not start');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => void server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
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

/** As Linux counts it. */
function peakBytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
