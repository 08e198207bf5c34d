/** Operations that a profile declares: what is sent for them, and what is refused before sending. */
import { describe, expect, test } from 'vitest';
import {
  operationRequest,
  type OperationInput,
} from '../../../src/carrier/carrier-account/operations.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { profileFrom } from '../contract/at-carrier.ts';

function requestFor(operation: object, input: Partial<OperationInput> = {}) {
  const profile = profileFrom({ operations: { it: operation } } as never);
  return operationRequest('it', { values: {}, ...input }, profile);
}

describe('refused before sending', () => {
  test.each([
    ['balance', /^balance is only named in the interface document \(4\.7\).*operations\.balance/],
    ['weather', /^weather is not declared, and no area/],
    ['__proto__', /^__proto__ is not declared/],
    ['constructor', /^constructor is not declared/],
  ])('an operation that is not declared: %s', (name, why) => {
    expect(() => operationRequest(name, { values: {} }, DEFAULT_CARRIER_PROFILE)).toThrow(why);
  });

  test.each([
    [{ path: '/a/{id}' }, {}, 'id is missing: give id=VALUE'],
    [{ path: '/a', query: { q: '{from}' } }, {}, 'from is missing'],
    [{ path: '/a', method: 'POST', body: { deep: [{ x: '{to}' }] } }, {}, 'to is missing'],
    [{ path: '/a/{id}' }, { id: '7', odd: '1' }, 'odd is no parameter of it; it takes id'],
    [{ path: '/a' }, { odd: '1' }, 'odd is no parameter of it; it takes none'],
    [{ path: '/a/{id}' }, { id: '..' }, 'id must be'],
    [{ path: '/a/{id}' }, { id: '' }, 'id must be'],
  ] as [object, Record<string, string>, string][])('%j with %j', (operation, values, why) => {
    expect(() => requestFor(operation, { values })).toThrow(why);
  });

  test('a body with GET', () => {
    expect(() => requestFor({ path: '/a' }, { body: { a: 1 } })).toThrow('a body goes with no GET');
  });

  test.each([
    '/api/v1/calls/recording/c-1',
    '/api/v1/calls/{what}/c-1',
    '/api/v1/calls/./recording/c-1',
    '/api/v1/x/../calls/recording/c-1',
    '//api/v1//calls/recording/c-1',
    '/api/v1/calls/%72ecording/c-1',
    '/API/v1/calls/Recording/c-1',
  ])('a recording lookup, which only the desk makes: %s', (path) => {
    const values = path.includes('{') ? { what: 'recording' } : {};
    expect(() => requestFor({ path }, { values })).toThrow('only the recording desk makes');
  });

  test('a recording lookup that only shows once a value is decoded', () => {
    const values = { id: '../calls/recording/c-1' };
    expect(() => requestFor({ path: '/api/v1/x/{id}' }, { values })).toThrow('recording desk');
  });

  test.each(['/api/v1/click2call', '/api/v1/click2call/', '/api/v1/./click2call'])(
    'placing a call: %s',
    (path) => {
      expect(() => requestFor({ path, method: 'POST' })).toThrow('placing calls');
      expect(requestFor({ path })).toMatchObject({ method: 'GET' });
    },
  );

  test.each([
    [{ path: 'balance' }, 'operations.it.path'],
    [{ path: '/a b' }, 'operations.it.path'],
    [{ path: '/a?b=1' }, 'must have no query'],
    [{ path: '/a', method: 'HEAD' }, 'operations.it.method'],
    [{ path: '/a', read: { amount: 'amount' } }, 'operations.it.read.amount'],
    [{ path: '/a', headers: {} }, 'operations.it.headers: no such field'],
    [{}, 'operations.it.path'],
  ])('a declaration that cannot be meant: %j', (operation, why) => {
    expect(() => requestFor(operation)).toThrow(why);
  });
});

test('parameters stand in path, query and body, and what may be left out is left out', () => {
  const operation = {
    method: 'POST',
    path: '/a/{id}/b',
    query: { from: '{from?}', fixed: 'x', both: '{id}-{from?}' },
    body: { to: '{id}', note: '{note?}', deep: [{ n: 1, said: 'for {id}' }], flag: true },
  };
  expect(
    requestFor(operation, { values: { id: 'x/y z' }, body: { more: 1, flag: false } }),
  ).toEqual({
    method: 'POST',
    path: '/a/x%2Fy%20z/b?fixed=x',
    body: { to: 'x/y z', deep: [{ n: 1, said: 'for x/y z' }], more: 1, flag: false },
  });
  const values = { id: '7', from: '2026-11-01 & more', note: '{id}' };
  expect(requestFor(operation, { values })).toMatchObject({
    path: '/a/7/b?from=2026-11-01+%26+more&fixed=x&both=7-2026-11-01+%26+more',
    body: { note: '{id}' },
  });
});
