import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { onceIn } from '../../../../src/domain/callbacks/callback.ts';
import type { OutcomeCode } from '../../../../src/domain/outcomes/outcome.ts';
import type { CallbackSettings } from '../../../../src/store/campaigns/callback-store.ts';
import type { NewOutcome, Outcome } from '../../../../src/store/outcomes/outcome-store.ts';
import { onceKey, phone, refusalOf, UNREACHED, type World } from '../world.ts';

const HOUR_MS = 3_600_000;

export const CODES: readonly OutcomeCode[] = [
  { id: 'sale', label: 'Sold', group: 'sale', next: { kind: 'policy' }, suppress: null },
  { id: 'no', label: 'Not interested', group: 'refused', next: { kind: 'final' }, suppress: null },
  {
    id: 'never',
    label: 'Do not call',
    group: 'refused',
    next: { kind: 'final' },
    suppress: 'dnc',
  },
  {
    id: 'again',
    label: 'Busy now',
    group: 'talked',
    next: { kind: 'redial', rule: { delayMs: 2 * HOUR_MS, jitter: 0, most: 2 } },
    suppress: null,
  },
  {
    id: 'wrong',
    label: 'Wrong number',
    group: 'wrong-number',
    next: { kind: 'next_number' },
    suppress: 'dnc',
  },
  {
    id: 'later',
    label: 'Asked for a call',
    group: 'callback',
    next: { kind: 'callback', agent: 'own' },
    suppress: null,
  },
];

