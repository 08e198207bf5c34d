/** The account's resources (4.4 to 4.6). */
import { expect, test } from 'vitest';
import { factsOf } from '../../simulator/carrier.ts';
import { atCarrier, done, idOf, NUMBER } from './at-carrier.ts';
import type { Variant } from './variants.ts';

export function destinationRules(variant: Variant): void {
  test('a destination is listed, made, changed and deleted, every field kept', async () => {
    const { account } = await atCarrier(variant);
    const before = done(await account.listDestinations(NUMBER)).items;
    const made = done(
      await account.createDestination(NUMBER, { type: 'sip', odd: { deep: [1, 'x'] } }),
    );
    expect(made).toMatchObject({
      type: 'sip',
      odd: { deep: [1, 'x'] },
      edge_region: 'simulated-1',
    });
    const id = idOf(made);
    expect(done(await account.updateDestination(NUMBER, id, { type: 'pstn' }))).toMatchObject({
      id: made['id'],
      type: 'pstn',
      odd: { deep: [1, 'x'] },
    });
    expect(done(await account.listDestinations(NUMBER)).items).toHaveLength(before.length + 1);
    expect((await account.deleteDestination(NUMBER, id)).kind).toBe('done');
    expect(done(await account.listDestinations(NUMBER)).items).toEqual(before);
  });

  test('a purchase is named by its number, with or without +, or its inventory id', async () => {
    const { account } = await atCarrier(variant);
    const made = done(await account.createDestination(NUMBER, { type: 'sip' }));
    const number = done(await account.listNumbers()).items.find((one) => one['number'] === NUMBER)!;
    for (const name of [NUMBER, NUMBER.slice(1), idOf(number)]) {
      expect(done(await account.listDestinations(name)).items).toContainEqual(made);
    }
  });

  test('what is not there is not found, in the words of the carrier', async () => {
    const { account } = await atCarrier(variant);
    const missing = { kind: 'not-found', ownEnvelope: true };
    expect(await account.listDestinations('+12025550177')).toEqual(missing);
    expect(await account.createDestination('999', { type: 'sip' })).toEqual(missing);
    expect(await account.updateDestination(NUMBER, '1', { type: 'sip' })).toEqual(missing);
    expect(await account.deleteDestination(NUMBER, 'a/../b?c')).toEqual(missing);
  });

  test('what names no purchase, or no destination, is refused before anything is sent', async () => {
    const { account, carrier } = await atCarrier(variant);
    for (const purchase of ['', 'agent-1', '../numbers', '+1 202', '1'.repeat(21)]) {
      await expect(account.listDestinations(purchase)).rejects.toThrow('purchase must be');
    }
    for (const id of ['', '.', '..', 'x'.repeat(513)]) {
      await expect(account.deleteDestination(NUMBER, id)).rejects.toThrow('destination must be');
    }
    expect(factsOf(carrier.ledgerPath, 'request')).toEqual([]);
  });

  test('a body that the carrier refuses comes back with its reasons by field', async () => {
    const { account } = await atCarrier(variant);
    expect(await account.createDestination(NUMBER, { id: '7' })).toMatchObject({
      kind: 'refused',
      status: 422,
      errors: { id: ['cannot be chosen'] },
    });
  });
}
