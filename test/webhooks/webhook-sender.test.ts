import { afterEach, beforeEach, expect, test } from 'vitest';
import { webhookSender, type SenderOptions } from '../../src/webhooks/webhook-sender.ts';
import { whyNoEndpoint } from '../../src/webhooks/endpoint-url.ts';
import { Receiver, verified } from './receiver.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY = JSON.stringify({ id: 'evt_7', type: 'call.ended', data: { text: 'zwölf' } });

let receiver: Receiver;
let origin: string;
beforeEach(async () => {
  receiver = new Receiver();
  origin = await receiver.listen();
});
afterEach(() => receiver.close());

const send = (
  message: { url?: string; secrets?: string[] } = {},
  options: Partial<SenderOptions> = {},
) =>
  webhookSender({ allowedOrigins: [origin], timeoutMs: 5_000, ...options }).send(
    { url: `${origin}/hook?token=t`, secrets: [SECRET], id: 'evt_7', body: BODY, ...message },
    new AbortController().signal,
  );

test('the Standard Webhooks library verifies what is sent', async () => {
  expect(await send()).toMatchObject({ status: 204, error: null });
  const [received] = receiver.requests;
  expect(received!.path).toBe('/hook?token=t');
  expect(received!.headers).toMatchObject({
    'webhook-id': 'evt_7',
    'content-type': 'application/json',
  });
  expect(verified(SECRET, received!)).toEqual(JSON.parse(BODY));
  expect(() => verified(OTHER, received!)).toThrow('No matching signature');
  expect(() => verified(SECRET, { ...received!, body: `${BODY} ` })).toThrow(
    'No matching signature',
  );
});

test('while a secret is being replaced, receivers with either of them can verify', async () => {
  await send({ secrets: [OTHER, SECRET] });
  const [received] = receiver.requests;
  for (const secret of [SECRET, OTHER]) expect(verified(secret, received!).id).toBe('evt_7');
});

test('redirects are not followed, and Retry-After is read in both forms', async () => {
  receiver.answer = (response) =>
    void response.writeHead(307, { location: `${origin}/elsewhere` }).end();
  expect(await send()).toMatchObject({ status: 307 });
  expect(receiver.requests).toHaveLength(1);
  receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '120' }).end();
  expect(await send()).toMatchObject({ status: 429, retryAfterMs: 120_000 });
  const at = new Date(Date.now() + 3_600_000).toUTCString();
  receiver.answer = (response) => void response.writeHead(503, { 'retry-after': at }).end();
  const { retryAfterMs } = await send();
  expect(retryAfterMs).toBeGreaterThan(3_500_000);
});

test('an answer that never ends is cut off, and so is one without end that is fast', async () => {
  receiver.answer = () => undefined;
  expect(await send({}, { timeoutMs: 100 })).toMatchObject({
    status: null,
    error: 'no answer within 100 ms',
  });
  receiver.answer = (response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  expect((await send()).durationMs).toBeLessThan(5_000);
});

test('what cannot be reached is told without the URL', async () => {
  await receiver.close();
  const { status, error } = await send();
  expect([status, error]).toEqual([null, 'the endpoint cannot be reached (ECONNREFUSED)']);
  receiver = new Receiver();
  await receiver.listen();
});

test.each([
  ['http://hooks.example.com/', 'must be https'],
  ['https://127.0.0.1/', 'must be on a public host'],
  ['https://[::1]/', 'must be on a public host'],
  ['https://169.254.169.254/latest', 'must be on a public host'],
  ['https://10.1.2.3/', 'must be on a public host'],
  ['https://crm.internal/', 'must be on a public host'],
  ['https://user:pass@hooks.example.com/', 'must not carry a user or password'],
  ['https://hooks.example.com:8443/', 'must use the default port'],
  ['ftp://hooks.example.com/', 'must be https'],
  ['nothing', 'is not a URL'],
])('%s is refused as an endpoint: it %s', (url, why) => {
  expect(whyNoEndpoint(url, { allowedOrigins: [] })).toBe(why);
});

test('a public https URL may be an endpoint, and an allowed origin whatever it is', () => {
  expect(whyNoEndpoint('https://hooks.example.com/a?b=c', { allowedOrigins: [] })).toBeUndefined();
  const allowedOrigins = ['http://10.1.2.3:4000'];
  expect(whyNoEndpoint('http://10.1.2.3:4000/hook', { allowedOrigins })).toBeUndefined();
});

test.each([301, 302, 303, 305, 307, 308])('a redirect by %i is an answer', async (status) => {
  const inner = new Receiver();
  const location = `${await inner.listen()}/elsewhere`;
  receiver.answer = (response) => void response.writeHead(status, { location }).end();
  expect(await send({}, { allowedOrigins: [origin, inner.origin] })).toMatchObject({ status });
  expect(inner.requests).toHaveLength(0);
  await inner.close();
});

test.each([
  ['127.0.0.1', 4],
  ['10.0.0.1', 4],
  ['169.254.169.254', 4],
  ['100.64.0.1', 4],
  ['0.0.0.0', 4],
  ['::1', 6],
  ['::ffff:127.0.0.1', 6],
  ['::7f00:1', 6],
  ['64:ff9b::7f00:1', 6],
  ['64:ff9b:1::7f00:1', 6],
  ['2002:7f00:1::', 6],
  ['fe80::1%lo', 6],
  ['fd00::1', 6],
])('a name that resolves to %s beside a public address is refused', async (address, family) => {
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address, family },
  ];
  for (const host of ['hooks.example.com', 'hooks.example.com.', 'HOOKS.example.com'])
    expect((await send({ url: `https://${host}/` }, { resolve })).error).toContain(
      'must lead to public addresses',
    );
});

test('a name that resolves to a private address is refused at the request, whatever it was before', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const { error } = await send({ url: 'https://hooks.example.com/' }, { resolve });
  expect(error).toContain('must lead to public addresses');
  expect(receiver.requests).toHaveLength(0);
});
