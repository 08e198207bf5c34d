/** Tries one mutant, or a scenario without any, and judges whether it is caught as it must be. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { node } from '../faults/verdict.ts';
import type { Caught, Mutant } from './mutant.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { withMutant } from './tree.ts';

export interface Baseline {
  scenario: Scenario;
  /** Why mutants cannot be tried in it; undefined: the product holds, and the situation was reached. */
  why: string | undefined;
  restMs: number;
  tookMs: number;
}

export interface Tried {
  caught: boolean;
  /** The first line of evidence, or what happened instead. */
  evidence: string;
  tookMs: number;
}

interface Where {
  /** The product as it is. */
  base: string;
  folder: string;
}

/** A busy machine must not make the product seem stuck. */
const BASELINE_PATIENCE_MS = 180_000;
/** What a stuck mutant gets on top of what the product needed, which is short. */
const MORE_PATIENCE_MS = 12_000;

/** `checks`: those that mutants in it must be caught by; each must have had cases. */
export async function tryBaseline(
  scenario: Scenario,
  checks: readonly string[],
  { base, folder }: Where,
): Promise<Baseline> {
  const startedMs = Date.now();
  try {
    const places = { base, root: base, folder };
    const { violations, cases, missed, restMs, tookMs } = await runScenario(
      scenario,
      places,
      BASELINE_PATIENCE_MS,
    );
    const [first] = [...violations].map(([check, evidence]) => `${check}: ${evidence[0]}`);
    const idle = checks.filter((check) => !cases.get(check));
    const unreached = [missed, ...idle.map((check) => `${check} had no case`)];
    const missing = unreached.filter((one) => one !== undefined).join(', ');
    const why = first ?? (missing === '' ? undefined : `not reached: ${missing}`);
    return { scenario, why, restMs, tookMs };
  } catch (error) {
    const why = `the run itself broke: ${error instanceof Error ? error.message : String(error)}`;
    return { scenario, why, restMs: 0, tookMs: Date.now() - startedMs };
  }
}

export async function tryMutant(
  mutant: Mutant,
  baselines: ReadonlyMap<string, Baseline>,
  where: Where,
): Promise<Tried> {
  const { caught } = mutant;
  const startedMs = Date.now();
  const result = await withMutant(
    where.base,
    { to: join(where.folder, 'tree'), mutant },
    async (root) => {
      if (caught.by === 'tests') return byTests(caught, root);
      const baseline = baselines.get(caught.scenario);
      if (!baseline) return { caught: false, evidence: `there is no scenario ${caught.scenario}` };
      return byChecker(caught, baseline, { ...where, root });
    },
  );
  return { ...result, tookMs: Date.now() - startedMs };
}

async function byChecker(
  { check }: Extract<Caught, { by: 'checker' }>,
  { scenario, why, restMs }: Baseline,
  { base, root, folder }: Where & { root: string },
): Promise<Omit<Tried, 'tookMs'>> {
  if (why !== undefined)
    return { caught: false, evidence: `${scenario.name} does not hold without it: ${why}` };
  const patienceMs = 2 * restMs + MORE_PATIENCE_MS;
  const places = { base, root, folder: join(folder, 'records') };
  const { violations, missed } = await runScenario(scenario, places, patienceMs);
  const [evidence] = violations.get(check) ?? [];
  if (evidence !== undefined) return { caught: true, evidence: `${check}: ${evidence}` };
  const others = [...violations.keys()].join(', ') || 'every check holds';
  const more = missed === undefined ? '' : `; not reached: ${missed}`;
  return { caught: false, evidence: `${check} says nothing (${others})${more}` };
}

/** The tests must fail, and by failing they must have run. */
async function byTests(
  { files, test }: Extract<Caught, { by: 'tests' }>,
  root: string,
): Promise<Omit<Tried, 'tookMs'>> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const out = join(root, 'tests.json');
  const how = ['--project', 'unit', '--reporter', 'json', `--outputFile=${out}`, '-t', test];
  await node([vitest, 'run', ...how, ...files], { cwd: root });
  const failed = failedIn(readFileSync(out, 'utf8'));
  const [first] = failed;
  if (first === undefined) return { caught: false, evidence: 'no test failed' };
  return { caught: true, evidence: `test: ${first}` };
}

interface VitestReport {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

function failedIn(json: string): string[] {
  const report = JSON.parse(json) as VitestReport;
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);
}
