import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { CampaignSettings } from '../../../../src/store/campaigns/campaign-store.ts';
import type { IdempotencyKey } from '../../../../src/store/requests.ts';
import { ENTRIES_PER_BATCH as BATCH } from '../../../../src/store/campaigns/suppression-store.ts';
import { onceKey, phone, refusalOf, type World } from '../world.ts';

export function suppressionRules(world: () => World): void {
  const list = (id: string) =>
    world().store.putSuppressionList({ id, name: `List ${id}`, nowMs: world().nowMs });
  const suppress = async (id: string, numbers: string[], untilMs: number | null = null) =>
    (await world().store.suppress({ list: id, numbers, untilMs, nowMs: world().nowMs })).answer;

  const drop = async (id: string, how: { replaceWith?: string; forced?: boolean } = {}) => {
    const { replaceWith = null, forced = false } = how;
    const removal = { id, replaceWith, forced, nowMs: world().nowMs };
    return (await world().store.dropSuppressionList(removal)).answer;
  };

  let asked = 0;
  /** The lists that keep a number out of an import, in a campaign for which every list counts. */
  const listsHolding = async (number: string): Promise<string[]> => {
    const campaign = `ask-${++asked}`;
    await world().draft(campaign);
    const { id } = await world().append(campaign, [number]);
    const { items } = await world().store.leftOutRows(id, { limit: 1 });
    return items.map(({ reason }) => reason.replace('on the suppression list ', ''));
  };

  describe('a suppression list that is a copy of a registry', () => {
    const DAY_MS = 24 * 3_600_000;
    const copied = async (asOfMs: number, days = 31) => {
      const { store, nowMs } = world();
      const copy = { asOfMs, maxAgeMs: days * DAY_MS };
      await store.putSuppressionList({ id: 'registry', name: 'Registry', copy, nowMs });
    };
    const why = async () => {
      const { campaign } = await world().store.campaignProgress('c1', world().nowMs);
      return [campaign.state, campaign.stateReason];
    };
    const TOO_OLD = expect.stringMatching(
      /^the suppression list registry is a copy of \d{4}-\d\d-\d\d and may be 31 days old at most: add the numbers of a new copy/,
    );

    test('pauses its campaigns once it is too old, with the reason, until a newer copy is there', async () => {
      const madeAtMs = world().nowMs;
      await copied(madeAtMs);
      await world().agents('a1');
      await world().campaign('c1', [phone(1)], { keepOpen: true });
      world().later(31 * DAY_MS);
      const [ref] = await world().claim('c1');
      await world().live(ref!);
      await world().end(ref!);
      await world().append('c1', [phone(2)]);
      world().later(1);
      expect(await world().claim('c1')).toEqual([]);
      expect(await why()).toEqual(['paused', TOO_OLD]);
      await world().move('c1', 'resume');
      expect(await world().claim('c1')).toEqual([]);
      await copied(world().nowMs);
      await world().move('c1', 'resume');
      expect(await world().claim('c1')).toHaveLength(1);
    });

    test('keeps a call that was claimed before from being placed, and its contact stays due', async () => {
      await copied(world().nowMs);
      const ref = await world().oneClaimed();
      world().later(31 * DAY_MS + 1);
      expect(await world().intent({ ref, placement: 1 })).toEqual({
        kind: 'admission',
        admission: { kind: 'no', reason: 'list-too-old', dueAtMs: 'now' },
      });
      expect(await why()).toEqual(['paused', TOO_OLD]);
      expect(await world().contacts('c1')).toEqual({ due: 1 });
    });

    test('gives no agent a next call', async () => {
      await copied(world().nowMs);
      await world().agents('a1');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [ref] = await world().claim('c1');
      await world().live(ref!);
      world().later(31 * DAY_MS + 1);
      expect(await world().endAndClaim(ref!)).toBeNull();
    });

    test('does not count for a campaign that names others, and no more once it is removed or no copy', async () => {
      await copied(world().nowMs - 40 * DAY_MS);
      await list('own');
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('named', [phone(1)], { suppressionLists: ['own'] });
      expect(await world().claim('named')).toHaveLength(1);
      const { store, nowMs } = world();
      await store.putSuppressionList({ id: 'registry', name: 'Ours', copy: null, nowMs });
      await world().campaign('c2', [phone(2)]);
      expect(await world().claim('c2')).toHaveLength(1);
      await copied(nowMs - 40 * DAY_MS);
      await drop('registry', { forced: true });
      await world().campaign('c3', [phone(3)]);
      expect(await world().claim('c3')).toHaveLength(1);
    });

    test('keeps its age when it is renamed', async () => {
      const { nowMs } = world();
      await copied(nowMs);
      await world().store.putSuppressionList({ id: 'registry', name: 'Other', nowMs });
      expect(await world().store.suppressionLists()).toMatchObject([
        { name: 'Other', asOfMs: nowMs, maxAgeMs: 31 * DAY_MS },
      ]);
    });
  });

  describe('a suppression list that is missing', () => {
    const naming = { suppressionLists: ['own'] };
    const stand = async (id: string) => {
      const { campaign, waitingFor } = await world().store.campaignProgress(id, world().nowMs);
      return { state: campaign.state, why: campaign.stateReason, waits: waitingFor?.text };
    };
    const missing = 'the suppression list own does not exist';
    const paused = { state: 'paused', why: missing, waits: `the campaign is paused: ${missing}` };

    test('is not named by a policy: created, edited and cloned campaigns are refused', async () => {
      const { store, nowMs } = world();
      const refused = { code: 'unknown-list', facts: { lists: ['own'] } };
      expect(await refusalOf(world().draft('c1', naming))).toMatchObject(refused);
      await world().draft('c1');
      const change = (known: CampaignSettings) => ({
        ...known,
        policy: { ...known.policy, ...naming },
      });
      expect(await refusalOf(store.editCampaign({ id: 'c1', change, nowMs }))).toMatchObject(
        refused,
      );
      await list('own');
      await world().draft('c2', naming);
      await drop('own', { forced: true });
      const clone = { of: 'c2', name: null, contacts: 'none', nowMs } as const;
      expect(await refusalOf(store.cloneCampaign({ ...clone, id: 'c3' }))).toMatchObject(refused);
      await store.cloneCampaign({ ...clone, id: 'c3', suppressionLists: null });
      expect((await store.campaign('c3')).policy.suppressionLists).toBeNull();
    });

    test('pauses its campaign at the claim, with the reason', async () => {
      await list('own');
      await world().agents('a1');
      await world().draft('c1', naming);
      await world().append('c1', [phone(1)]);
      await drop('own', { forced: true });
      await world().move('c1', 'start');
      expect(await world().claim('c1')).toEqual([]);
      expect(await stand('c1')).toEqual(paused);
      await world().move('c1', 'resume');
      expect(await world().claim('c1')).toEqual([]);
      await list('own');
      await world().move('c1', 'resume');
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
    });

    test('keeps a call that was claimed before from its POST, and its contact waits', async () => {
      await list('own');
      await world().agents('a1');
      await world().campaign('c1', [phone(1)], naming);
      const [ref] = await world().claim('c1');
      await drop('own', { forced: true });
      await world().move('c1', 'resume');
      expect(await world().intent({ ref: ref!, placement: 1 })).toEqual({
        kind: 'admission',
        admission: { kind: 'no', reason: 'list-missing', dueAtMs: 'now' },
      });
      expect(await stand('c1')).toEqual(paused);
      expect(await world().contacts('c1')).toEqual({ due: 1 });
    });
  });

  describe('a suppression list in use', () => {
    test('is not dropped, and the refusal names who uses it', async () => {
      await list('own');
      await suppress('own', [phone(9)]);
      await world().draft('c1', { suppressionLists: ['own'] });
      await world().draft('c2');
      await world().draft('c3', { suppressionLists: [] });
      await world().draft('c4', { suppressionLists: ['own'] });
      await world().move('c4', 'cancel');
      expect(await refusalOf(drop('own'))).toMatchObject({
        code: 'list-in-use',
        facts: { campaigns: [{ id: 'c1' }, { id: 'c2' }], campaigns_total: 2 },
      });
      expect(await listsHolding(phone(9))).toEqual(['own']);
    });

    test('that holds no number may go where campaigns count every list', async () => {
      await list('own');
      await world().draft('c1');
      expect(await drop('own')).toEqual({ id: 'own', campaigns: [] });
    });

    test('is replaced in the policies that name it, and counts for calls that were claimed', async () => {
      await list('own');
      await list('new');
      await world().agents('a1');
      await world().campaign('c1', [phone(1)], { suppressionLists: ['own', 'new'] });
      await world().campaign('c2', [phone(2)], { suppressionLists: ['own'] });
      const [ref] = await world().claim('c1');
      await suppress('new', [phone(1)]);
      await drop('own', { replaceWith: 'new' });
      const known = await Promise.all(['c1', 'c2'].map((id) => world().store.campaign(id)));
      expect(known).toMatchObject([
        { policyVersion: 2, state: 'running', policy: { suppressionLists: ['new'] } },
        { policyVersion: 2, state: 'running', policy: { suppressionLists: ['new'] } },
      ]);
      expect(await world().intent({ ref: ref!, placement: 1 })).toMatchObject({
        admission: { reason: 'suppressed' },
      });
      const audit = await world().store.audit({ what: 'campaign.edited' }, { limit: 10 });
      expect(audit.items.map(({ target, before, after }) => [target, before, after])).toEqual([
        ['campaigns/c2', { suppressionLists: ['own'] }, { suppressionLists: ['new'] }],
        ['campaigns/c1', { suppressionLists: ['own', 'new'] }, { suppressionLists: ['new'] }],
      ]);
    });

    test('is not replaced where campaigns that name no list count it: nothing would take its place', async () => {
      await list('own');
      await list('new');
      await suppress('own', [phone(1)]);
      await world().campaign('c1', [phone(2)]);
      expect(await refusalOf(drop('own', { replaceWith: 'new' }))).toMatchObject({
        code: 'list-in-use',
        facts: { campaigns: [{ id: 'c1' }] },
      });
      await drop('own', { replaceWith: 'new', forced: true });
    });

    test('is replaced by a list that exists, and not by itself', async () => {
      await list('own');
      for (const replaceWith of ['own', 'none']) {
        expect(await refusalOf(drop('own', { replaceWith }))).toMatchObject({
          code: 'unknown-list',
          facts: { parameter: 'replace_with' },
        });
      }
    });

    test('is deleted where that is forced; campaigns that name it are paused, and the audit shows both', async () => {
      await list('own');
      await world().campaign('c1', [phone(1)], { suppressionLists: ['own'] });
      const dropped = await drop('own', { forced: true });
      expect(dropped.campaigns).toMatchObject([{ id: 'c1', state: 'paused' }]);
      const audit = await world().store.audit({}, { limit: 2 });
      expect(audit.items).toMatchObject([
        {
          what: 'suppression-list.dropped',
          before: { campaigns: [{ id: 'c1', state: 'running' }] },
          after: { forced: true, campaigns: [{ id: 'c1', state: 'paused' }] },
        },
        { what: 'campaign.moved', after: { reason: 'the suppression list own does not exist' } },
      ]);
    });
  });

  describe('a suppressed direct call', () => {
    const ask = async (n: number) => {
      const input = { number: phone(n), name: null, agentId: null, nowMs: world().nowMs };
      return (await world().store.addDirectCall(input)).answer;
    };

    test('ends at once, and is shown as suppressed', async () => {
      await list('own');
      await suppress('own', [phone(1)]);
      const reason = 'suppressed: the number is on a suppression list';
      expect(await ask(1)).toEqual({ ref: 'direct.1.1', state: 'ended', reason });
      const call = await world().store.call('direct.1.1');
      expect(call).toMatchObject({ state: 'ended', disposition: 'not-dialled', reason });
      expect(await ask(2)).toEqual({ ref: 'direct.2.1', state: 'queued', reason: null });
    });

    test('is shown as suppressed too where the number was suppressed while it waited', async () => {
      await list('own');
      await world().agents('a1');
      const { ref } = await ask(1);
      await suppress('own', [phone(1)]);
      expect(await world().claim('direct')).toEqual([]);
      expect((await world().store.call(ref)).reason).toContain('suppressed');
    });
  });

  describe('suppression lists', () => {
    test('a list or a number that is not there is refused', async () => {
      const { store } = world();
      expect(await refusalOf(suppress('none', [phone(1)]))).toMatchObject({ code: 'not-found' });
      expect(await refusalOf(drop('none'))).toMatchObject({ code: 'not-found' });
      await list('own');
      const gone = store.unsuppress({ list: 'own', number: phone(1) });
      expect(await refusalOf(gone)).toMatchObject({ code: 'not-found' });
    });

    test('a suppressed contact is not claimed and is final, without a call', async () => {
      await list('own');
      await world().agents('a1');
      await world().campaign('c1', [phone(1), phone(2)]);
      await suppress('own', [phone(1)]);
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
      expect(await world().contacts('c1')).toEqual({ final: 1, claimed: 1 });
    });

    test('a number added after the claim is not dialled', async () => {
      const ref = await world().oneClaimed();
      await list('own');
      await suppress('own', [phone(1)]);
      expect(await world().intent({ ref, placement: 1 })).toEqual({
        kind: 'admission',
        admission: { kind: 'no', reason: 'suppressed', dueAtMs: null },
      });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('an entry ends when it expires, and an entry taken away at once', async () => {
      await list('own');
      await suppress('own', [phone(1)], world().nowMs + 1_000);
      await suppress('own', [phone(2)]);
      const { store } = world();
      expect(await listsHolding(phone(1))).toEqual(['own']);
      world().later(1_000);
      expect(await listsHolding(phone(1))).toEqual([]);
      await store.unsuppress({ list: 'own', number: phone(2) });
      expect(await listsHolding(phone(2))).toEqual([]);
    });

    test('a campaign that names its lists is not held by others', async () => {
      await list('a');
      await list('b');
      await suppress('a', [phone(1)]);
      await suppress('b', [phone(2)]);
      await world().agents('a1');
      await world().campaign('c1', [phone(1), phone(2)], { suppressionLists: ['b'] });
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
    });

    test('they are counted and read page by page', async () => {
      await list('own');
      const numbers = [1, 2, 3].map(phone).toSorted();
      expect(await suppress('own', numbers)).toEqual({ added: 3, known: 0, erased: 0 });
      expect(await suppress('own', numbers.slice(0, 1))).toEqual({ added: 0, known: 1, erased: 0 });
      expect(await world().store.suppressionLists()).toMatchObject([
        { id: 'own', name: 'List own', numbers: 3 },
      ]);
      const first = await world().store.suppressions('own', { limit: 2 });
      expect(first.items.map(({ number }) => number)).toEqual(numbers.slice(0, 2));
      const rest = await world().store.suppressions('own', { limit: 2, after: first.next });
      expect(rest).toMatchObject({ items: [{ number: numbers[2] }], next: undefined });
    });

    test('its count follows what is added and taken off, expired entries included', async () => {
      await list('own');
      await list('other');
      const counts = async () =>
        (await world().store.suppressionLists()).map(({ id, numbers }) => [id, numbers]);
      await suppress('own', [phone(1), phone(2), phone(1)]);
      await suppress('own', [phone(2)], world().nowMs + 1_000);
      await suppress('other', [phone(2)]);
      world().later(1_000);
      expect(await counts()).toEqual([
        ['other', 1],
        ['own', 2],
      ]);
      await world().store.unsuppress({ list: 'own', number: phone(1) });
      await drop('other');
      expect(await counts()).toEqual([['own', 1]]);
    });

    test('a long list that is dropped holds nobody at once; its entries are deleted batch by batch', async () => {
      const numbers = Array.from({ length: 2 * BATCH + 10 }, (_, n) => phone(n));
      const last = numbers.at(-1)!;
      await list('own');
      await world().agents('a1');
      await world().campaign('c1', [last]);
      await suppress('own', numbers);
      await drop('own', { forced: true });
      const { store } = world();
      expect(await store.suppressionLists()).toEqual([]);
      expect(await listsHolding(last)).toEqual([]);
      expect(await refusalOf(suppress('own', [last]))).toMatchObject({ code: 'not-found' });
      const off = store.unsuppress({ list: 'own', number: last });
      expect(await refusalOf(off)).toMatchObject({ code: 'not-found' });
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
      const deleted = [];
      while (await store.continueListRemoval()) deleted.push(BATCH);
      expect(deleted).toEqual([BATCH, BATCH]);
    });

    test('a list of the same id may be made while the entries of the one before are deleted', async () => {
      const numbers = Array.from({ length: BATCH + 10 }, (_, n) => phone(n));
      await list('own');
      await suppress('own', numbers);
      await drop('own');
      expect((await list('own')).answer).toMatchObject({ id: 'own', numbers: 0 });
      const last = numbers.at(-1)!;
      expect(await suppress('own', [last])).toEqual({ added: 1, known: 0, erased: 0 });
      expect(await world().store.continueListRemoval()).toBe(true);
      expect(await world().store.continueListRemoval()).toBe(false);
      expect(await listsHolding(last)).toEqual(['own']);
      expect(await world().store.suppressionLists()).toMatchObject([{ id: 'own', numbers: 1 }]);
    });

    test('a list that is dropped holds nobody', async () => {
      await list('own');
      await suppress('own', [phone(1)]);
      await drop('own');
      expect(await listsHolding(phone(1))).toEqual([]);
    });
  });

  describe('a long list of numbers', () => {
    const numbers = Array.from({ length: 3 * BATCH + 10 }, (_, n) => phone(n));
    const own = () => ({ list: 'own', numbers, untilMs: null, nowMs: world().nowMs });
    const count = async () => (await world().store.suppressionLists())[0]!.numbers;
    /** Until so many are on the list, or the work has ended. */
    const untilCount = async (least: number) => {
      while ((await count()) < least) await turn();
    };
    /** A process that dies once so many have been added. */
    const cutOff = async (at: number, key?: IdempotencyKey) => {
      const dying = world().another();
      const cut = dying.suppress(own(), key).catch((error: unknown) => error);
      await untilCount(at);
      await dying.close();
      expect(await cut).toBeInstanceOf(Error);
      return count();
    };

    test('is added batch by batch, and each batch counts at once', async () => {
      await list('own');
      const added = world().another().suppress(own());
      await untilCount(1);
      expect(await count()).toBeLessThanOrEqual(2 * BATCH);
      expect(await listsHolding(phone(0))).toEqual(['own']);
      expect((await added).answer).toEqual({ added: numbers.length, known: 0, erased: 0 });
      expect(await count()).toBe(numbers.length);
    });

    test('shows how many were new, whatever batch they are in, and the audit who began and the result', async () => {
      await list('own');
      await suppress('own', [phone(7), phone(2 * BATCH + 7)]);
      const twice = [...numbers, phone(1), phone(3 * BATCH)];
      expect(await suppress('own', twice)).toEqual({
        added: numbers.length - 2,
        known: 4,
        erased: 0,
      });
      const { items } = await world().store.audit({}, { limit: 2 });
      expect(items.map(({ what, after }) => [what, after])).toEqual([
        ['suppressions.added', { added: numbers.length - 2, known: 4, erased: 0, untilMs: null }],
        ['suppressions.adding', { numbers: twice.length, untilMs: null }],
      ]);
    });

    test('cut off half way: what was added stays; a repeat of the key adds the rest and answers for all of it', async () => {
      await list('own');
      const half = await cutOff(BATCH, onceKey('k'));
      expect(half).toBeLessThan(numbers.length);
      const { store } = world();
      const changed = store.suppress({ ...own(), untilMs: 1 }, onceKey('k', 'another body'));
      expect(await refusalOf(changed)).toMatchObject({ code: 'key-reused' });
      const answer = { added: numbers.length, known: 0, erased: 0 };
      expect(await store.suppress(own(), onceKey('k'))).toEqual({ answer, replayed: false });
      expect(await store.suppress(own(), onceKey('k'))).toEqual({ answer, replayed: true });
      expect(await count()).toBe(numbers.length);
      const { items } = await store.audit({}, { limit: 3 });
      expect(items.map(({ what }) => what)).toEqual([
        'suppressions.added',
        'suppressions.adding',
        'suppression-list.put',
      ]);
    });

    test('cut off half way, its progress is stored without a digest that can be computed from the body', async () => {
      await list('own');
      const digest = 'digest of a body that is numbers';
      await cutOff(BATCH, onceKey('k', digest));
      const tables = (await world().dump()).split('\n');
      const progress = tables.find((table) => table.startsWith('suppression_additions '));
      expect(progress).toContain('"key":"k"');
      expect(progress).not.toContain(digest);
    });

    test('cut off half way without a key: a repeat adds the rest, and finds the others known', async () => {
      await list('own');
      const half = await cutOff(BATCH);
      const rest = numbers.length - half;
      expect(await suppress('own', numbers)).toEqual({ added: rest, known: half, erased: 0 });
    });

    test('sent twice at once with one key, each number is counted once', async () => {
      await list('own');
      const stores = [world().store, world().another()];
      const answers = await Promise.all(stores.map((s) => s.suppress(own(), onceKey('k'))));
      const answer = { added: numbers.length, known: 0, erased: 0 };
      expect(answers.map((each) => each.answer)).toEqual([answer, answer]);
      expect(answers.filter(({ replayed }) => replayed)).toHaveLength(1);
    });

    test('whose list is dropped and made anew half way is whole on the new one', async () => {
      await list('own');
      await cutOff(BATCH, onceKey('k'));
      await drop('own');
      while (await world().store.continueListRemoval());
      const repeat = () => world().store.suppress(own(), onceKey('k'));
      expect(await refusalOf(repeat())).toMatchObject({ code: 'not-found' });
      await list('own');
      expect((await repeat()).answer).toEqual({ added: numbers.length, known: 0, erased: 0 });
      expect(await count()).toBe(numbers.length);
    });
  });
}
