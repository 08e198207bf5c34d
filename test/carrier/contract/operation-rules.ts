/** Areas that the document only names (4.7), as the example's profile declares them for the simulated carrier. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCallRecords } from '../../../src/carrier/reconciliation/call-records.ts';
import { parseMoney } from '../../../src/domain/money.ts';
import { CALLBACK, COMPLETED, factsOf, NO_CUSTOMER } from '../../simulator/carrier.ts';
import { atCarrier, done, type AtCarrier } from './at-carrier.ts';
import type { ProfileFile, Variant } from './variants.ts';

const EXAMPLE = new URL('../../../examples/carrier-operations.json', import.meta.url);

/** Whose callback URL `CALLBACK` is taken for. */
const KEY = { ref: 'c1.1.1', placement: 1 };

/** The example, for a carrier that has these areas elsewhere, or wraps resources. */
function declared({ simulator: { variant = {} } }: Variant): ProfileFile {
  const text = readFileSync(EXAMPLE, 'utf8').replaceAll(
    '"/api/v1/',
    `"${variant.operationsRoot ?? '/api/v1'}/`,
  );
  const wrapped = variant.resourceBody === 'data' ? text.replaceAll('"/id"', '"/data/id"') : text;
  return JSON.parse(wrapped) as ProfileFile;
}

export function operationRules(variant: Variant): void {
  const atDeclared = async (more: Parameters<typeof atCarrier>[1] = {}): Promise<AtCarrier> =>
    atCarrier({ ...variant, profile: { ...variant.profile, ...declared(variant) } }, more);
  const fieldsOf = async ({ account }: AtCarrier, name: string, values = {}) =>
    done(await account.run(name, { values })).fields;

  test('the balance goes down by what calls cost; transactions and export say by how much', async () => {
    const plain = { unpriced: 0, correctedCost: 0, negativeCost: 0, costDecimals: 6 };
    const at = await atDeclared({ balance: '10', ...plain });
    expect(await fieldsOf(at, 'balance')).toEqual({ amount: '10', currency: 'EUR' });
    await placedAndBilled(at, COMPLETED);
    const { amount } = await fieldsOf(at, 'balance');
    const { items } = await fieldsOf(at, 'transactions');
    const charged = parseMoney((items as { amount: string }[])[0]!.amount)!;
    expect(charged).toBeLessThan(0n);
    expect(parseMoney(String(amount))).toBe(parseMoney('10')! + charged);
    const { body } = done(await at.account.run('csv-export', { values: {} }));
    expect(body).toMatch(/^call,at,amount\r\n[^,]+,[^,]+,-0\.\d+\r\n$/);
  });

  test('call records hold every call that is over, with its cost', async () => {
    const at = await atDeclared();
    const id = await placedAndBilled(at, COMPLETED);
    await placedAndBilled(at, NO_CUSTOMER);
    const { items } = await fieldsOf(at, 'cdr', { destination: COMPLETED });
    expect(items).toMatchObject([{ call_id: id, destination: COMPLETED, status: 'completed' }]);
    const { items: all } = await fieldsOf(at, 'cdr');
    expect(all).toHaveLength(2);
    const { items: later } = await fieldsOf(at, 'cdr', { from: '2999-01-01T00:00:00Z' });
    expect(later).toEqual([]);
    expect(await fieldsOf(at, 'asr')).toEqual({ ratio: 0.5 });
    expect(await fieldsOf(at, 'asr', { from: '2999-01-01T00:00:00Z' })).toEqual({ ratio: null });
  });

  test('call records are read page by page: whose they are, how they ended, what they cost', async () => {
    const at = await atDeclared({ variant: { cdrPageSize: 1 } });
    const ids = [await placedAndBilled(at, COMPLETED), await placedAndBilled(at, NO_CUSTOMER)];
    const placementOf = (url: string) => (url === CALLBACK ? KEY : undefined);
    const span = { fromMs: 0, toMs: Date.now() + 60_000 };
    // A cost may be corrected while it is read.
    const read = () => readCallRecords({ ...at, placementOf }, span);
    const billed = (id: string) =>
      at.carrier.facts('billed').filter(({ call, cost }) => call === id && cost !== null);
    const { records, unreadable } = await read();
    expect(unreadable).toBe(0);
    expect(records).toMatchObject([
      { carrierCallId: ids[0], placement: KEY, number: COMPLETED, ended: 'completed' },
      { carrierCallId: ids[1], placement: KEY, number: NO_CUSTOMER, ended: 'failed' },
    ]);
    for (const { carrierCallId, agent, startedAtMs, cost } of records) {
      expect(agent).toBe('agent-1');
      expect(startedAtMs).toBeGreaterThan(Date.now() - 60_000);
      const bills = billed(carrierCallId).map((fact) => parseMoney(fact.cost!));
      expect(bills).toContain(parseMoney(cost!));
    }
    expect(at.carrier.facts('request').filter(({ path }) => path.includes('page='))).toHaveLength(
      3,
    );
  });

  test('a message is sent, and one that cannot be is refused with reasons', async () => {
    const { account } = await atDeclared();
    const values = { to: '+12025550123', text: 'See you at three, {name}' };
    const sent = done(await account.run('sms', { values }));
    expect(sent.fields['id']).toBeDefined();
    expect(JSON.stringify(sent.body)).toContain(values.text);
    const refused = await account.run('sms', { values: { to: 'nobody', text: 'x' } });
    expect(refused).toMatchObject({
      kind: 'refused',
      status: 422,
      errors: { to: [expect.any(String)] },
    });
  });

  test('a number is searched for, bought, and then among the numbers', async () => {
    const at = await atDeclared();
    const { items } = await fieldsOf(at, 'number-search', { prefix: '+1202' });
    const [{ number }] = items as [{ number: string }];
    await fieldsOf(at, 'number-purchase', { number });
    const owned = done(await at.account.listNumbers()).items.map((one) => one['number']);
    expect(owned).toContain(number);
    const again = await at.account.run('number-purchase', { values: { number } });
    expect(again).toMatchObject({ kind: 'refused', status: 422 });
  });

  test('the risk of a number has its flags', async () => {
    const at = await atDeclared();
    expect(await fieldsOf(at, 'risk-check', { number: '+12025550199' })).toEqual({
      flags: ['spam'],
    });
    expect(await fieldsOf(at, 'risk-check', { number: '+12025550123' })).toEqual({ flags: [] });
  });

  test('what is not declared is refused as such, and nothing is sent', async () => {
    const { account, carrier } = await atCarrier(variant);
    await expect(account.run('balance', { values: {} })).rejects.toThrow('only named');
    expect(factsOf(carrier.ledgerPath, 'request')).toEqual([]);
  });
}

async function placedAndBilled({ carrier, profile }: AtCarrier, number: string): Promise<string> {
  const { destinationField, sipAgentField } = profile.place;
  const placed = await carrier.ask('POST', '/api/v1/click2call', {
    body: JSON.stringify({
      [destinationField]: number,
      [sipAgentField]: 'agent-1',
      callback_url: CALLBACK,
    }),
  });
  const { id } = placed.body;
  await carrier.until('billed', ({ call, cost }) => call === id && cost !== null);
  return id;
}
