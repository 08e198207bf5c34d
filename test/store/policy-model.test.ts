/**
 * Random campaigns, answers, operators and clocks on the real store, judged by a model of the rules that shares
 * no code with them (`policy-model/judge.ts`). To study a run that fails:
 *
 *   npm run policy-model -- --seed SEED --only RUN --shrink      RUN: the number in `path`
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scenario } from './policy-model/draw.ts';
import { play } from './policy-model/run.ts';

const RUNS = Number(process.env['POLICY_MODEL_RUNS'] ?? 80);
const SEED = Number(process.env['POLICY_MODEL_SEED'] ?? 1);
/** A build machine may be busy; a quiet one needs some ten seconds. */
const TIMEOUT_MS = 900_000;

test(
  `no dial outside policy, and every contact comes to its end (seed ${SEED})`,
  async () => {
    let dials = 0;
    let noes = 0;
    let nextCalls = 0;
    const property = fc.asyncProperty(scenario, async (drawn) => {
      const played = await play(drawn);
      dials += played.dials;
      noes += played.noes;
      nextCalls += played.nextCalls;
      expect(played.story).toBe('');
    });
    // To make it smaller takes minutes.
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    expect(dials).toBeGreaterThan(3 * RUNS);
    expect(noes).toBeGreaterThan(RUNS / 10);
    expect(nextCalls).toBeGreaterThan(RUNS / 5);
  },
  TIMEOUT_MS,
);
