import { describe, expect, test } from 'vitest';
import { webhookSign } from '../../../src/domain/restore/restore.ts';
import { phone, UNREACHED, type World } from './world.ts';

export function figureRules(world: () => World): void {
  const figures = () => world().store.installationFigures(world().nowMs);

  describe('figures for monitoring', () => {
    test('an empty store shows zeros, and nothing for what never was', async () => {
      expect(await figures()).toEqual({
        claimedCalls: 0,
        oldestCallAtMs: null,
        liveCalls: [],
        recentlyEndedCalls: [],
        unknownCalls: 0,
        oldestIntentAtMs: null,
        inbox: { waiting: 0, oldestAtMs: null },
        webhookAtMs: null,
        polledCalls: 0,
        unsettledCalls: 0,
        desk: { waiting: 0, oldestDueAtMs: null, closedUntilMs: 0 },
        isStopped: false,
        isOldCopy: false,
        holdSinceMs: null,
        campaigns: [],
        waitingCampaigns: [],
        mostBudgetUsed: null,
        agents: { free: 0, busy: 0 },
        campaignsWithWork: 0,
        alerts: [],
        brokenWorkflows: 0,
        processes: [],
        sweptAtMs: null,
      });
    });

    test('a POST without an answer is old from its intent until its outcome is known', async () => {
      const ref = await world().oneClaimed();
      expect((await figures()).oldestIntentAtMs).toBeNull();
      const atMs = world().nowMs;
      const key = await world().placing(ref);
      world().later(20_000);
      expect(await figures()).toMatchObject({
        oldestIntentAtMs: atMs,
        liveCalls: [{ kind: 'placing', count: 1 }],
        agents: { free: 0, busy: 1 },
      });
      await world().accept(key);
      expect(await figures()).toMatchObject({
        oldestIntentAtMs: null,
        liveCalls: [{ kind: 'accepted', count: 1 }],
      });
    });

    test('free agents and due contacts are counted apart, and a campaign without due contacts has no work', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1)]);
      await world().draft('c2');
      expect(await figures()).toMatchObject({
        agents: { free: 2, busy: 0 },
        campaignsWithWork: 1,
        campaigns: [{ kind: 'running', count: 1 }],
      });
      await world().claim('c1');
      const after = await figures();
      expect(after).toMatchObject({ agents: { free: 1, busy: 1 }, campaignsWithWork: 0 });
      // On Postgres a claim that began anew counts again.
      expect(after.claimedCalls).toBeGreaterThanOrEqual(1);
    });

    test('only what wakes a call counts as waiting in the inbox, until its workflow was told', async () => {
      const ref = await world().oneLive();
      const key = { ref, placement: 1 };
      await world().receive(key, 'agent_ringing');
      expect((await figures()).inbox).toEqual({ waiting: 0, oldestAtMs: null });
      const event = world().event(key, 9, 'click2call.completed');
      await world().store.appendEvent(event);
      world().later(5_000);
      expect(await figures()).toMatchObject({
        inbox: { waiting: 1, oldestAtMs: event.receivedAtMs },
        webhookAtMs: event.receivedAtMs,
      });
      const events = await world().store.unrelayedEvents(ref);
      await world().store.markRelayed(
        ref,
        events.map(({ id }) => id),
        'signal',
      );
      expect((await figures()).inbox.waiting).toBe(0);
    });

    test('ended calls count by disposition for a quarter of an hour at least, and for half an hour at most', async () => {
      const ref = await world().oneLive();
      await world().end(ref, UNREACHED);
      const ended = [{ kind: 'customer-unreached', count: 1 }];
      expect((await figures()).recentlyEndedCalls).toEqual(ended);
      world().later(15 * 60_000);
      expect((await figures()).recentlyEndedCalls).toEqual(ended);
      world().later(15 * 60_000);
      expect((await figures()).recentlyEndedCalls).toEqual([]);
    });

    test('a call that ended as unknown waits for a person', async () => {
      const { ref } = await world().oneUnknown();
      expect((await figures()).liveCalls).toEqual([{ kind: 'unknown', count: 1 }]);
      await world().store.endUnknown(ref, 'silence', world().nowMs);
      expect(await figures()).toMatchObject({ unknownCalls: 1, liveCalls: [] });
    });

    test('of several budgets the one that is used most counts, with what is reserved', async () => {
      const budget = { total: '10', perDay: null, reservePerCall: '1', alertAt: 1 };
      await world().agents('a1');
      await world().campaign('c1', [phone(1)], { budget });
      await world().campaign('c2', [phone(2)], { budget: { ...budget, total: null, perDay: '4' } });
      expect((await figures()).mostBudgetUsed).toBe(0);
      const [ref] = await world().claim('c2', 1);
      await world().placing(ref!);
      expect((await figures()).mostBudgetUsed).toBe(0.25);
    });

    test('a hold, an alert and the processes that show life are counted', async () => {
      const key = await world().placing(await world().oneClaimed());
      await world().refuse(key, 402);
      await world().worker('host:1');
      expect(await figures()).toMatchObject({
        holdSinceMs: world().nowMs,
        alerts: [{ kind: 'hold', count: 1 }],
        processes: [{ kind: 'worker', count: 1 }],
      });
      world().later(30_000);
      expect((await figures()).processes).toEqual([]);
    });

    test('an account that an old copy stopped is told apart from one that a person stopped', async () => {
      const stop = { stopped: true, reason: null, nowMs: world().nowMs };
      await world().store.setAccountStopped(stop);
      expect(await figures()).toMatchObject({ isStopped: true, isOldCopy: false });
      const sign = webhookSign({ ref: 'c1.1.1', placement: 1 });
      await world().store.noteRestore(sign, world().nowMs);
      expect(await figures()).toMatchObject({ isStopped: true, isOldCopy: true });
    });
  });
}
