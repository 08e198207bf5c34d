/** The store and the policy model on Postgres, in short. The rest of both is in `postgres.deep.test.ts` and `policy-model-postgres.deep.test.ts`. */
import { afterAll, beforeAll } from 'vitest';
import { policyModelOn } from './policy-model/on-engine.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { PostgresForTests } from './postgres/postgres-under-test.ts';
import { SHORT_RULES, storeContract } from './store-contract.ts';

onPostgres(
  'Postgres in short',
  (postgres) => {
    let tests: PostgresForTests;
    beforeAll(async () => {
      tests = await PostgresForTests.on(postgres());
    });
    afterAll(() => tests.close());

    storeContract('the Postgres store', () => tests.open(), SHORT_RULES);
    policyModelOn(() => tests.open(), { runs: 2 });
  },
  // What is lost with the machine is no question of these tests, and each flush costs milliseconds.
  ['fsync=off'],
);
