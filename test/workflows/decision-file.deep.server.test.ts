/** The decision file of a campaign that was really dialled: refusals, a hold, redials, a callback, several zones, on both engines. */
import { expect, test } from 'vitest';
import { formatServer } from '../../src/store/sql/database-url.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { exercised, exported, parsed, violationsIn } from '../checker/decisions/exported.ts';
import { onPostgres } from '../store/postgres/on-postgres.ts';
import { startWorld, type World } from './world.ts';

const SOON = { timeout: 120_000, interval: 100 };
/** Open all day, so that the test may run at any time. */
const ALL_DAY = {
  hours: [
    { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' },
  ],
  ring_margin: '1s',
};
const ZONES = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Australia/Perth|Asia/Tokyo'];
/** By its last digit: the agent is missed, the customer is missed or busy, dropped, completed, refused. */
const DIGITS = [1, 2, 3, 4, 5, 6, 9];
const REFUSED = '+12025550119';

test('on SQLite', { timeout: 180_000 }, async () => {
  expect(await violationsAfterDialling({})).toEqual({});
});

onPostgres('with a Postgres server', (postgres) => {
  test('on Postgres', { timeout: 180_000 }, async () => {
    await postgres().administer('CREATE DATABASE decisions');
    const server = { ...postgres().server, database: 'decisions' };
    const env = { DIALWRIGHT_DATABASE_URL: formatServer(server) };
    expect(await violationsAfterDialling(env)).toEqual({});
  });
});

async function violationsAfterDialling(env: Record<string, string>) {
  const world = await startWorld({ env });
  try {
    await world.addAgents(4);
    await dial(world);
    const store = await openStore(world.config.database);
    try {
      const lines = await exported(store);
      const decided = parsed(lines).filter(({ type }) => type === 'decision');
      expect(decided.length).toBeGreaterThan(DIGITS.length + 2);
      expect(new Set(decided.map(({ outcome }) => outcome.state))).toEqual(
        new Set(['accepted', 'refused']),
      );
      expect(new Set(decided.map(({ campaign }) => campaign)).size).toBe(2);
      expect(decided.map(({ sealed }) => sealed.decision.hold.state)).toContain('probe');
      expect(await exercised(lines)).toHaveLength(17);
      return await violationsIn(lines);
    } finally {
      await store.close();
    }
  } finally {
    await world.stop();
  }
}

async function dial(world: World): Promise<void> {
  const created = await world.api('POST', '/v1/campaigns', {
    name: 'decided',
    zone: 'Europe/Paris',
    calling_window: ALL_DAY,
    caps: { per_day: 3, rolling: [{ days: 7, most: 3 }], least_gap: '1s' },
    calls_per_second: 5,
    max_live_calls: 3,
    budget: { total: '50', reserve_per_call: '0.5' },
    redial: {
      max_attempts: 2,
      customer_unreached: { after: '2s' },
      agent_unreached: { after: '1s', most: 2 },
    },
  });
  expect(created).toMatchObject({ status: 201 });
  const { id } = created.body;
  const contacts = DIGITS.map((digit, index) => ({
    number: `+1202555011${digit}`,
    zone: ZONES[index % ZONES.length],
  }));
  await world.api('POST', `/v1/campaigns/${id}/contacts`, { contacts });
  await world.simulator.change({ refuse: ['insufficient_funds'] });
  expect((await world.api('POST', `/v1/campaigns/${id}/start`)).status).toBe(200);
  const account = async () => (await world.api('GET', '/v1/account')).body;
  await expect.poll(async () => (await account()).hold?.reason, SOON).toContain('402');
  await world.simulator.change({ refuse: [`invalid_destination=${REFUSED}`] });
  const at = new Date(Date.now() + 4_000).toISOString();
  const wanted = { number: '+12025550126', zone: 'UTC', at, not_after: '2100-01-01T00:00' };
  const callback = await world.api('POST', '/v1/callbacks', wanted);
  expect(callback).toMatchObject({ status: 201 });
  await world.untilState(id, 'completed');
  const shown = async () => (await world.api('GET', `/v1/callbacks/${callback.body.id}`)).body;
  await expect.poll(async () => (await shown()).state, SOON).toBe('done');
}
