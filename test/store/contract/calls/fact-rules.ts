import { describe, expect, test } from 'vitest';
import type { PlacementKey } from '../../../../src/domain/ids.ts';
import type { Call } from '../../../../src/store/calls/call-store.ts';
import { phone, UNREACHED, type World } from '../world.ts';

const TIMING = { pollMs: 5_000, pollRetryAtMostMs: 600_000 };

/** What is known of a call is stored with it, so that no reader needs its events. */
export function factRules(world: () => World): void {
  const shown = (ref: string): Promise<Call> => world().store.call(ref);

  /** An event that occurred `agoMs` before it arrives now. */
  const receive = (key: PlacementKey, seq: number, name: string, agoMs: number | null = 0) =>
    world().store.appendEvent({
      ...world().event(key, seq, `click2call.${name}`),
      occurredAt: agoMs === null ? null : new Date(world().nowMs - agoMs).toISOString(),
    });

  const poll = (ref: string, state: 'bridged' | 'completed') =>
    world().store.notePoll(ref, {
      seen: { kind: 'shown', state, recorded: false, cost: null, unreadableCost: null },
      text: `GET shows ${state}`,
      nowMs: world().nowMs,
      random: 0,
      timing: TIMING,
    });

  /** Rings for 4 s, 12 s later bridged, talks for 60 s. */
  async function talked(): Promise<PlacementKey> {
    const key = await world().live(await world().oneClaimed());
    world().later(1_000);
    await receive(key, 1, 'agent_ringing');
    world().later(4_000);
    await receive(key, 2, 'agent_answered');
    world().later(1_000);
    await receive(key, 3, 'customer_ringing');
    world().later(12_000);
    await receive(key, 4, 'bridged');
    world().later(60_000);
    await receive(key, 5, 'completed');
    return key;
  }

  describe('what is known of a call', () => {
    test('its times and durations come from its events', async () => {
      const startMs = world().nowMs;
      const { ref } = await talked();
      world().later(3_000);
      await world().end(ref);
      const { facts, endedAtMs } = await shown(ref);
      expect(facts).toMatchObject({
        agentRingMs: 4_000,
        agentConnectedMs: 73_000,
        customerRingMs: 12_000,
        talkMs: 60_000,
        bridged: true,
      });
      expect(facts.times.ended).toEqual({ atMs: startMs + 78_000, source: 'carrier', fault: null });
      expect(endedAtMs).toBe(startMs + 81_000);
      const { items } = await world().store.calls({ filter: {} }, { limit: 10 });
      expect(items[0]!.facts).toEqual(facts);
    });

    test('a live call shows how far it came', async () => {
      const key = await world().live(await world().oneClaimed());
      await receive(key, 2, 'agent_answered', null);
      const { facts } = await shown(key.ref);
      expect(facts).toMatchObject({ answered: true, customerRang: false, talkMs: null });
      expect(facts.times.agent_answered).toMatchObject({ source: 'received', fault: 'missing' });
    });

    test('events that arrive after the end correct it', async () => {
      const startMs = world().nowMs;
      const key = await world().live(await world().oneClaimed());
      world().later(20_000);
      await poll(key.ref, 'bridged');
      world().later(60_000);
      await poll(key.ref, 'completed');
      await world().end(key.ref);
      expect((await shown(key.ref)).facts).toMatchObject({ talkMs: 60_000, agentRingMs: null });
      await receive(key, 5, 'completed', 5_000);
      await receive(key, 4, 'bridged', 62_000);
      const { facts } = await shown(key.ref);
      expect(facts.talkMs).toBe(57_000);
      expect(facts.times.bridged).toMatchObject({ atMs: startMs + 18_000, source: 'carrier' });
    });

    test('events of another call that arrived before the id was known are forgotten', async () => {
      const key = await world().placing(await world().oneClaimed());
      const foreign = world().event(key, 2, 'click2call.bridged', 'id-of-another-call');
      await world().store.appendEvent(foreign);
      expect((await shown(key.ref)).facts.bridged).toBe(true);
      await world().accept(key);
      expect((await shown(key.ref)).facts).toMatchObject({
        bridged: false,
        answered: false,
        times: { bridged: null },
      });
    });

    test('the next placement begins anew', async () => {
      const ref = await world().oneClaimed();
      const key = await world().placing(ref);
      await receive(key, 1, 'agent_ringing', null);
      await world().notSent(key);
      world().later(60_000);
      await world().placing(ref, 2);
      expect((await shown(ref)).facts.times.agent_ringing).toBeNull();
    });

    test('a call that is not placed yet has none', async () => {
      await world().campaign('c1', [phone(1)]);
      const { facts, redial } = await shown('c1.1.1');
      expect(facts).toMatchObject({ answered: false, talkMs: null, times: { ended: null } });
      expect(redial).toBeNull();
    });
  });

  describe('what came after a call, and by which rule', () => {
    const redialOf = async (ref: string) => (await shown(ref)).redial;

    test('a redial names its rule, its time and the attempts', async () => {
      const ref = await world().oneLive();
      await world().end(ref, UNREACHED);
      expect(await redialOf(ref)).toEqual({
        kind: 'due',
        atMs: world().nowMs + 60_000,
        rule: 'redial-rule',
        reason: null,
        attempts: 1,
        maxAttempts: 3,
      });
    });

    test('a contact is final because its attempts are spent', async () => {
      const redial = { maxAttempts: 1, maxCalls: 5, rules: {} };
      const rules = { 'customer-unreached': { delayMs: 1_000, jitter: 0, most: 100 } };
      const ref = await world().oneLive({ redial: { ...redial, rules } });
      await world().end(ref, UNREACHED);
      expect(await redialOf(ref)).toMatchObject({
        kind: 'final',
        rule: 'max-attempts',
        attempts: 1,
      });
    });

    test('a contact is final because the policy has no rule for the end', async () => {
      const ref = await world().oneLive({ redial: { maxAttempts: 3, maxCalls: 5, rules: {} } });
      await world().end(ref, UNREACHED);
      expect(await redialOf(ref)).toMatchObject({
        kind: 'final',
        rule: 'no-redial-rule',
        atMs: null,
      });
    });

    test('a late deeper leg changes the decision, as long as the contact waits', async () => {
      const ref = await world().oneLive();
      await world().end(ref, UNREACHED);
      await world().end(ref);
      expect(await redialOf(ref)).toMatchObject({ kind: 'final', rule: 'completed' });
    });

    test('a corrected end of a call that was redialled keeps what came after it', async () => {
      const ref = await world().oneLive();
      await world().end(ref, UNREACHED);
      const before = await redialOf(ref);
      world().later(60_000);
      await world().claim('c1');
      await world().end(ref, { state: 'failed', disposition: 'dropped' });
      expect(await redialOf(ref)).toEqual(before);
    });

    test('a call that was refused for good, one that may not be dialled, and an unknown one', async () => {
      const ref = await world().oneClaimed();
      await world().refuse(await world().placing(ref), 422);
      expect(await redialOf(ref)).toMatchObject({ kind: 'final', rule: 'refused' });
      await world().append('c1', [phone(2), phone(3)]);
      const [other] = await world().claim('c1');
      await world().move('c1', 'pause');
      await world().intent({ ref: other!, placement: 1 });
      expect(await redialOf(other!)).toMatchObject({ kind: 'due', rule: 'not-dialled' });
      await world().move('c1', 'resume');
      const [third] = await world().claim('c1');
      const key = await world().placing(third!);
      await world().noAnswer(key);
      await world().store.endUnknown(key.ref, 'no sign of it', world().nowMs);
      expect(await redialOf(key.ref)).toMatchObject({
        kind: 'locked',
        rule: 'unknown',
        atMs: null,
      });
    });

    test('a person who asks for no further call decides', async () => {
      const key = await world().oneUnknown();
      await world().store.endUnknown(key.ref, 'no sign of it', world().nowMs);
      await world().store.resolveCall({
        ref: key.ref,
        resolution: {
          disposition: 'customer-unreached',
          reason: 'asked',
          cost: null,
          redial: false,
        },
        nowMs: world().nowMs,
      });
      expect(await redialOf(key.ref)).toMatchObject({ kind: 'final', rule: 'person' });
    });
  });
}
