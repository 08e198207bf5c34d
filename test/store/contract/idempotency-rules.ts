import { describe, expect, test } from 'vitest';
import { onceKey, phone, refusalOf, SETTINGS, type World } from './world.ts';

export function onceRules(world: () => World): void {
  describe('idempotency keys', () => {
    test('the same key with another request is refused and changes nothing', async () => {
      const { store, nowMs } = world();
      await store.createCampaign({ id: 'c1', settings: SETTINGS, nowMs }, onceKey('k'));
      const again = store.createCampaign(
        { id: 'c2', settings: SETTINGS, nowMs },
        onceKey('k', 'x'),
      );
      expect(await refusalOf(again)).toMatchObject({ code: 'key-reused' });
      expect((await store.campaigns({ limit: 10 })).items.map(({ id }) => id)).toEqual(['c1']);
    });

    test('no digest of a request is stored that somebody without the key of the store can compute', async () => {
      const { store, nowMs } = world();
      const digest = 'digest of a body that is a number';
      await store.addDirectCall(
        { number: phone(1), name: null, agentId: null, nowMs },
        onceKey('k', digest),
      );
      expect(await world().dump()).not.toContain(digest);
    });

    test('a refusal is not kept: the same key may succeed later', async () => {
      const { store, nowMs } = world();
      const start = () => store.moveCampaign({ id: 'c1', move: 'start', nowMs }, onceKey('k'));
      expect(await refusalOf(start())).toMatchObject({ code: 'not-found' });
      await world().draft('c1');
      expect(await start()).toMatchObject({ replayed: false, answer: { state: 'running' } });
    });

    test('a repeat gets the first answer, as it was, and has no effect', async () => {
      const { store } = world();
      await world().draft('c1');
      const start = () =>
        store.moveCampaign({ id: 'c1', move: 'start', nowMs: world().later(5) }, onceKey('k'));
      const first = await start();
      await world().move('c1', 'pause');
      expect(await start()).toEqual({ ...first, replayed: true });
      expect((await store.campaign('c1')).state).toBe('paused');
    });

    test('two callers do not meet on one key', async () => {
      const { store, nowMs } = world();
      await store.createCampaign({ id: 'c1', settings: SETTINGS, nowMs }, onceKey('k'));
      const other = { ...onceKey('k', 'x'), caller: 'another' };
      const second = await store.createCampaign({ id: 'c2', settings: SETTINGS, nowMs }, other);
      expect(second.replayed).toBe(false);
    });

    test('without a key every request counts', async () => {
      const { store, nowMs } = world();
      const call = { number: phone(1), name: null, agentId: null, nowMs };
      const first = await store.addDirectCall(call);
      const second = await store.addDirectCall(call);
      expect([first.answer.ref, second.answer.ref]).toEqual(['direct.1.1', 'direct.2.1']);
    });

    test('every method that takes a key replays under it', async () => {
      const { store, nowMs } = world();
      await world().draft('c1');
      const agent = {
        id: 'a',
        name: 'A',
        kind: 'sip',
        address: 's',
        state: 'ready',
        pools: ['default'],
        capacity: 1,
      } as const;
      const key = (name: string) => onceKey(name);
      const { ref } = (
        await store.addDirectCall({ number: phone(1), name: null, agentId: null, nowMs })
      ).answer;
      const methods: (() => Promise<{ replayed: boolean; answer: unknown }>)[] = [
        () => store.addAgent(agent, nowMs, key('agent')),
        () => store.setAgentState({ id: 'a', state: 'paused', nowMs }, key('state')),
        () => store.setAccountStopped({ stopped: true, reason: 'r', nowMs }, key('stop')),
        () => store.liftHold({ nowMs }, key('lift')),
        () => store.askHangup({ ref, nowMs }, key('hangup')),
        () =>
          store.addDirectCall({ number: phone(2), name: null, agentId: 'a', nowMs }, key('call')),
      ];
      for (const method of methods) {
        const first = await method();
        expect(first.replayed).toBe(false);
        expect(await method()).toEqual({ ...first, replayed: true });
      }
    });
  });
}