export function outcomeRules(world: () => World): void {
  async function codes(): Promise<void> {
    await world().store.putSuppressionList({
      id: 'dnc',
      name: 'Do not call',
      nowMs: world().nowMs,
    });
    for (const code of CODES) await world().store.putOutcomeCode({ code, nowMs: world().nowMs });
  }

  const only = (known: Outcome | null) => {
    if (known) throw new Error('there is one');
  };

  const set = (ref: string, code: string, more: Partial<NewOutcome> = {}) =>
    world().say(ref, code, more);

  const inAnHour = (id: string): { id: string; settings: CallbackSettings } => ({
    id,
    settings: {
      name: null,
      zone: 'UTC',
      agentId: 'a1',
      agentAloneMs: null,
      pool: 'default',
      times: onceIn('UTC', { at: world().nowMs + HOUR_MS, notAfter: world().nowMs + 9 * HOUR_MS }),
    },
  });

  const contact = async () => {
    const { items } = await world().store.contacts({ campaignId: 'c1', filter: {} }, { limit: 1 });
    const { state, dueAtMs, dueReason, disposition } = items[0]!;
    return { state, dueAtMs: state === 'due' ? dueAtMs : null, dueReason, disposition };
  };
  const effects = async (ref: string) => (await world().store.outcome(ref))!.effects;

  describe('an outcome is refused', () => {
    test('before the call is placed', async () => {
      await codes();
      const ref = await world().oneClaimed();
      expect(await refusalOf(set(ref, 'sale'))).toMatchObject({ code: 'illegal-move' });
    });

    test('of a call that was not dialled', async () => {
      await codes();
      const ref = await world().oneClaimed();
      await world().store.endNotDialled(ref, { reason: 'x', dueAtMs: null, nowMs: world().nowMs });
      expect(await refusalOf(set(ref, 'sale'))).toMatchObject({ code: 'illegal-move' });
    });

    test('with a code that is not there, or was deleted', async () => {
      await codes();
      const ref = await world().oneLive();
      await world().store.deleteOutcomeCode({ id: 'sale', nowMs: world().nowMs });
      for (const code of ['sale', 'nonsense'])
        expect(await refusalOf(set(ref, code))).toMatchObject({ code: 'unknown-code' });
      expect(await world().store.outcome(ref)).toBeNull();
    });

    test('without the time of its callback, and with one that its code does not make', async () => {
      await codes();
      const ref = await world().oneLive();
      expect(await refusalOf(set(ref, 'later'))).toMatchObject({ code: 'wrong-time' });
      const callback = inAnHour('cb1');
      expect(await refusalOf(set(ref, 'sale', { callback }))).toMatchObject({ code: 'wrong-time' });
    });

    test('by a precondition that does not hold: nothing is changed', async () => {
      await codes();
      const ref = await world().oneLive();
      await set(ref, 'sale', { precondition: only });
      await expect(set(ref, 'never', { precondition: only })).rejects.toThrow('there is one');
      expect(await world().store.outcome(ref)).toMatchObject({ code: 'sale', version: 1 });
      expect(await world().store.suppressionsOf(phone(1))).toMatchObject({ entries: [] });
    });

    test('of an erased person', async () => {
      await codes();
      const ref = await world().oneLive();
      await world().end(ref);
      await set(ref, 'sale', { note: 'Ada Example wants two', data: '{"order":7}' });
      await erase();
      expect(await world().store.outcome(ref)).toMatchObject({ note: null, data: null });
      expect(await refusalOf(set(ref, 'no'))).toMatchObject({ code: 'illegal-move' });
    });
  });

  async function erase(): Promise<void> {
    const { store, nowMs } = world();
    await store.beginErasure({ id: 'e1', subject: { number: phone(1) }, nowMs }, onceKey('erase'));
    for (let rounds = 0; rounds < 50; rounds++) await store.continueErasure(world().later(2_000));
  }

  describe('what follows an outcome', () => {
    test('of a completed call that is to be called again: its contact is due again, as often as the code says', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true });
      await world().end(ref);
      const endedAtMs = world().nowMs;
      world().later(60_000);
      await set(ref, 'again');
      expect(await contact()).toMatchObject({ state: 'due', dueAtMs: endedAtMs + 2 * HOUR_MS });
      expect(await effects(ref)).toEqual([
        { what: 'contact', done: true, text: 'the contact is due again' },
      ]);
      world().later(2 * HOUR_MS);
      const [second] = await world().claim('c1');
      await world().live(second!);
      await set(second!, 'again');
      await world().end(second!);
      expect(await contact()).toMatchObject({ state: 'final', dueReason: 'outcome' });
    });

    test('of a contact that was called again since: it stays as it is, and the answer says so', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true });
      await world().end(ref, UNREACHED);
      world().later(60_000);
      const [second] = await world().claim('c1');
      await world().live(second!);
      await set(ref, 'no');
      expect(await contact()).toMatchObject({ state: 'claimed' });
      expect(await effects(ref)).toMatchObject([{ what: 'contact', done: false }]);
      await world().end(second!, UNREACHED);
      const due = await contact();
      expect(due).toMatchObject({ state: 'due' });
      world().later(1_000);
      await set(ref, 'never');
      expect(await contact()).toEqual(due);
      expect(await effects(ref)).toMatchObject([
        { what: 'suppression', done: true },
        { what: 'contact', done: false },
      ]);
    });

    test('of a call whose outcome is unknown to the carrier: the contact stays locked', async () => {
      await codes();
      const { ref } = await world().oneUnknown({ keepOpen: true });
      await world().store.endUnknown(ref, 'silence', world().nowMs);
      await set(ref, 'again');
      expect(await contact()).toMatchObject({ state: 'locked' });
      expect(await effects(ref)).toMatchObject([{ what: 'contact', done: false }]);
    });

    test('after the campaign is over: the contact stays final', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true });
      await world().end(ref);
      await world().move('c1', 'cancel');
      await set(ref, 'again');
      expect(await contact()).toMatchObject({ state: 'final' });
      expect(await effects(ref)).toMatchObject([{ what: 'contact', done: false }]);
    });

    test('a suppression holds at once, while the call lives', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true });
      await set(ref, 'never');
      expect((await world().store.suppressionsOf(phone(1))).entries).toMatchObject([
        { list: 'dnc' },
      ]);
      await world().end(ref, UNREACHED);
      expect(await contact()).toMatchObject({ state: 'final', dueReason: 'outcome' });
    });

    test('a list that is gone suppresses nobody, and the answer says so', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true });
      const { nowMs } = world();
      const drop = { id: 'dnc', replaceWith: null, forced: true, nowMs };
      await world().store.dropSuppressionList(drop);
      await set(ref, 'never');
      expect(await effects(ref)).toMatchObject([
        { what: 'suppression', done: false },
        { what: 'contact' },
      ]);
    });

    test('a callback is made once; another outcome cancels it', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true });
      await set(ref, 'later', { callback: inAnHour('cb1') });
      await world().end(ref, UNREACHED);
      expect(await contact()).toMatchObject({ state: 'final', dueReason: 'outcome' });
      expect(await world().store.callback('cb1', world().nowMs)).toMatchObject({
        state: 'scheduled',
      });
      await set(ref, 'no');
      expect(await world().store.callback('cb1', world().nowMs)).toMatchObject({
        state: 'cancelled',
      });
      expect(await world().store.outcome(ref)).toMatchObject({
        code: 'no',
        version: 2,
        callbackId: null,
      });
    });

    test('another outcome, by the redial policy: the contact is due as its disposition says', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true });
      await world().end(ref, UNREACHED);
      const endedAtMs = world().nowMs;
      await set(ref, 'no');
      expect(await contact()).toMatchObject({ state: 'final' });
      await set(ref, 'sale');
      expect(await contact()).toMatchObject({ state: 'due', dueAtMs: endedAtMs + 60_000 });
    });

    test('an edit of the code changes nothing of calls that have it', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true });
      await set(ref, 'no');
      const code = { ...CODES[1]!, next: { kind: 'policy' } as const, group: 'other' as const };
      await world().store.putOutcomeCode({ code, nowMs: world().nowMs });
      await world().end(ref, UNREACHED);
      expect(await contact()).toMatchObject({ state: 'final' });
      expect(await world().store.outcome(ref)).toMatchObject({ group: 'refused' });
    });
  });

  test('the carrier’s end and the agent’s outcome give the same result in either order', async () => {
    const said = fc.constantFrom('sale', 'no', 'never', 'again', 'later');
    const ends = fc.constantFrom(
      {},
      UNREACHED,
      { state: 'failed', disposition: 'dropped' } as const,
      { state: 'failed', disposition: 'agent-unreached', spendsAttempt: false } as const,
    );
    await codes();
    await world().agents('a1');
    let made = 0;
    const resultOf = async (order: 'end-first' | 'outcome-first', code: string, end: object) => {
      const id = `p${++made}`;
      const number = phone(100 + made);
      await world().campaign(id, [number], {
        keepOpen: true,
        agents: { pool: null, wrapUpMs: 30_000, pauseAfterMisses: null },
      });
      const [ref] = await world().claim(id);
      await world().live(ref!);
      const callback = code === 'later' ? inAnHour(`cb-${id}`) : null;
      const acts = [() => world().end(ref!, end), () => set(ref!, code, { callback })];
      for (const act of order === 'end-first' ? acts : acts.toReversed()) await act();
      const { items } = await world().store.contacts({ campaignId: id, filter: {} }, { limit: 1 });
      const { state, dueAtMs, dueReason, disposition } = items[0]!;
      const call = await world().store.call(ref!);
      const agent = await world().store.agent('a1', world().nowMs);
      const { entries } = await world().store.suppressionsOf(number);
      return {
        contact: { state, dueReason, disposition, dueAtMs: state === 'due' ? dueAtMs : null },
        redial: call.redial,
        mayTake: agent.wrapUpUntilMs <= world().nowMs,
        lists: entries.map(({ list }) => list),
      };
    };
    await fc.assert(
      fc.asyncProperty(said, ends, async (code, end) => {
        const one = await resultOf('end-first', code, end);
        expect(await resultOf('outcome-first', code, end)).toEqual(one);
        expect(one.mayTake).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  describe('wrap-up', () => {
    const required = {
      agents: { pool: null, wrapUpMs: 5_000, pauseAfterMisses: null, outcomeWithinMs: 600_000 },
    };

    test('lasts until the outcome is set where the policy requires one', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true, ...required });
      await world().append('c1', [phone(2)]);
      await world().end(ref);
      world().later(60_000);
      expect(await world().claim('c1')).toEqual([]);
      await set(ref, 'sale');
      expect(await effects(ref)).toMatchObject([{ what: 'wrap-up', done: true }]);
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
    });

    test('ends at its limit without one', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true, ...required });
      await world().append('c1', [phone(2)]);
      await world().end(ref);
      world().later(600_000);
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
      expect(await set(ref, 'sale')).toMatchObject({ answer: { version: 1 } });
    });

    test('needs no outcome where nobody talked', async () => {
      const ref = await world().oneLive({ keepOpen: true, ...required });
      await world().append('c1', [phone(2)]);
      await world().end(ref, UNREACHED);
      world().later(5_000);
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
    });

    test('of the next call is not ended by a late outcome of the one before', async () => {
      await codes();
      const ref = await world().oneLive({ keepOpen: true, ...required });
      await world().append('c1', [phone(2)]);
      await world().end(ref);
      world().later(600_000);
      const [second] = await world().claim('c1');
      await world().live(second!);
      await world().end(second!);
      await set(ref, 'sale');
      expect((await world().store.agent('a1', world().nowMs)).wrapUpUntilMs).toBe(
        world().nowMs + 600_000,
      );
    });
  });

  test('each change is an event, a line of the audit without its note, and counted by code', async () => {
    await codes();
    const ref = await world().oneLive({ keepOpen: true });
    await set(ref, 'sale', { note: 'wants two' });
    await set(ref, 'no');
    const { items } = await world().store.outbox(
      { types: ['call.outcome'], order: 'asc' },
      { limit: 10 },
    );
    expect(items.map(({ data }) => data)).toMatchObject([
      { code: 'sale', previous_code: null },
      { code: 'no', previous_code: 'sale', version: 2, agent: 'a1' },
    ]);
    const audit = await world().store.audit({ what: 'call.outcome-set' }, { limit: 10 });
    expect(audit.items.map(({ before, after }) => ({ before, after }))).toEqual([
      {
        before: { code: 'sale', version: 1, hasNote: true },
        after: { code: 'no', version: 2, hasNote: false },
      },
      { before: null, after: { code: 'sale', version: 1, hasNote: true } },
    ]);
    const span = { fromMs: world().nowMs - HOUR_MS, toMs: world().nowMs + HOUR_MS };
    expect(await world().store.outcomeCounts({ ...span, agentId: 'a1' })).toEqual([
      { code: 'no', group: 'refused', calls: 1 },
    ]);
    expect(await world().store.outcomeCounts({ ...span, campaignId: 'c2' })).toEqual([]);
  });
}
