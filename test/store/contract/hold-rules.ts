import { describe, expect, test } from 'vitest';
import { holdAlert, mayProbeAtMs } from '../../../src/domain/account/hold.ts';
import type { HoldRule, HoldRuleFor } from '../../../src/domain/account/hold-rules.ts';
import { HOLD, phone, UNREACHED, type World } from './world.ts';

export function holdRules(world: () => World): void {
  const hold = async () => (await world().store.account()).hold;
  const sweep = () => world().store.sweep({ nowMs: world().nowMs, graceMs: 60_000, limit: 10 });

  /** Two campaigns with two agents; one call of the first was refused with `status`. */
  async function refusedOnce(status: number): Promise<string> {
    await world().agents('a1', 'a2');
    await world().campaign('c1', [phone(1), phone(2)]);
    await world().campaign('c2', [phone(3)]);
    const [ref] = await world().claim('c1', 1);
    await world().refuse(await world().placing(ref!), status, { code: 'why' });
    return ref!;
  }

  async function probe() {
    const [ref] = await world().claim('c1');
    return world().placing(ref!);
  }

  async function threeRefusedForNow(): Promise<[string, string, string]> {
    await world().agents('a1', 'a2', 'a3');
    await world().campaign('c1', [1, 2, 3].map(phone));
    const refs = await world().claim('c1');
    for (const ref of refs) await world().refuse(await world().placing(ref), 429);
    return refs as [string, string, string];
  }

  describe('the hold', () => {
    test('a refusal of the account closes placing and claiming for every campaign', async () => {
      const ref = await refusedOnce(402);
      expect(await hold()).toMatchObject({
        open: true,
        reason: '402 why',
        rule: { action: 'probe' },
      });
      expect(await world().store.call(ref)).toMatchObject({
        disposition: 'not-dialled',
        reason: 'refused with 402 why',
      });
      expect(await world().contacts('c1')).toEqual({ due: 2 });
      expect(await world().onCall('a1')).toBeNull();
      expect(await world().claim('c1')).toEqual([]);
      expect(await world().claim('c2')).toEqual([]);
    });

    test('calls that were claimed before it are not dialled, and their contacts stay due', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [one, two] = await world().claim('c1');
      await world().refuse(await world().placing(one!), 402);
      expect(await world().intent({ ref: two!, placement: 1 })).toEqual({
        kind: 'admission',
        admission: { kind: 'no', reason: 'on-hold', dueAtMs: 'now' },
      });
      expect(await world().contacts('c1')).toEqual({ due: 2 });
    });

    test('while it is open a campaign shows when it may pass', async () => {
      await refusedOnce(409);
      const { facts } = await world().store.claim({ id: 'c2', limit: 5, nowMs: world().nowMs });
      expect(facts.hold).toEqual({
        reason: '409 why',
        untilMs: world().nowMs + HOLD.firstProbeAfterMs,
        timeout: null,
      });
    });

    test('when a probe is due, one contact is claimed to be the probe', async () => {
      await refusedOnce(402);
      expect(await world().claim('c2')).toEqual([]);
      world().later(HOLD.firstProbeAfterMs);
      expect(await world().claim('c1')).toEqual(['c1.1.2']);
      expect(await world().claim('c2')).toEqual([]);
      await world().placing('c1.1.2');
      expect((await hold())?.probe?.ref).toBe('c1.1.2');
      expect(await world().claim('c2')).toEqual([]);
      world().later(HOLD.probeLeaseMs);
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('one call probes at a time', async () => {
      const [first, second, third] = await threeRefusedForNow();
      await world().refuse(await world().placing(first, 2), 402);
      world().later(HOLD.firstProbeAfterMs);
      await world().placing(second, 2);
      expect(await world().intent({ ref: third, placement: 2 })).toMatchObject({
        admission: { kind: 'no', reason: 'on-hold' },
      });
    });

    test('probes that were refused spend none of the calls a contact may have', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      for (let probe = 1; probe <= 7; probe++) {
        const [ref] = await world().claim('c1');
        await world().refuse(await world().placing(ref!), 402);
        world().later(HOLD.longestProbeGapMs);
      }
      const [ref] = await world().claim('c1');
      await world().live(ref!);
      await world().end(ref!, UNREACHED);
      expect(await world().contacts('c1')).toEqual({ due: 1 });
    });

    test('an accepted probe lifts it', async () => {
      await refusedOnce(402);
      world().later(HOLD.firstProbeAfterMs);
      await world().accept(await probe());
      expect(await hold()).toMatchObject({ open: false });
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('an answer to an intent older than its last change does not lift it, nor open it again', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [1, 2, 3].map(phone));
      const [one, two, three] = await world().claim('c1');
      const [first, second, third] = [
        await world().placing(one!),
        await world().placing(two!),
        await world().placing(three!),
      ];
      world().later(10);
      await world().refuse(first, 402);
      await world().accept(second);
      expect(await hold()).toMatchObject({ open: true });
      await world().store.liftHold({ nowMs: world().later(10) });
      await world().refuse(third, 402);
      expect(await hold()).toMatchObject({ open: false });
    });

    test.each(['not sent', 'unknown', 'refused for another reason'])(
      'a probe that was %s gives its lease back',
      async (outcome) => {
        await refusedOnce(402);
        world().later(HOLD.firstProbeAfterMs);
        const key = await probe();
        if (outcome === 'not sent') await world().notSent(key);
        else if (outcome === 'unknown') await world().resolve(key);
        else await world().refuse(key, 429);
        expect(await hold()).toMatchObject({
          open: true,
          waitFromMs: world().nowMs,
        });
        world().later(HOLD.firstProbeAfterMs - 1);
        expect(await world().claim('c2')).toEqual([]);
        world().later(1);
        expect((await world().claim('c2')).length).toBeLessThanOrEqual(1);
        expect((await hold())?.probe).toBeUndefined();
      },
    );

    test('a probe without an agent takes no lease', async () => {
      await refusedOnce(402);
      world().later(HOLD.firstProbeAfterMs);
      const [ref] = await world().claim('c1');
      const { store } = world();
      for (const id of ['a1', 'a2']) {
        await store.setAgentState({ id, state: 'paused', nowMs: world().nowMs });
      }
      expect(await world().intent({ ref: ref!, placement: 1 })).toMatchObject({
        admission: { kind: 'no', reason: 'no-agent' },
      });
      expect((await hold())?.probe).toBeUndefined();
    });

    test('a 403 is probed by nobody until a person lifts it', async () => {
      await refusedOnce(403);
      world().later(HOLD.longestProbeGapMs * 10);
      expect(await world().claim('c2')).toEqual([]);
      const { facts } = await world().store.claim({ id: 'c2', limit: 1, nowMs: world().nowMs });
      expect(facts.hold?.untilMs).toBeNull();
      const lifted = await world().store.liftHold({ nowMs: world().nowMs });
      expect(lifted.answer.hold).toMatchObject({ open: false });
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    const rule = (said: Partial<HoldRule & { action: 'probe' }>): HoldRuleFor => ({
      status: 402,
      code: null,
      rule: {
        action: 'probe',
        firstWaitMs: 100,
        growth: 3,
        longestWaitMs: 500,
        mostProbes: null,
        longestTimeMs: null,
        atEnd: 'stay-on-hold',
        ...said,
      },
    });
    const refusedProbe = async (): Promise<boolean> => {
      const [ref] = await world().claim('c1');
      if (ref === undefined) return false;
      await world().refuse(await world().placing(ref), 402, { code: 'why' });
      return true;
    };
    const states = async () =>
      Promise.all(['c1', 'c2'].map(async (id) => (await world().store.campaign(id)).state));

    test('a rule of the account sets the waits, and its most probes are its end', async () => {
      await world().limit({ holdRules: [rule({ mostProbes: 3 })] });
      await refusedOnce(402);
      for (const waitMs of [100, 300, 500]) {
        world().later(waitMs - 1);
        expect(await refusedProbe()).toBe(false);
        world().later(1);
        expect(await refusedProbe()).toBe(true);
      }
      const ended = { by: 'most-probes', did: 'stay-on-hold', atMs: world().nowMs };
      expect(await hold()).toMatchObject({ open: true, refusedProbes: 3, ended });
      world().later(100_000);
      expect(await refusedProbe()).toBe(false);
      expect(await states()).toEqual(['running', 'running']);
    });

    test('the rule of a status and a code goes before that of the status', async () => {
      const holdRules = [rule({ firstWaitMs: 50 }), { ...rule({}), code: 'why' }];
      await world().limit({ holdRules });
      await refusedOnce(402);
      expect((await hold())?.rule).toMatchObject({ firstWaitMs: 100 });
    });

    test('a rule may have 403 probed, and 402 wait for a person', async () => {
      const byPerson = { action: 'by-person', longestTimeMs: null, atEnd: 'stay-on-hold' } as const;
      const holdRules = [
        { ...rule({}), status: 403 },
        { status: 402, code: null, rule: byPerson },
      ];
      await world().limit({ holdRules });
      await refusedOnce(403);
      world().later(100);
      await world().refuse(await probe(), 402);
      world().later(1_000_000);
      expect(await world().claim('c1')).toEqual([]);
    });

    test.each(['the dispatcher', 'the sweep'])(
      'at its longest time every campaign that dials is paused, whoever finds it first: %s',
      async (who) => {
        const limits = { longestTimeMs: 1_000, atEnd: 'pause-every-campaign' } as const;
        await world().limit({ holdRules: [rule(limits)] });
        await refusedOnce(402);
        await world().draft('c3');
        const find = async () =>
          who === 'the dispatcher' ? void (await world().claim('c2')) : void (await sweep());
        world().later(999);
        await find();
        expect(await states()).toEqual(['running', 'running']);
        world().later(1);
        await find();
        expect(await states()).toEqual(['paused', 'paused']);
        expect(await world().store.campaign('c3')).toMatchObject({ state: 'draft' });
        expect(await world().store.campaign('c1')).toMatchObject({
          stateReason: 'the account’s hold came to the end of its rule: 402 why',
        });
        expect(await hold()).toMatchObject({ open: true, ended: { by: 'longest-time' } });
        const { items } = await world().store.audit({ what: 'hold.ended' }, { limit: 9 });
        expect(items).toMatchObject([
          { who: 'dialwright', target: 'account', before: null, after: { by: 'longest-time' } },
        ]);
        await world().move('c1', 'resume');
        await find();
        expect(await states()).toEqual(['running', 'paused']);
      },
    );

    test('an alert is found by one sweep, and stands until the hold is lifted', async () => {
      await world().limit({ holdRules: [rule({ longestTimeMs: 1_000, atEnd: 'alert' })] });
      await refusedOnce(402);
      expect((await sweep()).holdAlert).toBeNull();
      world().later(1_000);
      expect((await sweep()).holdAlert).toContain('402 why');
      expect((await sweep()).holdAlert).toBeNull();
      expect(holdAlert(await hold())).toMatchObject({ sinceMs: world().nowMs });
      await world().store.liftHold({ nowMs: world().nowMs });
      expect(holdAlert(await hold())).toBeUndefined();
    });

    test('a rule that changes counts for the open hold at once, from its last refusal', async () => {
      await refusedOnce(402);
      const refusedAtMs = world().nowMs;
      world().later(60);
      await world().limit({ holdRules: [rule({})] });
      expect(mayProbeAtMs((await hold())!)).toBe(refusedAtMs + 100);
      await world().limit({
        holdRules: [rule({ longestTimeMs: 60, atEnd: 'pause-every-campaign' })],
      });
      expect(await states()).toEqual(['paused', 'paused']);
      await world().limit({ holdRules: [] });
      expect(await hold()).toMatchObject({ open: true });
      expect((await hold())?.ended).toBeUndefined();
      expect(mayProbeAtMs((await hold())!)).toBe(refusedAtMs + HOLD.firstProbeAfterMs);
      const { items } = await world().store.audit({ what: 'account.limited' }, { limit: 1 });
      expect(items).toMatchObject([
        { before: { holdRules: [{ status: 402 }] }, after: { holdRules: [] } },
      ]);
    });

    test.each([
      ['pause', 'paused', { due: 2 }],
      ['cancel', 'cancelled', { final: 2 }],
    ] as const)(
      'a campaign may %s when the hold outlasts its time-out, with its reason; others go on waiting',
      async (action, state, contacts) => {
        await refusedOnce(403);
        const holdTimeout = { afterMs: 5_000, action };
        await world().store.editCampaign({
          id: 'c1',
          change: (known) => ({ ...known, policy: { ...known.policy, holdTimeout } }),
          nowMs: world().nowMs,
        });
        world().later(4_999);
        await sweep();
        expect(await states()).toEqual(['running', 'running']);
        const { waitingFor } = await world().progress('c1');
        expect(waitingFor).toMatchObject({ reason: 'hold', untilMs: world().nowMs + 1 });
        expect(waitingFor?.text).toContain(state);
        world().later(1);
        await sweep();
        expect(await states()).toEqual([state, 'running']);
        expect(await world().contacts('c1')).toEqual(contacts);
        const reason = 'the account’s hold outlasted the campaign’s time-out: 403 why';
        expect(await world().store.campaign('c1')).toMatchObject({ stateReason: reason });
        const { items } = await world().store.audit({ target: 'campaigns/c1' }, { limit: 1 });
        expect(items).toMatchObject([{ who: 'dialwright', after: { state, reason } }]);
      },
    );

    test('a campaign that is resumed behind the hold has its whole time-out again', async () => {
      await refusedOnce(403);
      const holdTimeout = { afterMs: 5_000, action: 'pause' } as const;
      await world().campaign('c3', [phone(9)], { holdTimeout });
      const state = async () => (await world().store.campaign('c3')).state;
      world().later(5_000);
      await world().claim('c3');
      expect(await state()).toBe('paused');
      await world().move('c3', 'resume');
      world().later(4_999);
      await world().claim('c3');
      expect(await state()).toBe('running');
    });

    test('lifting where there is none does nothing', async () => {
      const { answer } = await world().store.liftHold({ nowMs: world().nowMs });
      expect(answer.hold).toBeUndefined();
    });
  });
}
