import { describe, expect, test } from 'vitest';
import { onceIn, type Recurrence } from '../../../../src/domain/callbacks/callback.ts';
import type { Callback, CallbackSettings } from '../../../../src/store/campaigns/callback-store.ts';
import { DAILY } from '../../../domain/callbacks/daily.ts';
import { phone, refusalOf, UNREACHED, onceKey, type World } from '../world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The world's clock stands at 08:00 UTC, on a Friday. */
const EVERY: Recurrence = { ...DAILY, notAfterMinute: 12 * 60 };

const once = (at: number, notAfter: number) => onceIn('UTC', { at, notAfter });

export function callbackRules(world: () => World): void {
  const settings = (said: Partial<CallbackSettings> = {}): CallbackSettings => ({
    name: null,
    zone: 'UTC',
    agentId: null,
    agentAloneMs: 15 * MINUTE,
    pool: null,
    times: once(world().nowMs + HOUR, world().nowMs + 3 * HOUR),
    ...said,
  });
  const every = (said: Partial<Recurrence> = {}): Partial<CallbackSettings> => ({
    times: { kind: 'every', every: { ...EVERY, ...said } },
  });

  async function make(said: Partial<CallbackSettings> = {}, id = 'cb1'): Promise<Callback> {
    const { store, nowMs } = world();
    const input = { id, number: phone(1), callRef: null, settings: settings(said), nowMs };
    return (await store.addCallback(input)).answer;
  }
  const shown = (id = 'cb1') => world().store.callback(id, world().nowMs);
  const ring = (id = 'cb1') => world().store.makeDueTurns(id, world().nowMs);
  const move = (name: 'pause' | 'resume' | 'cancel', id = 'cb1') =>
    world().store.moveCallback({ id, move: name, nowMs: world().nowMs });
  const edit = (said: Partial<CallbackSettings>, id = 'cb1') =>
    world().store.editCallback({
      id,
      change: (known) => ({ ...known, ...said }),
      nowMs: world().nowMs,
    });
  const turns = async (id = 'cb1') => {
    const { items } = await world().store.callbackTurns(id, { limit: 50 }, world().nowMs);
    return items.map(({ state, reason }) => (reason === null ? state : `${state} ${reason}`));
  };
  /** Dials what is due in the standing campaign, and ends it so. */
  async function dial(ending = {}): Promise<string[]> {
    const refs = await world().claim('callbacks');
    for (const ref of refs) {
      await world().live(ref);
      await world().end(ref, ending);
    }
    return refs;
  }

  describe('callbacks', () => {
    test('an agent or a call that is not there is refused, and a time that has passed', async () => {
      const { store, nowMs } = world();
      expect(await refusalOf(make({ agentId: 'none' }))).toMatchObject({ code: 'unknown-agent' });
      const lost = { id: 'cb1', number: phone(1), callRef: 'c1.1.1', settings: settings(), nowMs };
      expect(await refusalOf(store.addCallback(lost))).toMatchObject({ code: 'not-found' });
      const late = make({ times: once(nowMs, nowMs + 1) });
      expect(await refusalOf(late)).toMatchObject({ code: 'wrong-time', facts: { field: 'at' } });
      const over = make({ times: once(nowMs + 2, nowMs + 1) });
      expect(await refusalOf(over)).toMatchObject({ facts: { field: 'not_after' } });
      const never = make(every({ until: '2020-01-01' }));
      expect(await refusalOf(never)).toMatchObject({ facts: { field: 'every' } });
      expect(await refusalOf(shown())).toMatchObject({ code: 'not-found' });
    });

    test('one is dialled at its time and not before, and is done', async () => {
      await world().agents('a1');
      expect(await make()).toMatchObject({
        state: 'scheduled',
        last: { dueAtMs: world().nowMs + HOUR },
      });
      expect(await world().claim('callbacks')).toEqual([]);
      expect((await world().progress('callbacks')).waitingFor).toMatchObject({
        untilMs: world().nowMs + HOUR,
      });
      world().later(HOUR);
      expect((await shown()).state).toBe('due');
      const [ref] = await world().claim('callbacks');
      expect((await shown()).state).toBe('calling');
      await world().live(ref!);
      await world().end(ref!);
      expect(await shown()).toMatchObject({
        state: 'done',
        last: { ref, disposition: 'completed' },
      });
    });

    test('the customer is rung once; an agent who does not answer is tried again', async () => {
      await world().agents('a1');
      await make();
      world().later(HOUR);
      await dial({ state: 'failed', disposition: 'agent-unreached', spendsAttempt: false });
      expect((await shown()).state).toBe('due');
      world().later(MINUTE);
      expect(await dial(UNREACHED)).toHaveLength(1);
      expect(await shown()).toMatchObject({
        state: 'done',
        last: { disposition: 'customer-unreached' },
      });
    });

    test('nobody but the preferred agent takes it for a while, then anybody of the pool', async () => {
      await world().agents('a1', 'a2');
      await make({ agentId: 'a1', pool: 'default' });
      await world().store.setAgentState({ id: 'a1', state: 'paused', nowMs: world().nowMs });
      expect(await shown()).toMatchObject({ state: 'scheduled', last: { reason: null } });
      world().later(HOUR);
      expect(await world().claim('callbacks')).toEqual([]);
      expect(await shown()).toMatchObject({
        state: 'due',
        last: { reason: 'agent-paused', text: 'its agent is paused' },
      });
      expect((await world().progress('callbacks')).waitingFor).toMatchObject({
        reason: 'agents',
        untilMs: world().nowMs + 15 * MINUTE,
      });
      world().later(15 * MINUTE);
      expect(await shown()).toMatchObject({ state: 'due', last: { reason: null } });
      const [ref] = await world().claim('callbacks');
      expect(await world().onCall('a2')).toBe(ref);
    });

    test('without an end to that, it waits for its agent alone', async () => {
      await world().agents('a1', 'a2');
      await make({ agentId: 'a1', agentAloneMs: null });
      await world().store.setAgentState({ id: 'a1', state: 'paused', nowMs: world().nowMs });
      world().later(2 * HOUR);
      expect(await world().claim('callbacks')).toEqual([]);
    });

    test('only agents of its pool take it', async () => {
      await world().agent({ id: 'a1', pools: ['sales'] });
      await world().agent({ id: 'a2', pools: ['support'] });
      await make({ pool: 'support' });
      world().later(HOUR);
      const [ref] = await world().claim('callbacks');
      expect(await world().onCall('a2')).toBe(ref);
    });

    test('each pool has a standing campaign, which cannot be ended', async () => {
      await make({ pool: 'sales' }, 'cb1');
      await make({ pool: 'support' }, 'cb2');
      await make({ pool: 'sales' }, 'cb3');
      const of = async (id: string) => (await shown(id)).last?.contact?.campaignId;
      expect([await of('cb1'), await of('cb2'), await of('cb3')]).toEqual([
        'callbacks',
        'callbacks2',
        'callbacks',
      ]);
      expect(await refusalOf(world().move('callbacks', 'cancel'))).toMatchObject({
        code: 'illegal-move',
        facts: { allowed: ['pause'] },
      });
      expect(await world().store.campaign('callbacks')).toMatchObject({
        kind: 'standing',
        state: 'running',
        policy: { agents: { pool: 'sales' } },
      });
    });

    test('admission refuses it as any other call: a turn for a suppressed number is missed, with the reason', async () => {
      const { store } = world();
      await world().agents('a1');
      await make();
      world().later(HOUR);
      const [ref] = await world().claim('callbacks');
      await store.putSuppressionList({ id: 'own', name: 'Own', nowMs: world().nowMs });
      const numbers = [phone(1)];
      await store.suppress({ list: 'own', numbers, untilMs: null, nowMs: world().nowMs });
      expect(await world().intent({ ref: ref!, placement: 1 })).toMatchObject({
        kind: 'admission',
      });
      expect(await shown()).toMatchObject({ state: 'missed', last: { reason: 'suppressed' } });
    });

    test('past its end it is missed and never dialled', async () => {
      await world().agents('a1');
      await make();
      world().later(3 * HOUR + 1);
      const missed = { state: 'missed', last: { reason: 'too-late' } };
      expect(await shown()).toMatchObject(missed);
      expect(await world().claim('callbacks')).toEqual([]);
      expect(await shown()).toMatchObject(missed);
    });

    test('refused by the carrier, and placed with an unknown outcome, are distinguished', async () => {
      await world().agents('a1');
      await make();
      world().later(HOUR);
      const [ref] = await world().claim('callbacks');
      await world().refuse(await world().placing(ref!), 422);
      expect(await shown()).toMatchObject({ state: 'missed', last: { reason: 'refused', ref } });
      await make({}, 'cb2');
      world().later(HOUR);
      const [other] = await world().claim('callbacks');
      await world().noAnswer(await world().placing(other!));
      await world().store.endUnknown(other!, 'nobody knows', world().nowMs);
      expect(await shown('cb2')).toMatchObject({ state: 'unknown', last: { ref: other } });
    });

    test('the first request with a key makes one, and a repeat no other', async () => {
      const { store, nowMs } = world();
      const input = { number: phone(1), callRef: null, settings: settings(), nowMs };
      await store.addCallback({ ...input, id: 'cb1' }, onceKey('k'));
      const repeat = await store.addCallback({ ...input, id: 'cb2' }, onceKey('k'));
      expect(repeat).toMatchObject({ replayed: true, answer: { id: 'cb1' } });
      expect(await world().contacts('callbacks')).toEqual({ due: 1 });
    });

    test('paused it is not dialled, resumed it is due at its time, or at once', async () => {
      await world().agents('a1');
      await make();
      expect((await move('pause')).answer.state).toBe('paused');
      expect(await refusalOf(move('pause'))).toMatchObject({
        code: 'illegal-move',
        facts: { state: 'paused', allowed: ['resume', 'cancel'] },
      });
      world().later(2 * HOUR);
      expect(await world().claim('callbacks')).toEqual([]);
      expect((await move('resume')).answer.state).toBe('due');
      expect(await dial()).toHaveLength(1);
      expect(await turns()).toEqual(['done', 'withdrawn paused']);
    });

    test('resumed after its end it is missed', async () => {
      await make();
      await move('pause');
      world().later(3 * HOUR + 1);
      expect((await move('resume')).answer).toMatchObject({
        state: 'missed',
        last: { reason: 'paused' },
      });
    });

    test('cancelled it is never dialled; done or on a call it cannot be changed', async () => {
      await world().agents('a1');
      await make();
      await move('cancel');
      await make({}, 'cb2');
      world().later(HOUR);
      const refs = await world().claim('callbacks');
      expect(refs).toEqual(['callbacks.2.1']);
      expect(await refusalOf(move('cancel', 'cb2'))).toMatchObject({ facts: { state: 'calling' } });
      expect(await refusalOf(edit({ name: 'x' }, 'cb2'))).toMatchObject({ code: 'illegal-move' });
      await world().live(refs[0]!);
      await world().end(refs[0]!);
      expect(await refusalOf(move('pause', 'cb2'))).toMatchObject({
        facts: { state: 'done', allowed: [] },
      });
    });

    test('an edit of time, agent and pool counts; what was withdrawn for it is not dialled', async () => {
      await world().agent({ id: 'a1', pools: ['sales'] });
      await make();
      const atMs = world().nowMs + 2 * HOUR;
      const times = once(atMs, atMs + HOUR);
      await edit({ times, agentId: 'a1', pool: 'sales' });
      expect(await shown()).toMatchObject({ state: 'scheduled', agentId: 'a1', times });
      world().later(HOUR);
      expect(await world().claim('callbacks')).toEqual([]);
      expect(await world().claim('callbacks2')).toEqual([]);
      world().later(HOUR);
      expect(await world().claim('callbacks2')).toEqual(['callbacks2.1.1']);
      expect((await world().store.call('callbacks.1.1')).reason).toBe('the callback was edited');
      expect(await refusalOf(edit({ agentId: 'none' }))).toMatchObject({ code: 'illegal-move' });
    });

    test('lists are read page by page, and by state', async () => {
      for (const id of ['cb1', 'cb2', 'cb3']) await make({}, id);
      await move('cancel', 'cb1');
      const list = async (filter: { state?: 'scheduled' | 'cancelled' }, after?: string) => {
        const page = { limit: 1, after };
        const { items, next } = await world().store.callbacks(filter, page, world().nowMs);
        return { ids: items.map(({ id }) => id), next };
      };
      const first = await list({});
      expect(first.ids).toEqual(['cb1']);
      expect((await list({}, first.next)).ids).toEqual(['cb2']);
      const scheduled = await list({ state: 'scheduled' });
      expect(scheduled.ids).toEqual(['cb2']);
      const rest = await list({ state: 'scheduled' }, scheduled.next);
      expect(rest).toEqual({ ids: ['cb3'], next: undefined });
    });

    test('changes are audited, without names and numbers; a name is looked up while it is there', async () => {
      await make({ name: 'Ines Moreau' });
      await edit({ agentAloneMs: null });
      await move('cancel');
      const { items } = await world().store.audit({ target: 'callbacks/cb1' }, { limit: 9 });
      expect(items.map(({ what }) => what)).toEqual([
        'callback.moved',
        'callback.edited',
        'callback.made',
      ]);
      const kept = items.map((item) => ({ ...item, targetName: null }));
      expect(JSON.stringify(kept)).not.toMatch(/Ines|\+1202/);
      expect(items.map(({ targetName }) => targetName)).toEqual(Array(3).fill('Ines Moreau'));
    });
  });

  describe('callbacks that recur', () => {
    test('each turn is made due once, however often it is rung', async () => {
      await world().agents('a1');
      expect(await make(every())).toMatchObject({
        state: 'scheduled',
        nextAtMs: world().nowMs + 2 * HOUR,
        turns: 0,
      });
      expect(await ring()).toEqual([]);
      world().later(2 * HOUR);
      expect(await ring()).toEqual(['callbacks']);
      expect(await ring()).toEqual([]);
      expect(await shown()).toMatchObject({
        state: 'due',
        turns: 1,
        nextAtMs: world().nowMs + DAY,
      });
      expect(await dial()).toHaveLength(1);
      expect((await shown()).state).toBe('scheduled');
      world().later(DAY);
      await ring();
      expect(await dial()).toHaveLength(1);
      expect(await turns()).toEqual(['done', 'done']);
    });

    test('after an outage the last turn is made if its time has not passed; the others are missed', async () => {
      await world().agents('a1');
      await make(every());
      world().later(3 * DAY + 3 * HOUR);
      expect(await ring()).toEqual(['callbacks']);
      expect(await turns()).toEqual(['due', ...Array(3).fill('missed outage')]);
      world().later(DAY + 2 * HOUR);
      expect(await ring()).toEqual([]);
      expect(await turns()).toEqual([
        'missed outage',
        'missed too-late',
        ...Array(3).fill('missed outage'),
      ]);
    });

    test('a turn whose last call is still open, or unknown, is missed', async () => {
      await world().agents('a1');
      await make(every());
      world().later(2 * HOUR);
      await ring();
      const [ref] = await world().claim('callbacks');
      await world().noAnswer(await world().placing(ref!));
      world().later(DAY);
      expect(await ring()).toEqual([]);
      expect(await turns()).toEqual(['missed overlap', 'calling']);
      expect(await shown()).toMatchObject({ state: 'calling', last: { turn: 1, ref } });
      await world().store.endUnknown(ref!, 'nobody knows', world().nowMs);
      world().later(DAY);
      expect(await ring()).toEqual([]);
      expect(await turns()).toEqual(['missed overlap', 'missed overlap', 'unknown']);
    });

    test('it ends with its count, and its schedule is to be dropped', async () => {
      const { store } = world();
      await world().agents('a1');
      await make(every({ count: 1 }));
      const { version } = await store.callbackSchedule('cb1');
      await store.noteCallbackSchedule('cb1', version);
      world().later(2 * HOUR);
      await ring();
      expect(await store.callbackSchedule('cb1')).toMatchObject({ behind: true, spec: null });
      await dial();
      expect(await shown()).toMatchObject({ state: 'done', nextAtMs: null });
      expect(await refusalOf(move('pause'))).toMatchObject({ code: 'illegal-move' });
    });

    test('what falls into a pause does not come, and is not caught up with', async () => {
      await make(every());
      world().later(2 * HOUR);
      await ring();
      await move('pause');
      expect(await world().contacts('callbacks')).toEqual({ final: 1 });
      world().later(2 * DAY);
      expect(await ring()).toEqual([]);
      await move('resume');
      expect(await ring()).toEqual([]);
      expect(await shown()).toMatchObject({ state: 'scheduled', nextAtMs: world().nowMs + DAY });
      expect(await turns()).toEqual(['withdrawn paused']);
    });

    test('an edit is for the turns to come', async () => {
      await world().agents('a1');
      await make(every());
      world().later(2 * HOUR);
      await ring();
      await edit(every({ minuteOfDay: 11 * 60 }));
      expect(await shown()).toMatchObject({ state: 'due', nextAtMs: world().nowMs + HOUR });
      expect(await dial()).toHaveLength(1);
    });

    test('cancelled, it does not come any more', async () => {
      await make(every());
      expect((await move('pause')).answer).toMatchObject({ state: 'paused', nextAtMs: null });
      expect((await move('resume')).answer.nextAtMs).toBe(world().nowMs + 2 * HOUR);
      expect((await move('cancel')).answer).toMatchObject({ state: 'cancelled', nextAtMs: null });
      world().later(DAY);
      expect(await ring()).toEqual([]);
      expect(await world().store.callbackSchedule('cb1')).toMatchObject({ spec: null });
    });

    test('the sweep finds one that has come, and one whose schedule is behind', async () => {
      const { store } = world();
      const found = async () => {
        const { callbacks } = await store.sweep({ nowMs: world().nowMs, graceMs: 0, limit: 9 });
        return callbacks;
      };
      await make();
      expect(await found()).toEqual([]);
      expect(await make(every(), 'cb2')).toMatchObject({ scheduleBehind: true });
      expect(await found()).toEqual(['cb2']);
      const { version, spec } = await store.callbackSchedule('cb2');
      expect(spec).toMatchObject({ zone: 'UTC', paused: false, every: EVERY });
      await store.noteCallbackSchedule('cb2', version);
      expect(await found()).toEqual([]);
      await move('pause', 'cb2');
      expect((await store.callbackSchedule('cb2')).spec).toMatchObject({ paused: true });
      await store.noteCallbackSchedule('cb2', version);
      expect(await found()).toEqual(['cb2']);
      await store.noteCallbackSchedule('cb2', version + 1);
      await move('resume', 'cb2');
      await store.noteCallbackSchedule('cb2', version + 2);
      world().later(2 * HOUR);
      expect(await found()).toEqual(['cb2']);
    });

    test('the calendar shows the turns that were made and why one was missed, then the planned ones', async () => {
      await world().agents('a1');
      const { store } = world();
      const fromMs = world().nowMs;
      await make(every({ count: 4 }), 'daily');
      await make({ times: once(fromMs + 26 * HOUR, fromMs + 27 * HOUR), name: 'Ada' }, 'once');
      await make(every(), 'paused');
      await move('pause', 'paused');
      world().later(5 * HOUR);
      await ring('daily');
      const calendar = async (days: number, limit = 50) => {
        const span = { fromMs, toMs: fromMs + days * DAY };
        const { turns: found, more } = await store.callbackCalendar(span, limit, world().nowMs);
        return {
          more,
          turns: found.map(({ callback, turn, atMs, state, reason }) =>
            [callback.id, turn, (atMs - fromMs) / HOUR, state, reason].join(' ').trim(),
          ),
        };
      };
      const week = [
        'daily 1 2 missed outage',
        'once 1 26 scheduled',
        'daily  26 scheduled',
        'daily  50 scheduled',
        'daily  74 scheduled',
      ];
      expect(await calendar(7)).toEqual({ turns: week, more: false });
      expect(await calendar(2)).toEqual({ turns: week.slice(0, 3), more: false });
      expect(await calendar(7, 3)).toEqual({ turns: week.slice(0, 3), more: true });
      const later = { fromMs: fromMs + 3 * DAY, toMs: fromMs + 9 * DAY };
      const { turns: rest } = await store.callbackCalendar(later, 50, world().nowMs);
      expect(rest).toMatchObject([{ callback: { id: 'daily', number: phone(1) }, turn: null }]);
    });

    test('the calendar counts no turn of a callback that was cancelled, and says that a turn was withdrawn', async () => {
      const { store } = world();
      const fromMs = world().nowMs;
      await make(every(), 'cb1');
      await make({}, 'cb2');
      await move('cancel', 'cb1');
      await move('cancel', 'cb2');
      const span = { fromMs, toMs: fromMs + 7 * DAY };
      expect((await store.callbackCalendar(span, 50, world().nowMs)).turns).toMatchObject([
        { callback: { id: 'cb2' }, state: 'withdrawn', reason: 'cancelled' },
      ]);
    });
  });
}
