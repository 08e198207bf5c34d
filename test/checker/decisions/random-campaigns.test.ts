/** Decision files of random campaigns: the checker signs off what the store has done under random rules and operators. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scenario } from '../../store/policy-model/draw.ts';
import { play } from '../../store/policy-model/run.ts';
import { openSqliteUnderTest } from '../../store/sqlite-files.ts';
import { exercised, exported, violationsIn } from './exported.ts';

const RUNS = Number(process.env['POLICY_MODEL_RUNS'] ?? 26);
const SEED = Number(process.env['POLICY_MODEL_SEED'] ?? 1);

test(`the file of any campaign that was dialled by the rules is signed off (seed ${SEED})`, async () => {
  const judged = new Set<string>();
  const property = fc.asyncProperty(scenario, async (drawn) => {
    const under = openSqliteUnderTest();
    let lines: string[] = [];
    const opened = {
      ...under,
      async drop() {
        lines = await exported(under.store);
        await under.drop();
      },
    };
    await play(drawn, async () => opened);
    expect(await violationsIn(lines)).toEqual({});
    for (const id of await exercised(lines)) judged.add(id);
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
  const all =
    'AGENT AREA BUDGET CAPS CHAIN CONSENT HOLD LISTS LIVE NUMBER OUTCOMES PACE POLICY READ SEAL STATE TERMS WINDOW ZONE';
  expect([...judged].toSorted()).toEqual(all.split(' '));
}, 300_000);
