/** More requests at once than there are connections: what waits for one of ours is no silence of the carrier. */
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { clientFor, openGate, request } from './carrier-under-test.ts';
import { answering, httpServer, type SeenRequest } from './servers.ts';

const CONNECTIONS = 16;

/** Holds every GET until it is let go; anything else is answered at once. */
async function carrierThatHolds() {
  const held: (() => void)[] = [];
  const server = await httpServer((seen: SeenRequest, response: ServerResponse) => {
    const id = seen.path.split('/').at(-1);
    const answer = () => answering(200, { id, status: 'bridged', cost: null })(seen, response);
    if (seen.method === 'GET') held.push(answer);
    else answer();
  });
  return {
    origin: server.origin,
    held,
    letGo: () => held.splice(0).forEach((answer) => answer()),
  };
}

test('the time-out of a read begins when it leaves our own queue', async () => {
  // Four rounds last longer than the time-out, and none of them does.
  const slow = await httpServer((seen, response) => {
    const id = seen.path.split('/').at(-1);
    setTimeout(() => answering(200, { id, status: 'bridged' })(seen, response), 300);
  });
  const client = clientFor(slow.origin, { readMs: 1_000 });
  const asked = Array.from({ length: 4 * CONNECTIONS }, (_, n) => client.show(`c-${n}`));
  expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual(asked.map(() => 'call'));
});

test('a hang-up and a placement leave although every connection for reads is taken', async () => {
  const server = await carrierThatHolds();
  const client = clientFor(server.origin);
  const shown = Promise.all(
    Array.from({ length: 2 * CONNECTIONS }, (_, n) => client.show(`c-${n}`)),
  );
  await expect.poll(() => server.held).toHaveLength(CONNECTIONS);
  expect(await client.destroy('c-1')).toEqual({ kind: 'asked' });
  expect(await client.place(request(), openGate())).toMatchObject({ kind: 'answer', status: 200 });
  expect(server.held).toHaveLength(CONNECTIONS);
  server.letGo();
  await expect.poll(() => server.held).toHaveLength(CONNECTIONS);
  server.letGo();
  await shown;
});

test('a read that is not answered gives its connection to the next', async () => {
  const server = await carrierThatHolds();
  const client = clientFor(server.origin, { readMs: 600 });
  const silent = Array.from({ length: CONNECTIONS }, (_, n) => client.show(`c-${n}`));
  const ends = Promise.allSettled(silent);
  await expect.poll(() => server.held).toHaveLength(CONNECTIONS);
  const next = client.show('c-next');
  expect((await ends).map(({ status }) => status)).toEqual(Array(CONNECTIONS).fill('rejected'));
  await expect.poll(() => server.held).toHaveLength(CONNECTIONS + 1);
  server.letGo();
  expect(await next).toMatchObject({ kind: 'call' });
});
