import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInPool } from '../../../src/domain/agents/agent.ts';
import {
  afterCall,
  isNext,
  rejoining,
  type FairShare,
} from '../../../src/domain/campaigns/fair-share.ts';
import { Floor } from './floor.ts';

const ANY = ['default'];
const GROUP = JSON.stringify(ANY);

const share = (more: Partial<FairShare> = {}): FairShare => ({
  serial: 1,
  priority: 0,
  weight: 1,
  passes: {},
  pool: null,
  ...more,
});
const withPass = (pass: number, more: Partial<FairShare> = {}) =>
  share({ passes: { [GROUP]: pass }, ...more });
const passOf = ({ passes }: FairShare) => passes[GROUP]!;
const numbered = (shares: Omit<FairShare, 'serial'>[]) =>
  shares.map((each, index) => ({ ...each, serial: index + 1 }));

const weight = fc.constantFrom(0.01, 0.5, 1, 2, 3, 7, 100);
const weights = fc.array(weight, { minLength: 2, maxLength: 6 });
const pool = fc.constantFrom('sales', 'spanish', 'night');
const pools = fc.uniqueArray(pool, { minLength: 1, maxLength: 3 });
const campaign = fc.record({
  priority: fc.constantFrom(0, 0, 0, 1),
  weight,
  passes: fc.constant({}),
  pool: fc.option(pool, { nil: null }),
});
const campaigns = fc.array(campaign, { minLength: 1, maxLength: 5 }).map(numbered);
const agents = fc.array(pools, { minLength: 1, maxLength: 6 });
/** How many rounds each call lasts, round and round. */
const lengths = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });

/** Calls of one agent, one after the other; how many each campaign got. */
function callsOf(shares: FairShare[], calls: number): { shares: FairShare[]; counts: number[] } {
  const now = [...shares];
  const counts = now.map(() => 0);
  for (let call = 0; call < calls; call++) {
    const next = now.findIndex((one) => isNext(one, without(now, one), ANY));
    now[next] = afterCall(now[next]!, without(now, now[next]!), ANY);
    counts[next]! += 1;
  }
  return { shares: now, counts };
}
const without = (all: readonly FairShare[], one: FairShare) => all.filter((each) => each !== one);

describe('agents in the same pools', () => {
  test('of any two campaigns that want on, the calls stand as the weights but for one', () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 500 }), (given, calls) => {
        const shares = given.map((each, index) => share({ serial: index + 1, weight: each }));
        expectFair(shares, callsOf(shares, calls).counts);
      }),
    );
  });

  test('three to one', () => {
    const shares = [share({ serial: 1, weight: 3 }), share({ serial: 2 })];
    expect(callsOf(shares, 400).counts).toEqual([300, 100]);
  });

  test('one that was quiet, or had everything to itself, gets its share from then on and no more', () => {
    const pass = fc.option(fc.double({ min: 0, max: 1_000, noNaN: true }), { nil: null });
    fc.assert(
      fc.property(
        weights,
        fc.integer({ min: 0, max: 300 }),
        pass,
        fc.integer({ min: 1, max: 300 }),
        (given, before, ownPass, after) => {
          const others = given.map((each, index) => share({ serial: index + 1, weight: each }));
          const started = callsOf(others, before).shares;
          const quiet = ownPass === null ? share() : withPass(ownPass);
          const late = rejoining({ ...quiet, serial: 99, weight: 2 }, started);
          const { counts } = callsOf([...started, late], after);
          const own = counts.at(-1)!;
          // One that is new to the group joins where the turns stand, which is a call of another behind the level.
          const begun = ownPass === null ? 1 / Math.min(...given) : 0;
          const passes = started.map((each) => each.passes[GROUP] ?? 0);
          for (const [index, { weight: otherWeight }] of others.entries()) {
            const ahead = own / 2 - counts[index]! / otherWeight;
            // What the others are ahead of the one furthest behind, they have had.
            const had = passes[index]! - Math.min(...passes);
            expect(ahead).toBeLessThanOrEqual(1 / 2 + had + begun + 1e-6);
            expect(-ahead).toBeLessThanOrEqual(1 / otherWeight + 1 / 2 + 1e-6);
          }
        },
      ),
    );
  });

  test('the higher priority comes first, whatever the weights', () => {
    const high = withPass(1_000, { serial: 2, priority: 1, weight: 0.01 });
    expect(callsOf([high, share({ weight: 100 })], 50).counts).toEqual([50, 0]);
  });

  test('a campaign that is new to them has one call, and then its turn', () => {
    const known = withPass(500, { serial: 1 });
    const { counts, shares } = callsOf([known, share({ serial: 2 })], 1);
    expect(counts).toEqual([0, 1]);
    expect(shares.map(passOf)).toEqual([500, 500]);
  });
});

