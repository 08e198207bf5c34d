/**
 * The model of test/store/policy-model.test.ts, many more times.
 *
 *   npm run policy-model -- --runs 2000 --seed 7
 *   npm run policy-model -- --runs 2000 --seed 7 --engine postgres
 *   npm run policy-model -- --seed 7 --only 12            that one run, with its scenario
 *   npm run policy-model -- --seed 7 --only 12 --shrink   the smallest scenario that fails like it; minutes
 *
 * Run i of a seed is always the same. Exit code 0 only where every run holds.
 */
import fc from 'fast-check';
import { amount, readOptions, whole } from '../../command-options.ts';
import type { StoreUnderTest } from '../contract/world.ts';
import { PostgresForTests } from '../postgres/postgres-under-test.ts';
import { postgresPrograms, startPostgres } from '../postgres/postgres-server.ts';
import { scenario } from './draw.ts';
import { play, type Played } from './run.ts';
import type { Scenario } from './scenario.ts';

const values = readOptions(import.meta.filename, {
  seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
  runs: { type: 'string', default: '500' },
  only: { type: 'string' },
  shrink: { type: 'boolean', default: false },
  engine: { type: 'string', default: 'sqlite' },
});
const NOTE_EVERY = 100;
const seed = whole('seed', values.seed);
const runs = whole('runs', values.runs);
// The first run of a seed is 0.
const only = values.only === undefined ? undefined : amount('only', values.only);
const engine = await engineOf(values.engine);
console.error(`policy-model: seed ${seed}, ${values.engine}`);
if (only !== undefined && values.shrink) await shrink(only);
else if (only === undefined) await playAll(runs);
else await playOne(only);
await engine.close();

/** Opens an empty store for each run. */
interface Engine {
  open: (() => Promise<StoreUnderTest>) | undefined;
  close: () => Promise<void>;
}

async function engineOf(name: string): Promise<Engine> {
  if (name === 'sqlite') return { open: undefined, close: async () => undefined };
  if (name !== 'postgres') throw new Error(`--engine is sqlite or postgres, and not ${name}`);
  const programs = postgresPrograms();
  if (!programs) throw new Error('--engine postgres needs the programs of Postgres');
  // Nothing here survives a crash.
  const server = await startPostgres(programs, ['fsync=off']);
  const tests = await PostgresForTests.on(server);
  return {
    open: () => tests.open(),
    close: async () => {
      await tests.close();
      await server.stop();
    },
  };
}

async function playAll(runs: number): Promise<void> {
  const sum = { runs: 0, failed: 0, calls: 0, dials: 0, noes: 0 };
  for (const [run, drawn] of fc.sample(scenario, { numRuns: runs, seed }).entries()) {
    const played = await play(drawn, engine.open);
    sum.runs += 1;
    sum.calls += played.calls;
    sum.dials += played.dials;
    sum.noes += played.noes;
    if (!holds(run, played)) sum.failed += 1;
    if (sum.runs % NOTE_EVERY === 0) console.error(sentence(sum));
  }
  console.log(sentence(sum));
}

function sentence(sum: Record<'runs' | 'failed' | 'calls' | 'dials' | 'noes', number>): string {
  const { runs, failed, calls, dials, noes } = sum;
  return `${runs} runs, ${failed} failed: ${calls} calls claimed, ${dials} dials, ${noes} refused at admission`;
}

async function playOne(run: number): Promise<void> {
  const drawn = fc.sample(scenario, { numRuns: run + 1, seed })[run]!;
  console.log(JSON.stringify(drawn, null, 1));
  if (holds(run, await play(drawn, engine.open))) console.log('holds');
}

function holds(run: number, { story }: Played): boolean {
  if (story === '') return true;
  console.log(`run ${run}:\n${story}`);
  process.exitCode = 1;
  return false;
}

async function shrink(run: number): Promise<void> {
  const property = fc.asyncProperty(scenario, async (drawn: Scenario) => {
    const { story } = await play(drawn, engine.open);
    if (story !== '') throw new Error(story);
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed,
    path: `${run}`,
    numRuns: 1,
  });
  if (!failed) return console.log('holds');
  console.log(JSON.stringify(counterexample?.[0], null, 1));
  console.log(String(errorInstance));
  process.exitCode = 1;
}
