import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTACTS_PER_BATCH } from '../../../../src/store/campaigns/contact-job-store.ts';
import { phone, UNREACHED, type World } from '../world.ts';

export function claimRules(world: () => World): void {
  describe('claiming', () => {
    test.each(['pause', 'cancel'] as const)('nothing is claimed after %s', async (move) => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      await world().move('c1', move);
      expect(await world().claim('c1')).toEqual([]);
    });

    test('nothing is claimed in a draft', async () => {
      await world().agents('a1');
      await world().draft('c1');
      await world().append('c1', [phone(1)]);
      expect(await world().claim('c1')).toEqual([]);
    });

    test('nothing is claimed while the account is stopped', async () => {
      const { store, nowMs } = world();
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      await store.setAccountStopped({ stopped: true, reason: null, nowMs });
      expect(await world().claim('c1')).toEqual([]);
      await store.setAccountStopped({ stopped: false, reason: null, nowMs });
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
    });

    test('a paused agent is not taken', async () => {
      await world().agents('a1');
      await world().store.setAgentState({ id: 'a1', state: 'paused', nowMs: world().nowMs });
      await world().campaign('c1', [phone(1)]);
      expect(await world().claim('c1')).toEqual([]);
    });

    test('a number with a live call is not claimed by another campaign', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1)]);
      await world().campaign('c2', [phone(1), phone(2)]);
      const [ref] = await world().claim('c1');
      expect(await world().claim('c2')).toEqual(['c2.2.1']);
      await world().live(ref!);
      await world().end(ref!);
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('a campaign keeps to its cap of live calls', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [phone(1), phone(2), phone(3)], { maxLiveCalls: 2 });
      expect(await world().claim('c1')).toEqual(['c1.1.1', 'c1.2.1']);
      expect(await world().claim('c1')).toEqual([]);
      await world().live('c1.1.1');
      await world().end('c1.1.1');
      expect(await world().claim('c1')).toEqual(['c1.3.1']);
    });

    test('no more are claimed than asked for, nor than there are agents', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [1, 2, 3, 4, 5].map(phone));
      expect(await world().claim('c1', 2)).toHaveLength(2);
      expect(await world().claim('c1', 9)).toHaveLength(1);
    });

    test('contacts are claimed by due instant, then by position', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [first] = await world().claim('c1');
      await world().live(first!);
      await world().end(first!, UNREACHED);
      await world().append('c1', [phone(3)]);
      const order: string[] = [];
      for (let round = 0; round < 3; round++) {
        world().later(60_000);
        const [ref] = await world().claim('c1');
        order.push(ref!);
        await world().live(ref!);
        await world().end(ref!);
      }
      expect(order).toEqual(['c1.2.1', 'c1.3.1', 'c1.1.2']);
    });

    test('the agent idle for longest is taken', async () => {
      await world().agents('a1');
      world().later(1);
      await world().agents('a2');
      await world().campaign('c1', [1, 2, 3].map(phone));
      expect(await world().claim('c1', 1)).toEqual(['c1.1.1']);
      expect(await world().onCall('a1')).toBe('c1.1.1');
      world().later(1);
      await world().live('c1.1.1');
      await world().end('c1.1.1');
      await world().claim('c1', 1);
      expect(await world().onCall('a2')).toBe('c1.2.1');
    });

    test('a claimed call that was never marked started is given again, whatever the campaign does', async () => {
      const { store } = world();
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      const ask = () => store.claim({ id: 'c1', limit: 10, nowMs: world().nowMs });
      const claim = { ref: 'c1.1.1', agentId: 'a1', claimedAtMs: world().nowMs };
      expect((await ask()).claims).toEqual([claim]);
      await world().move('c1', 'pause');
      world().later(1);
      expect((await ask()).claims).toEqual([claim]);
      await store.markStarted(['c1.1.1'], world().nowMs);
      expect((await ask()).claims).toEqual([]);
    });

    test('the facts are those after the claim', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [1, 2, 3, 4].map(phone));
      const { facts } = await world().store.claim({ id: 'c1', limit: 1, nowMs: world().nowMs });
      expect(facts).toEqual({
        state: 'running',
        stateReason: null,
        keepOpen: false,
        startsAtMs: null,
        deadline: null,
        accountStopped: false,
        hold: undefined,
        dueNow: 3,
        nextDueAtMs: null,
        nextDueReason: null,
        budget: { kind: 'open', alert: false },
        nextDayAtMs: expect.any(Number),
        copying: false,
        dueAndFree: 'some',
        agentAloneUntilMs: null,
        liveCalls: 1,
        freeAgents: 1,
        othersFirst: false,
        agentsOnCall: 1,
        wrapUpUntilMs: null,
        pausedUntilMs: null,
      });
    });

    test('one claim opens a batch of the contacts whose agent has had its time, those first that waited longest', async () => {
      await world().agents('own', 'a1', 'a2');
      await world().store.setAgentState({ id: 'own', state: 'paused', nowMs: world().nowMs });
      await world().draft('c1');
      const many = Array.from({ length: CONTACTS_PER_BATCH + 1 }, (_, n) => ({
        number: phone(n),
        rowKey: null,
        name: null,
        agentId: 'own',
        agentAloneUntilMs: world().nowMs + 1_000 - n,
      }));
      await world().add('c1', many);
      await world().move('c1', 'start');
      world().later(1_000);
      const bound = async () => {
        const { store, nowMs } = world();
        const limit = many.length;
        const contacts = await store.plannedContacts({ id: 'c1', afterPosition: 0, limit, nowMs });
        return contacts.filter(({ agentId }) => agentId !== null).map(({ position }) => position);
      };
      expect(await world().claim('c1', 1)).toEqual(['c1.2.1']);
      expect(await bound()).toEqual([1]);
      expect(await world().claim('c1', 1)).toEqual(['c1.1.1']);
      expect(await bound()).toEqual([]);
    });

    test('a campaign whose due numbers are on calls elsewhere shows it, and waits for them', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1)]);
      await world().campaign('c2', [phone(1)]);
      const [ref] = await world().claim('c1');
      const key = await world().placing(ref!);
      await world().noAnswer(key);
      await world().store.endUnknown(ref!, 'timeout', world().nowMs);
      expect(await world().claim('c2')).toEqual([]);
      expect((await world().progress('c2')).waitingFor).toMatchObject({ reason: 'numbers' });
    });

    test('random claims, ends and stores never put two live calls on one number or agent', async () => {
      const step = fc.record({
        act: fc.constantFrom('claim', 'place', 'end', 'lose', 'wait'),
        campaign: fc.constantFrom('c1', 'c2', 'c3'),
        pick: fc.nat(20),
        other: fc.boolean(),
      });
      await world().agents('a1', 'a2', 'a3');
      for (const id of ['c1', 'c2', 'c3']) {
        await world().campaign(id, [1, 2, 3, 4, 5, 6].map(phone), { maxLiveCalls: 2 });
      }
      const second = world().another();
      let unknowns = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
          for (const { act, campaign, pick, other } of steps) {
            const store = other ? second : world().store;
            const { nowMs } = world();
            const live = await liveCalls(world());
            const call = live[pick % Math.max(1, live.length)];
            if (act === 'wait') world().later(60_000);
            else if (act === 'claim') await store.claim({ id: campaign, limit: 3, nowMs });
            else if (call?.state === 'claimed') await world().live(call.ref);
            else if (call && act === 'lose' && call.state === 'accepted' && unknowns++ < 3) {
              await world().end(call.ref, { ...UNREACHED, disposition: 'carrier-lost' });
            } else if (call) await world().end(call.ref, UNREACHED);
            const { live: now, refs, busy, claimed, counted } = await promises(world());
            expect(new Set(now.map((each) => each.number)).size).toBe(now.length);
            expect(busy).toEqual(refs);
            expect(counted).toBe(now.length);
            for (const id of ['c1', 'c2', 'c3']) {
              const own = now.filter((each) => each.campaignId === id).length;
              expect(own).toBeLessThanOrEqual(2);
              expect(claimed[id]).toBe(own);
            }
          }
        }),
        { numRuns: 25 },
      );
    });
  });

  describe('what a campaign waits for', () => {
    test('a campaign with nothing left is completed by the claim that finds it so', async () => {
      const ref = await world().oneLive();
      await world().end(ref);
      const { facts } = await world().store.claim({ id: 'c1', limit: 1, nowMs: world().nowMs });
      expect(facts.state).toBe('completed');
      expect(await world().progress('c1')).toMatchObject({
        campaign: { state: 'completed' },
        waitingFor: null,
      });
    });

    test('one that is kept open waits for contacts', async () => {
      const ref = await world().oneLive({ keepOpen: true });
      await world().end(ref);
      await world().claim('c1');
      expect(await world().progress('c1')).toMatchObject({ waitingFor: { reason: 'contacts' } });
      await world().append('c1', [phone(2)]);
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
    });

    test('a drained campaign does not wait for redials, and leaves no contact due', async () => {
      const ref = await world().oneLive();
      await world().move('c1', 'drain');
      await world().end(ref, UNREACHED);
      await world().claim('c1');
      expect(await world().progress('c1')).toMatchObject({
        campaign: { state: 'completed' },
        contacts: { due: 0, final: 1 },
        contactsByDisposition: { 'customer-unreached': 1 },
      });
    });

    test('a locked contact holds up nothing', async () => {
      const key = await world().oneUnknown();
      await world().store.endUnknown(key.ref, 'silence', world().nowMs);
      await world().claim('c1');
      expect((await world().progress('c1')).campaign.state).toBe('completed');
    });

    test('since when it waits is kept while the reason stays, over claims and reads', async () => {
      await world().campaign('c1', [phone(1), phone(2)]);
      const sinceMs = world().nowMs;
      await world().claim('c1');
      world().later(500);
      await world().claim('c1');
      expect(await world().progress('c1')).toMatchObject({
        waitingFor: { reason: 'agents', sinceMs },
      });
      const pausedMs = world().later(500);
      await world().move('c1', 'pause');
      world().later(500);
      expect(await world().progress('c1')).toMatchObject({
        waitingFor: { reason: 'resume', sinceMs: pausedMs },
      });
    });

    test('a reason that nobody claimed under is remembered from the first time it is read', async () => {
      const { store } = world();
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      expect((await world().progress('c1')).waitingFor).toBeNull();
      const sinceMs = world().later(5);
      await store.setAccountStopped({ stopped: true, reason: null, nowMs: sinceMs });
      await world().progress('c1');
      world().later(100);
      expect((await world().progress('c1')).waitingFor).toMatchObject({
        reason: 'account-stop',
        sinceMs,
      });
    });
  });
}

async function liveCalls(world: World) {
  const { items } = await world.store.calls({ filter: {} }, { limit: 1_000 });
  return items.filter((call) => call.state !== 'ended');
}

/** What must never be, as it is now; each promise is compared with what holds it. */
async function promises(world: World) {
  const live = await liveCalls(world);
  const refs = live.map((call) => call.ref).toSorted();
  const agents = await world.store.agents();
  const busy = agents.flatMap(({ onCall }) => (onCall === null ? [] : [onCall]));
  const claimed: Record<string, number> = {};
  for (const id of ['c1', 'c2', 'c3']) claimed[id] = (await world.progress(id)).contacts.claimed;
  const { liveCalls: counted } = await world.store.account();
  return { live, refs, busy: busy.toSorted(), claimed, counted };
}
