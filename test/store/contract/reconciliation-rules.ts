import { describe, expect, test } from 'vitest';
import type { PlacementKey } from '../../../src/domain/ids.ts';
import type { RecordIdentity } from '../../../src/store/reconciliation-store.ts';
import { onceKey, phone, refusalOf, type World } from './world.ts';

export function reconciliationRules(world: () => World): void {
  const text = async (ref: string) =>
    (await world().store.timeline(ref)).map((entry) => entry.text).join('\n');
  const settle = (ref: string, cost: string, serial = 1) =>
    world().store.settleByRecords([{ ref, cost }], { serial, nowMs: world().nowMs });
  const call = (ref: string) => world().store.call(ref);
  const spent = async () => (await world().progress('c1')).totalCost;
  const identify = (key: PlacementKey, more: Partial<RecordIdentity> = {}) =>
    world().store.identifyByRecord(key, {
      carrierCallId: 'id-1',
      evidence: 'callback-url',
      ended: 'completed',
      cost: '0.042',
      serial: 1,
      nowMs: world().nowMs,
      ...more,
    });

  async function endedUnknown() {
    const key = await world().oneUnknown();
    await world().store.endUnknown(key.ref, 'silence', world().nowMs);
    return key;
  }

  describe('a cost that a call record tells', () => {
    test('settles a call that waits for one, and one that waits no more; twice is once', async () => {
      const ref = await world().oneLive();
      await world().end(ref);
      await world().store.giveUpSettling(ref, world().nowMs);
      await settle(ref, '0.0420');
      const settled = { settlement: 'settled', cost: '0.042', costSource: 'cdr' };
      expect(await call(ref)).toMatchObject({ ...settled, recordCost: '0.042' });
      expect(await spent()).toBe('0.042');
      const story = await text(ref);
      expect(story).toContain('cost 0.042, by the carrier\u2019s call records');
      await settle(ref, '0.042');
      expect(await text(ref)).toBe(story);
      expect(await spent()).toBe('0.042');
    });

    test('leaves a final cost as it is: the difference is noted, once', async () => {
      const ref = await world().oneLive();
      await world().end(ref, { cost: '0.04' });
      await settle(ref, '0.05');
      await settle(ref, '0.05');
      const kept = { cost: '0.04', costSource: 'get', recordCost: '0.05' };
      expect(await call(ref)).toMatchObject(kept);
      expect(await spent()).toBe('0.04');
      expect((await text(ref)).match(/call records say 0\.05, its document 0\.04/g)).toHaveLength(
        1,
      );
    });

    test('gives way to a final document, and follows a later record until then', async () => {
      const ref = await world().oneLive();
      await world().end(ref);
      await settle(ref, '0.05');
      await settle(ref, '0.06');
      expect(await call(ref)).toMatchObject({ cost: '0.06', costSource: 'cdr' });
      await world().store.settleCall(ref, '0.04', world().nowMs);
      await settle(ref, '0.06');
      expect(await call(ref)).toMatchObject({ cost: '0.04', costSource: 'get' });
      expect(await spent()).toBe('0.04');
    });

    test('of a comparison that was requested earlier undoes nothing of a later one', async () => {
      const ref = await world().oneLive();
      await world().end(ref);
      await settle(ref, '0.05', 2);
      await settle(ref, '0.06', 1);
      expect(await call(ref)).toMatchObject({ cost: '0.05', recordCost: '0.05' });
      await settle(ref, '0.07', 3);
      expect(await call(ref)).toMatchObject({ cost: '0.07', recordCost: '0.07' });
      expect(await spent()).toBe('0.07');
    });

    test('outweighs what a person entered', async () => {
      const { ref } = await endedUnknown();
      const resolution = {
        disposition: 'completed',
        reason: 'x',
        cost: '1',
        redial: false,
      } as const;
      await world().store.resolveCall({ ref, resolution, nowMs: world().nowMs });
      expect(await call(ref)).toMatchObject({ cost: '1', costSource: 'person' });
      await settle(ref, '0.05');
      expect(await call(ref)).toMatchObject({ cost: '0.05', costSource: 'cdr' });
    });
  });

  describe('a record that proves an unknown call', () => {
    test('binds it, ends it unconfirmed, settles it, frees its number; twice is once', async () => {
      const key = await endedUnknown();
      expect(await identify(key)).toEqual({ bound: true, freed: ['c1'] });
      expect(await call(key.ref)).toMatchObject({
        state: 'ended',
        disposition: 'completed',
        confirmed: false,
        carrierCallId: 'id-1',
        cost: '0.042',
        costSource: 'cdr',
        settlement: 'settled',
        recording: 'expected',
      });
      expect(await text(key.ref)).toContain('its callback URL stands in the record');
      expect((await world().store.account()).liveCalls).toBe(0);
      expect(await world().contacts('c1')).toEqual({ final: 1 });
      const story = await text(key.ref);
      expect((await identify(key)).bound).toBe(true);
      expect(await text(key.ref)).toBe(story);
      const audited = await world().store.audit({ what: 'call.identified' }, { limit: 9 });
      expect(audited.items).toMatchObject([
        { who: 'dialwright', target: `calls/${key.ref}`, after: { source: 'cdr', cost: '0.042' } },
      ]);
    });

    test('one that is still waited for ends too', async () => {
      const key = await world().oneUnknown();
      await identify(key, { ended: 'failed' });
      expect(await call(key.ref)).toMatchObject({ state: 'ended', disposition: 'leg-unknown' });
      expect((await world().store.account()).liveCalls).toBe(0);
      expect(await world().onCall('a1')).toBeNull();
    });

    test('a leg that a webhook reported decides the disposition, and spends the attempt', async () => {
      const key = await endedUnknown();
      await world().store.appendEvent(world().event(key, 1, 'click2call.customer_ringing', 'id-1'));
      await identify(key, { ended: 'failed', evidence: 'webhook' });
      expect(await call(key.ref)).toMatchObject({ disposition: 'customer-unreached' });
    });

    test('without an end it is followed like any other, its agent left alone', async () => {
      const key = await endedUnknown();
      await identify(key, { ended: null, cost: null });
      expect(await call(key.ref)).toMatchObject({ state: 'accepted', settlement: 'open' });
      expect(await world().contacts('c1')).toEqual({ claimed: 1 });
    });

    test('closed by a person as not dialled: the carrier\u2019s word outweighs it', async () => {
      const key = await endedUnknown();
      const resolution = {
        disposition: 'not-dialled',
        reason: 'not there',
        cost: null,
        redial: false,
      } as const;
      await world().store.resolveCall({ ref: key.ref, resolution, nowMs: world().nowMs });
      await identify(key);
      expect(await call(key.ref)).toMatchObject({ disposition: 'completed', cost: '0.042' });
    });

    test('changes neither its agent nor the present state of the campaign', async () => {
      const key = await endedUnknown();
      await world().append('c1', [phone(2), phone(3), phone(4), phone(5)]);
      const refuseNext = async () => {
        const [ref] = await world().claim('c1', 1);
        await world().refuse(await world().placing(ref!), 422);
        return (await world().store.campaign('c1')).state;
      };
      for (const _ of [1, 2]) expect(await refuseNext()).toBe('running');
      await identify(key, { ended: 'failed' });
      expect(await call(key.ref)).toMatchObject({ disposition: 'leg-unknown' });
      expect(await world().store.agents()).toMatchObject([{ id: 'a1', misses: 0 }]);
      expect(await refuseNext()).toBe('paused');
    });

    test('an id that is another call\u2019s, or a call that has another id, binds nothing', async () => {
      const key = await endedUnknown();
      await world().agents('a2');
      await world().campaign('c2', [phone(2)]);
      const [other] = await world().claim('c2');
      await world().live(other!);
      expect((await identify(key, { carrierCallId: `id-${other}` })).bound).toBe(false);
      expect(await call(key.ref)).toMatchObject({ disposition: 'unknown', cost: null });
      await identify(key);
      expect((await identify(key, { carrierCallId: 'id-9' })).bound).toBe(false);
      expect(await call(key.ref)).toMatchObject({ carrierCallId: 'id-1' });
    });

    test('a POST that is still under way is left to its answer', async () => {
      const key = await world().placing(await world().oneClaimed());
      expect((await identify(key)).bound).toBe(false);
      expect(await call(key.ref)).toMatchObject({ state: 'placing', carrierCallId: null });
    });
  });

  describe('what is compared', () => {
    const ours = (
      carrierCallIds: string[] = [],
      aroundMs = world().nowMs,
      refs: string[] = [],
      limit = 9,
    ) =>
      world().store.placementsToCompare({
        fromMs: aroundMs - 1_000,
        toMs: aroundMs + 1_000,
        carrierCallIds,
        refs,
        limit,
      });

    test('no more than were asked for', async () => {
      const ref = await world().oneLive();
      await world().agents('a2');
      await world().campaign('c2', [phone(2)]);
      const [other] = await world().claim('c2');
      await world().live(other!);
      expect(await ours()).toHaveLength(2);
      expect(await ours([], world().nowMs, [], 1)).toHaveLength(1);
      const far = world().nowMs + 86_400_000;
      expect(await ours([`id-${ref}`], far, [other!], 1)).toHaveLength(1);
    });

    test('calls placed within the span, taken or unknown, with the ids that webhooks named', async () => {
      const key = await world().oneUnknown();
      await world().store.appendEvent(world().event(key, 1, 'click2call.bridged', 'id-7'));
      expect(await ours()).toEqual([
        {
          ...key,
          number: phone(1),
          agent: 'sip-a1',
          carrierCallId: null,
          seenIds: ['id-7'],
          intentAtMs: world().nowMs,
          endedAtMs: null,
          disposition: null,
          cost: null,
          costSource: null,
        },
      ]);
      await world().accept(key, 'id-7');
      await world().end(key.ref, { cost: '0.1' });
      const known = { carrierCallId: 'id-7', seenIds: [], cost: '0.1', costSource: 'get' };
      expect(await ours()).toMatchObject([known]);
    });

    test('others only by their carrier ids or their names; refused and never sent, none', async () => {
      const ref = await world().oneLive();
      const day = 86_400_000;
      expect(await ours([], world().nowMs + day)).toEqual([]);
      expect(await ours([`id-${ref}`], world().nowMs + day)).toMatchObject([{ ref }]);
      expect(await ours([], world().nowMs + day, [ref])).toMatchObject([{ ref }]);
      await world().agents('a2');
      await world().campaign('c2', [phone(2)]);
      const [other] = await world().claim('c2');
      await world().refuse(await world().placing(other!), 422);
      expect(await ours()).toMatchObject([{ ref }]);
    });

    test('seizures: calls taken and over, and those in which the customer answered', async () => {
      const span = { fromMs: world().nowMs - 1, toMs: world().nowMs + 1 };
      const ref = await world().oneLive();
      expect(await world().store.seizures(span)).toEqual({ attempts: 0, answered: 0 });
      await world().end(ref, { disposition: 'dropped' });
      expect(await world().store.seizures(span)).toEqual({ attempts: 1, answered: 1 });
      await world().agents('a2');
      await world().campaign('c2', [phone(2)]);
      const [other] = await world().claim('c2');
      await world().live(other!);
      await world().end(other!, { disposition: 'agent-unreached', state: 'failed' });
      expect(await world().store.seizures(span)).toEqual({ attempts: 2, answered: 1 });
    });
  });

  describe('a comparison', () => {
    const span = { fromMs: 1_000, toMs: 2_000 };
    const open = (id: string, key?: string) =>
      world().store.openReconciliation(
        { id, ...span, nowMs: world().nowMs },
        key === undefined ? undefined : onceKey(key),
      );
    const report = { records: 1 } as never;
    const effects = { settle: [{ ref: 'c1.1.1', cost: '1' }], identify: [] };

    test('one that is not there is refused', async () => {
      const { store } = world();
      expect(await refusalOf(store.reconciliation('r9'))).toMatchObject({ code: 'not-found' });
    });

    test('is asked for once under a key, audited, and listed newest first', async () => {
      await open('r1', 'k1');
      const again = await open('r2', 'k1');
      expect(again).toMatchObject({ replayed: true, answer: { id: 'r1', state: 'open' } });
      await open('r3');
      const { items } = await world().store.reconciliations({ limit: 9 });
      expect(items.map(({ id }) => id)).toEqual(['r3', 'r1']);
      const audited = await world().store.audit({ what: 'reconciliation.asked' }, { limit: 9 });
      expect(audited.items).toMatchObject([{ target: 'reconciliations/r1' }]);
    });

    test('is listed without the lists of its report', async () => {
      await open('r1');
      const full = { records: 1, lists: { differs: [] } } as never;
      await world().store.keepComparison('r1', { report: full, effects });
      const { items } = await world().store.reconciliations({ limit: 9 });
      expect(items[0]?.report).toEqual({ records: 1 });
      expect((await world().store.reconciliation('r1')).report).toEqual(full);
    });

    test('keeps no number of a person who was erased, whatever the carrier still has', async () => {
      const { store, nowMs } = world();
      const subject = { number: '+12025550177' };
      await store.beginErasure({ id: 'e1', subject, nowMs }, onceKey('erase'));
      let goesOn = true;
      while (goesOn) goesOn = await store.continueErasure(world().later(2_000));
      await open('r1');
      const lists = { notOurs: [{ number: '12025550177' }, { number: '+12025550178' }] };
      const report = { records: 2, lists } as never;
      await store.keepComparison('r1', { report, effects });
      expect((await store.reconciliation('r1')).report).toEqual({
        records: 2,
        lists: { notOurs: [{ number: 'erased' }, { number: '+12025550178' }] },
      });
    });

    test('of those the schedule asked for the last 200 are kept, and all that are open or a person\u2019s', async () => {
      const { store } = world();
      const end = (id: string) =>
        store.endReconciliation(id, { failed: null, unshown: [], nowMs: world().nowMs });
      await open('r1');
      await end('r1');
      await open('reconciliation-open');
      for (let turn = 1; turn <= 201; turn++) {
        await open(`reconciliation-${turn}`);
        await end(`reconciliation-${turn}`);
      }
      await open('reconciliation-202');
      const { items } = await store.reconciliations({ limit: 300 });
      const ids = items.map(({ id }) => id);
      expect(ids.slice(-3)).toEqual(['reconciliation-3', 'reconciliation-open', 'r1']);
      expect(ids).toHaveLength(202);
    });

    test('keeps what it found first until all of it is done', async () => {
      const { store } = world();
      await open('r1');
      expect(await store.effectsToApply('r1')).toBeNull();
      await store.keepComparison('r1', { report, effects });
      const other = { report: { records: 9 } as never, effects: { settle: [], identify: [] } };
      await store.keepComparison('r1', other);
      expect(await store.effectsToApply('r1')).toEqual(effects);
      await store.endReconciliation('r1', { failed: null, unshown: [], nowMs: world().later(5) });
      expect(await store.effectsToApply('r1')).toBeNull();
      await store.endReconciliation('r1', {
        failed: 'too late',
        unshown: [],
        nowMs: world().later(5),
      });
      expect(await store.reconciliation('r1')).toMatchObject({ state: 'done', why: null, report });
    });

    test('one left open is found by the sweep after its grace', async () => {
      const { store } = world();
      const sweep = async () =>
        (await store.sweep({ nowMs: world().nowMs, graceMs: 100, limit: 9 })).reconciliations;
      await open('r1');
      expect(await sweep()).toEqual([]);
      world().later(100);
      expect(await sweep()).toEqual(['r1']);
      await store.endReconciliation('r1', {
        failed: 'no such host',
        unshown: [],
        nowMs: world().nowMs,
      });
      expect(await sweep()).toEqual([]);
      expect(await store.reconciliation('r1')).toMatchObject({ why: 'no such host' });
    });
  });
}
