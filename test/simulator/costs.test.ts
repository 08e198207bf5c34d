import { expect, test } from 'vitest';
import { microsToPay } from '../../src/simulator/money.ts';
import { COMPLETED, startCarrier, type Carrier } from './carrier.ts';

const NOW = { correctionMs: [0, 0] as const };

/** All costs that the carrier committed for one call, and what GET shows in the end. */
async function billed(
  carrier: Carrier,
  bills: number,
): Promise<{ costs: (string | null)[]; shown: string }> {
  const id = await carrier.call(COMPLETED);
  await expect.poll(() => carrier.facts('billed').length).toBe(bills);
  const costs = carrier.facts('billed').map(({ cost }) => cost);
  const shown = async () => /"cost":(-?[\d.]+|null)/.exec((await carrier.read(id)).text)?.[1] ?? '';
  // The ledger knows of a bill before anybody else does.
  await expect.poll(shown).toBe(costs.at(-1));
  return { costs, shown: await shown() };
}

test('a cost can have more digits than a float keeps, all of them shown', async () => {
  const { costs, shown } = await billed(await startCarrier({ costDecimals: 20 }), 1);
  expect(costs[0]).toMatch(/^\d+\.\d{20}$/);
  expect(shown).toBe(costs[0]);
});

test('a cost can be a credit', async () => {
  const { costs, shown } = await billed(await startCarrier({ negativeCost: 1 }), 1);
  expect(costs[0]).toMatch(/^-\d/);
  expect(shown).toBe(costs[0]);
});

test('a billed record can come without a cost, and a second finalized bring it', async () => {
  const carrier = await startCarrier({ ...NOW, unpriced: 1 });
  const { costs, shown } = await billed(carrier, 2);
  expect(costs[0]).toBeNull();
  expect(shown).toBe(costs[1]);
  const seqs = carrier.facts('billed').map(({ seq }) => seq);
  expect(seqs[1]).toBeGreaterThan(seqs[0]!);
});

test('a cost can be corrected by a second finalized', async () => {
  const { costs, shown } = await billed(await startCarrier({ ...NOW, correctedCost: 1 }), 2);
  expect(costs[0]).not.toBe(costs[1]);
  expect(shown).toBe(costs[1]);
});

test('the account pays for every begun millionth, and a credit is not asked for', () => {
  expect(microsToPay('0.0000001')).toBe(1n);
  expect(microsToPay('0.0000010')).toBe(1n);
  expect(microsToPay('12.5')).toBe(12_500_000n);
  expect(microsToPay('-3')).toBe(0n);
});
