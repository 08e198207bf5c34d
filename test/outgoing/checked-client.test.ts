/** Which addresses and URLs are public, and that a checked address cannot be swapped. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { isPublicAddress, whyNotPublic } from '../../src/outgoing/public-address.ts';
import {
  openCheckedClient,
  pinnedClient,
  type ResolveHost,
} from '../../src/outgoing/checked-client.ts';
import { answering, httpServer } from '../carrier/servers.ts';

describe('an address is not public', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '100::1',
    '192.31.196.1',
    '4000::1',
    'fe80::1%br-0af3',
    '2001::1',
    '2001:10::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '',
    'example.com',
    '127.1',
  ])('%j', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(['8.8.8.8', '100.128.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'but %s is',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('a URL is not public', () => {
  test.each([
    ['', 'is not a URL'],
    ['example.com', 'is not a URL'],
    ['http://example.com', 'must be https'],
    ['ftp://example.com', 'must be https'],
    ['blob:https://example.com/x', 'must be https'],
    ['https://user@example.com', 'must not carry a user or password'],
    ['https://:pw@example.com', 'must not carry a user or password'],
    ...[
      'localhost',
      'localhost.',
      'LOCALHOST',
      'a.localhost',
      'printer.local',
      'printer.local.',
      'db.internal',
      'x.home.arpa',
      'x.invalid',
      'x.onion',
      'intranet',
      '127.0.0.1',
      '127.0.0.1.',
      '127.1',
      '0x7f.1',
      '2130706433',
      '017700000001',
      '１２７.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[fd00::1]',
    ].map((host) => [`https://${host}/x`, 'must be on a public host']),
  ])('%s %s', (url, reason) => expect(whyNotPublic(url)).toBe(reason));

  test.each([
    'https://example.com',
    'https://example.com.',
    'https://8.8.8.8',
    'https://[2606:4700::1111]:8443/x',
  ])('but %s is', (url) => expect(whyNotPublic(url)).toBeUndefined());
});

describe('a storage is not opened', () => {
  const never: ResolveHost = () => Promise.reject(new Error('asked'));
  const open = (url: string, resolve: ResolveHost = never, allowedOrigins: string[] = []) =>
    openCheckedClient(new URL(url), { allowedOrigins, resolve });

  test.each([
    'http://storage.example/a',
    'https://storage.example:8443/a',
    'https://user@storage.example/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'https://2130706433/a',
    'file:///etc/passwd',
    'blob:http://127.0.0.1:9000/a',
  ])('%s, and its name is not even looked up', async (url) => {
    const opening = open(url, never, ['http://127.0.0.1:9000']);
    await expect(opening).rejects.toMatchObject({ code: 'forbidden-address' });
  });

  test.each([
    ['http://127.0.0.1:9001/a', 'another port'],
    ['https://127.0.0.1:9000/a', 'another scheme'],
    ['http://localhost:9000/a', 'another name'],
    ['http://u:p@127.0.0.1:9000/a', 'a user'],
  ])('%s: an allowed origin is exact, and this is %s', async (url) => {
    const opening = open(url, never, ['http://127.0.0.1:9000']);
    await expect(opening).rejects.toMatchObject({ code: 'forbidden-address' });
  });

  test.each([
    [[{ address: '127.0.0.1', family: 4 }]],
    [[{ address: '::ffff:10.0.0.1', family: 6 }]],
    [
      [
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    ],
  ])('where a name leads to %j', async (addresses) => {
    const opening = open('https://storage.example/a', () => Promise.resolve(addresses));
    await expect(opening).rejects.toMatchObject({ code: 'forbidden-address' });
  });

  test('where a name is not found', async () => {
    const opening = open('https://storage.example/a');
    await expect(opening).rejects.toMatchObject({ code: 'unreachable' });
    const empty = open('https://storage.example/a', () => Promise.resolve([]));
    await expect(empty).rejects.toMatchObject({ code: 'unreachable' });
  });
});

test('a name is looked up once: a second answer cannot lead elsewhere', async () => {
  const answers = [[{ address: '8.8.8.8', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
  let asked = 0;
  const resolve: ResolveHost = () => Promise.resolve(answers[asked++] ?? []);
  const client = await openCheckedClient(new URL('https://storage.example/a'), {
    allowedOrigins: [],
    resolve,
  });
  client.destroy();
  expect(asked).toBe(1);
});

test('the connection goes to the checked address, whatever the name resolves to by then', async () => {
  const server = await httpServer(answering(200, 'here'));
  const { port } = new URL(server.origin);
  const client = pinnedClient(`http://no-such-name.invalid:${port}`, [
    { address: '127.0.0.1', family: 4 },
  ]);
  onTestFinished(() => client.destroy());
  const { body } = await client.request({ method: 'GET', path: '/' });
  expect(Buffer.concat(await Array.fromAsync(body)).toString()).toBe('here');
  expect(server.seen[0]?.headers.host).toBe(`no-such-name.invalid:${port}`);
});
