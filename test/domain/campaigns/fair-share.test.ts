import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  comesBefore,
  rejoining,
  leftToOthers,
  afterCall,
  type FairShare,
} from '../../../src/domain/campaigns/fair-share.ts';

const sharer = (more: Partial<FairShare>): FairShare => ({
  serial: 1,
  priority: 0,
  weight: 1,
  pass: 0,
  pool: null,
  ...more,
});

const weights = fc.array(fc.constantFrom(0.01, 0.5, 1, 2, 3, 7, 100), {
  minLength: 2,
  maxLength: 6,
});

/** `calls` calls, each by whose turn it is; how many each of them got. */
function share(sharers: FairShare[], calls: number): { sharers: FairShare[]; counts: number[] } {
  const now = [...sharers];
  const counts = now.map(() => 0);
  for (let call = 0; call < calls; call++) {
    const next = now.findIndex((one) =>
      now.every((other) => one === other || comesBefore(one, other)),
    );
    now[next] = afterCall(now[next]!);
    counts[next]! += 1;
  }
  return { sharers: now, counts };
}

describe('sharing agents', () => {
  test('of any two campaigns that want on, the calls stand as the weights but for one', () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 500 }), (given, calls) => {
        const sharers = given.map((weight, index) => sharer({ serial: index + 1, weight }));
        const { counts } = share(sharers, calls);
        for (const [i, one] of given.entries()) {
          for (const [j, other] of given.entries()) {
            const ahead = counts[i]! / one - counts[j]! / other;
            expect(ahead).toBeLessThanOrEqual(1 / one + 1e-6);
          }
        }
      }),
    );
  });

  test('three to one', () => {
    const sharers = [sharer({ serial: 1, weight: 3 }), sharer({ serial: 2, weight: 1 })];
    expect(share(sharers, 400).counts).toEqual([300, 100]);
  });

  test('one that was quiet, or had everything to itself, gets its share from then on and no more', () => {
    const pass = fc.double({ min: 0, max: 1_000, noNaN: true });
    fc.assert(
      fc.property(
        weights,
        fc.integer({ min: 0, max: 300 }),
        pass,
        fc.integer({ min: 1, max: 300 }),
        (given, before, ownPass, after) => {
          const others = given.map((weight, index) => sharer({ serial: index + 1, weight }));
          const started = share(others, before).sharers;
          const late = rejoining(sharer({ serial: 99, weight: 2, pass: ownPass }), started);
          const { counts } = share([...started, late], after);
          const own = counts.at(-1)!;
          for (const [index, { weight }] of others.entries()) {
            const ahead = own / 2 - counts[index]! / weight;
            // What the others are ahead of the one furthest behind, they have had.
            const had = started[index]!.pass - Math.min(...started.map((one) => one.pass));
            expect(ahead).toBeLessThanOrEqual(1 / 2 + had + 1e-6);
            expect(-ahead).toBeLessThanOrEqual(1 / weight + 1 / 2 + 1e-6);
          }
        },
      ),
    );
  });

  test('the higher priority comes first, whatever the weights', () => {
    const high = sharer({ serial: 2, priority: 1, weight: 0.01, pass: 1_000 });
    const low = sharer({ serial: 1, weight: 100 });
    expect(share([high, low], 50).counts).toEqual([50, 0]);
  });

  test('of all who want, exactly one is first', () => {
    const any = fc.record({
      serial: fc.constant(0),
      priority: fc.integer({ min: -2, max: 2 }),
      weight: fc.constant(1),
      pass: fc.integer({ min: 0, max: 3 }),
      pool: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 6 }), (drawn) => {
        const all = drawn.map((one, index) => ({ ...one, serial: index }));
        const first = all.filter(
          (one) =>
            leftToOthers(
              one,
              all.filter((other) => other !== one),
            ).length === 0,
        );
        expect(first).toHaveLength(1);
      }),
    );
  });
});

describe('agents left to others', () => {
  const first = (pool: string | null, more: Partial<FairShare> = {}) =>
    sharer({ serial: 1, pool, ...more });
  const me = (pool: string | null) => sharer({ serial: 2, pool });

  test.each([
    [me(null), [first('a')], ['a']],
    [me(null), [first('a'), first('b')], ['a', 'b']],
    [me(null), [first('a'), first(null)], 'every'],
    [me('a'), [first(null)], ['a']],
    [me('a'), [first('b')], []],
    [me('a'), [first('a', { pass: 1 })], []],
    [me(null), [], []],
  ] as const)('%j among %j leaves %j', (sharer, others, left) => {
    expect(leftToOthers(sharer, others)).toEqual(left);
  });

  test('those of other pools, and of other priorities, do not move the level', () => {
    const others = [first('b', { pass: 9 }), first('a', { pass: 5, priority: 1 })];
    expect(rejoining(me('a'), others).pass).toBe(0);
    expect(rejoining(me('a'), [...others, first('a', { pass: 3 })]).pass).toBe(3);
  });
});
