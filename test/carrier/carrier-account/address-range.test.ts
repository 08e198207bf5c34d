import { expect, test } from 'vitest';
import { covers, readAddressRange } from '../../../src/carrier/carrier-account/address-range.ts';

test.each([
  '',
  'here',
  '192.0.2',
  '192.0.2.256',
  '192.0.2.7/33',
  '192.0.2.7/-1',
  '192.0.2.7/',
  '192.0.2.7/24/24',
  '192.0.2.0/255.255.255.0',
  '2001:db8::/129',
  'fe80::1%eth0',
  '[2001:db8::1]',
  '192.0.2.7:443',
])('%s is no address and no range', (text) => {
  expect(readAddressRange(text)).toBe(undefined);
});

test.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.0/24', '192.0.2.255', true],
  // The bits behind the prefix do not matter.
  ['192.0.2.99/24', '192.0.2.7', true],
  ['192.0.2.0/24', '192.0.3.0', false],
  ['192.0.2.0/24', '192.0.2.16/28', true],
  ['192.0.2.16/28', '192.0.2.0/24', false],
  ['0.0.0.0/0', '198.51.100.4', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['2001:db8::/32', '2001:DB8:0:0::7', true],
  ['2001:db8::7', '2001:0db8:0000::0007', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['::/0', '192.0.2.7', false],
])('%s covers %s: %s', (outer, inner, isSo) => {
  expect(covers(readAddressRange(outer)!, readAddressRange(inner)!)).toBe(isSo);
});
