import { describe, expect, test } from 'vitest';
import { PAUSE_AFTER_UNKNOWN } from '../../../src/domain/account/unknown-row.ts';
import { phone, refusalOf, type World } from './world.ts';

export function accountRules(world: () => World): void {
  const stop = (stopped: boolean, reason: string | null = null) =>
    world().store.setAccountStopped({ stopped, reason, nowMs: world().nowMs });

  describe('the account', () => {
    test('it is neither stopped nor on hold at first', async () => {
      const account = await world().store.account();
      const limits = {
        callsPerSecond: null,
        maxLiveCalls: null,
        holdRules: [],
        pauseAfterUnknown: PAUSE_AFTER_UNKNOWN,
      };
      expect(account).toEqual({ stopped: null, hold: undefined, limits, liveCalls: 0 });
    });

    test('a second stop keeps the instant and the reason of the first', async () => {
      const sinceMs = world().nowMs;
      await stop(true, 'first');
      world().later(5);
      const { answer } = await stop(true, 'second');
      expect(answer.stopped).toEqual({ sinceMs, reason: 'first' });
      expect((await stop(false)).answer.stopped).toBeNull();
    });

    test('a database has an id of its own, which stays', async () => {
      const id = await world().store.installationId();
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      expect(await world().store.installationId()).toBe(id);
    });

    test('it can be checked, and not any more when it is closed', async () => {
      await world().store.check();
      await world().store.close();
      await world().store.close();
      await expect(world().store.check()).rejects.toThrow('not open');
    });
  });

  describe('agents', () => {
    test('an id or an address that is taken is refused', async () => {
      const { store, nowMs } = world();
      await world().agents('a1');
      const agent = {
        name: 'B',
        kind: 'sip',
        state: 'ready',
        pools: ['default'],
        capacity: 1,
      } as const;
      const sameId = store.addAgent({ ...agent, id: 'a1', address: 'x' }, nowMs);
      expect(await refusalOf(sameId)).toEqual({
        code: 'already-exists',
        facts: { field: 'id', agent_id: 'a1' },
      });
      const sameAddress = store.addAgent({ ...agent, id: 'a2', address: 'sip-a1' }, nowMs);
      expect(await refusalOf(sameAddress)).toEqual({
        code: 'already-exists',
        facts: { field: 'address', agent_id: 'a1' },
      });
    });

    test('an agent that is not there cannot change', async () => {
      const { store, nowMs } = world();
      const ask = store.setAgentState({ id: 'a9', state: 'ready', nowMs });
      expect(await refusalOf(ask)).toMatchObject({ code: 'not-found' });
    });

    test('an agent on a call is edited: the call stays with it, and the next one follows the edit', async () => {
      const { store } = world();
      const ref = await world().oneLive();
      const edit = (settings: object) =>
        store.editAgent({
          id: 'a1',
          change: (known) => ({ ...known, ...settings }),
          nowMs: world().nowMs,
        });
      expect((await edit({ name: 'B', pools: ['other'] })).answer).toMatchObject({
        name: 'B',
        pools: ['other'],
        onCall: ref,
        liveCalls: 1,
      });
      await world().end(ref);
      expect(await store.agent('a1')).toMatchObject({ pools: ['other'], liveCalls: 0 });
    });

    test('a capacity below the calls that an agent has is refused', async () => {
      const { store } = world();
      await world().agent({ id: 's', kind: 'stream', capacity: 3 });
      await world().campaign('c1', [phone(1), phone(2)]);
      await world().claim('c1');
      const to = (capacity: number) =>
        store.editAgent({
          id: 's',
          change: (known) => ({ ...known, capacity }),
          nowMs: world().nowMs,
        });
      expect(await refusalOf(to(1))).toEqual({ code: 'agent-busy', facts: { live_calls: 2 } });
      expect((await to(2)).answer).toMatchObject({ capacity: 2, liveCalls: 2 });
    });

    test('an agent who pauses on a call stays on it', async () => {
      const ref = await world().oneLive();
      const paused = await world().store.setAgentState({
        id: 'a1',
        state: 'paused',
        nowMs: world().nowMs,
      });
      expect(paused.answer).toMatchObject({ state: 'paused', onCall: ref });
      await world().end(ref);
      expect(await world().store.agents()).toMatchObject([{ state: 'paused', onCall: null }]);
    });
  });
}
