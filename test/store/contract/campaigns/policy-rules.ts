import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_CAPS } from '../../../../src/domain/contacts/number-caps.ts';
import type { IntentOutcome } from '../../../../src/store/calls/placement-store.ts';
import { phone, refusalOf, UNREACHED, type Rules, type World } from '../world.ts';

const HOUR = 3_600_000;
const REDIAL = {
  maxAttempts: 3,
  maxCalls: 3,
  rules: { 'customer-unreached': { delayMs: 60_000, jitter: 0, most: 3 } },
};
/** Open from nine to ten, every day. */
const NINE_TO_TEN = {
  hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], fromMinute: 540, toMinute: 600 }],
  closedDates: [],
  ringMarginMs: 60_000,
};

export function policyRules(world: () => World): void {
  const edit = (id: string, rules: Rules) =>
    world().store.editCampaign({
      id,
      change: (known) => ({ ...known, policy: { ...known.policy, ...rules } }),
      nowMs: world().nowMs,
    });
  /** Moves the clock to this time of the next day, UTC. */
  const tomorrowAt = (hours: number) => {
    const day = 24 * HOUR;
    return world().later(day - (world().nowMs % day) + hours * HOUR);
  };
  const waitingFor = async (id: string) => (await world().progress(id)).waitingFor;

  describe('the calling window', () => {
    test('before it opens nothing is claimed, and the campaign shows when it opens', async () => {
      await world().agents('a1');
      tomorrowAt(8);
      await world().campaign('c1', [phone(1), phone(2)], { window: NINE_TO_TEN });
      expect(await world().claim('c1')).toEqual([]);
      expect(await waitingFor('c1')).toMatchObject({
        reason: 'time',
        text: 'the calling window is closed',
        untilMs: world().nowMs + HOUR,
      });
      world().later(HOUR);
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
    });

    test('on a date of an area nobody is claimed or dialled who may be there', async () => {
      await world().agents('a1', 'a2');
      tomorrowAt(9);
      const inArea = (n: number, areas: readonly string[]) => ({
        number: phone(n),
        rowKey: null,
        name: null,
        area: { release: 'r1', sources: [{ from: 'region' as const, areas, zones: ['UTC'] }] },
      });
      const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
      const closedDates = [
        `${dayOf(world().nowMs)} DE-BY`,
        `${dayOf(world().nowMs + 24 * HOUR)} DE`,
      ];
      await world().draft('c1', { window: { ...NINE_TO_TEN, closedDates } });
      await world().add('c1', [
        inArea(1, ['DE-BY']),
        inArea(2, ['DE']),
        { number: phone(3), rowKey: null, name: null },
        inArea(4, ['DE-HH']),
      ]);
      await world().move('c1', 'start');
      const claimed = await world().claim('c1');
      expect(claimed).toEqual(['c1.4.1']);
      world().later(24 * HOUR);
      expect(await world().intent({ ref: claimed[0]!, placement: 1 })).toMatchObject({
        admission: { kind: 'no', reason: 'window', dueAtMs: world().nowMs + 24 * HOUR },
      });
    });

    test('a call that was claimed in time and comes to its POST too late is not dialled', async () => {
      await world().agents('a1');
      tomorrowAt(9);
      await world().campaign('c1', [phone(1)], { window: NINE_TO_TEN });
      const [ref] = await world().claim('c1');
      const opensAtMs = world().nowMs + 24 * HOUR;
      world().later(HOUR - 30_000);
      expect(await world().intent({ ref: ref!, placement: 1 })).toEqual({
        kind: 'admission',
        admission: { kind: 'no', reason: 'window', dueAtMs: opensAtMs },
      });
      expect(await world().contacts('c1')).toEqual({ due: 1 });
      expect(await waitingFor('c1')).toMatchObject({ reason: 'time', untilMs: opensAtMs });
    });

    test('at the instant of the deadline nobody is dialled any more', async () => {
      await world().agents('a1');
      const deadlineAtMs = world().nowMs + HOUR;
      await world().campaign('c1', [phone(1)], { deadlineAtMs });
      const [ref] = await world().claim('c1');
      world().later(HOUR);
      expect(await world().intent({ ref: ref!, placement: 1 })).toMatchObject({
        admission: { kind: 'no', reason: 'too-late' },
      });
    });

    test('a contact that admission gives up shows the reason', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      const [ref] = await world().claim('c1');
      const { nowMs, store } = world();
      await store.putSuppressionList({ id: 'optout', name: 'Opted out', nowMs });
      await store.suppress({ list: 'optout', numbers: [phone(1)], untilMs: null, nowMs });
      await world().intent({ ref: ref!, placement: 1 });
      const page = await store.contacts(
        { campaignId: 'c1', filter: { reason: 'suppressed' } },
        { limit: 5 },
      );
      expect(page.items).toMatchObject([{ position: 1, state: 'final' }]);
    });

    test('contacts are put off a bounded number at a time, and none is lost', async () => {
      await world().agents('a1');
      tomorrowAt(8);
      const numbers = Array.from({ length: 1_200 }, (_, index) => phone(index + 1));
      await world().campaign('c1', numbers, { window: NINE_TO_TEN });
      for (let round = 0; round < 3; round++) expect(await world().claim('c1')).toEqual([]);
      expect(await waitingFor('c1')).toMatchObject({ reason: 'time' });
      expect(await world().contacts('c1')).toEqual({ due: 1_200 });
    });
  });

  describe('caps of a number', () => {
    const capped = (caps: object): Rules => ({ caps: { ...NO_CAPS, ...caps } });
    async function reached(ref: string): Promise<void> {
      await world().live(ref);
      await world().end(ref, UNREACHED);
    }

    test('they count over all campaigns, and lead to the instant at which it may be dialled', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      await world().campaign('c2', [phone(1)], capped({ leastGapMs: 2 * HOUR }));
      const [ref] = await world().claim('c1');
      const dialledAtMs = world().nowMs;
      await reached(ref!);
      expect(await world().claim('c2')).toEqual([]);
      expect(await waitingFor('c2')).toMatchObject({ untilMs: dialledAtMs + 2 * HOUR });
      world().later(2 * HOUR);
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test.each(['refused', 'not sent', 'agent not reached'])(
      'a call that was %s did not reach the customer and does not count',
      async (what) => {
        await world().agents('a1');
        await world().campaign('c1', [phone(1)]);
        await world().campaign('c2', [phone(1)], capped({ perDay: 1 }));
        const [ref] = await world().claim('c1');
        const key = await world().placing(ref!);
        if (what === 'refused') await world().refuse(key, 422);
        else if (what === 'not sent') {
          await world().notSent(key);
          const { nowMs } = world();
          await world().store.endNotDialled(ref!, { reason: 'x', dueAtMs: null, nowMs });
        } else {
          await world().accept(key);
          await world().end(ref!, {
            ...UNREACHED,
            disposition: 'agent-unreached',
            spendsAttempt: false,
          });
        }
        expect(await world().claim('c2')).toEqual(['c2.1.1']);
      },
    );

    test('a leg whose event comes late counts after all', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)], {
        redial: { maxAttempts: 1, maxCalls: 1, rules: {} },
      });
      await world().campaign('c2', [phone(1)], capped({ perDay: 1 }));
      const [ref] = await world().claim('c1');
      await world().live(ref!);
      const unreached = {
        ...UNREACHED,
        disposition: 'agent-unreached',
        spendsAttempt: false,
      } as const;
      await world().end(ref!, unreached);
      await world().end(ref!, UNREACHED);
      expect(await world().claim('c2')).toEqual([]);
    });
  });

  describe('the budget', () => {
    const BUDGET = { total: '1', perDay: null, reservePerCall: '0.4', alertAt: 0.8 };

    test('no call goes that might pass it, and what is set aside counts', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [1, 2, 3].map(phone), { budget: BUDGET });
      const [one, two, three] = await world().claim('c1');
      await world().placing(one!);
      await world().placing(two!);
      expect(await world().intent({ ref: three!, placement: 1 })).toMatchObject({
        admission: { kind: 'no', reason: 'no-budget' },
      });
      expect(await world().claim('c1')).toEqual([]);
      expect(await waitingFor('c1')).toMatchObject({ reason: 'budget', untilMs: null });
    });

    test('the bill takes the place of what was set aside', async () => {
      await world().agents('a1');
      await world().campaign('c1', [1, 2, 3].map(phone), { budget: BUDGET });
      const [one] = await world().claim('c1');
      await world().live(one!);
      await world().end(one!, { cost: '0.1' });
      const [two] = await world().claim('c1');
      await world().live(two!);
      await world().end(two!, { cost: '0.5' });
      expect(await world().claim('c1')).toEqual(['c1.3.1']);
      await world().store.settleCall(two!, '0.6', world().nowMs);
      expect(await world().intent({ ref: 'c1.3.1', placement: 1 })).toMatchObject({
        admission: { kind: 'no', reason: 'no-budget' },
      });
    });

    const lean = { budget: { ...BUDGET, total: '0.4' } };

    test('a call that was refused gives back what was set aside', async () => {
      await world().agents('a1');
      await world().campaign('c1', [1, 2].map(phone), lean);
      const [one] = await world().claim('c1');
      await world().refuse(await world().placing(one!), 422);
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
    });

    test.each(['refused for now', 'not sent'])(
      'a call that was %s sets nothing aside while it waits',
      async (what) => {
        await world().agents('a1', 'a2');
        await world().campaign('c1', [1, 2].map(phone), lean);
        const [one] = await world().claim('c1', 1);
        const key = await world().placing(one!);
        await (what === 'not sent' ? world().notSent(key) : world().refuse(key, 429));
        expect(await world().claim('c1', 1)).toEqual(['c1.2.1']);
        await world().placing(one!, 2);
        expect(await world().intent({ ref: 'c1.2.1', placement: 1 })).toMatchObject({
          admission: { kind: 'no', reason: 'no-budget' },
        });
      },
    );

    test('a call that a person closes without a bill gives it back, however it ended', async () => {
      await world().agents('a1');
      await world().campaign('c1', [1, 2].map(phone), lean);
      const [ref] = await world().claim('c1');
      await world().noAnswer(await world().placing(ref!));
      const { nowMs, store } = world();
      await store.endUnknown(ref!, 'silence', nowMs);
      const resolution = {
        disposition: 'customer-unreached',
        reason: 'x',
        cost: null,
        redial: false,
      } as const;
      await store.resolveCall({ ref: ref!, resolution, nowMs });
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
    });

    test('an unknown call keeps it until a person closes it', async () => {
      await world().agents('a1');
      await world().campaign('c1', [1, 2].map(phone), lean);
      const [ref] = await world().claim('c1');
      await world().noAnswer(await world().placing(ref!));
      const { nowMs, store } = world();
      await store.endUnknown(ref!, 'silence', nowMs);
      expect(await world().claim('c1')).toEqual([]);
      const resolution = {
        disposition: 'not-dialled',
        reason: 'x',
        cost: null,
        redial: false,
      } as const;
      await store.resolveCall({ ref: ref!, resolution, nowMs });
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
    });

    test('an alert is raised once for each cap, in the view and in the audit', async () => {
      await world().agents('a1');
      const { nowMs, store } = world();
      await world().campaign('c1', [1, 2, 3].map(phone), { budget: { ...BUDGET, total: '2' } });
      const alert = async () => (await world().progress('c1')).money.alert;
      const audited = async () => {
        const page = await store.audit({ what: 'budget.alert' }, { limit: 10, after: undefined });
        return page.items.map(({ after }) => after);
      };
      const dial = async (cost: string) => {
        const [ref] = await world().claim('c1');
        await world().live(ref!);
        await world().end(ref!, { cost });
      };
      await dial('1.1');
      expect(await alert()).toBeNull();
      // 1.1 and 0.4 set aside, then 1.6.
      await dial('0.5');
      expect(await alert()).toEqual({ cap: 'total', sinceMs: nowMs });
      await dial('0');
      const first = { cap: 'total', day: null, limit: '2', alert_at: 0.8 };
      expect(await audited()).toEqual([{ ...first, spent: '1.6', set_aside: '0' }]);
      await edit('c1', { budget: { ...BUDGET, total: '20' } });
      expect(await alert()).toBeNull();
    });

    test('money is settled, pending, or never settled', async () => {
      await world().agents('a1', 'a2', 'a3', 'a4');
      await world().campaign('c1', [1, 2, 3, 4].map(phone), { budget: { ...BUDGET, total: '9' } });
      const [billed, live, unbilled, unknown] = await world().claim('c1');
      await world().live(billed!);
      await world().end(billed!, { cost: '0.15' });
      await world().live(live!);
      await world().live(unbilled!);
      await world().end(unbilled!);
      await world().store.giveUpSettling(unbilled!, world().nowMs);
      await world().noAnswer(await world().placing(unknown!));
      expect((await world().progress('c1')).money).toMatchObject({
        settled: { calls: 1, amount: '0.15' },
        pending: { calls: 2, setAside: '0.8' },
        neverSettled: { calls: 1, setAside: '0.4' },
      });
      await world().store.endUnknown(unknown!, 'silence', world().nowMs);
      expect((await world().progress('c1')).money).toMatchObject({
        pending: { calls: 1, setAside: '0.4' },
        neverSettled: { calls: 2, setAside: '0.8' },
      });
    });

    test('the budget of a day is free again on the next', async () => {
      await world().agents('a1');
      tomorrowAt(12);
      const budget = { ...BUDGET, total: null, perDay: '0.4' };
      await world().campaign('c1', [1, 2].map(phone), { budget });
      const [one] = await world().claim('c1');
      await world().live(one!);
      await world().end(one!, { cost: '0.4' });
      expect(await world().claim('c1')).toEqual([]);
      expect(await waitingFor('c1')).toMatchObject({
        reason: 'budget',
        untilMs: world().nowMs + 12 * HOUR,
      });
      world().later(12 * HOUR);
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
    });
  });

  describe('calls per second', () => {
    test('each POST has a slot of its own, and asks again when that comes', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [1, 2, 3].map(phone), { callsPerSecond: 10 });
      const refs = await world().claim('c1');
      const startMs = world().nowMs;
      const asked = [];
      for (const ref of refs) asked.push(await world().intent({ ref, placement: 1 }));
      expect(asked.map((each) => ('atMs' in each ? each.atMs - startMs : each.kind))).toEqual([
        'send',
        100,
        200,
      ]);
      world().later(100);
      await world().placing(refs[1]!);
      expect(await world().intent({ ref: refs[2]!, placement: 1 })).toMatchObject({
        kind: 'paced',
      });
    });

    test('a slot that comes soon is given ahead: the POST waits for it, and the next one for both', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [1, 2, 3].map(phone), { callsPerSecond: 10 });
      const refs = await world().claim('c1');
      const startMs = world().nowMs;
      await world().placing(refs[0]!);
      const ask = (ref: string, aheadMs: number) => world().intent({ ref, placement: 1 }, aheadMs);
      world().later(40);
      expect(await ask(refs[1]!, 50)).toEqual({ kind: 'paced', atMs: startMs + 100 });
      world().later(20);
      expect(await ask(refs[1]!, 50)).toMatchObject({
        kind: 'send',
        order: { intentAtMs: startMs + 100 },
      });
      world().later(90);
      expect(await ask(refs[2]!, 49)).toEqual({ kind: 'paced', atMs: startMs + 200 });
      expect(await ask(refs[2]!, 50)).toMatchObject({ kind: 'send' });
    });

    describe('a slot given ahead is judged at the instant when its POST leaves', () => {
      /** The second call asks 40 ms before its slot, which comes 10 ms after `changesMs`. */
      async function secondAsksBefore(changesMs: number, rules: Rules): Promise<IntentOutcome> {
        world().later(changesMs - 90 - world().nowMs);
        await world().agents('a1', 'a2');
        await world().campaign('c1', [1, 2].map(phone), { callsPerSecond: 10, ...rules });
        const [one, two] = await world().claim('c1');
        await world().placing(one!);
        expect(await world().intent({ ref: two!, placement: 1 })).toMatchObject({ kind: 'paced' });
        world().later(60);
        return world().intent({ ref: two!, placement: 1 }, 50);
      }

      test('so no POST leaves within the ring margin of its window', async () => {
        tomorrowAt(9);
        const opensAgainMs = world().nowMs + 24 * HOUR;
        const marginMs = world().nowMs + HOUR - NINE_TO_TEN.ringMarginMs;
        expect(await secondAsksBefore(marginMs, { window: NINE_TO_TEN })).toMatchObject({
          admission: { reason: 'window', dueAtMs: opensAgainMs },
        });
        expect(await world().contacts('c1')).toEqual({ due: 1, claimed: 1 });
      });

      test('so no POST leaves after the deadline', async () => {
        tomorrowAt(9);
        const deadlineAtMs = world().nowMs;
        expect(await secondAsksBefore(deadlineAtMs, { deadlineAtMs })).toMatchObject({
          admission: { reason: 'too-late' },
        });
      });

      test('so a POST after midnight needs the budget of the new day', async () => {
        tomorrowAt(0);
        world().later(-10);
        await world().agents('a1', 'a2', 'a3');
        const budget = { total: null, perDay: '0.4', reservePerCall: '0.3', alertAt: 0.8 };
        await world().campaign('c1', [1, 2, 3].map(phone), { callsPerSecond: 50, budget });
        const [before, after, refused] = await world().claim('c1');
        await world().refuse(await world().placing(before!), 422);
        // Their slots come 10 and 30 ms after midnight.
        expect(await world().intent({ ref: after!, placement: 1 }, 50)).toMatchObject({
          kind: 'send',
        });
        expect(await world().intent({ ref: refused!, placement: 1 }, 50)).toMatchObject({
          admission: { reason: 'no-budget' },
        });
      });
    });

    test('a POST that leaves late pushes back the slots that are taken after it', async () => {
      await world().agents('a1', 'a2', 'a3', 'a4');
      await world().campaign('c1', [1, 2, 3, 4].map(phone), { callsPerSecond: 10 });
      const refs = await world().claim('c1');
      const startMs = world().nowMs;
      const ask = (ref: string) => world().intent({ ref, placement: 1 });
      await ask(refs[0]!);
      await ask(refs[1]!);
      await ask(refs[2]!);
      world().later(130);
      expect(await ask(refs[1]!)).toMatchObject({ kind: 'send' });
      expect(await ask(refs[2]!)).toEqual({ kind: 'paced', atMs: startMs + 230 });
      expect(await ask(refs[3]!)).toEqual({ kind: 'paced', atMs: startMs + 330 });
    });

    test('a pace counts from the POST of a call that was claimed before it was set', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [1, 2].map(phone));
      const [one] = await world().claim('c1', 1);
      await edit('c1', { callsPerSecond: 1 });
      world().later(100);
      await world().placing(one!);
      const postMs = world().nowMs;
      const [two] = await world().claim('c1', 1);
      world().later(50);
      const asked = await world().intent({ ref: two!, placement: 1 });
      expect(asked).toEqual({ kind: 'paced', atMs: postMs + 1_000 });
    });

    test.each(['campaign', 'account'])(
      'a pace that is set while it runs counts from the last POST: of the %s',
      async (whose) => {
        await world().agents('a1', 'a2');
        await world().campaign('c1', [1, 2].map(phone));
        const [one] = await world().claim('c1', 1);
        await world().placing(one!);
        const startMs = world().nowMs;
        world().later(400);
        if (whose === 'campaign') await edit('c1', { callsPerSecond: 1 });
        else {
          await world().limit({ callsPerSecond: 1 });
        }
        const [two] = await world().claim('c1', 1);
        expect(await world().intent({ ref: two!, placement: 1 })).toEqual({
          kind: 'paced',
          atMs: startMs + 1_000,
        });
      },
    );

    test('the probe of a hold keeps to the calls the account may have live', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [1, 2, 3].map(phone));
      await world().limit({ maxLiveCalls: 1 });
      const [one] = await world().claim('c1');
      await world().refuse(await world().placing(one!), 402);
      world().later(1_000);
      const [probe] = await world().claim('c1');
      await world().noAnswer(await world().placing(probe!));
      world().later(10_000);
      expect(await world().claim('c1')).toEqual([]);
    });

    test('no more are claimed than have a slot soon', async () => {
      await world().agents('a1', 'a2', 'a3', 'a4');
      await world().campaign('c1', [1, 2, 3, 4].map(phone), { callsPerSecond: 2 });
      expect(await world().claim('c1')).toHaveLength(2);
      expect(await world().claim('c1')).toEqual([]);
    });

    test('the limits of the account count over all campaigns', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [1, 2].map(phone));
      await world().campaign('c2', [3].map(phone));
      await world().limit({ maxLiveCalls: 2 });
      expect(await world().claim('c1')).toHaveLength(2);
      expect(await world().claim('c2')).toEqual([]);
      await world().limit({ maxLiveCalls: null, callsPerSecond: 1 });
      const [third] = await world().claim('c2');
      await world().placing('c1.1.1');
      expect(await world().intent({ ref: third!, placement: 1 })).toEqual({
        kind: 'paced',
        atMs: world().nowMs + 1_000,
      });
    });

    test('however calls come and go, no two slots are closer than the pace', async () => {
      await world().agents('a1', 'a2', 'a3', 'a4');
      await world().campaign(
        'c1',
        Array.from({ length: 40 }, (_, n) => phone(n + 1)),
        {
          callsPerSecond: 5,
        },
      );
      const sent: number[] = [];
      const steps = fc.array(fc.record({ waitMs: fc.nat(400), end: fc.boolean() }), {
        minLength: 30,
        maxLength: 30,
      });
      for (const { waitMs, end } of fc.sample(steps, { numRuns: 1, seed: 7 })[0]!) {
        world().later(waitMs);
        await world().claim('c1');
        const calls = await world().store.calls({ filter: { campaignId: 'c1' } }, { limit: 200 });
        for (const call of calls.items) {
          if (call.state === 'claimed') {
            const intent = await world().intent({ ref: call.ref, placement: 1 });
            if (intent.kind === 'send') sent.push(world().nowMs);
          } else if (call.state === 'placing' && end) {
            await world().accept({ ref: call.ref, placement: 1 });
            await world().end(call.ref);
          }
        }
      }
      expect(sent.length).toBeGreaterThan(5);
      for (const [index, atMs] of sent.slice(1).entries()) {
        expect(atMs - sent[index]!).toBeGreaterThanOrEqual(200);
      }
    });
  });

  describe('editing', () => {
    test('a campaign that is over is not changed', async () => {
      await world().campaign('c1', []);
      await world().move('c1', 'cancel');
      expect(await refusalOf(edit('c1', { maxLiveCalls: 1 }))).toMatchObject({
        code: 'illegal-move',
      });
    });

    test('calls that were claimed keep their rules, later ones have the new', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [1, 2].map(phone), { agentCallerId: '+12025550199' });
      const [one] = await world().claim('c1', 1);
      const { answer } = await edit('c1', { agentCallerId: '+12025550188' });
      expect(answer.policyVersion).toBe(2);
      const [two] = await world().claim('c1', 1);
      const callerIdOf = async (ref: string) => {
        const intent = await world().intent({ ref, placement: 1 });
        return intent.kind === 'send' ? intent.order.agentCallerId : intent.kind;
      };
      expect([await callerIdOf(one!), await callerIdOf(two!)]).toEqual([
        '+12025550199',
        '+12025550188',
      ]);
    });

    test.each([{ maxAttempts: 1 }, { maxCalls: 1 }])(
      'a contact whose calls are spent by the new rules has no other: %j',
      async (fewer) => {
        await world().agents('a1');
        await world().campaign('c1', [phone(1)], { redial: REDIAL });
        const [ref] = await world().claim('c1');
        await world().live(ref!);
        await world().end(ref!, UNREACHED);
        await edit('c1', { redial: { ...REDIAL, ...fewer } });
        world().later(HOUR);
        expect(await world().claim('c1')).toEqual([]);
        expect(await world().contacts('c1')).toEqual({ final: 1 });
        expect((await world().progress('c1')).contactsByDisposition).toEqual({
          'customer-unreached': 1,
        });
      },
    );

    test('an edit that changes no rule makes no version', async () => {
      await world().draft('c1');
      expect((await edit('c1', {})).answer.policyVersion).toBe(1);
    });

    test('contacts that the old rules put off are asked about again', async () => {
      await world().agents('a1');
      tomorrowAt(8);
      await world().campaign('c1', [phone(1)], { window: NINE_TO_TEN });
      expect(await world().claim('c1')).toEqual([]);
      await edit('c1', { window: null });
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
    });
  });
}
