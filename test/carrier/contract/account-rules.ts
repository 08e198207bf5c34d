/** The account's resources (4.4 to 4.6). */
import { expect, test } from 'vitest';
import { factsOf } from '../../simulator/carrier.ts';
import { atCarrier, done, idOf, NUMBER, SIP_ACCOUNT } from './at-carrier.ts';
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

export function sipAccountRules(variant: Variant): void {
  test('a SIP account is read and changed by name or numeric id, every field kept', async () => {
    const { account } = await atCarrier(variant);
    const byName = done(await account.readSipAccount(SIP_ACCOUNT));
    expect(byName).toMatchObject({ name: SIP_ACCOUNT, edge_region: 'simulated-1' });
    const id = idOf(byName);
    expect(done(await account.readSipAccount(id))).toEqual(byName);
    const changed = done(await account.updateSipAccount(id, { display: 'Front desk' }));
    expect(changed).toEqual({ ...byName, display: 'Front desk' });
    expect(done(await account.readSipAccount(SIP_ACCOUNT))).toEqual(changed);
  });

  test('a deleted SIP account is not found, and what belonged to it neither', async () => {
    const { account } = await atCarrier(variant, { allowedIp: ['192.0.2.7'] });
    const id = idOf(done(await account.readSipAccount(SIP_ACCOUNT)));
    expect((await account.deleteSipAccount(SIP_ACCOUNT)).kind).toBe('done');
    for (const name of [SIP_ACCOUNT, id, 'nobody', 'a/b?c']) {
      const missing = { kind: 'not-found', ownEnvelope: true };
      expect(await account.readSipAccount(name)).toEqual(missing);
      expect(await account.updateSipAccount(name, { a: 1 })).toEqual(missing);
      expect(await account.listAllowedIps(name)).toEqual(missing);
    }
  });

  test('allowed addresses are listed, added and deleted', async () => {
    const { account, profile } = await atCarrier(variant, { allowedIp: ['192.0.2.7'] });
    const { addressField } = profile.allowedIps;
    const addresses = async () =>
      done(await account.listAllowedIps(SIP_ACCOUNT)).items.map((one) => one[addressField]);
    expect(await addresses()).toEqual(['192.0.2.7']);
    const added = done(await account.addAllowedIp(SIP_ACCOUNT, { [addressField]: '2001:db8::7' }));
    const numericId = idOf(done(await account.readSipAccount(SIP_ACCOUNT)));
    expect(await addresses()).toEqual(['192.0.2.7', '2001:db8::7']);
    expect(done(await account.listAllowedIps(numericId)).items).toContainEqual(added);
    expect(await account.addAllowedIp(SIP_ACCOUNT, { [addressField]: 'here' })).toMatchObject({
      kind: 'refused',
      status: 422,
      errors: { [addressField]: ['is no address'] },
    });
    expect((await account.deleteAllowedIp(numericId, idOf(added))).kind).toBe('done');
    expect(await addresses()).toEqual(['192.0.2.7']);
    expect((await account.deleteAllowedIp(SIP_ACCOUNT, idOf(added))).kind).toBe('not-found');
  });
}

export function numberRules(variant: Variant): void {
  test('the numbers that were bought have inventory ids', async () => {
    const { account } = await atCarrier(variant);
    const { items } = done(await account.listNumbers());
    expect(items).toMatchObject([{ number: NUMBER }, { number: '+12025550191' }]);
    expect(items.map(idOf).every((id) => /^\d+$/.test(id))).toBe(true);
    expect(done(await account.listNumbers({ page: '2', per_page: '1' })).items).toEqual([items[1]]);
  });

  test('the documents of a number are listed by it, and one is read by its own id', async () => {
    const { account } = await atCarrier(variant);
    const { items } = done(await account.listDocuments(NUMBER));
    expect(items).toMatchObject([{ number: NUMBER, state: 'approved' }]);
    expect(done(await account.listDocuments(NUMBER.slice(1))).items).toEqual(items);
    expect(done(await account.readDocument(idOf(items[0]!)))).toEqual(items[0]);
    expect((await account.readDocument('doc-none')).kind).toBe('not-found');
    expect((await account.listDocuments('+12025550177')).kind).toBe('not-found');
  });

  test('neither stands for the other, and nothing is sent to find that out', async () => {
    const { account, carrier } = await atCarrier(variant);
    for (const id of [NUMBER, NUMBER.slice(1), '+7', '2025550190', '..', '']) {
      await expect(account.readDocument(id)).rejects.toThrow('document must be');
    }
    for (const number of ['doc-5001', '5001', '', 'x', '+1 202 555 0190', '1'.repeat(16)]) {
      await expect(account.listDocuments(number)).rejects.toThrow('number must be');
    }
    expect(factsOf(carrier.ledgerPath, 'request')).toEqual([]);
  });
}

export function accountErrorRules(variant: Variant): void {
  test('a missing permission is a refusal, and no fault', async () => {
    const { account, profile } = await atCarrier(variant, { forbid: ['sip-accounts', 'numbers'] });
    // Where 403 is the carrier's status for a limit, the two cannot be distinguished.
    const forbidden = profile.rateLimitStatuses.includes(403)
      ? { code: 'rate-limited', status: 403 }
      : { kind: 'refused', status: 403, code: 'forbidden' };
    const told = (reading: Promise<unknown>) => reading.catch((error: unknown) => error);
    expect(await told(account.readSipAccount(SIP_ACCOUNT))).toMatchObject(forbidden);
    expect(await told(account.listNumbers())).toMatchObject(forbidden);
    expect((await account.listDestinations(NUMBER)).kind).toBe('done');
  });

  test('reads come through a bad hour; a change is sent once and did not happen', async () => {
    const { account, carrier } = await atCarrier(variant, { accountServerError: 0.4, seed: '7' });
    for (let times = 0; times < 6; times++) await account.listNumbers();
    await carrier.simulator.change({ ...variant.simulator, accountServerError: 1 });
    const creating = account.createDestination(NUMBER, { type: 'sip' });
    await expect(creating).rejects.toMatchObject({ status: 503, mayHaveHappened: true });
    const posts = factsOf(carrier.ledgerPath, 'request').filter(({ method }) => method === 'POST');
    expect(posts).toHaveLength(1);
    expect(factsOf(carrier.ledgerPath, 'resource')).toEqual([]);
  });

  test('a limit is distinguished from a refusal and from a fault', async () => {
    const { account, profile } = await atCarrier(variant, { accountRateLimited: 1 });
    await expect(account.listNumbers()).rejects.toMatchObject({ code: 'rate-limited' });
    const deleting = account.deleteDestination(NUMBER, '3001');
    const mayHaveHappened = profile.rateLimitStatuses.includes(503);
    await expect(deleting).rejects.toMatchObject({ code: 'rate-limited', mayHaveHappened });
  });
}
