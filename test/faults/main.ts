/**
 * Random schedules of faults against real processes: Temporal with a file, the simulated carrier, server and worker,
 * each killed, frozen, cut off and lied to while a campaign is dialled; then the checker, which shares no code with
 * any of them, compares the carrier's ledger, the store's export and the client's log.
 *
 *   npm run faults -- --seed 7 --runs 25 --jobs 2     schedule i follows from (seed, i)
 *   npm run faults -- --seed 7 --only 12 --keep       repeats one of them and keeps its folder
 *   npm run faults -- --fault NAME                    a schedule of its own for each fault whose name contains NAME
 *   npm run faults -- --schedule file.json            one written by hand (test/faults/faults.ts has its form), or the
 *                                                     schedule.json of a kept folder, when the catalogue has changed since
 *   npm run faults -- --cell F1 --cell F5 --runs 100   faults of these cells of the matrix are drawn five times as often
 *   … --engine postgres                               the store is in a Postgres database, which is struck as well
 *   … --root DIR                                      the product is started from another source tree
 *   … --report FILE                                   the table, as Markdown
 *
 * A schedule that reached too few faults or calls shows nothing and is run once more. Exit code 0 only where every
 * schedule held and reached its floors.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { oneOf, readOptions, refuse, whole } from '../command-options.ts';
import { ENGINES, type Schedule } from './faults.ts';
import { table } from './matrix.ts';
import { runSchedule, type Outcome } from './run-schedule.ts';
import { CELLS, drawSchedule, faultsNamed, scheduleOf } from './schedule.ts';

const values = readOptions(import.meta.filename, {
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  runs: { type: 'string' },
  engine: { type: 'string', default: 'sqlite' },
  jobs: { type: 'string', default: '1' },
  only: { type: 'string' },
  fault: { type: 'string' },
  cell: { type: 'string', multiple: true, default: [] },
  schedule: { type: 'string' },
  root: { type: 'string', default: join(import.meta.dirname, '..', '..') },
  folder: { type: 'string' },
  keep: { type: 'boolean', default: false },
  report: { type: 'string' },
});
const engine = oneOf('engine', values.engine, ENGINES);
for (const cell of values.cell) oneOf('cell', cell, CELLS);
const jobs = whole('jobs', values.jobs);
const only = values.only === undefined ? undefined : whole('only', values.only);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const root = resolve(values.root);
const schedules = choose();
const base = values.folder
  ? resolve(values.folder)
  : mkdtempSync(join(tmpdir(), 'dialwright-faults-'));
console.error(`faults: seed ${values.seed}, ${schedules.length} schedules, in ${base}`);
const outcomes: Outcome[] = [];
let repeated = 0;
const waiting = [...schedules];
await Promise.all(Array.from({ length: jobs }, work));
console.log(table(outcomes, repeated));
const held =
  outcomes.length === schedules.length &&
  outcomes.every((outcome) => problemsOf(outcome).length === 0);
if (held && !values.keep && !values.folder) rmSync(base, { recursive: true, force: true });
// A schedule that broke may have left a strike that waits for its moment for good.
process.exit(held ? 0 : 1);

function choose(): Schedule[] {
  if (values.schedule) return [JSON.parse(readFileSync(values.schedule, 'utf8')) as Schedule];
  const chosen = values.fault === undefined ? undefined : faultsNamed(values.fault, engine);
  if (chosen?.length === 0) refuse(`no fault’s name contains ${values.fault}`);
  const draw = (index: number): Schedule =>
    chosen
      ? scheduleOf(chosen[(index - 1) % chosen.length]!, { seed: values.seed, index, engine })
      : drawSchedule(values.seed, index, { engine, cells: values.cell });
  if (only !== undefined) return [draw(only)];
  const length = values.runs === undefined ? (chosen?.length ?? 10) : whole('runs', values.runs);
  return Array.from({ length }, (_, index) => draw(index + 1));
}

async function work(): Promise<void> {
  for (let schedule = waiting.shift(); schedule; schedule = waiting.shift()) {
    const folder = join(base, `schedule-${schedule.index}`);
    let outcome = await run(schedule, folder);
    if (outcome.violations.length === 0 && outcome.belowFloors.length > 0) {
      console.error(`schedule ${schedule.index}: ${outcome.belowFloors.join('; ')}; once more`);
      repeated += 1;
      rmSync(folder, { recursive: true, force: true });
      outcome = await run(schedule, folder);
    }
    outcomes.push(outcome);
    tell(outcome, folder);
    // A long run that is broken off leaves what it has found.
    if (values.report) writeFileSync(values.report, table(outcomes, repeated));
  }
}

function run(schedule: Schedule, folder: string): Promise<Outcome> {
  mkdirSync(folder, { recursive: true });
  return runSchedule(schedule, { root, folder }).catch((error: unknown) => broken(schedule, error));
}

function problemsOf({ violations, belowFloors }: Outcome): string[] {
  return [...violations, ...belowFloors.map((floor) => `floor: ${floor}`)];
}

function tell(outcome: Outcome, folder: string): void {
  const { schedule, struck, violations, accepted, unknown, tookMs } = outcome;
  const problems = problemsOf(outcome);
  const fired = struck.filter(({ hit }) => hit !== undefined).length;
  const seconds = (tookMs / 1_000).toFixed(1);
  const floored = problems.length === 0 ? 'holds' : 'TOO LITTLE REACHED';
  const verdict = violations.length === 0 ? floored : 'VIOLATED';
  console.error(
    `schedule ${schedule.index}: ${verdict}, ${fired}/${struck.length} faults, ${accepted} calls accepted, ${unknown} unknown, ${seconds} s`,
  );
  if (problems.length === 0) {
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
    return;
  }
  for (const { fault, hit } of struck)
    console.error(
      `    ${fault.cell} ${fault.name} ${JSON.stringify(fault.moment)}: ${hit ?? 'did not fire'}`,
    );
  for (const problem of problems) console.error(`  ${problem}`);
  console.error(`  folder: ${folder}`);
  console.error(
    `  again:  npm run faults -- ${[...values.cell.map((cell) => `--cell ${cell}`), `--engine ${engine}`].join(' ')} --seed ${schedule.seed} --only ${schedule.index} --keep`,
  );
}

function broken(schedule: Schedule, error: unknown): Outcome {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const none = {
    struck: [],
    accepted: 0,
    unknown: 0,
    tookMs: 0,
    restMs: 0,
    belowFloors: [],
    judged: {},
  };
  return { schedule, ...none, violations: [`the run itself broke: ${why}`] };
}
