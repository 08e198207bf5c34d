import { describe, expect, test } from 'vitest';
import type { CallRef } from '../../../src/domain/ids.ts';
import { PRODUCT_VERSION } from '../../../src/domain/product-version.ts';
import { phone, UNREACHED, type World } from './world.ts';

/** 2027-01-15 08:00 UTC, a Friday: 03:00 in New York, 16:00 in Perth. */
const WINDOW = {
  hours: [
    { weekdays: [6, 7], fromMinute: 0, toMinute: 1440 },
    { weekdays: [1, 2, 3, 4, 5], fromMinute: 540, toMinute: 1200 },
  ],
  closedDates: [],
  ringMarginMs: 120_000,
};

export function decisionRules(world: () => World): void {
  const suppress = async (list: string, numbers: string[]) => {
    const { nowMs } = world();
    await world().store.putSuppressionList({ id: list, name: list, nowMs });
    if (numbers.length > 0) await world().store.suppress({ list, numbers, untilMs: null, nowMs });
  };
  const decisionOf = async (ref: CallRef, placement = 1) => {
    const { decisions } = await world().store.decisions(ref);
    return decisions.find((one) => one.placement === placement)?.decision;
  };
  const versions = async () =>
    Object.fromEntries(
      (await world().store.suppressionLists()).map(({ id, version }) => [id, version]),
    );

  describe('a decision record', () => {
    test('has each rule with the values that the intent was decided on', async () => {
      await suppress('other', []);
      await suppress('own', [phone(9)]);
      await world().limit({ callsPerSecond: 10, maxLiveCalls: 9 });
      await world().agents('a1');
      await world().draft('c1', {
        window: WINDOW,
        zone: 'Australia/Perth',
        caps: { perDay: 3, rolling: [{ days: 7, most: 5 }], leastGapMs: 60_000 },
        suppressionLists: ['own'],
        maxLiveCalls: 4,
        deadlineAtMs: world().nowMs + 24 * 3_600_000,
        budget: { total: '10', perDay: null, reservePerCall: '0.2', alertAt: 0.8 },
      });
      await world().append('c1', [phone(1)]);
      await world().move('c1', 'start');
      const [ref] = await world().claim('c1');
      const key = await world().placing(ref!);
      await world().refuse(key, 429);
      world().later(2_000);
      const again = await world().placing(ref!, 2);
      await world().accept(again);
      await world().end(ref!, UNREACHED);
      world().later(3_600_000);
      const [next] = await world().claim('c1');
      await world().placing(next!);
      expect(await decisionOf(next!)).toEqual({
        format: 1,
        product: PRODUCT_VERSION,
        decided_at: '2027-01-15T09:00:02.000Z',
        policy: { version: 1, in_force: 1 },
        campaign_state: 'running',
        deadline_at: '2027-01-16T08:00:00.000Z',
        zones: [{ zone: 'Australia/Perth', local_time: '2027-01-15T17:00:02.000+08:00', rule: 1 }],
        zone_source: 'campaign',
        area: null,
        window: {
          opens_at: '2027-01-15T01:00:00.000Z',
          closes_at: '2027-01-15T12:00:00.000Z',
          ring_margin_seconds: 120,
        },
        not_before: null,
        not_after: '2027-01-16T07:59:59.999Z',
        caps: {
          per_day: { most: 3, dialled: 1 },
          rolling: [{ days: 7, most: 5, dialled: 1 }],
          least_gap: { seconds: 60, last_dial_at: '2027-01-15T08:00:02.000Z' },
          after_talk: null,
          after_refusal: null,
          after_silence: null,
        },
        live_calls: { campaign: { live: 1, most: 4 }, account: { live: 1, most: 9 } },
        suppression: {
          version: 3,
          every_list: false,
          lists: [{ list: 'own', version: 3 }],
          found_on: [],
        },
        consent: null,
        hold: { state: 'none', changed_at: null },
        pace: [
          {
            of: 'account',
            per_second: 10,
            last_post_at: '2027-01-15T08:00:02.000Z',
            slot_at: '2027-01-15T09:00:02.000Z',
          },
        ],
        budget: {
          reserve: '0.2',
          total: { cap: '10', spent: '0', reserved: '0.2' },
          day: { date: '2027-01-15', cap: null, spent: '0', reserved: '0.2' },
        },
        agent: { id: 'a1', pools: ['default'], live: 1, capacity: 1 },
      });
    });

    test('contains neither the number nor the name of the person', async () => {
      const ref = await world().oneLive();
      expect(JSON.stringify(await decisionOf(ref))).not.toContain(phone(1).slice(1));
    });

    test('says which call was the probe of a hold', async () => {
      const ref = await world().oneClaimed();
      await world().refuse(await world().placing(ref), 402);
      world().later(2_000);
      const [probe] = await world().claim('c1');
      await world().placing(probe!);
      expect(await decisionOf(ref)).toMatchObject({ hold: { state: 'none', changed_at: null } });
      expect(await decisionOf(probe!)).toMatchObject({
        hold: {
          state: 'probe',
          reason: '402',
          status: 402,
          code: null,
          opened_at: '2027-01-15T08:00:00.000Z',
          changed_at: '2027-01-15T08:00:00.000Z',
          rule: {
            action: 'probe',
            first_wait_seconds: 1,
            growth: 2,
            longest_wait_seconds: 8,
            most_probes: null,
            longest_time_seconds: null,
          },
          refused_probes: 0,
          wait_from: '2027-01-15T08:00:00.000Z',
          lease_until: '2027-01-15T08:00:02.300Z',
        },
      });
    });

    test('names both the policy of the claim and the policy in force', async () => {
      const ref = await world().oneClaimed();
      const { nowMs } = world();
      await world().store.editCampaign({
        id: 'c1',
        change: (known) => ({ ...known, policy: { ...known.policy, weight: 2 } }),
        nowMs,
      });
      await world().placing(ref);
      expect(await decisionOf(ref)).toMatchObject({ policy: { version: 1, in_force: 2 } });
      expect(await world().store.policyVersions('c1', { limit: 10 })).toMatchObject({
        items: [
          { version: 1, policy: { weight: 1 } },
          { version: 2, policy: { weight: 2 } },
        ],
      });
    });

    test('is null where no intent was written, and a refusal of admission has its reason', async () => {
      const ref = await world().oneClaimed();
      await world().resolve({ ref, placement: 1 });
      await suppress('own', [phone(1)]);
      await world().intent({ ref, placement: 2 });
      expect(await world().store.decisions(ref)).toMatchObject({
        notDialled: { reason: 'suppressed: the number is on a suppression list' },
        decisions: [{ placement: 1, state: 'void', decision: null }],
      });
    });
  });

  describe('the version of a suppression list', () => {
    test('grows with each change of any list, and is never given again', async () => {
      await suppress('own', [phone(1), phone(2)]);
      await suppress('other', []);
      expect(await versions()).toEqual({ own: 2, other: 3 });
      await suppress('own', [phone(2)]);
      expect(await versions()).toEqual({ own: 4, other: 3 });
      await world().store.unsuppress({ list: 'own', number: phone(1) });
      expect(await versions()).toEqual({ own: 5, other: 3 });
      const removal = { id: 'own', replaceWith: null, forced: true, nowMs: world().nowMs };
      await world().store.dropSuppressionList(removal);
      await suppress('own', []);
      expect(await versions()).toEqual({ own: 7, other: 3 });
    });

    test('is kept for every list where the policy names none', async () => {
      await suppress('one', [phone(8)]);
      await suppress('two', []);
      const ref = await world().oneLive();
      expect(await decisionOf(ref)).toMatchObject({
        suppression: {
          version: 3,
          every_list: true,
          lists: [
            { list: 'one', version: 2 },
            { list: 'two', version: 3 },
          ],
        },
      });
    });
  });
}
