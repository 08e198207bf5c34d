import { afterAll, beforeAll } from 'vitest';
import { policyModelOn } from './policy-model/on-engine.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { PostgresForTests } from './postgres/postgres-under-test.ts';

onPostgres('the policy model on Postgres', (postgres) => {
  let tests: PostgresForTests;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());

  policyModelOn(() => tests.open(), { runs: Number(process.env['POLICY_MODEL_RUNS'] ?? 12) });
});
