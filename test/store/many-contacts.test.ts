/** What must not take longer, or more memory, because a campaign has many contacts. */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callStore } from '../../src/store/sql/transactions/calls/calls.ts';
import { campaignReadingStore } from '../../src/store/sql/transactions/campaigns/campaign-reading.ts';
import { campaignStore } from '../../src/store/sql/transactions/campaigns/campaigns.ts';
import { claimStore } from '../../src/store/sql/transactions/campaigns/claims.ts';
import type { CallFilter } from '../../src/store/calls/call-store.ts';
import type { ContactFilter } from '../../src/store/campaigns/campaign-reading-store.ts';
import { phone, UNREACHED, World } from './contract/world.ts';
import { SqliteDatabase } from '../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { Explained } from './explained.ts';
import { openSqliteUnderTest, type SqliteUnderTest } from './sqlite-files.ts';

/** Of every row there is, or of every row of a campaign. The indexes of what is live or due hold nothing else. */
const WALKS =
  /^SCAN (contacts|calls)\b(?!.*calls_(live|unstarted))|^SEARCH (contacts|calls) .*(?<!contacts_due) \(campaign_id=\?\)$/;

describe('a campaign with many contacts', () => {
  let opened: SqliteUnderTest;
  let world: World;
  beforeEach(() => {
    opened = openSqliteUnderTest();
    world = new World(opened);
  });
  afterEach(() => opened.drop());

  test('neither a claim, a read of the campaign, nor a page of a list scans its contacts or calls', async () => {
    await world.agents('a1', 'a2', 'a3');
    await world.campaign('c1', [1, 2, 3, 4].map(phone), { deadlineAtMs: world.nowMs + 60_000 });
    const [one, two] = await world.claim('c1', 2);
    await world.live(one!);
    await world.live(two!);
    await world.end(one!, UNREACHED);
    await world.end(two!, { cost: '0.1' });
    const connection = new Explained(opened.path, 0);
    const db = new SqliteDatabase(connection);
    const page = { limit: 2 };
    await claimStore(db).claim({ id: 'c1', limit: 1, nowMs: world.nowMs });
    await campaignStore(db).campaignProgress('c1', world.nowMs);
    const contacts = (filter: ContactFilter) =>
      campaignReadingStore(db).contacts({ campaignId: 'c1', filter }, page);
    for (const filter of [{}, { state: 'final' }, { reason: 'redial' }] as const)
      await contacts(filter);
    await callStore(db).calls({ filter: { campaignId: 'c1' } }, page);
    await callStore(db).calls({ filter: { disposition: 'completed' } }, page);
    await claimStore(db).claim({ id: 'c1', limit: 1, nowMs: world.later(60_000) });
    await world.campaign('c2', [5, 6].map(phone), { dialOrder: 'best-hours' });
    await claimStore(db).claim({ id: 'c2', limit: 1, nowMs: world.nowMs });
    await db.close();
    expectCounted();
    expect(connection.plans.size).toBeGreaterThan(20);
    expect([...connection.plans.values()].flat().join('\n')).toContain(
      'contacts_due_in_area (campaign_id=? AND area_key=?',
    );
    const walks = [...connection.plans]
      // A bound of its own.
      .filter(([sql]) => !sql.includes('ORDER BY id DESC LIMIT :most'))
      .flatMap(([sql, steps]) => steps.filter((step) => WALKS.test(step)).map(() => sql));
    expect(walks).toEqual([]);
  });

  test('a page of the calls of all campaigns asks each of them only for what is rare', async () => {
    await world.agents('a1');
    for (const n of [1, 2, 3, 4]) {
      await world.campaign(`c${n}`, [phone(n)], { keepOpen: true });
      const [ref] = await world.claim(`c${n}`, 1);
      await world.live(ref!);
      await world.end(ref!, n === 4 ? UNREACHED : {});
      world.later(60_000);
    }
    const connection = new Explained(opened.path, 0);
    const db = new SqliteDatabase(connection);
    const asked = async (filter: CallFilter) => {
      const before = connection.asked;
      const { items } = await callStore(db).calls({ filter }, { limit: 2 });
      return { items: items.length, asked: connection.asked - before };
    };
    const common = await asked({ state: 'ended' });
    const rare = await asked({ disposition: 'customer-unreached' });
    await db.close();
    expect(common).toEqual({ items: 2, asked: 2 });
    expect(rare).toEqual({ items: 1, asked: 4 });
  });

  const step = fc.record({
    what: fc.constantFrom(
      'claim',
      'place',
      'accept',
      'doubt',
      'end',
      'miss',
      'settle',
      'add',
      'fold',
    ),
    which: fc.nat(20),
  });

  test('whatever happens, the tallies equal a count, and a filtered list is the list, filtered', async () => {
    await world.agents('a1', 'a2', 'a3', 'a4');
    let campaigns = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const id = `c${++campaigns}`;
        const budget = { total: '9', perDay: null, reservePerCall: '1.5', alertAt: 1 };
        await world.campaign(
          id,
          [1, 2, 3].map((n) => phone(campaigns * 50 + n)),
          { budget, keepOpen: true },
        );
        for (const [at, { what, which }] of steps.entries()) await happen(id, what, { which, at });
        expectCounted();
        await expectFiltered(id);
        await finish(id);
        expectCounted();
      }),
      { numRuns: 40 },
    );
  });

  async function refsOf(campaignId: string): Promise<string[]> {
    const { items } = await world.store.calls({ filter: { campaignId } }, { limit: 200 });
    return items.map(({ ref }) => ref);
  }

  /** What cannot happen to this call, as it stands, does not. */
  async function happen(id: string, what: string, { which, at }: { which: number; at: number }) {
    world.later(3_000);
    if (what === 'claim') await world.claim(id, 1);
    if (what === 'add') await world.append(id, [phone(5_000 + at)]);
    if (what === 'fold') await world.store.foldTallies({ atLeast: 1 });
    const refs = await refsOf(id);
    const ref = refs[which % refs.length];
    if (ref === undefined) return;
    const call = await world.store.call(ref);
    const key = { ref, placement: 1 };
    if (what === 'place' && call.state === 'claimed') await world.intent(key);
    if (what === 'accept' && (call.state === 'placing' || call.disposition === 'unknown'))
      await world.accept(key);
    if (what === 'doubt' && call.state === 'placing') {
      await world.noAnswer(key);
      if (which % 2 === 0) await world.store.endUnknown(ref, 'nobody knows', world.nowMs);
    }
    if (call.state === 'accepted') {
      if (what === 'end') await world.end(ref, { recordingExpected: which % 2 === 0 });
      if (what === 'miss') await world.end(ref, { ...UNREACHED, cost: '0.25' });
    }
    if (what === 'settle' && call.disposition === 'completed') {
      await world.store.settleCall(ref, `${which}.0000000001`, world.nowMs);
    }
  }

  async function finish(id: string) {
    await world.move(id, 'cancel');
    expectCounted();
    const [of, nowMs] = [id, world.later(1)];
    await world.store.cloneCampaign({ of, id: `${id}again`, name: null, contacts: 'all', nowMs });
    for (const ref of await refsOf(id)) {
      const { state } = await world.store.call(ref);
      const ends = { reason: 'only a test', dueAtMs: null, nowMs };
      if (state === 'claimed') await world.store.endNotDialled(ref, ends);
      if (state === 'accepted') await world.end(ref);
      if (state === 'placing') await world.noAnswer({ ref, placement: 1 });
      if (state === 'placing' || state === 'unknown')
        await world.store.endUnknown(ref, 'nobody knows', nowMs);
    }
  }

  function expectCounted(): void {
    const db = new DatabaseSync(opened.path);
    const all = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map((row) => ({ ...row }));
    const kind = `campaign_id, state, coalesce(disposition, '') AS disposition`;
    const [unit, call] = ['10000000000', `${kind}, settlement, recording`];
    const counted = [
      all(`SELECT ${kind}, coalesce(due_reason, '') AS due_reason, count(*) AS contacts
           FROM contacts GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`),
      all(`SELECT ${call}, placed_at_ms IS NOT NULL AS placed, count(*) AS calls,
             coalesce(sum(cost / ${unit}), 0) AS cost_whole, coalesce(sum(cost % ${unit}), 0) AS cost_rest,
             sum(reserved / ${unit}) AS reserved_whole, sum(reserved % ${unit}) AS reserved_rest
           FROM calls GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`),
    ];
    const tallied = [
      all('SELECT * FROM contact_counts WHERE contacts <> 0 ORDER BY 1, 2, 3, 4'),
      all('SELECT * FROM call_counts WHERE calls <> 0 ORDER BY 1, 2, 3, 4, 5, 6'),
    ];
    const empty = all(`SELECT * FROM call_counts WHERE calls = 0
      AND (cost_whole <> 0 OR cost_rest <> 0 OR reserved_whole <> 0 OR reserved_rest <> 0)`);
    db.close();
    expect(tallied).toEqual(counted);
    expect(empty).toEqual([]);
  }

  async function expectFiltered(campaignId: string): Promise<void> {
    const { store } = world;
    const calls = (filter: CallFilter) => (page: { limit: number; after?: string | undefined }) =>
      store.calls({ filter: { ...filter, campaignId } }, page);
    const contacts =
      (filter: ContactFilter) => (page: { limit: number; after?: string | undefined }) =>
        store.contacts({ campaignId, filter }, page);
    const everyCall = await pagesOf(calls({}));
    for (const { state, disposition, settlement } of everyCall) {
      const alike = everyCall.filter((call) => call.state === state);
      expect(await pagesOf(calls({ state }))).toEqual(alike);
      const rest = { ...(disposition && { disposition }), settlement };
      expect(await pagesOf(calls({ state, ...rest }))).toEqual(
        alike.filter(
          (call) =>
            call.settlement === settlement && (!disposition || call.disposition === disposition),
        ),
      );
    }
    const inAll = (filter: CallFilter) => (page: { limit: number; after?: string | undefined }) =>
      store.calls({ filter }, page);
    const ofAll = await pagesOf(inAll({}));
    for (const filter of [{ settlement: 'open' }, { disposition: 'unknown' }] as const) {
      const [[column, value]] = Object.entries(filter) as [['settlement' | 'disposition', string]];
      expect(await pagesOf(inAll(filter))).toEqual(ofAll.filter((call) => call[column] === value));
    }
    const everyContact = await pagesOf(contacts({}));
    for (const { state, dueReason } of everyContact) {
      const reason = dueReason ?? undefined;
      expect(await pagesOf(contacts({ state, reason }))).toEqual(
        everyContact.filter(
          (contact) =>
            contact.state === state && (dueReason === null || contact.dueReason === dueReason),
        ),
      );
    }
  }

  async function pagesOf<Item>(
    list: (page: {
      limit: number;
      after?: string | undefined;
    }) => Promise<{ items: Item[]; next: string | undefined }>,
  ): Promise<Item[]> {
    const items: Item[] = [];
    let after: string | undefined;
    do {
      const page = await list({ limit: 2, after });
      items.push(...page.items);
      after = page.next;
    } while (after !== undefined);
    return items;
  }
});
