/** Callback URLs as capabilities: only ours pass, and only for what they were made for. */
import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../src/outgoing/public-address.ts';
import {
  callbackUrl,
  checkPublicUrl,
  recordingHookUrl,
  verifyCallbackToken,
  verifyRecordingToken,
} from '../../../src/carrier/calls/tokens.ts';
import { callRef, placementId } from '../../../src/domain/ids.ts';

const PUBLIC_URL = 'https://dialwright.example';
const SECRETS = ['first-secret-that-is-long-enough', 'second-secret-that-is-long-enough'];
const KEY = { ref: 'c1.2.3', placement: 1 };

const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const hooked = (secrets = SECRETS) => tokenOf(callbackUrl(PUBLIC_URL, KEY, secrets));

const keys = fc
  .tuple(
    fc.stringMatching(/^[a-z][a-z0-9]{1,15}$/),
    fc.integer({ min: 1, max: 999_999_999 }),
    fc.integer({ min: 1, max: 999_999 }),
    fc.integer({ min: 1, max: 9_999 }),
  )
  .map(([campaignId, contact, ordinal, placement]) => ({
    ref: callRef({ campaignId, contact, ordinal }),
    placement,
  }));
const secrets = fc.string({ minLength: 32, maxLength: 64 });

describe('a public URL is refused', () => {
  test.each([
    ['dialwright.example', 'is not a URL'],
    ['http://dialwright.example', 'must be https'],
    ['https://localhost:3000', 'must be on a public host'],
    ['https://10.0.0.1', 'must be on a public host'],
    ['https://u:p@dialwright.example', 'must not carry a user or password'],
    ['https://dialwright.example/?a=1', 'must not carry a query or fragment'],
    ['https://dialwright.example/#a', 'must not carry a query or fragment'],
    [
      `https://dialwright.example/${'p'.repeat(200)}`,
      'is too long: callback URLs may have 255 characters',
    ],
    // 42 characters to write, three times as many on the wire.
    [
      `https://${'ü'.repeat(20)}.example/${'ü'.repeat(30)}`,
      'is too long: callback URLs may have 255 characters',
    ],
  ])('%s %s', (url, reason) => {
    expect(checkPublicUrl(url)).toBe(reason);
    expect(() => callbackUrl(url, KEY, SECRETS)).toThrow(
      expect.objectContaining({ name: 'CallbackUrlError', message: `the public URL ${reason}` }),
    );
    expect(() => recordingHookUrl(url, SECRETS)).toThrow('the public URL');
  });

  test.each([PUBLIC_URL, `${PUBLIC_URL}/`, `${PUBLIC_URL}:8443/below/this`])('but not %s', (url) =>
    expect(checkPublicUrl(url)).toBeUndefined(),
  );

  test('there is no token without a secret', () => {
    expect(() => callbackUrl(PUBLIC_URL, KEY, [])).toThrow('no hook secret');
    expect(() => recordingHookUrl(PUBLIC_URL, [])).toThrow('no hook secret');
    expect(verifyCallbackToken('c1.2.3.1', '', [])).toBe(false);
  });
});

describe('a token does not pass', () => {
  const id = placementId(KEY);

  test.each([
    '',
    'x',
    hooked().slice(0, -1),
    `${hooked()}x`,
    `${hooked()}=`,
    ` ${hooked()}`,
    hooked().toUpperCase(),
    'ü'.repeat(22),
    'x'.repeat(10_000),
  ])('that is none: %#', (token) => {
    expect(verifyCallbackToken(id, token, SECRETS)).toBe(false);
    expect(verifyRecordingToken(token, SECRETS)).toBe(false);
  });

  test('for any other placement', () => {
    fc.assert(
      fc.property(keys, keys, (one, other) => {
        fc.pre(placementId(one) !== placementId(other));
        const token = tokenOf(callbackUrl(PUBLIC_URL, one, SECRETS));
        expect(verifyCallbackToken(placementId(other), token, SECRETS)).toBe(false);
      }),
    );
  });

  test('under any other secret', () => {
    fc.assert(
      fc.property(secrets, secrets, (one, other) => {
        fc.pre(one !== other);
        expect(verifyCallbackToken(id, hooked([one]), [other])).toBe(false);
      }),
    );
  });

  test('with any one character changed', () => {
    const token = hooked();
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom('A', 'b', '7', '-', '_'),
        (at, char) => {
          fc.pre(token[at] !== char);
          const changed = token.slice(0, at) + char + token.slice(at + 1);
          expect(verifyCallbackToken(id, changed, SECRETS)).toBe(false);
        },
      ),
    );
  });

  test('for a purpose it was not made for, whatever the id', () => {
    const recording = tokenOf(recordingHookUrl(PUBLIC_URL, SECRETS));
    expect(verifyRecordingToken(hooked(), SECRETS)).toBe(false);
    for (const text of [id, '', 'recordings', '\0']) {
      expect(verifyCallbackToken(text, recording, SECRETS)).toBe(false);
    }
  });

  test('signed by a secret that is no longer valid', () => {
    expect(verifyCallbackToken(id, hooked([SECRETS[1]!]), [SECRETS[0]!])).toBe(false);
  });
});

