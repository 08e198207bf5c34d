import type { ContactSelection } from '../../../../src/domain/contacts/contact-selection.ts';
import { NO_DETAILS, type ContactDetails } from '../../../../src/domain/contacts/details.ts';
import { describe, expect, test } from 'vitest';
import type { ClonedContacts } from '../../../../src/store/campaigns/campaign-store.ts';
import { onceKey, phone, refusalOf, UNREACHED, type World } from '../world.ts';

const HOUR = 3_600_000;

export function lifeRules(world: () => World): void {
  const plan = (id: string, startsAtMs: number) =>
    world().store.moveCampaign({ id, move: 'start', startsAtMs, nowMs: world().nowMs });
  const state = async (id: string) => (await world().store.campaign(id)).state;
  const waits = async (id: string) => (await world().progress(id)).waitingFor;

  async function scheduled(): Promise<number> {
    await world().agents('a1');
    await world().draft('c1');
    await world().append('c1', [phone(1)]);
    const startsAtMs = world().nowMs + HOUR;
    await plan('c1', startsAtMs);
    return startsAtMs;
  }

  describe('a planned start', () => {
    test.each([0, -1])('%i ms from now is refused, and changes nothing', async (aheadMs) => {
      await world().draft('c1');
      expect(await refusalOf(plan('c1', world().nowMs + aheadMs))).toEqual({
        code: 'wrong-time',
        facts: { field: 'at' },
      });
      expect(await state('c1')).toBe('draft');
    });

    test('after the deadline is refused, and so is a deadline before it', async () => {
      const deadlineAtMs = world().nowMs + HOUR;
      await world().draft('c1', { deadlineAtMs });
      expect(await refusalOf(plan('c1', deadlineAtMs))).toMatchObject({ code: 'wrong-time' });
      await plan('c1', deadlineAtMs - 1_000);
      const change = (known: object) => ({ ...known, deadlineAtMs: deadlineAtMs - 2_000 }) as never;
      const edit = world().store.editCampaign({ id: 'c1', change, nowMs: world().nowMs });
      expect(await refusalOf(edit)).toMatchObject({ code: 'wrong-time' });
    });

    test('nobody is dialled before it; at its instant the campaign runs by itself', async () => {
      const startsAtMs = await scheduled();
      expect(await world().claim('c1')).toEqual([]);
      expect(await waits('c1')).toMatchObject({ reason: 'start', untilMs: startsAtMs });
      world().later(HOUR - 1);
      expect(await world().claim('c1')).toEqual([]);
      world().later(1);
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
      expect(await world().store.campaign('c1')).toMatchObject({
        state: 'running',
        startsAtMs: null,
      });
    });

    test('contacts may be added meanwhile', async () => {
      await scheduled();
      expect(await world().append('c1', [phone(2)])).toMatchObject({ accepted: 1 });
    });

    test('it may be planned anew, made at once, taken back or cancelled', async () => {
      const startsAtMs = await scheduled();
      expect((await plan('c1', startsAtMs + 1)).answer.startsAtMs).toBe(startsAtMs + 1);
      expect(await world().move('c1', 'unschedule')).toMatchObject({
        state: 'draft',
        startsAtMs: null,
      });
      world().later(2 * HOUR);
      expect(await world().claim('c1')).toEqual([]);
      await plan('c1', world().nowMs + HOUR);
      expect(await world().move('c1', 'start')).toMatchObject({
        state: 'running',
        startsAtMs: null,
      });
      expect(await refusalOf(plan('c1', world().nowMs + HOUR))).toMatchObject({
        code: 'illegal-move',
      });
    });

    test('cancelled, it never starts', async () => {
      await scheduled();
      await world().move('c1', 'cancel');
      world().later(2 * HOUR);
      expect(await world().claim('c1')).toEqual([]);
      expect(await state('c1')).toBe('cancelled');
    });

    test('the sweep sees to it', async () => {
      await scheduled();
      const found = await world().store.sweep({ nowMs: world().nowMs, graceMs: 0, limit: 10 });
      expect(found.runningCampaigns).toEqual(['c1']);
    });
  });

  describe('a deadline', () => {
    test('that has passed is refused, when made, edited and at the start', async () => {
      const past = { deadlineAtMs: world().nowMs };
      expect(await refusalOf(world().draft('c1', past))).toEqual({
        code: 'wrong-time',
        facts: { field: 'deadline_at' },
      });
      await world().draft('c2', { deadlineAtMs: world().nowMs + HOUR });
      const change = (known: object) => ({ ...known, ...past }) as never;
      const edit = world().store.editCampaign({ id: 'c2', change, nowMs: world().nowMs });
      expect(await refusalOf(edit)).toMatchObject({ code: 'wrong-time' });
      world().later(HOUR);
      expect(await refusalOf(world().move('c2', 'start'))).toMatchObject({ code: 'wrong-time' });
    });

    test('ends what is due, redials too, and with the last call the campaign', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [1, 2, 3].map(phone), {
        deadlineAtMs: world().nowMs + 1_000,
        keepOpen: true,
      });
      const [one, two] = await world().claim('c1', 2);
      await world().live(one!);
      await world().live(two!);
      await world().end(one!, UNREACHED);
      world().later(1_000);
      expect(await world().claim('c1')).toEqual([]);
      expect(await waits('c1')).toMatchObject({ reason: 'calls' });
      expect(await state('c1')).toBe('running');
      await world().end(two!, UNREACHED);
      await world().claim('c1');
      const progress = await world().progress('c1');
      expect(progress.campaign.state).toBe('completed');
      expect(progress.contactsByDisposition).toEqual({ 'customer-unreached': 2, 'not-dialled': 1 });
    });

    test('a call that was claimed before it is not dialled after it', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)], { deadlineAtMs: world().nowMs + 1_000 });
      const [ref] = await world().claim('c1');
      world().later(1_001);
      expect(await world().intent({ ref: ref!, placement: 1 })).toMatchObject({
        admission: { reason: 'too-late', dueAtMs: null },
      });
    });

    test('ends a paused campaign as well', async () => {
      await world().campaign('c1', [phone(1)], { deadlineAtMs: world().nowMs + 1_000 });
      await world().move('c1', 'pause');
      world().later(1_000);
      await world().claim('c1');
      expect(await state('c1')).toBe('completed');
    });

    test('cuts every wait, and the wait shows it', async () => {
      const deadlineAtMs = world().nowMs + 10_000;
      await world().agents('a1');
      await world().campaign('c1', [phone(1)], { deadlineAtMs });
      const [ref] = await world().claim('c1');
      await world().live(ref!);
      await world().end(ref!, UNREACHED);
      expect(await waits('c1')).toMatchObject({
        text: 'the next contact is due later; the deadline comes first',
        untilMs: deadlineAtMs,
      });
      await world().move('c1', 'pause');
      expect(await waits('c1')).toMatchObject({ text: expect.stringContaining('deadline') });
    });

    test('may be moved, or taken away, while the campaign runs', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)], { deadlineAtMs: world().nowMs + 1_000 });
      const change = (known: object) => ({ ...known, deadlineAtMs: null }) as never;
      await world().store.editCampaign({ id: 'c1', change, nowMs: world().nowMs });
      world().later(2_000);
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
      // The rules have not changed.
      expect((await world().store.campaign('c1')).policyVersion).toBe(1);
    });
  });

  describe('a pause', () => {
    test('shows who asked for it, until it is gone', async () => {
      await world().campaign('c1', [phone(1)]);
      const move = (to: 'pause' | 'resume', key: string) =>
        world().store.moveCampaign({ id: 'c1', move: to, nowMs: world().nowMs }, onceKey(key));
      await move('pause', 'k1');
      const { waitingFor } = await world().progress('c1');
      expect(waitingFor).toMatchObject({
        reason: 'resume',
        text: 'the campaign is paused: asked for by API key caller',
      });
      await move('resume', 'k2');
      expect(await world().store.campaign('c1')).toMatchObject({ stateReason: null });
    });
  });

  describe('a clone', () => {
    const clone = (contacts: ClonedContacts, name: string | null = null) =>
      world().store.cloneCampaign({ of: 'c1', id: 'c2', name, contacts, nowMs: world().nowMs });

    async function finished(): Promise<void> {
      await world().agents('a1', 'a2', 'a3', 'a4');
      await world().campaign('c1', [1, 2, 3, 4, 5].map(phone), {
        maxLiveCalls: 4,
        redial: { maxAttempts: 1, maxCalls: 1, rules: {} },
      });
      const [one, two, three, four] = await world().claim('c1');
      await world().live(one!);
      await world().end(one!);
      await world().live(two!);
      await world().end(two!, UNREACHED);
      await world().refuse(await world().placing(three!), 422, { code: 'why' });
      const lost = await world().placing(four!);
      await world().noAnswer(lost);
      await world().store.endUnknown(four!, 'silence', world().nowMs);
    }

    test('of a campaign that is not there is refused', async () => {
      expect(await refusalOf(clone('none'))).toMatchObject({ code: 'not-found' });
    });

    test('is a draft with the same rules, and its own name if it has one', async () => {
      await world().campaign('c1', [phone(1)], { weight: 3, keepOpen: true });
      const { campaign, contacts } = (await clone('none', 'Again')).answer;
      const known = await world().store.campaign('c1');
      expect(campaign).toEqual({ ...known, id: 'c2', name: 'Again', state: 'draft' });
      expect(contacts).toBe(0);
    });

    test('has the script and the screen pop of its own from then on', async () => {
      const { store } = world();
      await world().draft('c1');
      const page = { script: 'Good morning', screenPop: 'https://crm.example/{row_key}' };
      await store.putCampaignPage({ id: 'c1', page, nowMs: world().nowMs });
      await clone('none');
      const edited = { ...page, script: 'Good evening' };
      await store.putCampaignPage({ id: 'c1', page: edited, nowMs: world().nowMs });
      expect(await store.campaignPage('c2')).toEqual(page);
    });

    test('leaves a deadline behind that has passed', async () => {
      await world().draft('c1', { deadlineAtMs: world().nowMs + 1 });
      world().later(1);
      expect((await clone('none')).answer.campaign.deadlineAtMs).toBeNull();
    });

    test('takes all contacts along, as if nobody had called them', async () => {
      await finished();
      expect((await clone('all')).answer.contacts).toBe(5);
      expect(await world().contacts('c2')).toEqual({ due: 5 });
      // Positions go on after those that were copied.
      expect(await world().append('c2', [phone(6)])).toMatchObject({ firstContact: 6 });
    });

    test('takes only those along who fit all that is asked: outcome, area, field, last call', async () => {
      const { store } = world();
      await world().agents('a1');
      await world().draft('c1');
      const area = (...areas: string[]) => ({
        release: 'r',
        sources: [{ from: 'number' as const, areas, zones: ['America/Los_Angeles'] }],
      });
      const contact = (n: number, areas: string[], data: ContactDetails['data']) => ({
        number: phone(n),
        rowKey: null,
        name: null,
        area: area(...areas),
        details: { ...NO_DETAILS, data },
      });
      await world().add('c1', [
        contact(1, ['US-CA'], { plan: 'gold', 'since when': 2019 }),
        contact(2, ['US-CA', 'US-NV'], { plan: 'gold' }),
        contact(3, ['CA-ON'], { plan: 'silver' }),
        contact(4, ['GB'], null),
      ]);
      const later = { id: 'later', label: 'Later', group: 'other', suppress: null } as const;
      const code = { ...later, next: { kind: 'final' } } as const;
      await store.putOutcomeCode({ code, nowMs: world().nowMs });
      await world().move('c1', 'start');
      const [ref] = await world().claim('c1');
      await world().live(ref!);
      await world().say(ref!, 'later');
      await world().end(ref!);
      const { placedAtMs } = await store.call(ref!);
      let clones = 0;
      const chosen = async (where: ContactSelection) => {
        const id = `s${(clones += 1)}`;
        const of = { of: 'c1', id, name: null, contacts: 'all', nowMs: world().nowMs } as const;
        await store.cloneCampaign({ ...of, where });
        const { items } = await store.contacts({ campaignId: id, filter: {} }, { limit: 9 });
        return items.map(({ number }) => Number(number.slice(-1)));
      };
      expect(await chosen({ areas: ['US'] })).toEqual([1, 2]);
      expect(await chosen({ areas: ['CA', 'GB'] })).toEqual([3, 4]);
      expect(await chosen({ areas: ['US-NV'] })).toEqual([2]);
      expect(await chosen({ data: { plan: 'gold' } })).toEqual([1, 2]);
      expect(await chosen({ data: { plan: 'gold', 'since when': 2019 } })).toEqual([1]);
      expect(await chosen({ data: { plan: null } })).toEqual([]);
      const found = async (data: ContactSelection['data']) => {
        const page = await store.contacts({ campaignId: 'c1', filter: { data } }, { limit: 9 });
        expect(page.next).toBeUndefined();
        return page.items.map(({ number }) => Number(number.slice(-1)));
      };
      expect(await found({ plan: 'gold' })).toEqual([1, 2]);
      expect(await found({ plan: 'gold', 'since when': 2019 })).toEqual([1]);
      expect(await found({ 'since when': '2019' })).toEqual([]);
      expect(await chosen({ outcomes: ['later', 'gone'] })).toEqual([1]);
      expect(await chosen({ calledBeforeMs: placedAtMs! })).toEqual([]);
      expect(await chosen({ calledFromMs: placedAtMs!, areas: ['US-CA'] })).toEqual([1]);
    });

    test('takes those along whom the carrier refused, alone or with those who were not reached', async () => {
      await finished();
      expect((await clone('refused')).answer.contacts).toBe(1);
      await world().move('c2', 'start');
      const [ref] = await world().claim('c2');
      expect(await world().store.call(ref!)).toMatchObject({ number: phone(3) });
      const both = { of: 'c1', id: 'c3', name: null, nowMs: world().nowMs };
      const cloned = await world().store.cloneCampaign({
        ...both,
        contacts: 'not-reached-or-refused',
      });
      expect(cloned.answer.contacts).toBe(2);
    });

    test('takes those along who were not reached and whom nobody will dial again', async () => {
      await finished();
      // One was reached, one refused, one is unknown, one is still due.
      expect((await clone('not-reached')).answer.contacts).toBe(1);
      await world().move('c1', 'cancel');
      const again = { of: 'c1', id: 'c3', name: null, nowMs: world().nowMs };
      const cloned = await world().store.cloneCampaign({ ...again, contacts: 'not-reached' });
      expect(cloned.answer.contacts).toBe(2);
      await world().move('c3', 'start');
      const numbers = (await world().claim('c3')).map((ref) => world().store.call(ref));
      expect((await Promise.all(numbers)).map(({ number }) => number)).toEqual([
        phone(2),
        phone(5),
      ]);
    });
  });
}
