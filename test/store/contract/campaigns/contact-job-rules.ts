import { describe, expect, test } from 'vitest';
import type { ContactState } from '../../../../src/store/campaigns/campaign-store.ts';
import { CONTACTS_PER_BATCH as BATCH } from '../../../../src/store/campaigns/contact-job-store.ts';
import { phone, refusalOf, type World } from '../world.ts';

/** What concerns many contacts is done in short transactions; what was promised holds from the first on. */
export function contactJobRules(world: () => World): void {
  const MANY = 2 * BATCH + 10;
  const numbers = Array.from({ length: MANY }, (_, index) => phone(index));
  const progress = (id: string) => world().store.campaignProgress(id, world().nowMs);
  const next = () => world().store.continueContactJob(world().nowMs);

  async function toTheEnd(store = world().store): Promise<void> {
    while (await store.continueContactJob(world().nowMs));
  }

  /** The tallies beside the counts of the rows. */
  async function counted(id: string): Promise<Partial<Record<ContactState, number>>> {
    const { contacts } = await progress(id);
    const rows: Partial<Record<ContactState, number>> = {};
    for (let after: string | undefined; ;) {
      const page = await world().store.contacts(
        { campaignId: id, filter: {} },
        { limit: 500, after },
      );
      for (const { state } of page.items) rows[state] = (rows[state] ?? 0) + 1;
      after = page.next;
      if (after === undefined) break;
    }
    expect(contacts).toMatchObject(rows);
    expect(Object.values(contacts).reduce((sum, count) => sum + count)).toBe(
      Object.values(rows).reduce((sum, count) => sum + count),
    );
    return rows;
  }

  describe('many contacts', () => {
    test('a cancelled campaign claims nobody from then on; its contacts are closed batch by batch', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', numbers);
      await world().claim('c1', 1);
      await world().move('c1', 'cancel');
      expect(await world().claim('c1')).toEqual([]);
      expect(await counted('c1')).toEqual({ claimed: 1, final: BATCH - 1, due: BATCH + 10 });
      expect((await progress('c1')).contactJob).toMatchObject({
        kind: 'close',
        done: BATCH,
        total: MANY,
      });
      expect(await next()).toMatchObject({ campaignId: 'c1', done: 2 * BATCH });
      expect(await counted('c1')).toEqual({ claimed: 1, final: 2 * BATCH - 1, due: 10 });
      expect(await next()).toMatchObject({ done: MANY, total: MANY });
      expect(await counted('c1')).toEqual({ claimed: 1, final: MANY - 1 });
      expect((await progress('c1')).contactJob).toBeNull();
      expect(await next()).toBeUndefined();
    });

    test('a contact of a cancelled campaign that is not closed yet is not shown as queued', async () => {
      await world().campaign('c1', numbers);
      await world().move('c1', 'cancel');
      expect(await world().store.call(`c1.${MANY}.1`)).toMatchObject({
        state: 'ended',
        disposition: 'not-dialled',
        reason: 'the campaign ended first',
      });
    });

    test('another process goes on where one stopped', async () => {
      await world().campaign('c1', numbers);
      await world().move('c1', 'cancel');
      await world().store.close();
      const other = world().another();
      expect(await other.continueContactJob(world().nowMs)).toMatchObject({ done: 2 * BATCH });
      await toTheEnd(other);
      const { contacts, contactJob } = await other.campaignProgress('c1', world().nowMs);
      expect([contacts, contactJob]).toEqual([
        { due: 0, claimed: 0, final: MANY, locked: 0 },
        null,
      ]);
    });

    test('two processes at once make each batch once', async () => {
      await world().draft('c1');
      await world().append('c1', numbers);
      await clone('c1', 'c2');
      const other = world().another();
      await Promise.all([toTheEnd(), toTheEnd(other)]);
      expect(await counted('c2')).toEqual({ due: MANY });
    });

    test('jobs of several campaigns take turns', async () => {
      for (const id of ['c1', 'c2']) await world().campaign(id, numbers);
      await world().move('c1', 'cancel');
      world().later(1);
      await world().move('c2', 'cancel');
      world().later(1);
      const turns = [await next()];
      world().later(1);
      turns.push(await next());
      expect(turns.map((job) => job?.campaignId)).toEqual(['c1', 'c2']);
    });

    test('a deadline closes what is due the same way, as too late', async () => {
      await world().campaign('c1', numbers, { deadlineAtMs: world().nowMs + 1_000 });
      world().later(1_000);
      await world().claim('c1');
      expect(await counted('c1')).toEqual({ final: BATCH, due: BATCH + 10 });
      await toTheEnd();
      const filter = { reason: 'too-late' } as const;
      const { items } = await world().store.contacts({ campaignId: 'c1', filter }, { limit: MANY });
      expect(items).toHaveLength(MANY);
    });

    test('an edit of the rules makes those due again who had been put off, batch by batch', async () => {
      await world().draft('c1');
      const notBeforeMs = world().nowMs + 60_000;
      const later = numbers.map((number) => ({ number, rowKey: null, name: null, notBeforeMs }));
      await world().add('c1', later);
      const edit = (change: object) =>
        world().store.editCampaign({
          id: 'c1',
          change: (known) => ({ ...known, policy: { ...known.policy, ...change } }),
          nowMs: world().nowMs,
        });
      await edit({ weight: 2 });
      const put = async () => {
        const filter = { reason: 'not-before' } as const;
        const at = { campaignId: 'c1', filter };
        return (await world().store.contacts(at, { limit: MANY })).items.length;
      };
      expect(await put()).toBe(MANY - BATCH);
      // One edit more begins from the first contact again.
      await edit({ weight: 3 });
      expect((await progress('c1')).contactJob).toMatchObject({ kind: 'recheck', done: BATCH });
      await toTheEnd();
      expect(await put()).toBe(0);
    });
  });

  const clone = (of: string, id: string, contacts: 'all' | 'not-reached' = 'all') =>
    world().store.cloneCampaign({ of, id, name: null, contacts, nowMs: world().nowMs });

  describe('a clone of many contacts', () => {
    async function withMany(): Promise<void> {
      await world().draft('c1');
      await world().append('c1', numbers);
    }

    test('has the first of them at once and the others in time, in their order', async () => {
      await withMany();
      const { contacts, job } = (await clone('c1', 'c2')).answer;
      expect([contacts, job]).toMatchObject([BATCH, { kind: 'copy', done: BATCH, total: MANY }]);
      await next();
      expect(await counted('c2')).toEqual({ due: 2 * BATCH });
      await next();
      const page = { limit: MANY };
      const { items } = await world().store.contacts({ campaignId: 'c2', filter: {} }, page);
      expect(items.map(({ number, position }) => [number, position])).toEqual(
        numbers.map((number, index) => [number, index + 1]),
      );
    });

    test('may be started meanwhile, and does not end before it has all of them', async () => {
      const first = numbers.slice(0, BATCH + 1);
      await world().agents('a1');
      await world().draft('c1');
      await world().append('c1', first);
      await world().store.putSuppressionList({ id: 'l', name: 'L', nowMs: world().nowMs });
      await world().store.suppress({
        list: 'l',
        numbers: first.slice(0, BATCH),
        untilMs: null,
        nowMs: world().nowMs,
      });
      await clone('c1', 'c2');
      await world().move('c2', 'start');
      expect(await world().claim('c2')).toEqual([]);
      expect(await progress('c2')).toMatchObject({
        campaign: { state: 'running' },
        contacts: { final: BATCH },
        waitingFor: { reason: 'contacts', text: 'its contacts are still being copied' },
      });
      await toTheEnd();
      expect(await world().claim('c2')).toEqual([`c2.${BATCH + 1}.1`]);
    });

    test('takes contacts of its own meanwhile; a row key that was added first is not copied', async () => {
      await world().draft('c1');
      const keyed = numbers.map((number, n) => ({ number, rowKey: `row ${n}`, name: null }));
      await world().add('c1', keyed);
      await clone('c1', 'c2');
      await world().add('c2', [{ number: phone(9_000), rowKey: `row ${BATCH}`, name: 'first' }]);
      await toTheEnd();
      expect(await counted('c2')).toEqual({ due: MANY });
      expect(await world().append('c2', [phone(9_001)])).toMatchObject({ firstContact: MANY + 1 });
    });

    test('is not cloned with its contacts before it has them', async () => {
      await withMany();
      await clone('c1', 'c2');
      expect(await refusalOf(clone('c2', 'c3'))).toMatchObject({ code: 'being-copied' });
      await toTheEnd();
      expect((await clone('c2', 'c3')).answer.job).toMatchObject({ total: MANY });
    });

    test('that is cancelled meanwhile takes no more', async () => {
      await withMany();
      await clone('c1', 'c2');
      await world().move('c2', 'cancel');
      await toTheEnd();
      expect(await counted('c2')).toEqual({ final: BATCH });
    });
  });
}
