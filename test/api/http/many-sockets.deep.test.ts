/** A thousand senders that dribble, on real sockets, while a webhook comes every 20 ms. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eventBody, startApi } from '../api-under-test.ts';
import { liveCall } from '../calls/placed-call.ts';

async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Everything that comes until the server closes. */
async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  // Not `once`, which takes a reset for its own failure.
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}

test('1,000 dribbling senders do not hold up the others', { timeout: 60_000 }, async () => {
  const on = await startApi();
  onTestFinished(() => on.stop());
  const ref = await liveCall(on);
  const port = Number(new URL(await on.api.listen({ host: '127.0.0.1', port: 0 })).port);
  const path = on.eventHook(`${ref}.1`);
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n`;
  const slow = await Promise.all([
    // In the middle of their headers, in the middle of their bodies, and silent from the start.
    ...Array.from({ length: 400 }, () => open(port, `${head}X: `)),
    ...Array.from({ length: 400 }, () => open(port, `${head}Content-Length: 1000\r\n\r\n{`)),
    ...Array.from({ length: 200 }, () => open(port, '')),
  ]);
  const answered = slow.slice(400, 800).map(answerOf);
  let closed = 0;
  for (const socket of slow) socket.on('close', () => closed++).resume();
  const dribble = setInterval(() => slow.forEach((socket) => void socket.write('y')), 200);
  onTestFinished(() => clearInterval(dribble));
  let seq = 0;
  do {
    const body = JSON.stringify(eventBody(++seq, 'agent_ringing', `carrier-${ref}`));
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body });
    expect(answer.status).toBe(204);
    await sleep(20);
  } while (closed < slow.length);
  // None of them was waited for longer than its limit, and none got a 4xx that the carrier would not retry.
  for (const answer of await Promise.all(answered)) expect(answer).toMatch(/^(HTTP\/1.1 408 |$)/);
  const kept = (await on.store.events(ref)).filter((event) => event.seq !== null);
  expect(kept).toHaveLength(Math.min(seq, 64));
});
