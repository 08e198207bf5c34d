/** What preflight asks about a campaign, by reads only. */
import { expect, test } from 'vitest';
import { campaignCheck } from '../../../src/carrier/carrier-account/campaign-check.ts';
import { factsOf } from '../../simulator/carrier.ts';
import { atCarrier, NUMBER, SIP_ACCOUNT } from './at-carrier.ts';
import type { Variant } from './variants.ts';

export function campaignRules(variant: Variant): void {
  test('preflight finds accounts, allowed addresses, numbers, documents and the balance, by reads only', async () => {
    const root = variant.simulator.variant?.operationsRoot ?? '/api/v1';
    const read = { amount: '/balance', currency: '/currency' };
    const operations = { balance: { path: `${root}/balance`, read } } as never;
    const { account, profile, carrier } = await atCarrier(
      { ...variant, profile: { ...variant.profile, operations } },
      { allowedIp: ['192.0.2.0', '2001:db8::7'], balance: '12.5' },
    );
    const publicAddresses = ['192.0.2.0', '192.0.2.9'];
    const check = campaignCheck({ account, profile, publicAddresses });
    const facts = await check({ sipAccounts: [SIP_ACCOUNT, 'nobody'], callerId: '+12025550191' });
    expect(facts).toEqual({
      ownAddressesGiven: true,
      sipAccounts: [
        {
          name: SIP_ACCOUNT,
          account: { kind: 'answered', value: null },
          allowedIps: { kind: 'answered', value: { entries: 2, missing: ['192.0.2.9'] } },
        },
        { name: 'nobody', account: { kind: 'not-found' }, allowedIps: null },
      ],
      sipAccountsLeftOut: 0,
      numbers: { kind: 'answered', value: { count: 2, beside: expect.any(Array) as string[] } },
      // The caller id of the campaign comes first.
      documents: [
        { number: '+12025550191', documents: { kind: 'answered', value: 1 } },
        { number: NUMBER, documents: { kind: 'answered', value: 1 } },
      ],
      numbersLeftOut: 0,
      balance: {
        kind: 'asked',
        answer: { kind: 'answered', value: { amount: '12.5', currency: 'EUR' } },
      },
    });
    const requests = factsOf(carrier.ledgerPath, 'request');
    expect(requests.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([]);
    expect(requests.filter(({ path }) => path.includes('recording'))).toEqual([]);
  });

  test('a missing permission for one area leaves the others', async () => {
    const { account, profile } = await atCarrier(variant, { forbid: ['allowed-ips', 'numbers'] });
    const check = campaignCheck({ account, profile, publicAddresses: [] });
    const facts = await check({ sipAccounts: [SIP_ACCOUNT], callerId: null });
    // Where 403 is the carrier's status for a limit, the two cannot be distinguished, and no further request is sent.
    const isLimit = profile.rateLimitStatuses.includes(403);
    const fault = { kind: isLimit ? 'rate-limited' : 'forbidden' };
    expect(facts).toMatchObject({
      sipAccounts: [{ allowedIps: fault }],
      numbers: fault,
      documents: [],
      balance: { kind: 'not-declared' },
    });
  });
}
