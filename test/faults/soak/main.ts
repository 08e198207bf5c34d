/**
 * Hours of dialling at one call a second, at the real speed of the simulated carrier. Every ten minutes a process that chance
 * picks is killed with -9. Memory, descriptors, the database and its log, histories and event loops are sampled every half minute.
 *
 *   npm run faults -- soak                                  three hours, the store in SQLite
 *   npm run faults -- soak --hours 2 --engine postgres --seed 7 --folder DIR
 *   npm run faults -- soak --engine postgres --read DIR     judges the records of a run again
 *   … --evidence docs/evidence --machine TEXT               also writes a page and a picture of it there
 *
 * The folder is kept. Exit code 0 only where the checker finds no violation, everything came to rest, and nothing grew beyond
 * the bounds of test/faults/soak/flatness.ts.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { amount, oneOf, readOptions, refuse } from '../../command-options.ts';
import { MOST_CONTACTS } from '../../scale/plan.ts';
import { ENGINES } from '../faults.ts';
import { pageOf } from './evidence-page.ts';
import { graphOf } from './graph.ts';
import { reportOf } from './report.ts';
import { runSoak } from './run-soak.ts';

const values = readOptions(import.meta.filename, {
  hours: { type: 'string', default: '3' },
  engine: { type: 'string', default: 'sqlite' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  folder: { type: 'string' },
  read: { type: 'string' },
  evidence: { type: 'string' },
  machine: { type: 'string' },
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
const report = reportOf(folder, engine);
console.log(readFileSync(join(folder, 'checker.txt'), 'utf8'));
console.log(report.text);
if (values.evidence) {
  const picture = `soak-${engine}.svg`;
  writeFileSync(join(values.evidence, picture), graphOf(`Soak on ${engine}`, report));
  const { machine } = values;
  const page = pageOf(engine, report, { machine, picture });
  writeFileSync(join(values.evidence, `soak-${engine}.md`), page);
}
process.exit(report.holds ? 0 : 1);
