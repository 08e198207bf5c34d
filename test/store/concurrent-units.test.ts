/** What holds on Postgres while units of work run at the same time. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../../src/store/sql/engine/tx.ts';
import { phone, World } from './contract/world.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { PostgresForTests, type PostgresUnderTest } from './postgres/postgres-under-test.ts';
import { UnitOnPostgres } from './postgres/unit-on-postgres.ts';

const SHORT_MS = 500;

onPostgres('units of work at the same time', (postgres) => {
  let tests: PostgresForTests;
  let opened: PostgresUnderTest;
  let world: World;
  beforeAll(async () => {
    tests = await PostgresForTests.on(postgres());
  });
  afterAll(() => tests.close());
  beforeEach(async () => {
    opened = await tests.open();
    world = new World(opened);
  });
  afterEach(() => opened.drop());

  const claimContact = (tx: Tx, position: number) =>
    tx.run(
      `UPDATE contacts SET state = 'claimed' WHERE campaign_id = 'c1' AND position = :position`,
      { position },
    );
  const insertCall = (tx: Tx, contact: number) =>
    tx.run(
      `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, state, created_at_ms, touched_at_ms)
       VALUES (:ref, 'c1', :contact, 1, :number, 'claimed', 0, 0)`,
      { ref: `c1.${contact}.1`, contact, number: phone(contact) },
    );
  const endCall = (tx: Tx, contact: number) =>
    tx.run(`UPDATE calls SET state = 'ended', cost = 7 WHERE ref = :ref`, {
      ref: `c1.${contact}.1`,
    });

  test('units that change contacts and calls of one campaign do not wait for each other', async () => {
    await world.campaign('c1', [phone(1), phone(2)]);
    const one = await UnitOnPostgres.begin(opened.server, SHORT_MS);
    const other = await UnitOnPostgres.begin(opened.server, SHORT_MS);
    for (const [unit, contact] of [
      [one, 1],
      [other, 2],
    ] as const) {
      await claimContact(unit.tx, contact);
      await insertCall(unit.tx, contact);
      await endCall(unit.tx, contact);
    }
    expect(await world.contacts('c1')).toEqual({ due: 2 });
    await other.commit();
    expect(await world.contacts('c1')).toEqual({ due: 1, claimed: 1 });
    await one.commit();
    expect(await world.progress('c1')).toMatchObject({
      contacts: { due: 0, claimed: 2 },
      calls: { total: 2, byState: { ended: 2 } },
      totalCost: '0.0000000014',
    });
  });

  test('a statement that changes many contacts alike writes one change of each of their counters', async () => {
    await world.campaign('c1', [1, 2, 3].map(phone));
    await tests.ask(`UPDATE contacts SET state = 'final' WHERE campaign_id = 'c1'`);
    expect(
      await tests.ask(
        'SELECT state, contacts::int FROM contact_tally_deltas ORDER BY contacts, state',
      ),
    ).toEqual([
      { state: 'due', contacts: -3 },
      { state: 'due', contacts: 3 },
      { state: 'final', contacts: 3 },
    ]);
  });

  test('folding waits for no unit, and what a unit has not committed is folded later', async () => {
    await world.campaign('c1', [phone(1), phone(2)]);
    const unit = await UnitOnPostgres.begin(opened.server);
    await claimContact(unit.tx, 1);
    expect(await world.store.foldTallies({ atLeast: 1 })).toBe(1);
    await unit.commit();
    expect(await world.contacts('c1')).toEqual({ due: 1, claimed: 1 });
    expect(await world.store.foldTallies({ atLeast: 1 })).toBe(2);
    expect(await world.contacts('c1')).toEqual({ due: 1, claimed: 1 });
  });

  test('processes that fold while others write count everything once', async () => {
    const contacts = Array.from({ length: 300 }, (_, n) => n + 1);
    await world.campaign('c1', contacts.map(phone));
    await tests.ask(
      `INSERT INTO contact_tally_deltas (campaign_id, state, disposition, due_reason, contacts)
       SELECT 'c1', 'final', CASE n % 2 WHEN 0 THEN 'completed' ELSE 'unknown' END, '', 1 FROM generate_series(1, 9000) AS n`,
    );
    const written = new AbortController();
    const folding = [world.another(), world.another()].map(async (store) => {
      while (!written.signal.aborted) await store.foldTallies({ atLeast: 1 });
    });
    const unit = await UnitOnPostgres.begin(opened.server);
    for (const contact of contacts) await claimContact(unit.tx, contact);
    await unit.commit();
    while ((await world.store.foldTallies({ atLeast: 1 })) > 0);
    written.abort();
    await Promise.all(folding);
    expect(await tests.ask('SELECT * FROM contact_tally_deltas')).toEqual([]);
    expect(await world.progress('c1')).toMatchObject({
      contacts: { due: 0, claimed: 300, final: 9_000 },
      contactsByDisposition: { completed: 4_500, unknown: 4_500 },
    });
  });
});