describe('a callback URL', () => {
  test('passes for its own placement and fits into what the carrier takes', () => {
    fc.assert(
      fc.property(keys, secrets, (key, secret) => {
        const url = callbackUrl(PUBLIC_URL, key, [secret]);
        const id = placementId(key);
        expect(url).toMatch(/^https:\/\/dialwright\.example\/hooks\/click2call\/[^/]+\/[\w-]{22}$/);
        expect(url).toContain(`/${id}/`);
        expect(url.length).toBeLessThanOrEqual(255);
        expect(verifyCallbackToken(id, tokenOf(url), [secret])).toBe(true);
      }),
    );
  });

  test('never grows past the limit below a public URL that was found short enough', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 240 }), (key, length) => {
        const publicUrl = `${PUBLIC_URL}/${'p'.repeat(length)}`;
        fc.pre(checkPublicUrl(publicUrl) === undefined);
        expect(callbackUrl(publicUrl, key, SECRETS).length).toBeLessThanOrEqual(255);
      }),
    );
  });

  test('leads to the public host that was configured, over https, whatever base is accepted', () => {
    let reached = 0;
    const host = fc.oneof(
      fc.stringMatching(/^[a-z0-9]{1,8}(\.[a-z]{2,6}){0,2}$/),
      fc.ipV4(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.constantFrom('localhost', '0x7f.1', '2130706433', '127.1', 'me:pw@dial.example'),
    );
    const scheme = fc.constantFrom('https', 'https', 'http', 'ftp');
    const end = fc.constantFrom(
      '',
      '/',
      ':8443',
      '/below',
      '/a/../b//',
      '?q',
      '#f',
      '\\@x.example',
    );
    const bases = fc
      .tuple(scheme, host, end)
      .map(([protocol, name, rest]) => `${protocol}://${name}${rest}`);
    fc.assert(
      fc.property(bases, keys, (base, key) => {
        if (checkPublicUrl(base) !== undefined) return;
        reached += 1;
        const url = new URL(callbackUrl(base, key, SECRETS));
        expect(url.protocol).toBe('https:');
        expect(url.origin).toBe(new URL(base).origin);
        const address = url.hostname.replace(/^\[(.*)\]$/, '$1');
        expect(isIP(address) === 0 ? address.includes('.') : isPublicAddress(address)).toBe(true);
        expect([url.username, url.password, url.search, url.hash].join('')).toBe('');
        expect(url.href.length).toBeLessThanOrEqual(255);
        const path = url.pathname.split('/').slice(-4);
        expect(path.slice(0, 3)).toEqual(['hooks', 'click2call', placementId(key)]);
      }),
      { numRuns: 500 },
    );
    expect(reached).toBeGreaterThan(5);
  });

  test('passes while its secret is one of several, in any place', () => {
    const [first, second] = [SECRETS[0]!, SECRETS[1]!];
    const id = placementId(KEY);
    expect(verifyCallbackToken(id, hooked([second]), [first, second])).toBe(true);
    expect(verifyCallbackToken(id, hooked([second]), [second, first])).toBe(true);
    expect(hooked([first, second])).toBe(hooked([first]));
  });

  test('stays the same: a retried webhook finds it after a restart', () => {
    expect(hooked()).toBe(hooked());
  });

  test.each([
    [`${PUBLIC_URL}/`, `${PUBLIC_URL}/hooks/`],
    [`${PUBLIC_URL}/below//`, `${PUBLIC_URL}/below/hooks/`],
    ['https://Exämple.org', 'https://xn--exmple-cua.org/hooks/'],
    [' https://dialwright.example ', `${PUBLIC_URL}/hooks/`],
  ])('stands on the wire as it was signed: %j', (publicUrl, start) => {
    expect(callbackUrl(publicUrl, KEY, SECRETS)).toMatch(new RegExp(`^${start}click2call/`));
    expect(recordingHookUrl(publicUrl, SECRETS).startsWith(`${start}recordings/`)).toBe(true);
  });
});

test('the token of the recording hook passes under any valid secret', () => {
  const token = tokenOf(recordingHookUrl(PUBLIC_URL, [SECRETS[1]!]));
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(verifyRecordingToken(token, SECRETS)).toBe(true);
  expect(verifyRecordingToken(token, [SECRETS[0]!])).toBe(false);
});
