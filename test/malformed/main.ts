/**
 * Throws seeded malformed inputs at every way in of the real product, and counts what must never happen.
 *
 *   npm run malformed -- --seed 1 --inputs 20000
 *   … --report FILE    what was thrown and found, as Markdown
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions, whole } from '../command-options.ts';
import { carrierAnswers } from './carrier-answers.ts';
import { contactFiles } from './contact-files.ts';
import { openStorage } from './downloads.ts';
import { callsToTalkOf } from './furniture.ts';
import { Book, type Kind } from './kind.ts';
import { mp3Bodies } from './mp3-bodies.ts';
import { publicApi } from './public-api.ts';
import { redirects } from './redirects.ts';
import { reportOf, shortcomings } from './report.ts';
import { startServerUnderFire } from './server-under-fire.ts';
import { StoreWatch } from './store-watch.ts';
import { webhooks } from './webhooks.ts';

const values = readOptions(import.meta.filename, {
  seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
  inputs: { type: 'string', default: '20000' },
  report: { type: 'string' },
});
const seed = whole('seed', values.seed);
const inputs = whole('inputs', values.inputs);

const BATCH = 25;
const QUARTERS = 4;

const folder = mkdtempSync(join(tmpdir(), 'dialwright-malformed-'));
const book = new Book();
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) =>
    book.violation('this process', `${event}: ${String(error)}`, null),
  );
}
const startedMs = performance.now();
const downloads = join(folder, 'downloads');
mkdirSync(downloads);
const server = await startServerUnderFire(folder);
const watch = new StoreWatch(server.databasePath);
const storage = await openStorage(downloads);
const furniture = await callsToTalkOf(server);
const atServer: Kind[] = [
  webhooks(server, watch, furniture),
  await publicApi(server, watch, furniture.known),
  contactFiles(server, watch, furniture.campaigns),
];
const atCarrier: Kind[] = [await carrierAnswers(), redirects(storage), mp3Bodies(storage)];
const kinds = [...atServer, ...atCarrier];

const heap: { server: number; client: number }[] = [];
for (let quarter = 0; quarter < QUARTERS; quarter++) {
  // Two lanes that share nothing; within one, the kinds follow one another.
  await Promise.all([throwQuarter(atServer, quarter), throwQuarter(atCarrier, quarter)]);
  globalThis.gc?.();
  heap.push({ server: await server.heapBytes(), client: process.memoryUsage().heapUsed });
  console.error(
    `malformed: ${(quarter + 1) * (100 / QUARTERS)} % of ${inputs} inputs, ${book.violations.length} violations`,
  );
}
for (const fault of server.faults()) book.violation('server', fault, null);
for (const kind of kinds) await kind.stop?.();
storage.stop();
watch.close();
await server.stop();

const run = { seed, inputs, kinds, heap, seconds: (performance.now() - startedMs) / 1_000 };
const faults = shortcomings(run, book);
const report = reportOf(run, book, faults);
console.log(report);
if (values.report !== undefined) writeFileSync(values.report, report);
rmSync(folder, { recursive: true, force: true });
process.exit(faults.length === 0 && book.violations.length === 0 ? 0 : 1);

async function throwQuarter(lane: Kind[], quarter: number): Promise<void> {
  for (const [index, kind] of lane.entries()) {
    const count = Math.ceil((inputs * kind.share) / QUARTERS);
    for (let at = 0; at < count; at += BATCH) {
      const left = Math.min(BATCH, count - at);
      // A number of its own for each batch, so that the seed alone decides all of them.
      const batchSeed = (seed * 31 + quarter * 7 + index) * 100_003 + at + kind.name.length * 1_009;
      const fromMs = performance.now();
      await kind.throwIn({ seed: batchSeed | 0, count: left }, book);
      book.spent(kind.name, performance.now() - fromMs);
    }
  }
}
