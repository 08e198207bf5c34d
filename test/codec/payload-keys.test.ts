import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPayloadKeys } from '../../src/codec/payload-keys.ts';

const key = (bytes = 32) => randomBytes(bytes).toString('base64');
const faultsOf = (text: string) => {
  const read = readPayloadKeys(text);
  return 'faults' in read ? read.faults : [];
};

test.each([
  ['nothing', ' , ', 'needs at least one entry'],
  ['no id', key(), 'must look like id:key'],
  ['an empty id', `:${key()}`, 'needs an id of 1 to 32'],
  ['an id that is no word', `my key:${key()}`, 'needs an id of 1 to 32'],
  ['a key of 16 bytes', `k1:${key(16)}`, 'a key of 16 bytes instead of 32'],
  ['a key that is not base64', 'k1:not a key', 'a key that is not base64'],
  ['a key without its padding', `k1:${key().slice(0, -1)}`, 'a key that is not base64'],
])('%s is refused', (_, text, reason) => {
  expect(faultsOf(text).join()).toContain(reason);
});

test('two keys under one id are refused: nobody could tell which one decrypts', () => {
  expect(faultsOf(`k1:${key()},k1:${key()}`)).toEqual(['entry 2 has the id of another entry']);
});

test('every entry that is wrong is named by its place, and none is quoted', () => {
  const lost = key();
  const short = key(8);
  const faults = faultsOf(`k1:${key()},${lost},k3:${short}`);
  expect(faults.map((fault) => fault.slice(0, 7))).toEqual(['entry 2', 'entry 3']);
  expect(faults.join()).not.toContain(lost.slice(0, 8));
  expect(faults.join()).not.toContain(short);
});

test('keys are read in their order, and cannot be printed', () => {
  const [one, two] = [key(), key()];
  const read = readPayloadKeys(`2027-b:${one}, 2027-a:${two}`);
  const keys = 'keys' in read ? read.keys : [];
  expect(keys.map(({ id }) => id)).toEqual(['2027-b', '2027-a']);
  expect(keys.map(({ key }) => key.export().toString('base64'))).toEqual([one, two]);
  expect(JSON.stringify(keys)).not.toContain(one);
});
