/**
 * The model of test/store/policy-model.test.ts, many more times.
 *
 *   npm run policy-model -- --runs 2000 --seed 7
 *   … --shrink        of a run that fails, looks for the smallest that does; this takes minutes
 *
 * Run i of a seed is always the same. Exit code 0 only where every run holds.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { scenario } from './draw.ts';
import { play } from './run.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
  },
});
const seed = Number(values.seed);
const kinds = new Map<string, { n: number; run: number; size: number }>();
let dials = 0,
  calls = 0;
const drawn = fc.sample(scenario, { numRuns: Number(values.runs), seed });
const t0 = Date.now();
for (const [run, each] of drawn.entries()) {
  if (values.only && run !== Number(values.only)) continue;
  const t = Date.now();
  const played = await play(each);
  const took = Date.now() - t;
  if (took > 3000) console.log(`slow ${run} ${took} dials ${played.dials}`);
  dials += played.dials;
  calls += played.calls;
  if (values.only) console.log(JSON.stringify(each, null, 1), played.story);
  for (const { what, fault } of played.faults.slice(0, 1)) {
    const kind = `${what.replace(/[ac]\d[.\d]*/g, '#')}: ${fault.replace(/[ac]?\d[.\d]*/g, '#')}`;
    const size = JSON.stringify(each).length;
    const known = kinds.get(kind);
    if (!known || known.size > size) kinds.set(kind, { n: (known?.n ?? 0) + 1, run, size });
    else known.n += 1;
  }
}
console.log({ dials, calls, ms: Date.now() - t0 });
for (const [kind, { n, run }] of kinds) console.log(n, `run ${run}`, kind);
