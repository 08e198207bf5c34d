import { describe, expect, test } from 'vitest';
import type { EventFilter } from '../../../src/domain/events/event.ts';
import { phone, refusalOf, SETTINGS, UNREACHED, type World } from './world.ts';

const TIMING = { sweepMs: 60_000, noAgentsMs: 60_000, recordingLateMs: 900_000 };

export function eventRules(world: () => World): void {
  const events = async (filter: EventFilter = {}, order: 'asc' | 'desc' = 'asc') =>
    (await world().store.outbox({ ...filter, order }, { limit: 100 })).items;
  const types = async (filter: EventFilter = {}) =>
    (await events(filter)).map(({ type, subject }) => `${type} ${subject}`);
  const sync = async () => {
    await world().worker('w1');
    await world().store.syncAlerts({ nowMs: world().nowMs, timing: TIMING });
  };

  describe('events', () => {
    test('a call reports its acceptance, its bridge, its end and its bill, in this order', async () => {
      const ref = await world().oneLive();
      await world().receive({ ref, placement: 1 }, 'agent_ringing', 'bridged');
      await world().end(ref, { cost: '0.25' });
      expect(await types({ subject: `calls/${ref}` })).toEqual([
        `call.placed calls/${ref}`,
        `call.offered calls/${ref}`,
        `call.bridged calls/${ref}`,
        `call.ended calls/${ref}`,
        `call.settled calls/${ref}`,
      ]);
      const [placed, , , ended, settled] = await events({ subject: `calls/${ref}` });
      expect(placed).toMatchObject({
        campaignId: 'c1',
        data: { agent: 'a1', placement: 1, carrier_call_id: `id-${ref}` },
      });
      expect(ended!.data).toMatchObject({
        agent: 'a1',
        disposition: 'completed',
        previous_disposition: null,
        ended_at: new Date(world().nowMs).toISOString(),
      });
      expect(settled!.data).toEqual({ cost: '0.25', previous_cost: null, source: 'get' });
    });

    test('no event holds a number or a name', async () => {
      await world().agents('a1');
      await world().draft('c1');
      await world().add('c1', [{ number: phone(7), rowKey: 'row-7', name: 'Ada Example' }]);
      await world().move('c1', 'start');
      const [ref] = await world().claim('c1');
      await world().live(ref!);
      await world().end(ref!, { cost: '1' });
      const text = JSON.stringify(await events());
      expect(text).toContain(ref);
      for (const secret of [phone(7).slice(1), 'row-7', 'Ada', 'Agent a1', 'sip-a1']) {
        expect(text).not.toContain(secret);
      }
    });

    test('a corrected bill and a corrected end are reported again, with what they correct', async () => {
      const ref = await world().oneLive();
      await world().end(ref, { ...UNREACHED, confirmed: false, cost: '0.5' });
      await world().store.settleCall(ref, '0.75', world().nowMs);
      const [settled] = await events({ types: ['call.settled'] }, 'desc');
      expect(settled!.data).toEqual({ cost: '0.75', previous_cost: '0.5', source: 'get' });
    });

    test('a placement whose outcome nobody knows is reported', async () => {
      const { ref } = await world().oneUnknown();
      expect(await types({ types: ['call.unknown', 'call.placed'] })).toEqual([
        `call.unknown calls/${ref}`,
      ]);
    });

    test('a refused request reports nothing, and neither does a repeated move', async () => {
      await world().draft('c1');
      await refusalOf(world().move('c1', 'pause'));
      expect(await types()).toEqual([]);
    });

    test('every change of a campaign’s state is reported, and its contacts as they become final', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1), phone(2), phone(3)]);
      await world().move('c1', 'pause');
      await world().move('c1', 'resume');
      const [ref] = await world().claim('c1', 1);
      await world().live(ref!);
      await world().end(ref!);
      await world().move('c1', 'cancel');
      expect(await types({ campaignId: 'c1' })).toEqual([
        'import.done campaigns/c1/imports/i1',
        'campaign.started campaigns/c1',
        'campaign.paused campaigns/c1',
        'campaign.resumed campaigns/c1',
        `call.placed calls/${ref}`,
        `call.bridged calls/${ref}`,
        `call.ended calls/${ref}`,
        'contact.final campaigns/c1/contacts/1',
        // Its two other contacts are closed with it, without an event for each.
        'campaign.cancelled campaigns/c1',
      ]);
      expect((await events({ types: ['import.done'] }))[0]!.data).toMatchObject({
        rows: 3,
        accepted: 3,
      });
    });

    test('agents and the account report their states once', async () => {
      const { store, nowMs } = world();
      await world().agents('a1');
      for (const state of ['paused', 'paused', 'ready', 'ready'] as const) {
        await store.setAgentState({ id: 'a1', state, nowMs });
      }
      const lunch = { id: 'a1', state: 'paused', reason: 'lunch', untilMs: nowMs + 1 } as const;
      await store.setAgentState({ ...lunch, nowMs });
      const { data } = (await events({ subject: 'agents/a1' })).at(-1)!;
      expect(data).toEqual({ reason: 'lunch', until_at: new Date(nowMs + 1).toISOString() });
      await store.deleteAgent({ id: 'a1', replaceWith: null, forced: false, nowMs });
      for (const stopped of [true, true, false]) {
        await store.setAccountStopped({ stopped, reason: stopped ? 'drill' : null, nowMs });
      }
      expect(await types()).toEqual([
        'agent.paused agents/a1',
        'agent.ready agents/a1',
        'agent.paused agents/a1',
        'agent.deleted agents/a1',
        'account.stopped account',
        'account.going account',
      ]);
    });

    test('a hold is reported with its alert, in the transaction of the refusal', async () => {
      const key = await world().placing(await world().oneClaimed());
      await world().refuse(key, 402, { code: 'insufficient_funds' });
      const opened = await events({ subject: 'account' });
      expect(opened.map(({ type, data }) => [type, data['reason'] ?? data['status']])).toEqual([
        ['hold.opened', '402 insufficient_funds'],
        ['alert.hold', 'raised'],
      ]);
      await sync();
      await world().store.liftHold({ nowMs: world().nowMs });
      await sync();
      expect((await types({ subject: 'account' })).slice(2)).toEqual([
        'hold.lifted account',
        'alert.hold account',
      ]);
      expect(await world().store.alerts()).toEqual([]);
    });

    test('pages go on behind the last event, in both orders, and filters hold on each', async () => {
      await world().draft('c1');
      await world().draft('c2');
      for (const id of ['c1', 'c2'] as const) {
        for (const move of ['start', 'pause', 'resume', 'pause'] as const)
          await world().move(id, move);
      }
      const all = await events();
      expect(all.map(({ serial }) => serial)).toEqual(
        all.map(({ serial }) => serial).toSorted((a, b) => a - b),
      );
      const filters: EventFilter[] = [
        {},
        { types: ['campaign.paused', 'campaign.resumed'] },
        { campaignId: 'c2' },
        { campaignId: 'c2', types: ['campaign.paused'] },
        { subject: 'campaigns/c1' },
      ];
      for (const filter of filters) {
        for (const order of ['asc', 'desc'] as const) {
          const paged: number[] = [];
          let after: string | undefined;
          do {
            const page = await world().store.outbox({ ...filter, order }, { limit: 2, after });
            paged.push(...page.items.map(({ serial }) => serial));
            after = page.next;
          } while (after !== undefined);
          expect(paged).toEqual((await events(filter, order)).map(({ serial }) => serial));
          expect(paged.length).toBeGreaterThan(0);
        }
      }
      const behind = await world().store.outbox(
        { order: 'asc', after: all[2]!.serial },
        { limit: 100 },
      );
      expect(behind.items).toEqual(all.slice(3));
    });

    test('old events are deleted, and the span says so; their ids are not given again', async () => {
      await world().campaign('c1', [phone(1)]);
      const before = await events();
      const { last } = await world().store.outboxSpan();
      expect(last).toBe(before.at(-1)!.serial);
      expect(await world().store.pruneOutbox({ olderThanMs: 0 })).toBe(0);
      const pruned = await world().store.pruneOutbox({ olderThanMs: Number.MAX_SAFE_INTEGER });
      expect(pruned).toBe(before.length);
      expect(await world().store.outboxSpan()).toEqual({ prunedTo: last, last });
      await world().move('c1', 'pause');
      expect((await events())[0]!.serial).toBeGreaterThan(last);
    });
  });

  describe('alerts', () => {
    const standing = async () =>
      (await world().store.alerts()).map(({ kind, subject }) => `${kind} ${subject}`);

    test('are raised once and cleared once, whoever looks and however often', async () => {
      await world().oneUnknown();
      await world().store.endUnknown('c1.1.1', 'nobody knows', world().nowMs);
      for (const store of [world().store, world().another()]) {
        await store.syncAlerts({ nowMs: world().nowMs, timing: TIMING });
      }
      expect(await standing()).toEqual(['unknown-calls calls']);
      expect(await types({ types: ['alert.unknown-calls'] })).toHaveLength(1);
    });

    test('a campaign that waits for agents while none is ready', async () => {
      await world().campaign('c1', [phone(1)]);
      await world().claim('c1');
      await sync();
      expect(await standing()).toEqual([]);
      world().later(TIMING.noAgentsMs);
      await sync();
      expect(await standing()).toEqual(['no-agents campaigns/c1']);
      await world().agents('a1');
      await sync();
      await sync();
      expect(await standing()).toEqual([]);
      expect(
        (await events({ types: ['alert.no-agents'] })).map(({ data }) => data['status']),
      ).toEqual(['raised', 'cleared']);
    });

    test('no alert while an agent is ready who has the pool of the campaign among his own', async () => {
      const agents = { pool: 'spanish', wrapUpMs: 0, pauseAfterMisses: null };
      await world().campaign('c1', [phone(1), phone(2)], { agents });
      await world().agent({ id: 'a1', pools: ['sales'] });
      await world().claim('c1');
      world().later(TIMING.noAgentsMs);
      await sync();
      expect(await standing()).toEqual(['no-agents campaigns/c1']);
      await world().agent({ id: 'a2', pools: ['sales', 'spanish'] });
      await sync();
      await sync();
      expect(await standing()).toEqual([]);
    });

    test('sweeps that stopped although a worker runs', async () => {
      const { store, nowMs } = world();
      await store.sweep({ nowMs, graceMs: 60_000, limit: 10 });
      world().later(5 * TIMING.sweepMs);
      await sync();
      expect(await standing()).toEqual(['sweep-away account']);
    });

    test('customers answer less often than at the same hours of the days before, until they do again', async () => {
      const ids = Array.from({ length: 10 }, (_, n) => `a${n}`);
      await world().agents(...ids);
      const redial = { ...SETTINGS.policy.redial, rules: {} };
      await world().draft('c1', { keepOpen: true, redial });
      await world().move('c1', 'start');
      let next = 1_000;
      const ring = async (answered: number, missed: number) => {
        await world().append(
          'c1',
          Array.from({ length: answered + missed }, () => phone(next++)),
        );
        for (let rung = 0; rung < answered + missed;) {
          for (const ref of await world().claim('c1')) {
            await world().live(ref);
            await world().end(ref, rung++ < answered ? {} : UNREACHED);
          }
        }
        world().later(15 * 60_000);
        await sync();
        return standing();
      };
      const nextDay = () => world().later(24 * 3_600_000 - 15 * 60_000);
      expect(await ring(40, 20)).toEqual([]);
      nextDay();
      expect(await ring(38, 22)).toEqual([]);
      nextDay();
      expect(await ring(10, 50)).toEqual(['answers-fell campaigns/c1']);
      const [alert] = await world().store.alerts();
      expect(alert!.text).toContain('17 % of the calls of the last three hours, and 65 % at');
      nextDay();
      expect(await ring(36, 24)).toEqual([]);
    });

    test('a budget near its cap, in the transaction of the bill', async () => {
      const budget = { total: '1', perDay: null, reservePerCall: '0.1', alertAt: 0.5 };
      const ref = await world().oneLive({ budget });
      await world().end(ref, { cost: '0.9' });
      expect(await standing()).toEqual(['budget campaigns/c1']);
      await sync();
      expect(await standing()).toEqual(['budget campaigns/c1']);
      await world().move('c1', 'cancel');
      await sync();
      expect(await standing()).toEqual([]);
    });
  });
}
