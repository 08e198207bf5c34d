import { describe, expect, test } from 'vitest';
import type { CallRef, CampaignId } from '../../../../src/domain/ids.ts';
import { phone, type World } from '../world.ts';

const NUMBERS = Array.from({ length: 16 }, (_, n) => phone(n + 1));
const AGENTS = NUMBERS.map((_, n) => `a${n + 1}`);

export function unknownPauseRules(world: () => World): void {
  const state = async (id: CampaignId) => (await world().store.campaign(id)).state;
  const claimed = async (id = 'c1', numbers: readonly string[] = NUMBERS) => {
    await world().campaign(id, numbers);
    return world().claim(id, numbers.length);
  };
  const unanswered = async (refs: readonly CallRef[], placement = 1) => {
    for (const ref of refs) await world().noAnswer(await world().placing(ref, placement));
  };
  const limited = (pauseAfterUnknown: number | null) => world().limit({ pauseAfterUnknown });

  describe('unknown placements in a row', () => {
    test('a new account pauses a campaign at the fifth', async () => {
      await world().agents(...AGENTS);
      const refs = await claimed();
      await unanswered(refs.slice(0, 4));
      expect(await state('c1')).toBe('running');
      await unanswered(refs.slice(4, 5));
      expect(await world().store.campaign('c1')).toMatchObject({
        state: 'paused',
        stateReason:
          'the outcome of 5 placements in a row is unknown, the last of call c1.5.1: timeout',
      });
    });

    test('of 16 calls that were claimed at once, only those whose POST was under way go out', async () => {
      await world().agents(...AGENTS);
      const refs = await claimed();
      const sent = [];
      for (const ref of refs.slice(0, 8)) sent.push(await world().placing(ref));
      for (const key of sent) await world().noAnswer(key);
      for (const ref of refs.slice(8)) {
        expect(await world().intent({ ref, placement: 1 })).toMatchObject({
          admission: { kind: 'no', reason: 'campaign-stopped', dueAtMs: 'now' },
        });
      }
      expect(await world().contacts('c1')).toMatchObject({ due: 8 });
      expect(await world().claim('c1')).toEqual([]);
    });

    test('the limit is the account’s, and null switches it off', async () => {
      await world().agents(...AGENTS);
      const refs = await claimed();
      await limited(null);
      await unanswered(refs.slice(0, 10));
      expect(await state('c1')).toBe('running');
      await limited(12);
      await unanswered(refs.slice(10, 11));
      expect(await state('c1')).toBe('running');
      await unanswered(refs.slice(11, 12));
      expect(await state('c1')).toBe('paused');
    });

    test('an acceptance begins a new row, also the late one of an unknown placement', async () => {
      await world().agents(...AGENTS);
      const refs = await claimed();
      await unanswered(refs.slice(0, 4));
      await world().live(refs[4]!);
      await unanswered(refs.slice(5, 9));
      expect(await state('c1')).toBe('running');
      const key = { ref: refs[8]!, placement: 1 };
      await world().store.bindCarrierCall(key, 'id-late', world().nowMs);
      await unanswered(refs.slice(9, 13));
      expect(await state('c1')).toBe('running');
      await unanswered(refs.slice(13, 14));
      expect(await state('c1')).toBe('paused');
    });

    test('a refusal is neither an acceptance nor an unknown outcome', async () => {
      await world().agents(...AGENTS);
      const refs = await claimed();
      await unanswered(refs.slice(0, 4));
      await world().refuse(await world().placing(refs[4]!), 429);
      await world().notSent(await world().placing(refs[5]!));
      expect(await state('c1')).toBe('running');
      await unanswered(refs.slice(6, 7));
      expect(await state('c1')).toBe('paused');
    });

    test('an intent that its worker left open does not count, because it says nothing of the carrier', async () => {
      await world().agents(...AGENTS);
      const refs = await claimed();
      for (const ref of refs) await world().resolve(await world().placing(ref));
      expect(await state('c1')).toBe('running');
    });

    test('an outcome that is recorded twice counts once', async () => {
      await world().agents(...AGENTS);
      const [ref] = await claimed();
      const key = await world().placing(ref!);
      for (let time = 0; time < 6; time++) await world().noAnswer(key);
      expect(await state('c1')).toBe('running');
    });

    test('outcomes that are recorded at once count each, and pause once', async () => {
      await world().agents(...AGENTS);
      const refs = await claimed();
      await limited(8);
      const keys = [];
      for (const ref of refs) keys.push(await world().placing(ref));
      await Promise.all(keys.slice(0, 7).map((key) => world().noAnswer(key)));
      expect(await state('c1')).toBe('running');
      await Promise.all(keys.slice(7).map((key) => world().noAnswer(key)));
      expect(await state('c1')).toBe('paused');
      const { items } = await world().store.audit({ what: 'campaign.moved' }, { limit: 100 });
      const states = items.map(({ after }) => (after as { state: string }).state);
      expect(states.toSorted()).toEqual(['paused', 'running']);
    });

    test('calls of several campaigns make one row of the account, and each is paused by its own next one', async () => {
      await world().agents(...AGENTS);
      const one = await claimed('c1', NUMBERS.slice(0, 5));
      const two = await claimed('c2', NUMBERS.slice(5, 10));
      await claimed('c3', NUMBERS.slice(10, 11));
      await unanswered([...one.slice(0, 2), ...two.slice(0, 2)]);
      await unanswered(one.slice(2, 3));
      expect(await Promise.all([state('c1'), state('c2'), state('c3')])).toEqual([
        'paused',
        'running',
        'running',
      ]);
      await unanswered(two.slice(2, 3));
      expect(await state('c2')).toBe('paused');
      // No placement of it is unknown, so nothing speaks against it yet.
      expect(await state('c3')).toBe('running');
    });

    test('a campaign whose own row is long is paused, although the carrier accepts the calls of others', async () => {
      await world().agents(...AGENTS);
      const one = await claimed('c1', NUMBERS.slice(0, 5));
      const two = await claimed('c2', NUMBERS.slice(5, 10));
      for (const [n, ref] of one.entries()) {
        await unanswered([ref]);
        await world().live(two[n]!);
      }
      expect(await Promise.all([state('c1'), state('c2')])).toEqual(['paused', 'running']);
    });

    test('the first unknown placement of a resumed campaign pauses it again while no call of the account was accepted', async () => {
      await world().agents(...AGENTS);
      const refs = await claimed();
      await unanswered(refs.slice(0, 5));
      await world().move('c1', 'resume');
      await unanswered(refs.slice(5, 6));
      expect(await state('c1')).toBe('paused');
      await world().move('c1', 'resume');
      await world().live(refs[6]!);
      await unanswered(refs.slice(7, 11));
      expect(await state('c1')).toBe('running');
    });

    test('the pause is written to the audit, and raises an alert that ends when somebody moves the campaign', async () => {
      await world().agents(...AGENTS);
      await unanswered((await claimed()).slice(0, 5));
      const of = async (id: string) =>
        (await world().store.alerts()).filter(({ subject }) => subject === `campaigns/${id}`);
      expect(await of('c1')).toEqual([
        {
          kind: 'placements-unknown',
          subject: 'campaigns/c1',
          campaignId: 'c1',
          text: expect.stringMatching(/^the outcome of 5 .* is unknown.*resume/u) as string,
          raisedAtMs: world().nowMs,
        },
      ]);
      await world().move('c1', 'resume');
      expect(await of('c1')).toEqual([]);
    });
  });
}
