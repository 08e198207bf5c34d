/** The model of policy-model.test.ts on Postgres: fewer runs, as each statement crosses a socket. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenario } from './policy-model/draw.ts';
import { play } from './policy-model/run.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { PostgresForTests } from './postgres/postgres-under-test.ts';

const RUNS = Number(process.env['POLICY_MODEL_RUNS'] ?? 12);
const SEED = Number(process.env['POLICY_MODEL_SEED'] ?? 1);
/** A build machine may be busy. */
const TIMEOUT_MS = 900_000;

onPostgres('the policy model on Postgres', (postgres) => {
  let tests: PostgresForTests;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());

  test(
    `no dial outside policy, and every contact comes to its end (seed ${SEED})`,
    async () => {
      let dials = 0;
      const property = fc.asyncProperty(scenario, async (drawn) => {
        const played = await play(drawn, () => tests.open());
        dials += played.dials;
        expect(played.story).toBe('');
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
      expect(dials).toBeGreaterThan(3 * RUNS);
    },
    TIMEOUT_MS,
  );
});
