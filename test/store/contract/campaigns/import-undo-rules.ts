import { describe, expect, test } from 'vitest';
import type { ImportRow, NewContact } from '../../../../src/store/campaigns/import-store.ts';
import { CONTACTS_PER_BATCH } from '../../../../src/store/campaigns/contact-job-store.ts';
import { onceKey, phone, refusalOf, type World } from '../world.ts';

const QUIET_MS = 60_000;

export function importUndoRules(world: () => World): void {
  const contacts = (...numbers: number[]): NewContact[] =>
    numbers.map((n) => ({ number: phone(n), rowKey: `key-${n}`, name: `Contact ${n}` }));
  const rowsOf = (list: readonly NewContact[]): ImportRow[] =>
    list.map((contact, index) => ({ line: index + 2, written: {}, contact }));
  const begin = (id: string, campaignId = 'c1') =>
    world().store.beginImport({
      id,
      campaignId,
      dedupe: { scope: 'campaign' },
      nowMs: world().nowMs,
    });
  const addRows = (id: string, from: number, list: readonly NewContact[], last = false) =>
    world().store.addImportRows({ id, from, rows: rowsOf(list), last, nowMs: world().nowMs });
  const undo = async (id: string, campaignId = 'c1') =>
    (await world().store.undoImport({ campaignId, id, nowMs: world().nowMs })).answer;
  const finish = async () => {
    while (await world().store.continueImportUndo());
  };
  const undone = async (id: string) => {
    await undo(id);
    await finish();
    return (await world().store.import('c1', id)).undo;
  };

  describe('the undo of an import', () => {
    test('is refused for one that is not there, of another campaign, or whose rows are being added', async () => {
      await world().draft('c1');
      await world().draft('c2');
      await begin('i1');
      expect(await refusalOf(undo('ix'))).toMatchObject({ code: 'not-found' });
      expect(await refusalOf(undo('i1', 'c2'))).toMatchObject({ code: 'not-found' });
      await addRows('i1', 0, contacts(1));
      expect(await refusalOf(undo('i1'))).toMatchObject({ code: 'import-runs' });
      world().later(QUIET_MS);
      expect((await undo('i1')).undo).toMatchObject({ withdrawn: 1 });
    });

    test('takes out its contacts and no others, so that the same people can be imported again', async () => {
      await world().draft('c1');
      await begin('undone');
      await begin('beside');
      // Two imports at the same time: positions 1, 4 and 2, 3.
      await addRows('undone', 0, contacts(1));
      await addRows('beside', 0, contacts(2, 3), true);
      await addRows('undone', 1, contacts(4), true);
      expect(await undone('undone')).toMatchObject({ state: 'done', withdrawn: 2 });
      expect(await world().contacts('c1')).toEqual({ due: 2, final: 2 });
      const again = await world().add('c1', contacts(1, 2, 4));
      expect(again).toMatchObject({ accepted: 2, duplicate: 1 });
      const [first] = (await world().store.contacts({ campaignId: 'c1', filter: {} }, { limit: 1 }))
        .items;
      expect(first).toMatchObject({
        state: 'final',
        disposition: 'not-dialled',
        dueReason: 'withdrawn',
        name: null,
        rowKey: null,
        calls: 0,
      });
      expect(JSON.stringify(first)).not.toContain(phone(1));
    });

    test('leaves those who were called', async () => {
      await world().agents('a1');
      await world().draft('c1');
      const { id } = await world().add('c1', contacts(1, 2, 3));
      await world().move('c1', 'start');
      expect(await world().claim('c1')).toHaveLength(1);
      expect(await undone(id)).toMatchObject({ withdrawn: 2 });
      expect(await world().contacts('c1')).toEqual({ claimed: 1, final: 2 });
      expect(await world().claim('c1')).toEqual([]);
    });

    test('adds no row any more, and is asked for once', async () => {
      await world().draft('c1');
      await begin('i1');
      await addRows('i1', 0, contacts(1));
      world().later(QUIET_MS);
      const input = { campaignId: 'c1', id: 'i1', nowMs: world().nowMs };
      const first = await world().store.undoImport(input, onceKey('undo'));
      expect(first.replayed).toBe(false);
      expect((await world().store.undoImport(input, onceKey('undo'))).replayed).toBe(true);
      expect(await addRows('i1', 1, contacts(2), true)).toMatchObject({
        state: 'stopped',
        rowsRead: 1,
      });
      await finish();
      world().later(1);
      // Another request changes nothing more, and says when it was undone.
      expect((await undo('i1')).undo).toEqual({
        state: 'done',
        askedAtMs: input.nowMs,
        withdrawn: 1,
      });
    });

    test('goes on by batches, after a restart too', async () => {
      await world().draft('c1');
      const many = Array.from({ length: 2 * CONTACTS_PER_BATCH + 1 }, (_, n) => n + 1);
      const { id } = await world().add('c1', contacts(...many));
      expect((await undo(id)).undo).toMatchObject({ state: 'open', withdrawn: CONTACTS_PER_BATCH });
      const other = world().another();
      while (await other.continueImportUndo());
      expect((await world().store.import('c1', id)).undo).toMatchObject({
        state: 'done',
        withdrawn: many.length,
      });
      expect(await world().store.continueImportUndo()).toBe(false);
    });
  });
}
