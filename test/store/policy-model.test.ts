/**
 * Random campaigns, answers, operators and clocks on the real store, judged by a model of the rules that shares
 * nothing with them: no dial outside policy, and nobody is left lying.
 *
 *   npm run policy-model -- --runs 2000 --seed 7
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scenario } from './policy-model/draw.ts';
import { play } from './policy-model/run.ts';

const runs = Number(process.env['POLICY_MODEL_RUNS'] ?? 100);
const seed = Number(process.env['POLICY_MODEL_SEED'] ?? 1);

test(`no dial outside policy, and every contact comes to its end, seed ${seed}`, async () => {
  let dials = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async (drawn) => {
      const played = await play(drawn);
      dials += played.dials;
      expect(played.story).toBe('');
    }),
    { numRuns: runs, seed },
  );
  expect(dials).toBeGreaterThan(runs);
});
