import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { ApiClient } from '../../src/terminal/api-client.ts';

interface Seen {
  request: string;
  key: string | undefined;
  authorization: string | undefined;
  body: string;
}

/** Breaks the first connections, then answers. */
async function serverThatBreaks(times: number, status = 200) {
  const seen: Seen[] = [];
  const answer = async (request: IncomingMessage) => {
    const { method, url, headers } = request;
    seen.push({
      request: `${method} ${url}`,
      key: headers['idempotency-key'] as string | undefined,
      authorization: headers.authorization,
      body: await text(request),
    });
  };
  const server = createServer((request, response) => {
    void answer(request).then(() => {
      if (seen.length <= times) return request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json' });
      return response.end('{"id":"c1","detail":"no"}');
    });
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('what a broken connection lost is sent again, with the same key and body', async () => {
  const { seen, url } = await serverThatBreaks(2);
  const client = createClient({ url, apiKey: 'a-key' });
  const { data } = await client.POST('/v1/campaigns', { body: { name: 'Spring' } });
  expect(data).toMatchObject({ id: 'c1' });
  expect(seen).toHaveLength(3);
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  expect(seen[0]!.key).toMatch(/^[\da-f-]{36}$/);
  expect(seen.map(({ body }) => body)).toEqual(Array(3).fill('{"name":"Spring"}'));
  expect(seen[2]!.authorization).toBe('Bearer a-key');
});

test('each change has a key of its own, and a key that is given is kept; a reading has none', async () => {
  const { seen, url } = await serverThatBreaks(0);
  const client = createClient({ url, apiKey: 'a-key' });
  const body = { name: 'Spring' };
  await client.POST('/v1/campaigns', { body });
  await client.POST('/v1/campaigns', { body });
  await client.POST('/v1/campaigns', { body, headers: { 'idempotency-key': 'mine' } });
  await client.GET('/v1/campaigns');
  const keys = seen.map(({ key }) => key);
  expect(keys[0]).not.toBe(keys[1]);
  expect(keys.slice(2)).toEqual(['mine', undefined]);
});

test('a refusal is an answer, and is not sent again', async () => {
  const { seen, url } = await serverThatBreaks(0, 503);
  const { error, response } = await createClient({ url, apiKey: 'a-key' }).GET('/v1/campaigns');
  expect({ error, status: response.status }).toMatchObject({
    error: { detail: 'no' },
    status: 503,
  });
  expect(seen).toHaveLength(1);
});

test('a connection that goes on breaking is given up after three tries', async () => {
  const { seen, url } = await serverThatBreaks(9);
  await expect(createClient({ url, apiKey: 'a-key' }).GET('/v1/campaigns')).rejects.toThrow(
    'fetch failed',
  );
  expect(seen).toHaveLength(3);
});

test('the path of the URL is put in front of every request, and ids are encoded', async () => {
  const { seen, url } = await serverThatBreaks(0);
  const client = createClient({ url: `${url}/dialwright/`, apiKey: 'a-key' });
  await client.GET('/v1/calls/{ref}', { params: { path: { ref: 'a/b?c' } } });
  expect(seen[0]!.request).toBe('GET /dialwright/v1/calls/a%2Fb%3Fc');
});

test('an upload begins anew with the same key; one that cannot be read again is sent once', async () => {
  const { seen, url } = await serverThatBreaks(1);
  const client = new ApiClient({ url, apiKey: 'a-key' });
  const path = { campaignId: 'c1' };
  const upload = {
    contentType: 'text/csv',
    open: () => Readable.from(['number\n', '+12025550123\n'], { objectMode: false }),
    repeatable: true,
  };
  await client.upload('/v1/campaigns/{campaignId}/contacts', { path, upload });
  expect(seen.map(({ body }) => body)).toEqual(Array(2).fill('number\n+12025550123\n'));
  expect(seen[0]!.key).toBe(seen[1]!.key);
  const again = await serverThatBreaks(1);
  const once = { path, upload: { ...upload, repeatable: false } };
  await expect(
    new ApiClient({ url: again.url, apiKey: 'a-key' }).upload(
      '/v1/campaigns/{campaignId}/contacts',
      once,
    ),
  ).rejects.toThrow('does not answer');
  expect(again.seen).toHaveLength(1);
});

test('a request with patience of its own is sent once, because it may be at work', async () => {
  const { seen, url } = await serverThatBreaks(9);
  const client = new ApiClient({ url, apiKey: 'a-key' });
  await expect(
    client.post('/v1/campaigns/{campaignId}/preflight', {
      path: { campaignId: 'c1' },
      patienceMs: 5_000,
    }),
  ).rejects.toThrow('does not answer');
  expect(seen).toHaveLength(1);
});
