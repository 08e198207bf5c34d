/** Exports of a part, seals that several processes make, and files of many rows. */
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DecisionSelection } from '../../../src/store/decision-store.ts';
import { phone, World } from '../../store/contract/world.ts';
import { emptyDatabases } from '../../store/postgres/empty-databases.ts';
import { onPostgres } from '../../store/postgres/on-postgres.ts';
import { UnitOnPostgres } from '../../store/postgres/unit-on-postgres.ts';
import { openSqliteUnderTest, type SqliteUnderTest } from '../../store/sqlite-files.ts';
import { chainedAgain, exported, parsed, SEALED_MS, verdictOf, violationsIn } from './exported.ts';
import { playCampaigns } from './played-campaigns.ts';

const kinds = (lines: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const { type } of parsed(lines)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

function exportRules(world: () => World): void {
  const part = async (selection: Partial<DecisionSelection>) => {
    const lines = await exported(world().store, selection);
    expect(await violationsIn(lines)).toEqual({});
    return lines;
  };

  test('a file of one campaign has its decisions and its seals only', async () => {
    await playCampaigns(world());
    const lines = await part({ campaigns: ['c2'] });
    expect(kinds(lines)).toMatchObject({ decision: 2, policy: 1, seal: 1 });
    expect(parsed(lines).filter(({ type }) => type === 'unselected')).toEqual([]);
  });

  test('a file of another campaign, or of another time, has the probes of the holds of the account', async () => {
    await playCampaigns(world());
    expect(kinds(await part({ campaigns: ['c2'] }))).toMatchObject({ account: 3, probe: 1 });
    const fromMs = Date.parse('2027-01-15T09:30:00Z');
    expect(kinds(await part({ fromMs }))).toMatchObject({ account: 3, probe: 1 });
    expect(kinds(await part({}))).not.toHaveProperty('probe');
  });

  test('a file of some time has hashes for the rest of a seal, and dials of other calls for the caps', async () => {
    await playCampaigns(world());
    const fromMs = Date.parse('2027-01-15T09:00:20Z');
    const lines = await part({ campaigns: ['c1'], fromMs, toMs: fromMs + 20_000 });
    expect(kinds(lines)).toMatchObject({ decision: 2, unselected: 3, seal: 1, dial: 2 });
    expect(
      await violationsIn(lines.filter((line) => !line.includes('"unselected"'))),
    ).toMatchObject({
      SEAL: [expect.stringMatching(/seal 1 of campaign c1/)],
    });
  });

  test('a number is a hash in the file, the same for all its calls, and another one in the next file', async () => {
    await playCampaigns(world());
    const numbersIn = (lines: readonly string[]) =>
      parsed(lines)
        .filter(({ sealed }) => sealed?.ref.startsWith('c1.1.'))
        .map(({ number }) => number as string);
    const [first, second] = [await part({}), await part({})];
    expect(first.join()).not.toMatch(/202555/);
    expect(new Set(numbersIn(first)).size).toBe(1);
    expect(numbersIn(second)).not.toEqual(numbersIn(first));
  });

  test('seals continue where the last one ended, and a placement that is changed in the store is noticed', async () => {
    await world().agents('a1');
    await world().campaign('c1', [phone(1), phone(2)], { keepOpen: true });
    const [one] = await world().claim('c1', 1);
    await world().live(one!);
    expect(await world().store.sealDecisions(SEALED_MS)).toBe(1);
    await world().end(one!);
    const [other] = await world().claim('c1', 1);
    await world().live(other!);
    expect(await world().store.sealDecisions(SEALED_MS)).toBe(1);
    expect(await world().store.sealDecisions(SEALED_MS)).toBe(0);
    const [last] = await world().store.lastSeals(null);
    expect(last).toMatchObject({ campaignId: 'c1', seal: 2, placements: 1 });
    expect(kinds(await part({}))).toMatchObject({ decision: 2, seal: 2 });
  });

  test('two processes that seal at the same time seal each placement once', async () => {
    await playCampaigns(world());
    const other = world().another();
    const sealed = await Promise.all(
      [world().store, other, world().store, other].map((store) => store.sealDecisions(SEALED_MS)),
    );
    expect(sealed.reduce((sum, count) => sum + count)).toBe(7);
    expect(kinds(await part({}))).toMatchObject({ decision: 7, seal: 2 });
  });

  test('an entry of a list that is added again keeps its version while it is in force', async () => {
    const { store } = world();
    for (const id of ['own', 'other'])
      await store.putSuppressionList({ id, name: id, nowMs: world().nowMs });
    await world().agents('a1');
    await world().campaign('c1', [phone(1)], { suppressionLists: ['other'] });
    const [ref] = await world().claim('c1');
    await world().live(ref!);
    const addedAgain = async (untilMs: number | null) => {
      const { nowMs } = world();
      await store.suppress({ list: 'own', numbers: [phone(1)], untilMs, nowMs });
      return parsed(await exported(store)).find(({ type }) => type === 'suppressed').version;
    };
    const version = await addedAgain(null);
    expect(await addedAgain(null)).toBe(version);
    expect(await addedAgain(world().nowMs + 1_000)).toBe(version);
    world().later(2_000);
    expect(await addedAgain(null)).toBeGreaterThan(version);
  });

  test('an entry that expired after the request for its renewal was sent gets a new version', async () => {
    const { store } = world();
    const nowMs = () => store.nowMs();
    await store.putSuppressionList({ id: 'own', name: 'own', nowMs: nowMs() });
    await world().agents('a1');
    await world().campaign('c1', [phone(1)], { suppressionLists: [] });
    const [ref] = await world().claim('c1');
    await world().live(ref!);
    const number = { list: 'own', numbers: [phone(1)] };
    const version = async () =>
      parsed(await exported(store)).find(({ type }) => type === 'suppressed').version;
    await store.suppress({ ...number, untilMs: nowMs() - 1_000, nowMs: nowMs() - 9_000 });
    const expired = await version();
    // The request was received before the entry expired, and its transaction runs now.
    await store.suppress({ ...number, untilMs: null, nowMs: nowMs() - 5_000 });
    expect(await version()).toBeGreaterThan(expired);
  });

  test('a campaign that does not exist is refused', async () => {
    await expect(exported(world().store, { campaigns: ['none'] })).rejects.toThrow(
      'there is no such campaign',
    );
  });
}

describe('on SQLite', () => {
  let opened: SqliteUnderTest;
  let world: World;
  beforeEach(() => {
    opened = openSqliteUnderTest();
    world = new World(opened);
  });
  afterEach(() => opened.drop());
  exportRules(() => world);

  function beside(sql: string): void {
    const database = new DatabaseSync(opened.path);
    database.exec(sql);
    database.close();
  }

  test.each([
    ['changed', `UPDATE placements SET decision = replace(decision, '"live":1', '"live":0')`],
    ['dated differently', 'UPDATE placements SET intent_at_ms = intent_at_ms - 1 WHERE id = 2'],
    ['removed', 'DELETE FROM placements WHERE id = 2'],
    ['moved', 'UPDATE placements SET id = 99 WHERE id = 2'],
  ])('a placement that was %s in the database after it was sealed is noticed', async (_, sql) => {
    await playCampaigns(world);
    await exported(world.store);
    beside(sql);
    expect(await violationsIn(await exported(world.store))).toHaveProperty('SEAL');
  });

  test('a person who was erased leaves no number in the file, and the seals valid', async () => {
    await playCampaigns(world);
    await exported(world.store);
    beside(`UPDATE calls SET number = 'erased'; DELETE FROM dials`);
    const lines = await exported(world.store);
    expect(parsed(lines).every(({ number }) => number == null)).toBe(true);
    expect(await violationsIn(lines)).toEqual({});
  });

  /** One placement in each of two seals of campaign c1. */
  async function playTwoSeals(): Promise<void> {
    await world.agents('a1');
    await world.campaign('c1', [phone(1), phone(2)], { keepOpen: true });
    for (let seal = 1; seal <= 2; seal++) {
      const [ref] = await world.claim('c1', 1);
      await world.live(ref!);
      await world.end(ref!);
      expect(await world.store.sealDecisions(SEALED_MS)).toBe(1);
    }
  }
  const FIRST_IS_MISSING = [
    expect.stringMatching(/^seal 2 of campaign c1 .* is the first seal .* seals are missing$/),
  ];

  test('a file from whose beginning placements and their seals were removed is noticed', async () => {
    await playTwoSeals();
    const values = parsed(await exported(world.store));
    const first = values.findIndex(({ type }) => type === 'decision');
    const seal = values.findIndex((value) => value.type === 'seal' && value.seal === 1);
    const kept = values.filter((_, index) => index !== first && index !== seal);
    kept.at(-1).decisions -= 1;
    const { seal_hash: last } = kept.findLast(({ type }) => type === 'seal');
    expect(await violationsIn(chainedAgain(kept), { expected: [last] })).toEqual({
      SEAL: FIRST_IS_MISSING,
    });
  });

  test('first placements that were removed from the database with their seals are noticed', async () => {
    await playTwoSeals();
    beside('DELETE FROM decision_seals WHERE seal = 1; DELETE FROM placements WHERE id = 1');
    expect(await violationsIn(await exported(world.store))).toMatchObject({
      SEAL: FIRST_IS_MISSING,
    });
  });

  test('a file of some time may begin with a later seal, and its verdict names the one before', async () => {
    await playTwoSeals();
    const seals = parsed(await exported(world.store)).filter(({ type }) => type === 'seal');
    beside(`UPDATE decision_seals SET sealed_at_ms = ${world.nowMs - 60_000} WHERE seal = 1`);
    const lines = await exported(world.store, { fromMs: world.nowMs - 30_000 });
    expect(await violationsIn(lines)).toEqual({});
    expect((await verdictOf(lines)).firstSeals).toMatchObject([
      { campaign: 'c1', seal: 2, previous: seals[0].seal_hash },
    ]);
  });

  test('many placements are exported page by page, with several seals', async () => {
    await world.agents('a1');
    await world.campaign('c1', [phone(1)], { keepOpen: true });
    const [ref] = await world.claim('c1');
    await world.live(ref!);
    await world.end(ref!);
    beside(`
      WITH RECURSIVE more (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 2600)
      INSERT INTO calls (ref, campaign_id, contact, ordinal, number, state, disposition, created_at_ms, touched_at_ms, ended_at_ms)
      SELECT 'c1.1.' || n, 'c1', 1, n, '+1202555' || n, 'ended', 'not-dialled', created_at_ms, touched_at_ms, ended_at_ms
      FROM calls JOIN more ON true WHERE ref = 'c1.1.1';
      INSERT INTO placements (ref, placement, state, intent_at_ms, outcome_at_ms, decision)
      SELECT calls.ref, 1, 'refused', intent_at_ms + calls.id * 1000, intent_at_ms + calls.id * 1000,
             replace(decision, '2027-01-15T08:00:00', strftime('%Y-%m-%dT%H:%M:%S', (intent_at_ms + calls.id * 1000) / 1000, 'unixepoch'))
      FROM calls JOIN placements ON placements.ref = 'c1.1.1' WHERE calls.ref <> 'c1.1.1' ORDER BY calls.id`);
    const lines = await exported(world.store);
    expect(kinds(lines)).toMatchObject({ decision: 2600, seal: 6 });
    expect(await violationsIn(lines)).toEqual({});
    const fromMs = world.nowMs + 1_500_000;
    const some = await exported(world.store, { fromMs, toMs: fromMs + 10_000 });
    expect(kinds(some)).toMatchObject({ decision: 10 });
    expect(await violationsIn(some)).toEqual({});
  });
});

onPostgres('on Postgres', (postgres) => {
  const at = emptyDatabases(postgres);
  exportRules(() => at.world);

  test('a placement that is committed after one with a larger id is sealed too', async () => {
    await at.world.agents('a1', 'a2');
    await at.world.campaign('c1', [phone(1), phone(2)]);
    const [slow, fast] = await at.world.claim('c1', 2);
    const unit = await UnitOnPostgres.begin(at.opened.server, { isNamed: true });
    const { nowMs } = at.world;
    const hold = { firstProbeAfterMs: 1, longestProbeGapMs: 1, probeLeaseMs: 1 };
    await unit.store.writeIntent({ ref: slow!, placement: 1 }, { nowMs, hold });
    await at.world.placing(fast!);
    const sealing = at.world.store.sealDecisions(SEALED_MS);
    await unit.commit();
    expect(await sealing).toBe(2);
    expect(await violationsIn(await exported(at.world.store))).toEqual({});
  });
});
