/** What holds on Postgres while units of work run at the same time. */
import { expect, test } from 'vitest';
import type { Tx } from '../../src/store/sql/engine/tx.ts';
import { countersWhere } from '../../src/store/sql/rows/call-buckets.ts';
import { writeAudit } from '../../src/store/sql/rows/audit.ts';
import type { Store } from '../../src/store/store.ts';
import type { Page, PageRequest } from '../../src/store/requests.ts';
import { COMPLETED, onceKey, phone, SETTINGS } from './contract/world.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { emptyDatabases } from './postgres/empty-databases.ts';
import { UnitOnPostgres } from './postgres/unit-on-postgres.ts';

const SHORT_MS = 500;

onPostgres('units of work at the same time', (postgres) => {
  const at = emptyDatabases(postgres);

  const claimContact = (tx: Tx, position: number) =>
    tx.run(
      `UPDATE contacts SET state = 'claimed' WHERE campaign_id = 'c1' AND position = :position`,
      { position },
    );
  const insertCall = (tx: Tx, contact: number, nowMs = 0) =>
    tx.run(
      `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, state, created_at_ms, touched_at_ms)
       VALUES (:ref, 'c1', :contact, 1, :number, 'claimed', :nowMs, :nowMs)`,
      { ref: `c1.${contact}.1`, contact, number: phone(contact), nowMs },
    );
  const endCall = (tx: Tx, contact: number) =>
    tx.run(`UPDATE calls SET state = 'ended', cost = 7 WHERE ref = :ref`, {
      ref: `c1.${contact}.1`,
    });

  test('units that change contacts and calls of one campaign do not wait for each other', async () => {
    await at.world.campaign('c1', [phone(1), phone(2)]);
    const one = await UnitOnPostgres.begin(at.opened.server, { lockTimeoutMs: SHORT_MS });
    const other = await UnitOnPostgres.begin(at.opened.server, { lockTimeoutMs: SHORT_MS });
    for (const [unit, contact] of [
      [one, 1],
      [other, 2],
    ] as const) {
      await claimContact(unit.tx, contact);
      await insertCall(unit.tx, contact);
      await endCall(unit.tx, contact);
    }
    expect(await at.world.contacts('c1')).toEqual({ due: 2 });
    await other.commit();
    expect(await at.world.contacts('c1')).toEqual({ due: 1, claimed: 1 });
    await one.commit();
    expect(await at.world.progress('c1')).toMatchObject({
      contacts: { due: 0, claimed: 2 },
      calls: { total: 2, byState: { ended: 2 } },
      totalCost: '0.0000000014',
    });
  });

  test('a statement that changes many contacts alike writes one change of each of their counters', async () => {
    await at.world.campaign('c1', [1, 2, 3].map(phone));
    await at.tests.ask(`UPDATE contacts SET state = 'final' WHERE campaign_id = 'c1'`);
    expect(
      await at.tests.ask(
        'SELECT state, contacts::int FROM contact_tally_deltas ORDER BY contacts, state',
      ),
    ).toEqual([
      { state: 'due', contacts: -3 },
      { state: 'due', contacts: 3 },
      { state: 'final', contacts: 3 },
    ]);
  });

  test('folding waits for no unit, and what a unit has not committed is folded later', async () => {
    await at.world.campaign('c1', [phone(1), phone(2)]);
    const unit = await UnitOnPostgres.begin(at.opened.server);
    await claimContact(unit.tx, 1);
    expect(await at.world.store.foldTallies({ atLeast: 1 })).toBe(1);
    await unit.commit();
    expect(await at.world.contacts('c1')).toEqual({ due: 1, claimed: 1 });
    expect(await at.world.store.foldTallies({ atLeast: 1 })).toBe(2);
    expect(await at.world.contacts('c1')).toEqual({ due: 1, claimed: 1 });
  });

  test('processes that fold while others write count everything once', async () => {
    const contacts = Array.from({ length: 300 }, (_, n) => n + 1);
    await at.world.campaign('c1', contacts.map(phone));
    await at.tests.ask(
      `INSERT INTO contact_tally_deltas (campaign_id, state, disposition, due_reason, contacts)
       SELECT 'c1', 'final', CASE n % 2 WHEN 0 THEN 'completed' ELSE 'unknown' END, '', 1 FROM generate_series(1, 9000) AS n`,
    );
    const written = new AbortController();
    const folding = [at.world.another(), at.world.another()].map(async (store) => {
      while (!written.signal.aborted) await store.foldTallies({ atLeast: 1 });
    });
    const unit = await UnitOnPostgres.begin(at.opened.server);
    for (const contact of contacts) await claimContact(unit.tx, contact);
    await unit.commit();
    while ((await at.world.store.foldTallies({ atLeast: 1 })) > 0);
    written.abort();
    await Promise.all(folding);
    expect(await at.tests.ask('SELECT * FROM contact_tally_deltas')).toEqual([]);
    expect(await at.world.progress('c1')).toMatchObject({
      contacts: { due: 0, claimed: 300, final: 9_000 },
      contactsByDisposition: { completed: 4_500, unknown: 4_500 },
    });
  });

  test('units that create campaigns, imports and comparisons with call records do not wait for each other', async () => {
    await at.world.draft('c0');
    const { nowMs } = at.world;
    const create = async (id: string) => {
      const unit = await UnitOnPostgres.begin(at.opened.server, { lockTimeoutMs: SHORT_MS });
      const { store } = unit;
      await store.createCampaign({ id, settings: SETTINGS, nowMs });
      await store.beginImport({ id, campaignId: id, dedupe: { scope: 'campaign' }, nowMs });
      await store.openReconciliation({ id, fromMs: 1, toMs: 2, nowMs }, undefined);
      return unit;
    };
    const [one, other] = [await create('c1'), await create('c2')];
    await other.commit();
    await one.commit();
    const { items } = await at.world.store.campaigns({ limit: 9 });
    expect(items.map(({ id }) => id)).toEqual(['c0', 'c1', 'c2']);
  });

  test('of two requests with one key at the same time the second waits, and gets the answer of the first', async () => {
    await at.world.draft('c1');
    const start = ({ store }: { store: Store }) =>
      store.moveCampaign({ id: 'c1', move: 'start', nowMs: at.world.nowMs }, onceKey('k'));
    const one = await UnitOnPostgres.begin(at.opened.server);
    const other = await UnitOnPostgres.begin(at.opened.server);
    const first = await start(one);
    const second = start(other);
    await expect.poll(waiting).toBe(1);
    await one.commit();
    expect(await second).toEqual({ ...first, replayed: true });
    await other.commit();
  });

  test('a key whose request is refused is free for the request that waited for it', async () => {
    await at.world.draft('c1');
    const move = ({ store }: { store: Store }, id: string) =>
      store.moveCampaign({ id, move: 'start', nowMs: at.world.nowMs }, onceKey('k'));
    const one = await UnitOnPostgres.begin(at.opened.server);
    const other = await UnitOnPostgres.begin(at.opened.server);
    await expect(move(one, 'c2')).rejects.toThrow('there is no such campaign');
    const second = move(other, 'c1');
    await expect.poll(waiting).toBe(1);
    await one.rollback();
    expect(await second).toMatchObject({ replayed: false, answer: { state: 'running' } });
    await other.commit();
  });

  /** Pages of one row, from the first to the last. `meanwhile` happens once the first page waits, or is there. */
  async function walk<Item>(
    list: (page: PageRequest) => Promise<Page<Item>>,
    meanwhile: () => Promise<void>,
  ): Promise<Item[]> {
    let isThere = false;
    const first = list({ limit: 1 }).finally(() => {
      isThere = true;
    });
    await expect.poll(async () => isThere || (await lookingForUnits()) > 0).toBe(true);
    await meanwhile();
    let page = await first;
    const items = [...page.items];
    while (page.next !== undefined) {
      page = await list({ limit: 1, after: page.next });
      items.push(...page.items);
    }
    return items;
  }

  const lookingForUnits = async () =>
    (
      await at.tests.ask(
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%FROM pg_locks%' AND pid <> pg_backend_pid()`,
      )
    ).length;

  test('whoever reads the calls page by page sees one that is committed after a later one', async () => {
    await at.world.campaign('c1', [1, 2, 3].map(phone));
    const late = await UnitOnPostgres.begin(at.opened.server, { isNamed: true });
    await insertCall(late.tx, 1, at.world.nowMs);
    const early = await UnitOnPostgres.begin(at.opened.server, { isNamed: true });
    await insertCall(early.tx, 2, at.world.nowMs);
    await insertCall(early.tx, 3, at.world.nowMs);
    await early.commit();
    const list = (page: PageRequest) => at.world.store.calls({ filter: {} }, page);
    const seen = await walk(list, () => late.commit());
    expect(seen.map(({ contact }) => contact)).toEqual([1, 2, 3]);
  });

  test('whoever reads the audit from the newest entry on sees one that is committed after a later one', async () => {
    const note = ({ tx }: UnitOnPostgres, target: string) =>
      writeAudit(tx, { by: undefined, what: 'campaign.moved', target, nowMs: at.world.nowMs });
    const late = await UnitOnPostgres.begin(at.opened.server, { isNamed: true });
    await note(late, 'campaigns/c1');
    const early = await UnitOnPostgres.begin(at.opened.server, { isNamed: true });
    await note(early, 'campaigns/c2');
    await early.commit();
    const list = (page: PageRequest) => at.world.store.audit({}, page);
    const seen = await walk(list, () => late.commit());
    expect(seen.map(({ target }) => target)).toEqual(['campaigns/c2', 'campaigns/c1']);
  });

  /** Two campaigns with an agent each; `c1` wants another one. */
  async function twoCampaigns(numbers: Record<'c1' | 'c2', string[]>) {
    for (const id of ['c1', 'c2'] as const) {
      await at.world.agent({ id: `of-${id}`, pools: [id] });
      const agents = { ...SETTINGS.policy.agents, pool: id };
      await at.world.campaign(id, numbers[id], { agents });
    }
    const [ref] = await at.world.claim('c1');
    await at.world.live(ref!);
    return ref!;
  }

  test('an agent whose next contact is taken by another campaign at that moment gets the contact behind it', async () => {
    const ref = await twoCampaigns({ c1: [phone(1), phone(2), phone(3)], c2: [phone(2)] });
    const other = await UnitOnPostgres.begin(at.opened.server, { isNamed: true });
    await other.store.claim({ id: 'c2', limit: 1, nowMs: at.world.nowMs });
    const end = at.world.store.endCall(ref, COMPLETED, at.world.nowMs);
    await expect.poll(waiting).toBe(1);
    await other.commit();
    expect(await end).toMatchObject({ after: { next: { claim: { ref: 'c1.3.1' } } } });
  });

  test('a round that finds no agent keeps the turns that ends of calls have used meanwhile', async () => {
    const ref = await twoCampaigns({ c1: [phone(1), phone(2), phone(3)], c2: [] });
    const end = await UnitOnPostgres.begin(at.opened.server, { isNamed: true });
    await end.store.endCall(ref, COMPLETED, at.world.nowMs);
    const turns = `SELECT passes FROM campaigns WHERE id = 'c1'`;
    const [before, used] = [await at.tests.ask(turns), await end.tx.all(turns)];
    expect(used).not.toEqual(before);
    const round = at.world.store.claim({ id: 'c1', limit: 1, nowMs: at.world.nowMs + 2_000 });
    await expect.poll(waiting).toBe(1);
    await end.commit();
    expect(await round).toMatchObject({ claims: [] });
    expect(await at.tests.ask(turns)).toEqual(used);
  });

  test('statistics read the live calls by their index', async () => {
    const { tx } = await UnitOnPostgres.begin(at.opened.server);
    tx.send('SET LOCAL enable_seqscan = off');
    const live = countersWhere(tx.sql, { by: 'campaign_id', where: 'bucket_ms > 0' });
    const plan = await tx.all<Record<string, string>>(`EXPLAIN SELECT * FROM ${live}`);
    expect(JSON.stringify(plan)).toMatch(/ on calls_live/);
  });

  const waiting = async () =>
    (
      await at.tests.ask(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = 'tests'`,
      )
    ).length;
});
