/** The model of policy-model.test.ts on another engine: fewer runs, as each statement crosses a socket. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoreUnderTest } from '../contract/world.ts';
import { scenario } from './draw.ts';
import { play } from './run.ts';

const SEED = Number(process.env['POLICY_MODEL_SEED'] ?? 1);
/** A build machine may be busy. */
const TIMEOUT_MS = 900_000;

export function policyModelOn(
  open: () => Promise<StoreUnderTest>,
  { runs }: { runs: number },
): void {
  test(
    `no dial outside policy, and every contact comes to its end (seed ${SEED})`,
    async () => {
      let dials = 0;
      const property = fc.asyncProperty(scenario, async (drawn) => {
        const played = await play(drawn, open);
        dials += played.dials;
        expect(played.story).toBe('');
      });
      await fc.assert(property, { numRuns: runs, seed: SEED, endOnFailure: true });
      expect(dials).toBeGreaterThan(runs);
    },
    TIMEOUT_MS,
  );
}