describe('agents in several pools', () => {
  test('of all who want an agent and may use him, exactly one is next, in whatever order they are read', () => {
    const passes = fc.dictionary(
      pools.map((each) => JSON.stringify(each.toSorted())),
      fc.nat(3),
    );
    const any = fc.array(fc.record({ ...fields, passes }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(any.map(numbered), pools, (all, of) => {
        const able = all.filter((one) => isInPool({ pools: of }, one.pool));
        const next = (others: FairShare[]) =>
          able.filter((one) => isNext(one, without(others, one), of));
        expect(next(all)).toHaveLength(Math.min(1, able.length));
        expect(next(all.toReversed())).toEqual(next(all));
        const [first] = able;
        if (!first) return;
        const others = without(all, first);
        const { passes: after } = afterCall(first, others, of);
        expect(afterCall(first, others.toReversed(), of.toReversed()).passes).toEqual(after);
        expect(rejoining(first, others.toReversed())).toEqual(rejoining(first, others));
      }),
    );
  });

  test('with the same pools, of any two campaigns that want on, their calls stand as the weights but for one', () => {
    fc.assert(
      fc.property(campaigns, agents, lengths, (shares, of, rounds) => {
        const floor = new Floor({ shares, agents: of, lengths: rounds, contacts: Infinity });
        for (let round = 0; round < 60; round++) floor.round();
        for (const group of floor.groups()) {
          const able = shares.filter((one) => isInPool(group, one.pool));
          const highest = Math.max(...able.map(({ priority }) => priority));
          const counts = able.map(({ serial }) => group.calls.get(serial) ?? 0);
          expectFair(
            able.filter(({ priority }) => priority === highest),
            counts.filter((_, index) => able[index]!.priority === highest),
          );
          const lower = counts.filter((_, index) => able[index]!.priority < highest);
          expect(lower.every((count) => count === 0)).toBe(true);
        }
      }),
    );
  });

  test('none of them is idle while a campaign of one of his pools has a contact', () => {
    fc.assert(
      fc.property(campaigns, agents, lengths, fc.nat(8), (shares, of, rounds, contacts) => {
        const floor = new Floor({ shares, agents: of, lengths: rounds, contacts });
        for (let round = 0; round < 30; round++) {
          floor.round();
          expect(floor.idleInVain()).toEqual([]);
        }
      }),
    );
  });

  test('what a campaign gets from agents of its own does not count at those that it shares', () => {
    const any = share({ serial: 1, passes: { '["night"]': 900, '["sales"]': 2 } });
    const sales = share({ serial: 2, pool: 'sales', passes: { '["sales"]': 3 } });
    expect(isNext(any, [sales], ['sales'])).toBe(true);
    expect(isNext(sales, [any], ['sales'])).toBe(false);
    expect(isNext(any, [sales], ['night'])).toBe(true);
  });

  test('passes of campaigns that may not use them, and of other priorities, do not move the level', () => {
    const me = withPass(0, { serial: 9 });
    const other = (pass: number, more: Partial<FairShare>) => withPass(pass, more);
    const far = [other(9, { pool: 'night' }), other(5, { priority: 1 })];
    expect(passOf(rejoining(me, far))).toBe(0);
    expect(passOf(rejoining(me, [...far, other(3, {})]))).toBe(3);
  });

  test('passes are kept for a bounded number of groups, those with the newest calls', () => {
    let now = share();
    for (let call = 0; call < 100; call++) now = afterCall(now, [], [`p${call}`]);
    expect(Object.keys(now.passes)).toHaveLength(64);
    expect(Object.keys(now.passes).at(-1)).toBe('["p99"]');
  });
});

const fields = {
  serial: fc.constant(0),
  priority: fc.integer({ min: 0, max: 1 }),
  weight: fc.constant(1),
  pool: fc.option(pool, { nil: null }),
};

function expectFair(shares: readonly FairShare[], counts: readonly number[]): void {
  for (const [i, { weight: one }] of shares.entries()) {
    for (const [j, { weight: other }] of shares.entries()) {
      expect(counts[i]! / one - counts[j]! / other).toBeLessThanOrEqual(1 / one + 1e-6);
    }
  }
}
