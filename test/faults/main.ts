/**
 * Random schedules of faults against real processes: Temporal with a file, the simulated carrier, server and worker,
 * each killed, frozen, cut off and lied to while a campaign is dialled; then the checker, which shares no code with
 * any of them, compares the carrier's ledger, the store's export and the client's log.
 *
 *   npm run faults -- --seed 7 --runs 25 --jobs 2     schedule i follows from (seed, i)
 *   npm run faults -- --seed 7 --only 12 --keep       repeats one of them and keeps its folder
 *   npm run faults -- --schedule file.json            one written by hand (test/faults/faults.ts has its form), or the
 *                                                     schedule.json of a kept folder, when the catalogue has changed since
 *   … --root DIR                                      the product is started from another source tree
 *   … --report FILE                                   the table, as Markdown
 *
 * Exit code 0 only where every schedule held and reached its floors.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Schedule } from './faults.ts';
import { table } from './matrix.ts';
import { runSchedule, type Outcome } from './run-schedule.ts';
import { drawSchedule } from './schedule.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    runs: { type: 'string', default: '10' },
    jobs: { type: 'string', default: '1' },
    only: { type: 'string' },
    schedule: { type: 'string' },
    root: { type: 'string', default: join(import.meta.dirname, '..', '..') },
    folder: { type: 'string' },
    keep: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const root = resolve(values.root);
const base = values.folder
  ? resolve(values.folder)
  : mkdtempSync(join(tmpdir(), 'dialwright-faults-'));
const schedules = choose();
console.error(`faults: seed ${values.seed}, ${schedules.length} schedules, in ${base}`);
const outcomes: Outcome[] = [];
const waiting = [...schedules];
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
const text = table(outcomes);
console.log(text);
const held =
  outcomes.length === schedules.length &&
  outcomes.every(({ violations }) => violations.length === 0);
if (held && !values.keep && !values.folder) rmSync(base, { recursive: true, force: true });
process.exitCode = held ? 0 : 1;

function choose(): Schedule[] {
  if (values.schedule) return [JSON.parse(readFileSync(values.schedule, 'utf8')) as Schedule];
  if (values.only) return [drawSchedule(values.seed, Number(values.only))];
  return Array.from({ length: Number(values.runs) }, (_, index) =>
    drawSchedule(values.seed, index + 1),
  );
}

async function work(): Promise<void> {
  for (let schedule = waiting.shift(); schedule; schedule = waiting.shift()) {
    const folder = join(base, `schedule-${schedule.index}`);
    mkdirSync(folder, { recursive: true });
    const outcome = await runSchedule(schedule, { root, folder }).catch((error: unknown): Outcome =>
      broken(schedule, error),
    );
    outcomes.push(outcome);
    tell(outcome, folder);
    // A long run that is broken off leaves what it has found.
    if (values.report) writeFileSync(values.report, table(outcomes));
  }
}

function tell(
  { schedule, struck, violations, accepted, unknown, tookMs }: Outcome,
  folder: string,
): void {
  const fired = struck.filter(({ hit }) => hit !== undefined).length;
  const seconds = (tookMs / 1_000).toFixed(1);
  const verdict = violations.length === 0 ? 'holds' : 'VIOLATED';
  console.error(
    `schedule ${schedule.index}: ${verdict}, ${fired}/${struck.length} faults, ${accepted} calls accepted, ${unknown} unknown, ${seconds} s`,
  );
  if (violations.length === 0) {
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
    return;
  }
  for (const { fault, hit } of struck)
    console.error(
      `    ${fault.cell} ${fault.name} ${JSON.stringify(fault.moment)}: ${hit ?? 'did not fire'}`,
    );
  for (const violation of violations) console.error(`  ${violation}`);
  console.error(`  folder: ${folder}`);
  console.error(
    `  again:  npm run faults -- --seed ${schedule.seed} --only ${schedule.index} --keep`,
  );
}

function broken(schedule: Schedule, error: unknown): Outcome {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const none = { struck: [], accepted: 0, unknown: 0, tookMs: 0, restMs: 0 };
  return { schedule, ...none, violations: [`the run itself broke: ${why}`] };
}
