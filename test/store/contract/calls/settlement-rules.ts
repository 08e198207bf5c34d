import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, parseMoney } from '../../../../src/domain/money.ts';
import { phone, refusalOf, type World } from '../world.ts';

export function settlementRules(world: () => World): void {
  const settle = (ref: string, cost: string) => world().store.settleCall(ref, cost, world().nowMs);
  const call = (ref: string) => world().store.call(ref);

  describe('settlement', () => {
    test('a cost of a call that is not there, or that is no amount, is refused', async () => {
      expect(await refusalOf(settle('c1.1.1', '1'))).toMatchObject({ code: 'not-found' });
      const ref = await world().oneLive();
      await expect(settle(ref, 'free')).rejects.toThrow('not an amount');
    });

    test('a cost that comes with the end settles the call', async () => {
      const ref = await world().oneLive();
      await world().end(ref, { cost: '0.0125' });
      expect(await call(ref)).toMatchObject({ cost: '0.0125', settlement: 'settled' });
    });

    test('a call without a cost in time is unsettled, and settled by a cost that comes later', async () => {
      const ref = await world().oneLive();
      await world().end(ref);
      await world().store.giveUpSettling(ref, world().nowMs);
      expect(await call(ref)).toMatchObject({ cost: null, settlement: 'unsettled' });
      await world().end(ref);
      expect(await call(ref)).toMatchObject({ settlement: 'unsettled' });
      await settle(ref, '1.5');
      await world().store.giveUpSettling(ref, world().nowMs);
      expect(await call(ref)).toMatchObject({ cost: '1.5', settlement: 'settled' });
    });

    test('a corrected bill replaces the cost and is journalled; the same one is not', async () => {
      const ref = await world().oneLive();
      await world().end(ref);
      for (const cost of ['0.5', '0.50', '0.4']) await settle(ref, cost);
      expect(await call(ref)).toMatchObject({ cost: '0.4' });
      const told = (await world().store.timeline(ref)).filter(({ kind }) => kind === 'settled');
      expect(told.map(({ text }) => text)).toEqual(['cost 0.5', 'cost corrected from 0.5 to 0.4']);
      expect((await world().progress('c1')).totalCost).toBe('0.4');
    });

    test('a negative cost is kept and reported, and frees no budget', async () => {
      await world().agents('a1', 'a2', 'a3', 'a4', 'a5');
      const budget = { total: '1', perDay: null, reservePerCall: '0.4', alertAt: 1 };
      await world().campaign('c1', [1, 2, 3, 4, 5].map(phone), { budget, maxLiveCalls: 5 });
      const [one] = await world().claim('c1', 1);
      await world().live(one!);
      await world().end(one!, { cost: '-5' });
      expect(await call(one!)).toMatchObject({ cost: '-5', settlement: 'settled' });
      const { totalCost, negativeCosts } = await world().progress('c1');
      expect({ totalCost, negativeCosts }).toEqual({ totalCost: '-5', negativeCosts: 1 });
      const texts = (await world().store.timeline(one!)).map(({ text }) => text);
      expect(texts).toContain('cost -5; it is negative, so the budget counts it as 0');
      const asked = (await world().claim('c1')).map((ref) => world().intent({ ref, placement: 1 }));
      const sent = (await Promise.all(asked)).filter(({ kind }) => kind === 'send');
      expect(sent).toHaveLength(2);
      await settle(one!, '0.2');
      expect(await world().progress('c1')).toMatchObject({ totalCost: '0.2', negativeCosts: 0 });
    });

    test('sums are exact, beyond what a float or 64 bits could hold', async () => {
      await world().agents('a1');
      await world().campaign('c1', []);
      const largest = 2n ** 63n - 1n;
      const refs: string[] = [];
      for (let n = 1; n <= 4; n++) {
        await world().append('c1', [phone(n)]);
        const [ref] = await world().claim('c1');
        await world().live(ref!);
        await world().end(ref!);
        refs.push(ref!);
        await world().move('c1', 'pause');
        await world().move('c1', 'resume');
      }
      const units = fc.bigInt({ min: -largest, max: largest });
      const costs = fc.array(units, { minLength: 4, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(costs, async (amounts) => {
          for (const [index, ref] of refs.entries()) {
            await settle(ref, formatMoney(amounts[index]!));
            expect(parseMoney((await call(ref)).cost!)).toBe(amounts[index]);
          }
          const { totalCost } = await world().progress('c1');
          expect(totalCost).toBe(formatMoney(amounts.reduce((sum, each) => sum + each)));
        }),
        { numRuns: 20, examples: [[[largest, largest, largest, 1n]]] },
      );
    });
  });
}
