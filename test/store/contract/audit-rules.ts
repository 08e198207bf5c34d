import { describe, expect, test } from 'vitest';
import { onceKey, phone, refusalOf, settingsWith, type World } from './world.ts';

export function auditRules(world: () => World): void {
  const lines = async (filter = {}) => (await world().store.audit(filter, { limit: 100 })).items;
  const told = async (filter = {}) =>
    (await lines(filter)).map(({ who, what, target, before, after }) => [
      who,
      what,
      target,
      before,
      after,
    ]);

  describe('the audit', () => {
    test('shows who changed what, from what to what, newest first', async () => {
      const { store, nowMs } = world();
      const by = onceKey('k1');
      await store.createCampaign({ id: 'c1', settings: settingsWith({}), nowMs }, by);
      const change = (known: object) => ({ ...known, name: 'Other' }) as never;
      await store.editCampaign({ id: 'c1', change, nowMs }, onceKey('k2'));
      await store.moveCampaign({ id: 'c1', move: 'start', nowMs }, onceKey('k3'));
      expect(await told()).toEqual([
        [
          'caller',
          'campaign.moved',
          'campaigns/c1',
          { state: 'draft', startsAtMs: null },
          { state: 'running', startsAtMs: null },
        ],
        [
          'caller',
          'campaign.edited',
          'campaigns/c1',
          settingsWith({}),
          settingsWith({ name: 'Other' }),
        ],
        ['caller', 'campaign.created', 'campaigns/c1', null, settingsWith({})],
      ]);
    });

    test('a request without an idempotency key has a caller all the same', async () => {
      const by = { ...onceKey('k1'), key: null };
      await world().store.putSuppressionList({ id: 'l', name: 'L', nowMs: world().nowMs }, by);
      await world().store.putSuppressionList({ id: 'l', name: 'M', nowMs: world().nowMs }, by);
      expect(await told()).toEqual([
        ['caller', 'suppression-list.put', 'suppressions/l', { name: 'L' }, { name: 'M' }],
        ['caller', 'suppression-list.put', 'suppressions/l', null, { name: 'L' }],
      ]);
    });

    test('a replay, a refusal and a change that changes nothing leave no line', async () => {
      const { store, nowMs } = world();
      await world().draft('c1');
      const before = await told();
      await refusalOf(store.moveCampaign({ id: 'c1', move: 'pause', nowMs }));
      await store.liftHold({ nowMs });
      await store.setAccountStopped({ stopped: false, reason: null, nowMs });
      const same = { id: 'c1', change: <Known>(known: Known) => known, nowMs };
      await store.editCampaign(same);
      expect(await told()).toEqual(before);
      const move = { id: 'c1', move: 'start', nowMs } as const;
      await store.moveCampaign(move, onceKey('k1'));
      await store.moveCampaign(move, onceKey('k1'));
      expect((await told()).length).toBe(before.length + 1);
    });

    test('what an operator does to account, agents and numbers stands there', async () => {
      const { store, nowMs } = world();
      await store.setAccountStopped({ stopped: true, reason: 'drill', nowMs });
      await world().limit({ maxLiveCalls: 3 });
      await world().agents('a1');
      await store.setAgentState({ id: 'a1', state: 'paused', nowMs });
      await store.putSuppressionList({ id: 'l', name: 'L', nowMs });
      const list = { list: 'l', untilMs: null, nowMs };
      await store.suppress({ ...list, numbers: [phone(1), phone(2)] });
      await store.suppress({ ...list, numbers: [phone(3)] });
      await store.unsuppress({ list: 'l', number: phone(3) });
      await store.dropSuppressionList({ id: 'l', replaceWith: null, forced: false, nowMs });
      const report = { added: 2, known: 0, erased: 0, untilMs: null };
      expect((await told()).map(([, what, , before, after]) => [what, before, after])).toEqual([
        [
          'suppression-list.dropped',
          { name: 'L', numbers: 2, campaigns: [] },
          { replacedWith: null, forced: false, campaigns: [] },
        ],
        ['suppressions.removed', { number: phone(3) }, null],
        ['suppressions.added', null, { ...report, added: 1, number: phone(3) }],
        ['suppressions.added', null, report],
        ['suppression-list.put', null, { name: 'L' }],
        [
          'agent.moved',
          { state: 'ready', untilMs: null, reason: null },
          { state: 'paused', untilMs: null, reason: null },
        ],
        ['agent.added', null, expect.objectContaining({ id: 'a1', address: 'sip-a1' })],
        [
          'account.limited',
          { callsPerSecond: null, maxLiveCalls: null, holdRules: [], pauseAfterUnknown: 5 },
          { callsPerSecond: null, maxLiveCalls: 3, holdRules: [], pauseAfterUnknown: 5 },
        ],
        ['account.stopped', { stopped: null }, { stopped: { sinceMs: nowMs, reason: 'drill' } }],
      ]);
    });

    test('what was asked of calls stands there', async () => {
      const ref = await world().oneClaimed();
      await world().store.askHangup({ ref, nowMs: world().nowMs }, onceKey('k1'));
      expect(await told({ target: `calls/${ref}` })).toEqual([
        ['caller', 'call.hangup-asked', `calls/${ref}`, { state: 'claimed' }, null],
      ]);
    });

    test('what a line is about bears the name that it has now, while it is there', async () => {
      const { store, nowMs } = world();
      await world().draft('c1', { name: 'Autumn survey' });
      await world().agents('a1');
      await store.putSuppressionList({ id: 'l', name: 'Opt-outs', nowMs });
      await store.putSuppressionList({ id: 'gone', name: 'Left', nowMs });
      await store.dropSuppressionList({ id: 'gone', replaceWith: null, forced: false, nowMs });
      await store.setAccountStopped({ stopped: true, reason: 'drill', nowMs });
      const change = (known: object) => ({ ...known, name: 'Winter survey' }) as never;
      await store.editCampaign({ id: 'c1', change, nowMs });
      const named = new Map((await lines()).map(({ target, targetName }) => [target, targetName]));
      expect(Object.fromEntries(named)).toEqual({
        'campaigns/c1': 'Winter survey',
        'agents/a1': 'Agent a1',
        'suppressions/l': 'Opt-outs',
        'suppressions/gone': null,
        account: null,
      });
    });

    test('a call bears the name of its contact, and without one its number', async () => {
      const { store } = world();
      const ref = await world().oneClaimed();
      await store.askHangup({ ref, nowMs: world().nowMs });
      const [line] = await lines({ target: `calls/${ref}` });
      expect(line!.targetName).toBe((await store.call(ref)).number);
    });

    test('a person closing an unknown call stands there, with the reason', async () => {
      const { ref } = await world().oneUnknown();
      await world().store.endUnknown(ref, 'silence', world().nowMs);
      const resolution = {
        disposition: 'not-dialled',
        reason: 'not in the bill',
        cost: null,
        redial: false,
      } as const;
      await world().store.resolveCall({ ref, resolution, nowMs: world().nowMs }, onceKey('k1'));
      expect(await told({ target: `calls/${ref}` })).toEqual([
        ['caller', 'call.closed', `calls/${ref}`, { disposition: 'unknown' }, resolution],
      ]);
    });

    test('what Dialwright does by itself bears its name: holds', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [first] = await world().claim('c1');
      await world().refuse(await world().placing(first!), 402, { code: 'why' });
      world().later(1_000);
      const [probe] = await world().claim('c1');
      await world().accept(await world().placing(probe!));
      const open = { open: true, reason: '402 why', action: 'probe' };
      expect(await told({ target: 'account' })).toEqual([
        ['dialwright', 'hold.lifted', 'account', open, { open: false }],
        ['dialwright', 'hold.opened', 'account', { open: false }, open],
      ]);
    });

    test('campaigns that are started, paused and completed', async () => {
      await world().agents('a1');
      await world().draft('c1');
      await world().append('c1', [phone(1)]);
      const { store, nowMs } = world();
      await store.moveCampaign(
        { id: 'c1', move: 'start', startsAtMs: nowMs + 1, nowMs },
        onceKey('k1'),
      );
      world().later(1);
      const [ref] = await world().claim('c1');
      await world().refuse(await world().placing(ref!), 422, { code: 'invalid_a_cli' });
      await store.moveCampaign({ id: 'c1', move: 'drain', nowMs: world().nowMs }, onceKey('k2'));
      const [again] = await world().claim('c1');
      await world().live(again!);
      await world().end(again!);
      await world().claim('c1');
      const moves = await told({ what: 'campaign.moved' });
      expect(moves.map(([who, , , , after]) => [who, (after as { state: string }).state])).toEqual([
        ['dialwright', 'completed'],
        ['caller', 'draining'],
        ['dialwright', 'paused'],
        ['dialwright', 'running'],
        ['caller', 'scheduled'],
      ]);
    });

    test('agents that missed too many calls', async () => {
      const agents = { pool: null, wrapUpMs: 0, pauseAfterMisses: 1 };
      const ref = await world().oneLive({ agents });
      await world().end(ref, { state: 'failed', disposition: 'agent-unreached' });
      expect((await told({ target: 'agents/a1' }))[0]).toEqual([
        'dialwright',
        'agent.moved',
        'agents/a1',
        { state: 'ready' },
        { state: 'paused', reason: 'missed 1 calls in a row' },
      ]);
    });

    test('is read page by page, by target, doer, kind and time', async () => {
      for (const id of ['c1', 'c2', 'c3']) {
        await world().draft(id);
        world().later(1_000);
      }
      const first = await world().store.audit({}, { limit: 2 });
      expect(first.items.map(({ target }) => target)).toEqual(['campaigns/c3', 'campaigns/c2']);
      const second = await world().store.audit({}, { limit: 2, after: first.next });
      expect(second.items.map(({ target }) => target)).toEqual(['campaigns/c1']);
      expect(second.next).toBeUndefined();
      const [, middle] = await lines();
      expect(await lines({ beforeMs: middle!.atMs })).toHaveLength(1);
      expect(await lines({ target: 'campaigns/c2' })).toEqual([middle]);
      expect(await lines({ who: 'caller' })).toEqual([]);
      expect(await lines({ what: 'campaign.created' })).toHaveLength(3);
    });
  });
}
