/**
 * Hours of dialling at one call a second, at the real speed of the simulated carrier. Every ten minutes a process that chance
 * picks is killed with -9. Memory, descriptors, the database and its log, histories and event loops are sampled every half minute.
 *
 *   npm run faults -- soak                                  three hours, the store in SQLite
 *   npm run faults -- soak --hours 2 --engine postgres --seed 7 --folder DIR
 *   npm run faults -- soak --read DIR                       judges the samples of a run again
 *   … --picture FILE.svg                                    also draws them
 *
 * The folder is kept. Exit code 0 only where the checker finds no violation, everything came to rest, and nothing grew beyond
 * the bounds of test/faults/soak/flatness.ts.
 */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { amount, oneOf, readOptions, refuse } from '../../command-options.ts';
import { MOST_CONTACTS } from '../../scale/plan.ts';
import { ENGINES } from '../faults.ts';
import { holds, trendsOf } from './flatness.ts';
import { KILLS, runSoak, SAMPLES, VERDICT, type Kill, type SoakVerdict } from './run-soak.ts';
import type { Sample } from './sample.ts';

const values = readOptions(import.meta.filename, {
  hours: { type: 'string', default: '3' },
  engine: { type: 'string', default: 'sqlite' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  folder: { type: 'string' },
  read: { type: 'string' },
  picture: { type: 'string' },
});
const hours = amount('hours', values.hours);
const engine = oneOf('engine', values.engine, ENGINES);
if (hours * 3_600 > MOST_CONTACTS)
  refuse(
    `--hours is at most ${Math.floor(MOST_CONTACTS / 3_600)}: there are no more numbers for fiction`,
  );

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const folder =
  values.read ?? resolve(values.folder ?? mkdtempSync(join(tmpdir(), 'dialwright-soak-')));
if (values.read === undefined) {
  console.error(`soak on ${engine}: ${hours} hours, seed ${values.seed}, in ${folder}`);
  await runSoak({
    hours,
    engine,
    seed: values.seed,
    folder,
    tell: (line) => console.error(`${new Date().toISOString()} ${line}`),
  });
}
process.exit(report() ? 0 : 1);

function report(): boolean {
  const verdict = JSON.parse(readFileSync(join(folder, VERDICT), 'utf8')) as SoakVerdict;
  const trends = trendsOf(linesOf<Sample>(SAMPLES));
  console.log(
    `dialled for ${minutes(verdict.dialledMs)} minutes, ${linesOf<Kill>(KILLS).length} kills, at rest after ${minutes(verdict.restMs)} more`,
  );
  console.log(readFileSync(join(folder, 'checker.txt'), 'utf8'));
  for (const problem of verdict.problems) console.log(`  ${problem}`);
  for (const trend of trends)
    console.log(`${JSON.stringify(trend)} ${holds(trend) ? 'holds' : 'DOES NOT HOLD'}`);
  return verdict.checkerHolds && verdict.problems.length === 0 && trends.every(holds);
}

function linesOf<Line>(name: string): Line[] {
  if (!existsSync(join(folder, name))) return [];
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

function minutes(ms: number): string {
  return (ms / 60_000).toFixed(1);
}
