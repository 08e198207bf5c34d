/** Placements on Postgres: processes that do anything at the same time, while their connections are cut. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../src/store/faults.ts';
import { chanceOf, type Chance } from '../../faults/chance.ts';
import { FENCING_ACTS, fencingAct } from '../contract/calls/fencing-acts.ts';
import { phone, World } from '../contract/world.ts';
import { onPostgres } from './on-postgres.ts';
import type { RunningPostgres } from './postgres-server.ts';
import { PostgresForTests } from './postgres-under-test.ts';

const SEED = process.env['FENCING_SEED'] ?? '1';
const CALLS = 12;
const PROCESSES = 3;
const ACTORS_OF_EACH = 4;
const ACTS_OF_EACH = 30;
const ROUNDS = 10;
const CUT_EVERY_MS = 40;
const TIMEOUT_MS = 300_000;
const TAKEN = `state IN ('intent', 'unknown', 'accepted')`;

onPostgres('placements on Postgres', (postgres) => {
  let tests: PostgresForTests;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());

  test(
    `no two POSTs of a call may be out at once, while connections are cut (seed ${SEED})`,
    async () => {
      const opened = await tests.open();
      onTestFinished(() => opened.drop());
      const world = new World(opened);
      const sent: string[] = [];
      const over = new AbortController();
      const watching = watchTaken(tests, over.signal);
      let cutOff = 0;
      const act = async (own: World, refs: readonly string[], chance: Chance) => {
        const key = { ref: chance.pick(refs), placement: chance.whole(1, 3) };
        try {
          const sends = await fencingAct(own, chance.pick(FENCING_ACTS), key);
          if (sends) sent.push(`${key.ref}.${key.placement}`);
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          cutOff += 1;
        }
      };
      const worlds = Array.from({ length: PROCESSES }, () => another(world));
      const refs: string[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        const claimed = await claimedCalls(world, round);
        refs.push(...claimed);
        const played = new AbortController();
        const cuts = cutConnections(postgres(), played.signal);
        const actors = Array.from({ length: PROCESSES * ACTORS_OF_EACH }, async (_, actor) => {
          const chance = chanceOf(SEED, round, actor);
          const own = worlds[actor % PROCESSES]!;
          for (let n = 0; n < ACTS_OF_EACH; n++) await act(own, claimed, chance);
        });
        await Promise.all(actors).finally(() => played.abort());
        await cuts;
      }
      over.abort();
      expect(await watching).toBe(0);

      // What a cut had under way is over, and what the store shows is whole.
      expect(new Set(sent).size).toBe(sent.length);
      const rows = await tests.ask<{ key: string; state: string }>(
        `SELECT ref || '.' || placement AS key, state FROM placements`,
      );
      const states = new Map(rows.map(({ key, state }) => [key, state]));
      expect(sent.filter((key) => [undefined, 'void'].includes(states.get(key)))).toEqual([]);
      for (const ref of refs) {
        const call = await world.store.call(ref);
        const accepted = (await world.store.placements(ref)).filter(
          ({ state }) => state === 'accepted',
        );
        expect(accepted.length).toBe(call.carrierCallId === null ? 0 : 1);
        expect((call.disposition === null) !== (call.state === 'ended')).toBe(true);
      }
      const calls = await Promise.all(refs.map((ref) => world.store.call(ref)));
      const live = calls.filter(({ state }) => state !== 'ended').length;
      expect((await world.store.account()).liveCalls).toBe(live);
      console.info(`${sent.length} POSTs allowed, ${cutOff} acts cut off`);
      expect(sent.length).toBeGreaterThan((CALLS * ROUNDS) / 3);
      expect(cutOff).toBeGreaterThan(10);
    },
    TIMEOUT_MS,
  );
});

/** Calls that nobody has placed yet, each with an agent of its own. */
async function claimedCalls(world: World, round: number): Promise<string[]> {
  const id = `c${round}`;
  const numbers = Array.from({ length: CALLS }, (_, n) => phone(round * CALLS + n));
  await world.agents(...numbers.map((_, n) => `${id}-${n}`));
  await world.campaign(id, numbers);
  const refs = await world.claim(id, CALLS);
  expect(refs).toHaveLength(CALLS);
  return refs;
}

/** As another process has it: a store of its own. */
function another(world: World): World {
  return new World({ store: world.another(), another: world.another, drop: async () => undefined });
}

/** One connection of a store after the other, in whatever it does. */
async function cutConnections(postgres: RunningPostgres, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await postgres.administer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'dialwright' ORDER BY random() LIMIT 1`,
    );
    await sleep(CUT_EVERY_MS);
  }
}

/** @returns how often a call was seen with more than one placement that may be with the carrier */
async function watchTaken(tests: PostgresForTests, signal: AbortSignal): Promise<number> {
  let often = 0;
  while (!signal.aborted) {
    const rows = await tests.ask(
      `SELECT ref FROM placements WHERE ${TAKEN} GROUP BY ref HAVING count(*) > 1`,
    );
    often += rows.length;
    await sleep(5);
  }
  return often;
}
