import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CAMPAIGN_MOVES,
  allowedMoves,
  stateAfter,
  type CampaignKind,
  type CampaignState,
} from '../../../../src/domain/campaigns/campaign-state.ts';
import type { CampaignSettings } from '../../../../src/store/campaigns/campaign-store.ts';
import { phone, refusalOf, settingsWith, UNREACHED, type World } from '../world.ts';

export function campaignRules(world: () => World): void {
  describe('campaigns', () => {
    test('an unknown campaign is refused by every method', async () => {
      const { store, nowMs } = world();
      const asks = [
        store.campaign('cx'),
        store.campaignProgress('cx', nowMs),
        store.moveCampaign({ id: 'cx', move: 'start', nowMs }),
        store.beginImport({ id: 'i1', campaignId: 'cx', dedupe: { scope: 'campaign' }, nowMs }),
        store.imports('cx', { limit: 1 }),
        store.claim({ id: 'cx', limit: 1, nowMs }),
      ];
      for (const refusal of await Promise.all(asks.map(refusalOf)))
        expect(refusal).toMatchObject({ code: 'not-found' });
    });

    test('an id is given once', async () => {
      await world().draft('c1');
      expect(await refusalOf(world().draft('c1'))).toMatchObject({ code: 'already-exists' });
    });

    test('an illegal move names the moves that are allowed, also when the state is the wanted one', async () => {
      await world().campaign('c1', [phone(1)]);
      expect(await refusalOf(world().move('c1', 'start'))).toEqual({
        code: 'illegal-move',
        facts: { state: 'running', allowed: ['pause', 'drain', 'cancel'] },
      });
    });

    test('any sequence of moves ends where the rules say', async () => {
      let serial = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...CAMPAIGN_MOVES), { maxLength: 8 }),
          async (moves) => {
            const id = `c${++serial}`;
            await world().draft(id);
            let state: CampaignState = 'draft';
            for (const move of moves) {
              const next = stateAfter(state, move);
              const refused = {
                code: 'illegal-move',
                facts: { state, allowed: allowedMoves(state) },
              };
              const moved =
                next === undefined
                  ? refusalOf(world().move(id, move))
                  : world()
                      .move(id, move)
                      .then((campaign) => campaign.state);
              expect(await moved).toEqual(next ?? refused);
              state = next ?? state;
            }
            expect((await world().store.campaign(id)).state).toBe(state);
          },
        ),
        { numRuns: 30 },
      );
    });

    test('settings come back as they were given', async () => {
      const rules = { keepOpen: true, maxLiveCalls: 7, agentCallerId: '+12025550199' };
      await world().draft('c1', rules);
      expect(await world().store.campaign('c1')).toEqual({
        ...settingsWith(rules),
        id: 'c1',
        kind: 'list',
        state: 'draft',
        startsAtMs: null,
        policyVersion: 1,
        createdAtMs: world().nowMs,
        stateChangedAtMs: world().nowMs,
        stateReason: null,
      });
    });

    test('cancelling makes every due contact final, and leaves live calls to end properly', async () => {
      const ref = await world().oneLive();
      await world().append('c1', [phone(2), phone(3)]);
      await world().move('c1', 'cancel');
      expect(await world().contacts('c1')).toEqual({ claimed: 1, final: 2 });
      await world().end(ref, UNREACHED);
      const progress = await world().progress('c1');
      expect(progress.contacts).toEqual({ due: 0, claimed: 0, final: 3, locked: 0 });
      expect(progress.contactsByDisposition).toEqual({ 'not-dialled': 2, 'customer-unreached': 1 });
      expect(progress.campaign.state).toBe('cancelled');
    });

    test('a cancelled redial keeps the disposition of its last call', async () => {
      const ref = await world().oneLive();
      await world().end(ref, UNREACHED);
      await world().move('c1', 'cancel');
      const { contactsByDisposition } = await world().progress('c1');
      expect(contactsByDisposition).toEqual({ 'customer-unreached': 1 });
    });
  });

  describe('imports', () => {
    test('a campaign that runs dry or is over takes no contacts', async () => {
      await world().campaign('c1', [phone(1)]);
      await world().move('c1', 'drain');
      expect(await refusalOf(world().append('c1', [phone(2)]))).toEqual({
        code: 'not-accepting-contacts',
        facts: { state: 'draining' },
      });
      await world().move('c1', 'cancel');
      expect(await refusalOf(world().append('c1', [phone(2)]))).toMatchObject({
        code: 'not-accepting-contacts',
      });
    });

    test('two campaigns may hold the same number', async () => {
      await world().draft('c1');
      await world().draft('c2');
      await world().append('c1', [phone(1)]);
      expect(await world().append('c2', [phone(1)])).toMatchObject({ accepted: 1 });
    });
  });

  describe('direct calls', () => {
    const direct = (agentId: string | null = null) =>
      world().store.addDirectCall({ number: phone(1), name: null, agentId, nowMs: world().nowMs });

    test('an agent that is not there is refused', async () => {
      expect(await refusalOf(direct('a9'))).toMatchObject({ code: 'unknown-agent' });
    });

    test('the first makes a standing campaign that runs and stays open', async () => {
      await direct();
      const campaign = await world().store.campaign('direct');
      expect(campaign).toMatchObject({ state: 'running', keepOpen: true });
    });

    test('their campaign cannot be ended: neither by a move nor by a deadline, and it stays open', async () => {
      await direct();
      const { store, nowMs } = world();
      for (const move of ['cancel', 'drain'] as const) {
        expect(await refusalOf(store.moveCampaign({ id: 'direct', move, nowMs }))).toMatchObject({
          code: 'illegal-move',
          facts: { state: 'running', allowed: ['pause'] },
        });
      }
      const edit = (change: Partial<CampaignSettings>) =>
        refusalOf(
          store.editCampaign({ id: 'direct', change: (known) => ({ ...known, ...change }), nowMs }),
        );
      expect(await edit({ keepOpen: false })).toMatchObject({ facts: { field: 'keep_open' } });
      expect(await edit({ deadlineAtMs: nowMs + 1 })).toMatchObject({
        code: 'never-over',
        facts: { field: 'deadline_at' },
      });
      expect((await direct()).answer.ref).toBe('direct.2.1');
    });

    test('their campaign is never cancelled by a hold, and may be paused by one', async () => {
      await direct();
      const timeOut = (action: 'pause' | 'cancel') =>
        world().store.editCampaign({
          id: 'direct',
          change: (known) => ({
            ...known,
            policy: { ...known.policy, holdTimeout: { afterMs: 5_000, action } },
          }),
          nowMs: world().nowMs,
        });
      expect(await refusalOf(timeOut('cancel'))).toMatchObject({
        code: 'never-over',
        facts: { field: 'hold_timeout/action' },
      });
      const { answer } = await timeOut('pause');
      expect(answer.policy.holdTimeout).toEqual({ afterMs: 5_000, action: 'pause' });
    });

    test('while their campaign is paused none is taken, and the refusal has the reason', async () => {
      await direct();
      await world().move('direct', 'pause');
      expect(await refusalOf(direct())).toMatchObject({
        code: 'campaign-paused',
        facts: { state: 'paused', allowed: ['resume'] },
      });
      await world().move('direct', 'resume');
      expect((await direct()).answer.ref).toBe('direct.2.1');
    });

    test('their campaign and that of callbacks are listed by their kind', async () => {
      await world().draft('c1');
      await direct();
      const of = async (kind?: CampaignKind) =>
        (await world().store.campaigns({ limit: 9 }, { kind })).items.map(({ id }) => id);
      expect(await of()).toEqual(['c1', 'direct']);
      expect(await of('list')).toEqual(['c1']);
      expect(await of('standing')).toEqual(['direct']);
    });

    test('its reference is known before its call is', async () => {
      const { ref } = (await direct()).answer;
      expect(await world().store.call(ref)).toMatchObject({
        ref,
        state: 'queued',
        number: phone(1),
      });
      await world().agents('a1');
      expect(await world().claim('direct')).toEqual([ref]);
      expect(await world().store.call(ref)).toMatchObject({ ref, state: 'claimed' });
    });

    test('the same number is called again, one call after the other', async () => {
      await world().agents('a1', 'a2');
      await direct();
      await direct();
      const [first, ...more] = await world().claim('direct');
      expect(more).toEqual([]);
      await world().live(first!);
      await world().end(first!);
      expect(await world().claim('direct')).toEqual(['direct.2.1']);
    });

    test('an agent that is asked for is waited for, and the others go on', async () => {
      await world().agents('a1', 'a2');
      await direct('a1');
      const [first] = await world().claim('direct');
      expect(await world().onCall('a1')).toBe(first);
      await world().store.addDirectCall({
        number: phone(2),
        name: null,
        agentId: 'a1',
        nowMs: world().nowMs,
      });
      await world().store.addDirectCall({
        number: phone(3),
        name: null,
        agentId: null,
        nowMs: world().later(1),
      });
      expect(await world().claim('direct')).toEqual(['direct.3.1']);
    });

    test('one that fails is not redialled by itself', async () => {
      await world().agents('a1');
      const { ref } = (await direct()).answer;
      await world().claim('direct');
      await world().live(ref);
      await world().end(ref, UNREACHED);
      expect(await world().contacts('direct')).toEqual({ final: 1 });
    });
  });
}
