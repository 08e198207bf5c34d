import { expect, test } from 'vitest';
import { addressOfTarget } from '../../../../src/dashboard/pages/audit/target-address.ts';

test.each([
  ['calls/cabcdefghi.5.1', '/calls/cabcdefghi.5.1'],
  ['campaigns/cabcdefghi', '/campaigns/cabcdefghi'],
  ['webhook-endpoints/w1', '/events/w1'],
  ['keys/k1', '/keys'],
  ['account', '/account'],
  ['privacy/erasures/e1', '/privacy'],
  ['carrier/sip-accounts/front-desk/allowed-ips/7', '/carrier'],
])('%s is shown at %s', (target, address) => {
  expect(addressOfTarget(target)).toBe(address);
});

test('a resource without a page has no address', () => {
  expect(addressOfTarget('session')).toBeUndefined();
  expect(addressOfTarget('constructor/x')).toBeUndefined();
});
