import { describe, expect, test } from 'vitest';
import { agentSpans } from '../../../src/domain/agents/agent-history.ts';
import { occupancyRatio, timeOf } from '../../../src/domain/statistics/agent-time.ts';
import {
  COMPLETED,
  onceKey,
  phone,
  refusalOf,
  UNREACHED,
  type Rules,
  type World,
} from './world.ts';

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
  const edit = (id: string, pools: string[]) =>
    world().store.editAgent({
      id,
      change: (known) => ({ ...known, pools }),
      nowMs: world().nowMs,
    });
  const removed = (id: string) =>
    world().store.deleteAgent({ id, replaceWith: null, forced: false, nowMs: world().nowMs });
  const paused = (id: string) =>
    world().store.setAgentState({ id, state: 'paused', nowMs: world().nowMs });
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
      await world().agent({ id: 'a1', pools: ['sales'] });
      await world().agent({ id: 'a2', pools: ['support'] });
      await world().campaign('c1', numbers(3), agentsRules({ pool: 'support' }));
      const refs = await world().claim('c1');
      expect(refs).toHaveLength(1);
      expect(await world().store.call(refs[0]!)).toMatchObject({ agentId: 'a2' });
      expect((await world().progress('c1')).waitingFor).toMatchObject({ reason: 'agents-busy' });
    });

    test('an agent in several pools takes calls of the campaigns of each of them', async () => {
      await world().agent({ id: 'a1', pools: ['sales', 'spanish'] });
      for (const [n, pool] of ['spanish', 'sales', 'support'].entries()) {
        await world().campaign(pool, [phone(n)], agentsRules({ pool }));
      }
      expect(await world().claim('support')).toEqual([]);
      for (const pool of ['spanish', 'sales']) {
        const [ref] = await world().claim(pool);
        expect(await world().store.call(ref!)).toMatchObject({ agentId: 'a1' });
        await world().end(ref!);
      }
    });

    test.each([
      ['leaves it', 'no agent is ready', () => edit('a1', ['other'])],
      ['is deleted', 'no agent is ready', () => removed('a1')],
      ['pauses', 'no agent is ready', () => paused('a1')],
    ])(
      'a campaign whose pool has no agents, because the last one %s, waits and says so',
      async (_, text, leave) => {
        await world().agent({ id: 'a1', pools: ['sales', 'spanish'] });
        await world().agent({ id: 'a2', pools: ['sales'] });
        await world().campaign('c1', numbers(3), agentsRules({ pool: 'spanish' }));
        await leave();
        expect(await world().claim('c1')).toEqual([]);
        const { waitingFor } = await world().progress('c1');
        expect(waitingFor).toMatchObject({ reason: 'agents', text, untilMs: null });
        await edit('a2', ['sales', 'spanish']);
        expect(await world().claim('c1')).toHaveLength(1);
      },
    );

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
        { state: 'paused', misses: 2, pausedReason: 'missed 2 calls in a row' },
      ]);
      expect(await world().claim('c1')).toEqual([]);
      await world().store.setAgentState({ id: 'a1', state: 'ready', nowMs: world().nowMs });
      expect(await world().store.agents()).toMatchObject([{ misses: 0, pausedReason: null }]);
      expect(await world().claim('c1')).toHaveLength(1);
    });

    test('a pause until an instant ends by itself, for the claim and for every reader', async () => {
      const { store } = world();
      await world().agents('a1');
      await world().campaign('c1', numbers(2));
      const untilMs = world().nowMs + 60_000;
      const pause = { id: 'a1', state: 'paused', untilMs, reason: 'lunch' } as const;
      const paused = await store.setAgentState({ ...pause, nowMs: world().nowMs });
      expect(paused.answer).toMatchObject({
        state: 'paused',
        pausedUntilMs: untilMs,
        pausedReason: 'lunch',
      });
      expect(await world().claim('c1')).toEqual([]);
      expect((await world().progress('c1')).waitingFor).toMatchObject({
        reason: 'agents',
        text: 'the agents are paused',
        untilMs,
      });
      world().later(60_000);
      expect(await store.agents(world().nowMs)).toMatchObject([
        { state: 'ready', pausedUntilMs: null, pausedReason: null },
      ]);
      expect(await world().claim('c1')).toHaveLength(1);
    });

    test('an agent whose pause has ended has been idle since then', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', numbers(2));
      const { nowMs } = world();
      const pause = { state: 'paused', untilMs: nowMs + 1_000, nowMs } as const;
      await world().store.setAgentState({ id: 'a1', ...pause });
      world().later(5_000);
      const [ref] = await world().claim('c1', 1);
      expect(await world().store.call(ref!)).toMatchObject({ agentId: 'a2' });
    });

    test('an agent who pauses before the POST of its call gives the call to another', async () => {
      await world().agents('a1');
      await world().campaign('c1', numbers(1));
      const [ref] = await world().claim('c1');
      await world().agents('a2');
      const { nowMs } = world();
      const pause = { id: 'a1', state: 'paused', untilMs: nowMs + 60_000, nowMs } as const;
      await world().store.setAgentState(pause);
      await world().placing(ref!);
      expect(await world().store.call(ref!)).toMatchObject({ agentId: 'a2' });
    });

    test('a pool pauses and becomes ready as one, and no other agent with it', async () => {
      const { store, nowMs } = world();
      await world().agent({ id: 'a1', pools: ['sales'] });
      await world().agent({ id: 'a2', pools: ['sales'] });
      await world().agent({ id: 'a3', pools: ['support'] });
      const move = { pool: 'sales', state: 'paused', reason: 'training', nowMs } as const;
      const { answer } = await store.setPoolState(move, onceKey('k'));
      expect(answer.map(({ id, pausedReason }) => [id, pausedReason])).toEqual([
        ['a1', 'training'],
        ['a2', 'training'],
      ]);
      expect((await store.setPoolState(move, onceKey('k'))).replayed).toBe(true);
      expect(await store.agent('a3', nowMs)).toMatchObject({ state: 'ready' });
      const { answer: back } = await store.setPoolState({ pool: 'sales', state: 'ready', nowMs });
      expect(back.map(({ state }) => state)).toEqual(['ready', 'ready']);
      const nobody = store.setPoolState({ pool: 'none', state: 'ready', nowMs });
      expect(await refusalOf(nobody)).toMatchObject({ code: 'not-found' });
    });

    test('the address of an agent can change, but not while it has calls, and not to that of another', async () => {
      const { store } = world();
      const ref = await world().oneLive();
      await world().agents('a2');
      const to = (address: string) =>
        store.editAgent({
          id: 'a1',
          change: (known) => ({ ...known, address }),
          nowMs: world().nowMs,
        });
      expect(await refusalOf(to('new'))).toEqual({ code: 'agent-busy', facts: { live_calls: 1 } });
      await world().end(ref);
      expect(await refusalOf(to('sip-a2'))).toMatchObject({
        code: 'already-exists',
        facts: { field: 'address', agent_id: 'a2' },
      });
      expect((await to('new')).answer).toMatchObject({ address: 'new' });
    });

    test('an import adds all agents or none, and a repeat changes nothing', async () => {
      const { store, nowMs } = world();
      await world().agents('a1');
      const agent = (id: string, more: object = {}) =>
        ({
          id,
          name: id,
          kind: 'sip',
          address: `sip-${id}`,
          state: 'ready',
          pools: ['p'],
          capacity: 1,
          ...more,
        }) as const;
      const rows = [agent('b1'), agent('b2', { pools: ['q'] })];
      const send = (agents: ReturnType<typeof agent>[], edits = false) =>
        store.importAgents({ agents, edits, nowMs });
      expect(await refusalOf(send([...rows, agent('b3', { address: 'sip-a1' })]))).toMatchObject({
        code: 'bad-agents',
        facts: { faults: [{ index: 2, field: 'address' }] },
      });
      expect(await store.agents(nowMs)).toHaveLength(1);
      expect((await send(rows)).answer).toMatchObject({ added: ['b1', 'b2'] });
      expect((await send(rows)).answer).toMatchObject({ added: [], unchanged: ['b1', 'b2'] });
      const changed = [agent('b1', { name: 'B' })];
      expect(await refusalOf(send(changed))).toMatchObject({
        facts: { faults: [{ index: 0, field: 'id' }] },
      });
      expect((await send(changed, true)).answer).toMatchObject({ edited: ['b1'] });
      expect(await store.agent('b1', nowMs)).toMatchObject({ name: 'B' });
    });

    test('an import swaps addresses, moves them on in a chain, and gives one that is left to a new agent', async () => {
      const { store, nowMs } = world();
      await world().agents('a1', 'a2', 'a3', 'a4');
      const row = (id: string, address: string) =>
        ({
          id,
          name: id,
          kind: 'sip',
          address,
          state: 'ready',
          pools: ['default'],
          capacity: 1,
        }) as const;
      const send = (rows: readonly (readonly [string, string])[]) =>
        store.importAgents({
          agents: rows.map(([id, address]) => row(id, address)),
          edits: true,
          nowMs,
        });
      const swap = [
        ['a1', 'sip-a2'],
        ['a2', 'sip-a1'],
      ] as const;
      const chain = [
        ['new', 'sip-a3'],
        ['a3', 'sip-a4'],
        ['a4', 'sip-free'],
      ] as const;
      const { answer } = await send([...swap, ...chain]);
      expect(answer).toMatchObject({ added: ['new'], edited: ['a1', 'a2', 'a3', 'a4'] });
      const addresses = (await store.agents(nowMs)).map(({ id, address }) => [id, address]);
      expect(Object.fromEntries(addresses)).toEqual(Object.fromEntries([...swap, ...chain]));
      const taken = send([
        ['a1', 'sip-a3'],
        ['a3', 'sip-a4'],
      ]);
      expect(await refusalOf(taken)).toMatchObject({
        facts: {
          faults: [{ index: 0, field: 'address', reason: 'the agent new has this address' }],
        },
      });
    });

    test('of rows with one address, an import names the later one', async () => {
      const { store, nowMs } = world();
      const row = (id: string) =>
        ({
          id,
          name: id,
          kind: 'sip',
          address: 'same',
          state: 'ready',
          pools: ['p'],
          capacity: 1,
        }) as const;
      const sent = store.importAgents({ agents: [row('b1'), row('b2')], edits: true, nowMs });
      expect(await refusalOf(sent)).toMatchObject({
        code: 'bad-agents',
        facts: { faults: [{ index: 1, field: 'address' }] },
      });
    });
  });

  describe('a deleted agent', () => {
    const remove = (id: string, more: { replaceWith?: string | null; forced?: boolean } = {}) =>
      world().store.deleteAgent({
        id,
        replaceWith: null,
        forced: false,
        nowMs: world().nowMs,
        ...more,
      });
    const agentOfContact = async () => {
      const input = { campaignId: 'c1', filter: {} };
      return (await world().store.contacts(input, { limit: 1 })).items[0]!.agentId;
    };
    const bound = (agentId: string) => ({ number: phone(7), rowKey: null, name: null, agentId });

    test('keeps its name for its calls, and gives its address free but not its id', async () => {
      const { store } = world();
      const ref = await world().oneLive();
      expect(await refusalOf(remove('a1'))).toEqual({
        code: 'agent-busy',
        facts: { live_calls: 1 },
      });
      await world().end(ref);
      expect((await remove('a1')).answer).toMatchObject({ contacts: 0, callbacks: [] });
      const { nowMs } = world();
      expect(await store.agents(nowMs)).toEqual([]);
      expect(await store.call(ref)).toMatchObject({ agentId: 'a1' });
      expect(await store.agent('a1', nowMs)).toMatchObject({
        name: 'Agent a1',
        deletedAtMs: nowMs,
      });
      expect(await refusalOf(remove('a1'))).toMatchObject({ code: 'not-found' });
      const again = { name: 'B', kind: 'sip', state: 'ready', pools: ['p'], capacity: 1 } as const;
      const sameId = store.addAgent({ ...again, id: 'a1', address: 'other' }, nowMs);
      expect(await refusalOf(sameId)).toMatchObject({ code: 'already-exists' });
      await store.addAgent({ ...again, id: 'a2', address: 'sip-a1' }, nowMs);
      expect(await store.agents(nowMs)).toHaveLength(1);
    });

    test('is not deleted while contacts or callbacks are bound to it', async () => {
      await world().agents('a1', 'a2');
      await world().draft('c1');
      await world().add('c1', [bound('a1')]);
      expect(await refusalOf(remove('a1'))).toEqual({
        code: 'agent-in-use',
        facts: { contacts: 1, callbacks: 0 },
      });
      expect(await refusalOf(remove('a1', { replaceWith: 'a1' }))).toMatchObject({
        code: 'unknown-agent',
      });
      expect((await remove('a1', { replaceWith: 'a2' })).answer).toMatchObject({
        contacts: 1,
        replacedBy: 'a2',
      });
      expect(await agentOfContact()).toBe('a2');
      expect((await remove('a2', { forced: true })).answer).toMatchObject({ contacts: 1 });
      expect(await agentOfContact()).toBeNull();
    });

    test('leaves more contacts than one unit of work takes to the other agent', async () => {
      await world().agents('a1', 'a2');
      await world().draft('c1');
      const many = Array.from({ length: 2_300 }, (_, n) => ({ ...bound('a1'), number: phone(n) }));
      await world().add('c1', many);
      const { answer } = await remove('a1', { replaceWith: 'a2' });
      expect(answer).toMatchObject({ contacts: 2_300, agent: { deletedAtMs: world().nowMs } });
    });

    test('names the campaigns whose pool has nobody left', async () => {
      await world().agent({ id: 'a1', pools: ['sales', 'spanish'] });
      await world().agent({ id: 'a2', pools: ['night', 'sales'] });
      await world().draft('c1', agentsRules({ pool: 'sales' }));
      await world().draft('c2', agentsRules({ pool: 'other' }));
      await world().draft('c3', agentsRules({ pool: 'spanish' }));
      expect((await remove('a1')).answer).toMatchObject({ campaignsWithoutAgents: ['c3'] });
      expect((await remove('a2')).answer).toMatchObject({ campaignsWithoutAgents: ['c1'] });
    });

    test('cannot be set ready, nor be named by new contacts', async () => {
      await world().agents('a1');
      await remove('a1');
      const { nowMs } = world();
      const ready = world().store.setAgentState({ id: 'a1', state: 'ready', nowMs });
      expect(await refusalOf(ready)).toMatchObject({ code: 'not-found' });
      await world().draft('c1');
      expect(await world().add('c1', [bound('a1')])).toMatchObject({ accepted: 0, rejected: 1 });
    });
  });

  describe('a deletion of many contacts', () => {
    const deletion = (replaceWith: string | null) => ({
      id: 'a1',
      replaceWith,
      forced: replaceWith === null,
      nowMs: world().nowMs,
    });
    const remove = (replaceWith: string | null, key?: string) =>
      world().store.deleteAgent(
        deletion(replaceWith),
        key === undefined ? undefined : onceKey(key),
      );
    const bound = (n: number, agentId: string) =>
      ({ number: phone(n), rowKey: null, name: null, agentId }) as const;
    /** So many contacts of a1. The server stops after the first step of its deletion. */
    async function stoppedAfterOneStep(contacts = 1_500, replaceWith: string | null = 'a2') {
      await world().agents('a1', 'a2', 'a3');
      await world().draft('c1');
      await world().add(
        'c1',
        Array.from({ length: contacts }, (_, n) => bound(n, 'a1')),
      );
      await stopAfterOneStep(replaceWith);
    }
    async function stopAfterOneStep(replaceWith: string | null) {
      // Each step reads it once.
      let steps = 0;
      const stopping = {
        ...deletion(replaceWith),
        get precondition() {
          if (++steps > 1) throw new Error('the server stops');
          return () => undefined;
        },
      };
      await expect(world().store.deleteAgent(stopping)).rejects.toThrow('the server stops');
    }
    const agentsOfContacts = async (campaignId: string) => {
      const page = await world().store.contacts({ campaignId, filter: {} }, { limit: 10_000 });
      return Object.fromEntries(
        Object.entries(Object.groupBy(page.items, ({ agentId }) => agentId ?? 'nobody')).map(
          ([agent, contacts]) => [agent, contacts!.length],
        ),
      );
    };
    const onceAt = (atMs: number) =>
      ({
        kind: 'once',
        asked: { at: atMs, notAfter: null },
        atMs,
        notAfterMs: atMs + 60_000,
      }) as const;
    const callback = (id: string, agentId: string) =>
      world().store.addCallback({
        id,
        number: phone(9_000),
        callRef: null,
        settings: {
          name: null,
          zone: 'UTC',
          agentId,
          agentAloneMs: null,
          pool: null,
          times: onceAt(world().nowMs + 60_000),
        },
        nowMs: world().nowMs,
      });

    test('pauses the agent meanwhile, which is in its history with the reason and who did it', async () => {
      await stoppedAfterOneStep();
      const { nowMs } = world();
      const span = { fromMs: nowMs - 1, toMs: nowMs + 1 };
      const { changes } = await world().store.agentTimes('a1', span, { limit: 1 });
      expect(changes.slice(1)).toEqual([
        {
          atMs: nowMs,
          state: 'paused',
          untilMs: null,
          reason: 'it is being deleted',
          who: 'dialwright',
        },
      ]);
      expect((await remove('a2')).answer).toMatchObject({ contacts: 1_500, replacedBy: 'a2' });
      const after = await world().store.agentTimes('a1', span, { limit: 1 });
      expect(after.changes.map(({ state }) => state)).toEqual(['ready', 'paused', 'deleted']);
    });

    test('lets nothing new refer to the agent', async () => {
      await stoppedAfterOneStep();
      expect(await world().add('c1', [bound(8_000, 'a1')])).toMatchObject({ rejected: 1 });
      expect(await refusalOf(callback('b1', 'a1'))).toMatchObject({ code: 'unknown-agent' });
      const { nowMs } = world();
      const call = { number: phone(8_001), name: null, agentId: 'a1', nowMs };
      expect(await refusalOf(world().store.addDirectCall(call))).toMatchObject({
        code: 'unknown-agent',
      });
      await remove('a2');
      expect(await agentsOfContacts('c1')).toEqual({ a2: 1_500 });
    });

    test('binds nothing to a replacement that was deleted meanwhile, or is being deleted', async () => {
      await stoppedAfterOneStep(2_500);
      const { nowMs } = world();
      await world().store.deleteAgent({ id: 'a2', replaceWith: 'a3', forced: false, nowMs });
      expect(await refusalOf(remove('a2'))).toMatchObject({ code: 'unknown-agent' });
      await expect(remove('a2')).rejects.toThrow(
        '`replace_with` is not an agent. The deletion stopped half-way: 1000 contacts are bound to a2 already',
      );
      expect(await world().store.agent('a1', nowMs)).toMatchObject({
        state: 'paused',
        pausedReason: 'it is being deleted',
      });
      expect((await remove('a3')).answer).toMatchObject({ contacts: 1_500 });
      expect(await agentsOfContacts('c1')).toEqual({ a3: 2_500 });
    });

    test('is not followed by the deletion of two agents in favour of each other', async () => {
      await stoppedAfterOneStep();
      const { nowMs } = world();
      const other = { id: 'a2', replaceWith: 'a1', forced: false, nowMs };
      expect(await refusalOf(world().store.deleteAgent(other))).toMatchObject({
        code: 'unknown-agent',
      });
    });

    test('is taken over by a request with other terms', async () => {
      await stoppedAfterOneStep();
      expect((await remove('a3')).answer).toMatchObject({ contacts: 500, replacedBy: 'a3' });
      expect(await agentsOfContacts('c1')).toEqual({ a2: 1_000, a3: 500 });
    });

    test('is refused by one of two requests at once, and no contact is left behind', async () => {
      await stoppedAfterOneStep(4_500);
      const both = await Promise.allSettled([remove('a2'), remove('a3')]);
      const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      expect(refused.reason).toMatchObject({
        code: expect.stringMatching(/deletion-stopped|not-found/),
      });
      expect(await agentsOfContacts('c1')).not.toHaveProperty('a1');
    });

    test('is cancelled when the agent is set ready, and not by a move of its pool', async () => {
      await stoppedAfterOneStep();
      const { nowMs, store } = world();
      await store.setPoolState({ pool: 'default', state: 'ready', nowMs });
      expect(await store.agent('a1', nowMs)).toMatchObject({ state: 'paused' });
      await store.setAgentState({ id: 'a1', state: 'ready', nowMs });
      expect(await world().add('c1', [bound(8_000, 'a1')])).toMatchObject({ accepted: 1 });
      expect(await agentsOfContacts('c1')).toEqual({ a1: 501, a2: 1_000 });
    });

    test('binds a callback that comes once to the other agent, so that it may be paused and resumed', async () => {
      await world().agents('a1', 'a2');
      await callback('b1', 'a1');
      expect((await remove('a2')).answer).toMatchObject({ contacts: 1, callbacks: ['b1'] });
      const { nowMs, store } = world();
      await store.moveCallback({ id: 'b1', move: 'pause', nowMs });
      const { answer } = await store.moveCallback({ id: 'b1', move: 'resume', nowMs });
      expect(answer).toMatchObject({ agentId: 'a2' });
      const { campaignId } = answer.last!.contact!;
      expect(await agentsOfContacts(campaignId)).toEqual({ a2: 2 });
    });
  });

  describe('the history of an agent', () => {
    const historyOf = async (id: string, fromMs: number, limit = 100) => {
      const spans = [];
      let after: string | undefined;
      do {
        const span = { fromMs, toMs: world().nowMs };
        const times = await world().store.agentTimes(id, span, { limit, after });
        spans.push(...agentSpans(times));
        after = times.next;
      } while (after !== undefined);
      return spans;
    };

    test('has what people set and what calls did, without gaps; pages join', async () => {
      const { store } = world();
      const fromMs = world().nowMs;
      await world().agents('a1');
      await world().campaign('c1', numbers(3), agentsRules({ wrapUpMs: 5_000 }));
      for (let n = 0; n < 3; n++) {
        world().later(1_000);
        const [ref] = await world().claim('c1', 1);
        const key = await world().placing(ref!);
        await world().accept(key);
        await world().receive(key, 'agent_ringing', 'agent_answered', 'customer_ringing');
        world().later(20_000);
        await world().end(ref!);
        world().later(5_000);
      }
      await store.setAgentState(
        { id: 'a1', state: 'paused', reason: 'lunch', nowMs: world().nowMs },
        onceKey('k'),
      );
      world().later(60_000);
      const spans = await historyOf('a1', fromMs - 1_000_000);
      expect(spans.map(({ activity, fromMs: from, toMs }) => [activity, toMs - from])).toEqual([
        ...Array.from({ length: 3 }, () => [
          ['ready', 1_000],
          [expect.stringMatching(/ringing|on_call/), 20_000],
          ['wrap_up', 5_000],
        ]).flat(),
        ['paused', 60_000],
      ]);
      expect(spans.at(-1)).toMatchObject({ reason: 'lunch', who: onceKey('k').who });
      expect(timeOf(await historyOf('a1', fromMs, 1))).toEqual(timeOf(spans));
      expect(occupancyRatio(timeOf(spans))).toBeCloseTo(75 / 78);
    });

    test('what an agent does now is the last span of its history', async () => {
      const { store } = world();
      const fromMs = world().nowMs;
      await world().agents('a1');
      await world().campaign('c1', numbers(3), agentsRules({ wrapUpMs: 5_000 }));
      const seen: string[] = [];
      const expectSame = async () => {
        world().later(1_000);
        const { activity } = await store.agent('a1', world().nowMs);
        const [listed] = await store.agents(world().nowMs);
        const last = (await historyOf('a1', fromMs)).at(-1)!;
        expect(activity).toEqual({ state: last.activity, sinceMs: last.fromMs });
        expect(listed!.activity).toEqual(activity);
        seen.push(activity.state);
      };
      await expectSame();
      const [ref] = await world().claim('c1', 1);
      await expectSame();
      const key = await world().placing(ref!);
      await world().accept(key);
      await world().receive(key, 'agent_ringing');
      await expectSame();
      await world().receive(key, 'agent_answered');
      await expectSame();
      await world().end(ref!);
      await expectSame();
      world().later(5_000);
      await expectSame();
      const { nowMs } = world();
      const move = { id: 'a1', state: 'paused', reason: 'lunch', nowMs } as const;
      await store.setAgentState({ ...move, untilMs: nowMs + 5_000 });
      await expectSame();
      world().later(5_000);
      await expectSame();
      await store.setAgentState({ ...move, nowMs: world().nowMs });
      await expectSame();
      const states = ['ready', 'ready', 'ringing', 'on_call', 'wrap_up', 'ready', 'paused'];
      expect(seen).toEqual([...states, 'ready', 'paused']);
    });

    test('the agent is free again where an unknown call lets it go', async () => {
      const fromMs = world().nowMs;
      const { ref } = await world().oneUnknown();
      world().later(10_000);
      await world().store.freeAgent(ref, world().nowMs);
      world().later(10_000);
      const spans = await historyOf('a1', fromMs);
      expect(spans.map(({ activity }) => activity)).toEqual(['ringing', 'ready']);
    });
  });
}
