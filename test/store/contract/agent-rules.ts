import { describe, expect, test } from 'vitest';
import { COMPLETED, phone, UNREACHED, type Rules, type World } from './world.ts';

const MISSED = { ...UNREACHED, disposition: 'agent-unreached', spendsAttempt: false } as const;

export function agentRules(world: () => World): void {
  const agentsRules = (agents: object): Rules => ({
    agents: { pool: null, wrapUpMs: 0, pauseAfterMisses: null, ...agents },
  });
  async function claimAndEnd(ending: object): Promise<string | undefined> {
    const [ref] = await world().claim('c1', 1);
    if (ref === undefined) return undefined;
    await world().live(ref);
    await world().end(ref, ending);
    return ref;
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => phone(index + 1));

  describe('agents', () => {
    test('a SIP account never has two calls; a stream endpoint has as many as it takes', async () => {
      await world().agent({ id: 'sip' });
      await world().agent({ id: 'stream', kind: 'stream', capacity: 3 });
      await world().campaign('c1', numbers(6));
      const refs = await world().claim('c1');
      const calls = await Promise.all(refs.map((ref) => world().store.call(ref)));
      const seated = Object.groupBy(calls, ({ agentId }) => agentId ?? 'nobody');
      expect([seated['sip']?.length, seated['stream']?.length]).toEqual([1, 3]);
      const agents = await world().store.agents();
      expect(agents).toMatchObject([{ liveCalls: 1 }, { liveCalls: 3 }]);
    });

    test('a campaign that names a pool takes no other agents', async () => {
      await world().agent({ id: 'a1', pool: 'sales' });
      await world().agent({ id: 'a2', pool: 'support' });
      await world().campaign('c1', numbers(3), agentsRules({ pool: 'support' }));
      const refs = await world().claim('c1');
      expect(refs).toHaveLength(1);
      expect(await world().store.call(refs[0]!)).toMatchObject({ agentId: 'a2' });
      expect((await world().progress('c1')).waitingFor).toMatchObject({ reason: 'agents' });
    });

    test('work after a call keeps an agent, until it is over or the agent is set ready', async () => {
      await world().agents('a1');
      await world().campaign('c1', numbers(3), agentsRules({ wrapUpMs: 5_000 }));
      await claimAndEnd(COMPLETED);
      expect(await world().claim('c1')).toEqual([]);
      expect((await world().progress('c1')).waitingFor).toMatchObject({
        reason: 'agents',
        untilMs: world().nowMs + 5_000,
      });
      world().later(5_000);
      await claimAndEnd(COMPLETED);
      await world().store.setAgentState({ id: 'a1', state: 'ready', nowMs: world().nowMs });
      expect(await world().claim('c1')).toHaveLength(1);
    });

    test('a call that the agent let ring is followed by no work', async () => {
      await world().agents('a1');
      await world().campaign('c1', numbers(2), agentsRules({ wrapUpMs: 5_000 }));
      await claimAndEnd(MISSED);
      expect(await world().claim('c1')).toHaveLength(1);
    });

    test('so many unanswered calls in a row pause the agent; an answered one forgets them', async () => {
      await world().agents('a1');
      await world().campaign('c1', numbers(9), agentsRules({ pauseAfterMisses: 2 }));
      for (const ending of [MISSED, COMPLETED, MISSED]) await claimAndEnd(ending);
      expect(await world().store.agents()).toMatchObject([{ state: 'ready', misses: 1 }]);
      await claimAndEnd(MISSED);
      expect(await world().store.agents()).toMatchObject([
        { state: 'paused', misses: 2, pausedWhy: 'missed 2 calls in a row' },
      ]);
      expect(await world().claim('c1')).toEqual([]);
      await world().store.setAgentState({ id: 'a1', state: 'ready', nowMs: world().nowMs });
      expect(await world().store.agents()).toMatchObject([{ misses: 0, pausedWhy: null }]);
      expect(await world().claim('c1')).toHaveLength(1);
    });
  });
}
