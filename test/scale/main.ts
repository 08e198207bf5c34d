/**
 * Limits, held by several workers at once: real processes, five campaigns that share agents and numbers under tight
 * limits that a person changes while they run; then the checker compares them with the carrier's ledger.
 *
 *   npm run scale -- --contacts 1000 --workers 4
 *   … --engine postgres  the store is in a Postgres of the run's own (by default a SQLite file)
 *   … --servers N        servers behind a reverse proxy: 2 on Postgres, 1 on SQLite
 *   … --seed N           other answers, other zones, other suppressed numbers
 *   … --time-factor N    how much faster the carrier's time runs (200)
 *   … --folder DIR       where the records are kept; else they are deleted when everything held
 *   … --report FILE      what was seen, as Markdown
 *
 * Exit code 0 only where every check holds.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { oneOf, readOptions, whole } from '../command-options.ts';
import { ENGINES } from '../faults/faults.ts';
import { MOST_CONTACTS } from './plan.ts';
import { reportOf } from './report.ts';
import { runScale } from './run-scale.ts';

const values = readOptions(import.meta.filename, {
  contacts: { type: 'string', default: '1000' },
  engine: { type: 'string', default: 'sqlite' },
  servers: { type: 'string' },
  workers: { type: 'string', default: '4' },
  seed: { type: 'string', default: '1' },
  'time-factor': { type: 'string', default: '200' },
  folder: { type: 'string' },
  report: { type: 'string' },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const folder = values.folder
  ? resolve(values.folder)
  : mkdtempSync(join(tmpdir(), 'dialwright-scale-'));
const startedMs = Date.now();
const engine = oneOf('engine', values.engine, ENGINES);
const servers = values.servers ?? (engine === 'postgres' ? '2' : '1');
const options = {
  engine,
  servers: whole('servers', servers, 2),
  contacts: whole('contacts', values.contacts, MOST_CONTACTS),
  workers: whole('workers', values.workers, 64),
  timeFactor: whole('time-factor', values['time-factor'], 1_000),
  seed: values.seed,
  folder,
  tell: (line: string) =>
    console.error(`${((Date.now() - startedMs) / 1_000).toFixed(0).padStart(5)} s  ${line}`),
};
const run = await runScale(options);
const text = reportOf(options, run);
console.log(run.said);
console.log(text);
if (values.report) writeFileSync(values.report, text);
if (run.holds && !values.folder) rmSync(folder, { recursive: true, force: true });
else console.error(`records: ${folder}`);
process.exitCode = run.holds ? 0 : 1;
