import { describe, expect, test } from 'vitest';
import { phone, refusalOf, RETRY_MS, type World } from '../world.ts';

export function placementRules(world: () => World): void {
  const stop = (stopped: boolean) =>
    world().store.setAccountStopped({ stopped, reason: null, nowMs: world().nowMs });

  describe('admission', () => {
    test('a call that is not there is refused', async () => {
      const ask = world().intent({ ref: 'c1.1.1', placement: 1 });
      expect(await refusalOf(ask)).toMatchObject({ code: 'not-found' });
    });

    test.each([
      ['pause', 'due'],
      ['cancel', 'final'],
    ] as const)(
      'after %s the call ends as not dialled and its contact is %s',
      async (move, state) => {
        const ref = await world().oneClaimed();
        await world().move('c1', move);
        expect(await world().intent({ ref, placement: 1 })).toMatchObject({
          kind: 'admission',
          admission: { kind: 'no', reason: 'campaign-stopped' },
        });
        expect(await world().store.call(ref)).toMatchObject({
          state: 'ended',
          disposition: 'not-dialled',
          reason: 'the campaign is not running',
          settlement: 'none',
        });
        expect(await world().contacts('c1')).toEqual({ [state]: 1 });
        expect(await world().onCall('a1')).toBeNull();
      },
    );

    test('a POST may still leave from its intent to its answer, for five seconds at most', async () => {
      const ref = await world().oneClaimed();
      const decidedUntilMs = world().nowMs + 50;
      const leaving = (scope: object, laterMs = 0) =>
        world().store.postsLeaving(scope, { decidedUntilMs, nowMs: world().nowMs + laterMs });
      expect(await leaving({})).toBe(0);
      const key = await world().placing(ref);
      const { number, agentId: agent } = await world().store.call(ref);
      for (const scope of [{}, { campaign: 'c1' }, { number }, { agent }])
        expect(await leaving(scope)).toBe(1);
      for (const scope of [{ campaign: 'c2' }, { number: phone(99) }, { agent: 'a2' }])
        expect(await leaving(scope)).toBe(0);
      expect(await leaving({}, 4_999)).toBe(1);
      expect(await leaving({}, 5_000)).toBe(0);
      await world().refuse(key, 422);
      expect(await leaving({})).toBe(0);
    });

    test('a stopped account dials nobody, and the contact is claimed again afterwards', async () => {
      const ref = await world().oneClaimed();
      await stop(true);
      expect(await world().intent({ ref, placement: 1 })).toMatchObject({
        admission: { kind: 'no', reason: 'account-stopped', dueAtMs: 'now' },
      });
      await stop(false);
      expect(await world().claim('c1')).toEqual(['c1.1.2']);
    });

    test('a second start of a call that was not dialled hears the same reason', async () => {
      const ref = await world().oneClaimed();
      await stop(true);
      await world().intent({ ref, placement: 1 });
      await stop(false);
      expect(await world().intent({ ref, placement: 1 })).toMatchObject({
        kind: 'ended',
        disposition: 'not-dialled',
        why: 'the account is stopped',
      });
    });

    test('a call whose hang-up was asked for is not dialled, and neither is its contact again', async () => {
      const ref = await world().oneClaimed();
      await world().store.askHangup({ ref, nowMs: world().nowMs });
      expect(await world().intent({ ref, placement: 1 })).toMatchObject({
        admission: { kind: 'no', reason: 'hung-up', dueAtMs: null },
      });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('a call whose agent has paused takes another', async () => {
      const ref = await world().oneClaimed();
      await world().agents('a2');
      await world().store.setAgentState({ id: 'a1', state: 'paused', nowMs: world().nowMs });
      expect(await world().intent({ ref, placement: 1 })).toMatchObject({
        kind: 'send',
        order: { agent: { id: 'a2' } },
      });
      expect(await world().onCall('a1')).toBeNull();
      expect(await world().onCall('a2')).toBe(ref);
    });

    test('without a free agent it is not dialled, and its contact is due until there is one', async () => {
      const ref = await world().oneClaimed();
      await world().store.setAgentState({ id: 'a1', state: 'paused', nowMs: world().nowMs });
      expect(await world().intent({ ref, placement: 1 })).toEqual({
        kind: 'admission',
        admission: { kind: 'no', reason: 'no-agent', dueAtMs: 'now' },
      });
      expect(await world().onCall('a1')).toBeNull();
      expect(await world().store.call(ref)).toMatchObject({ disposition: 'not-dialled' });
      expect(await world().claim('c1')).toEqual([]);
      await world().agents('a2');
      expect(await world().claim('c1')).toEqual(['c1.1.2']);
    });

    test('an admitted call gets its order and is being placed', async () => {
      const ref = await world().oneClaimed({ agentCallerId: '+12025550100' });
      const intentAtMs = world().later(3);
      expect(await world().intent({ ref, placement: 1 })).toEqual({
        kind: 'send',
        order: {
          destination: phone(1),
          agent: { id: 'a1', name: 'Agent a1', kind: 'sip', address: 'sip-a1', state: 'ready' },
          agentCallerId: '+12025550100',
          intentAtMs,
          serial: (await world().store.highWater()).placement,
        },
      });
      expect(await world().store.call(ref)).toMatchObject({
        state: 'placing',
        placedAtMs: intentAtMs,
        agentId: 'a1',
      });
    });
  });

  describe('one POST', () => {
    test('a second start of a placement gets what the first wrote, and sends nothing', async () => {
      const key = await world().placing(await world().oneClaimed());
      expect(await world().intent(key)).toMatchObject({
        kind: 'recorded',
        placement: { state: 'intent' },
      });
      await world().accept(key, 'id-1');
      expect(await world().intent(key)).toMatchObject({
        kind: 'recorded',
        placement: { state: 'accepted', carrierCallId: 'id-1' },
      });
    });

    test('a void row keeps a late intent from sending', async () => {
      const ref = await world().oneClaimed();
      expect(await world().resolve({ ref, placement: 1 })).toMatchObject({ state: 'void' });
      expect(await world().intent({ ref, placement: 1 })).toMatchObject({
        kind: 'recorded',
        placement: { state: 'void' },
      });
      expect(await world().placing(ref, 2)).toEqual({ ref, placement: 2 });
    });

    test.each(['intent', 'unknown', 'accepted'] as const)(
      'while one placement is %s no other may send',
      async (state) => {
        const ref = await world().oneClaimed();
        const key = await world().placing(ref);
        if (state === 'unknown') await world().noAnswer(key);
        if (state === 'accepted') await world().accept(key);
        expect(await world().intent({ ref, placement: 2 })).toMatchObject({
          kind: 'recorded',
          placement: { state },
        });
      },
    );

    test('resolving a placement beside an accepted one returns that one, and fences the other', async () => {
      const ref = await world().oneLive();
      expect(await world().resolve({ ref, placement: 2 })).toMatchObject({ state: 'accepted' });
      expect(await world().store.placements(ref)).toMatchObject([
        { placement: 1, state: 'accepted' },
        { placement: 2, state: 'void' },
      ]);
    });

    test('a straggler with an earlier placement is fenced off', async () => {
      const ref = await world().oneClaimed();
      await world().notSent(await world().placing(ref, 2));
      expect(await world().intent({ ref, placement: 1 })).toMatchObject({
        kind: 'recorded',
        placement: { placement: 2, state: 'not-sent' },
      });
    });

    test('a second start of the call finds the placement that was accepted, not the refused ones before it', async () => {
      const ref = await world().oneClaimed();
      await world().refuse(await world().placing(ref, 1), 429);
      await world().accept(await world().placing(ref, 2));
      const expected = { placement: 2, state: 'accepted' };
      expect(await world().intent({ ref, placement: 1 })).toMatchObject({
        kind: 'recorded',
        placement: expected,
      });
      expect(await world().resolve({ ref, placement: 1 })).toMatchObject(expected);
    });

    test('a second start of a call that was refused for now goes on after the last placement', async () => {
      const ref = await world().oneClaimed();
      await world().refuse(await world().placing(ref, 1), 429);
      await world().refuse(await world().placing(ref, 2), 429);
      expect(await world().intent({ ref, placement: 1 })).toMatchObject({
        placement: { placement: 2, state: 'refused', verdict: { kind: 'wait' } },
      });
      await world().placing(ref, 3);
    });
  });

  describe('what a POST meant', () => {
    test('a placement without an intent cannot have an outcome', async () => {
      const ref = await world().oneClaimed();
      const ask = world().accept({ ref, placement: 1 });
      expect(await refusalOf(ask)).toMatchObject({ code: 'not-found' });
    });

    test('an id of another call binds nothing and is journalled', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [one, two] = await world().claim('c1');
      await world().accept(await world().placing(one!), 'id-1');
      const key = await world().placing(two!);
      const why = `its answer (201) names the id of call ${one!}`;
      expect(await world().accept(key, 'id-1')).toMatchObject({ state: 'unknown', why });
      expect(await world().resolve(key)).toMatchObject({ state: 'unknown', why });
      expect(await world().store.call(two!)).toMatchObject({
        carrierCallId: null,
        state: 'unknown',
      });
      expect(await mismatches(two!)).toBe(1);
    });

    test('a second answer with another id changes nothing and is journalled', async () => {
      const ref = await world().oneClaimed();
      const key = await world().placing(ref);
      await world().accept(key, 'id-1');
      expect(await world().accept(key, 'id-2')).toMatchObject({ carrierCallId: 'id-1' });
      expect(await mismatches(ref)).toBe(1);
      expect(await world().accept(key, 'id-1')).toMatchObject({ carrierCallId: 'id-1' });
      expect(await mismatches(ref)).toBe(1);
    });

    test('an outcome is recorded once', async () => {
      const key = await world().placing(await world().oneClaimed());
      await world().accept(key);
      expect(await world().refuse(key, 422)).toMatchObject({ state: 'accepted' });
      expect(await world().store.call(key.ref)).toMatchObject({ state: 'accepted' });
    });

    test('an accepted call takes the state that its events have shown already', async () => {
      const key = await world().placing(await world().oneClaimed());
      await world().receive(key, 'agent_ringing', 'agent_answered');
      await world().accept(key);
      expect(await world().store.call(key.ref)).toMatchObject({
        state: 'agent_answered',
        deepest: 'agent_answered',
        carrierCallId: `id-${key.ref}`,
        settlement: 'open',
      });
      expect(await world().store.callOfCarrierId(`id-${key.ref}`)).toBe(key.ref);
    });

    test('what could not be sent leaves the agent, and the next placement may go', async () => {
      const ref = await world().oneClaimed();
      expect(await world().notSent(await world().placing(ref))).toMatchObject({
        state: 'not-sent',
        why: 'no route',
      });
      expect(await world().store.call(ref)).toMatchObject({
        state: 'waiting',
        waiting: { reason: 'not sent: no route', untilMs: world().nowMs + RETRY_MS },
      });
      expect(await world().onCall('a1')).toBe(ref);
      await world().placing(ref, 2);
    });
  });

  describe('refusals', () => {
    test('a 422 fails the contact for good and frees agent and number', async () => {
      const key = await world().placing(await world().oneClaimed());
      const refused = await world().refuse(key, 422, { code: 'invalid_destination' });
      expect(refused).toMatchObject({
        state: 'refused',
        verdict: { kind: 'fail-contact' },
        why: '422 invalid_destination',
      });
      expect(await world().store.call(key.ref)).toMatchObject({
        state: 'ended',
        disposition: 'refused',
        settlement: 'none',
      });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
      expect(await world().onCall('a1')).toBeNull();
      await world().campaign('c2', [phone(1)]);
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('a 422 that names our own configuration pauses the campaign, the contact stays due', async () => {
      const key = await world().placing(await world().oneClaimed());
      const refused = await world().refuse(key, 422, { code: 'invalid_a_cli' });
      expect(refused).toMatchObject({ verdict: { kind: 'pause-campaign' } });
      expect(await world().contacts('c1')).toEqual({ due: 1 });
      expect((await world().store.campaign('c1')).state).toBe('paused');
      expect(await world().store.call(key.ref)).toMatchObject({ disposition: 'not-dialled' });
    });

    test('a campaign that is paused by a refusal shows which, until somebody resumes it', async () => {
      const key = await world().placing(await world().oneClaimed());
      await world().refuse(key, 422, { code: 'invalid_a_cli' });
      const reason = 'call c1.1.1 was refused with 422 invalid_a_cli';
      expect(await world().store.campaign('c1')).toMatchObject({ stateReason: reason });
      const { waitingFor } = await world().progress('c1');
      expect(waitingFor).toMatchObject({
        reason: 'resume',
        text: `the campaign is paused: ${reason}`,
      });
      await world().move('c1', 'resume');
      expect(await world().store.campaign('c1')).toMatchObject({ stateReason: null });
    });

    test('many 422 in a row pause the campaign; an acceptance begins the row anew', async () => {
      await world().agents('a1');
      await world().campaign('c1', [1, 2, 3, 4, 5, 6].map(phone));
      const verdicts: unknown[] = [];
      for (const answer of [422, 422, 201, 422, 422, 422]) {
        const [ref] = await world().claim('c1', 1);
        const key = await world().placing(ref!);
        if (answer === 422) verdicts.push((await world().refuse(key, 422)).verdict?.kind);
        else {
          await world().accept(key);
          await world().end(ref!);
        }
      }
      const fail = 'fail-contact';
      expect(verdicts).toEqual([fail, fail, fail, fail, 'pause-campaign']);
      await world().move('c1', 'resume');
      const [again] = await world().claim('c1', 1);
      const refused = await world().refuse(await world().placing(again!), 422);
      expect(refused.verdict?.kind).toBe(fail);
    });

    test('a refusal for now makes the call wait, a bounded number of times', async () => {
      const ref = await world().oneClaimed();
      const verdicts: unknown[] = [];
      const states: unknown[] = [];
      for (const placement of [1, 2, 3]) {
        const key = await world().placing(ref, placement);
        verdicts.push((await world().refuse(key, 429)).verdict?.kind);
        states.push((await world().store.call(ref)).state);
        expect(await world().onCall('a1')).toBeNull();
      }
      expect(verdicts).toEqual(['wait', 'wait', 'pause-campaign']);
      expect(states).toEqual(['waiting', 'waiting', 'ended']);
    });

    test('details of a refusal are shown with the placement and never passed to a workflow', async () => {
      const key = await world().placing(await world().oneClaimed());
      const details = `destination ${phone(1)}`;
      const recorded = await world().refuse(key, 422, { details });
      expect(JSON.stringify(recorded)).not.toContain(phone(1));
      expect(JSON.stringify(await world().store.timeline(key.ref))).not.toContain(phone(1));
      expect(await world().store.placements(key.ref)).toMatchObject([
        { state: 'refused', status: 422, code: null, why: `422: ${details}` },
      ]);
    });
  });

  describe('a call that was never accepted', () => {
    test('one that may have been sent is not ended as not dialled', async () => {
      const { store, nowMs } = world();
      const key = await world().oneUnknown();
      await store.endNotDialled(key.ref, { reason: 'withdrawn', dueAtMs: null, nowMs });
      expect(await store.call(key.ref)).toMatchObject({ state: 'unknown', disposition: null });
    });

    test('it ends as not dialled, and its contact is due at the given time, or final', async () => {
      const { store } = world();
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [one, two] = await world().claim('c1');
      const { nowMs } = world();
      await store.endNotDialled(one!, { reason: 'no route', dueAtMs: nowMs + 100, nowMs });
      await store.endNotDialled(two!, { reason: 'withdrawn', dueAtMs: null, nowMs });
      expect(await world().contacts('c1')).toEqual({ due: 1, final: 1 });
      expect(await world().claim('c1')).toEqual([]);
      world().later(100);
      expect(await world().claim('c1')).toEqual(['c1.1.2']);
    });
  });

  const mismatches = async (ref: string) =>
    (await world().store.timeline(ref)).filter(({ text }) => text.startsWith('id-mismatch')).length;
}
