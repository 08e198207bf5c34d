/**
 * Proves the checker: each mutant is the product with one promise broken. It runs as real processes, and the
 * checker, which shares no code with it, must report it, by the very check that guards the promise.
 *
 *   npm run mutants                            all of them, two at a time
 *   npm run mutants -- --only NAME             one, or all whose name or scenario contains NAME
 *   … --report FILE                            the table, as Markdown
 *   … --jobs N --keep --folder DIR             how many at once; keeps the records of each run
 *   … --root DIR                               the tree that is mutated (this one)
 *
 * First every scenario runs on the product as it is: there it must hold, so that "caught" means something.
 * Exit code 0 only where that is so and every mutant is caught.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOptions, whole } from '../command-options.ts';
import { MUTANTS } from './all-mutants.ts';
import { rotIn, type Mutant } from './mutant.ts';
import { table, type Row } from './report.ts';
import { SCENARIOS } from './scenarios.ts';
import { copyTree } from './tree.ts';
import { tryBaseline, tryMutant, type Baseline, type Tried } from './trying.ts';

const values = readOptions(import.meta.filename, {
  only: { type: 'string' },
  root: { type: 'string', default: join(import.meta.dirname, '..', '..') },
  report: { type: 'string' },
  jobs: { type: 'string', default: '2' },
  folder: { type: 'string' },
  keep: { type: 'boolean', default: false },
});
const jobs = whole('jobs', values.jobs);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const folder = resolve(values.folder ?? mkdtempSync(join(tmpdir(), 'dialwright-mutants-')));
const startedMs = Date.now();
process.exitCode = await main();

async function main(): Promise<number> {
  const base = copyTree(resolve(values.root), join(folder, 'tree'), true);
  const rot = MUTANTS.flatMap((mutant) => rotIn(base, mutant));
  if (rot.length > 0) {
    console.error(`mutants that no longer fit the source:\n${rot.join('\n')}`);
    return 2;
  }
  const mutants = MUTANTS.filter(isWanted);
  if (mutants.length === 0) {
    console.error(`no mutant's name or scenario contains ${values.only}`);
    return 2;
  }
  console.error(`mutants: ${mutants.length} of ${MUTANTS.length}, in ${folder}`);
  const baselines = await runBaselines(base, mutants);
  const broken = [...baselines.values()].filter(({ why }) => why !== undefined);
  const rows = await inParallel(mutants, (mutant) => run(base, mutant, baselines));
  const text = table(rows, { baselines: [...baselines.values()], tookMs: Date.now() - startedMs });
  console.log(text);
  if (values.report) writeFileSync(values.report, text);
  const survived = rows.filter(({ tried }) => !tried.caught);
  const isGood = broken.length === 0 && survived.length === 0;
  if (isGood && !values.keep && !values.folder) rmSync(folder, { recursive: true, force: true });
  return isGood ? 0 : 1;
}

function isWanted({ name, caught }: Mutant): boolean {
  const { only } = values;
  if (only === undefined) return true;
  return name.includes(only) || (caught.by === 'checker' && caught.scenario === only);
}

async function runBaselines(base: string, mutants: Mutant[]): Promise<Map<string, Baseline>> {
  const caught = mutants.flatMap((mutant) =>
    mutant.caught.by === 'checker' ? [mutant.caught] : [],
  );
  const scenarios = SCENARIOS.filter(({ name }) => caught.some((one) => one.scenario === name));
  const baselines = await inParallel(scenarios, async (scenario) => {
    const ofIt = caught.filter((one) => one.scenario === scenario.name);
    const checks = [...new Set(ofIt.map(({ check }) => check))];
    const baseline = await tryBaseline(scenario, checks, {
      base,
      folder: join(folder, 'baseline', scenario.name),
    });
    const seconds = (baseline.tookMs / 1_000).toFixed(1);
    console.error(`baseline ${scenario.name}: ${baseline.why ?? 'holds'}, ${seconds} s`);
    return baseline;
  });
  return new Map(baselines.map((baseline) => [baseline.scenario.name, baseline]));
}

async function run(base: string, mutant: Mutant, baselines: Map<string, Baseline>): Promise<Row> {
  const where = { base, folder: join(folder, mutant.name) };
  const tried: Tried = await tryMutant(mutant, baselines, where).catch((error: unknown) => ({
    caught: false,
    evidence: `the run itself broke: ${error instanceof Error ? error.message : String(error)}`,
    tookMs: 0,
  }));
  const seconds = (tried.tookMs / 1_000).toFixed(1);
  console.error(
    `${mutant.name}: ${tried.caught ? 'caught' : 'SURVIVED'}, ${tried.evidence}, ${seconds} s`,
  );
  if (tried.caught && !values.keep) rmSync(where.folder, { recursive: true, force: true });
  return { mutant, tried };
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}
