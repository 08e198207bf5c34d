/** What anybody on the network can send to the server, with no key: recording webhooks without end, and bodies that dribble. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLedger, type LedgerLine } from './verdict.ts';
import type { World } from './world.ts';

/** So many at once, each after the answer to the one before. */
const SENDERS = 16;
const DRIBBLE_EVERY_MS = 1_000;
/** Paths that need a key, that nobody has, and that answer everybody. */
const DRIBBLED = ['/v1/campaigns', '/nowhere', '/healthz'];

/** Whoever has seen the account's one recording URL: calls that are there, calls that are not, and bodies of any kind. */
export async function floodRecordings(world: World, posts: number): Promise<string | undefined> {
  const path = new URL(world.recordingHookUrl).pathname;
  const known = readLedger(world.folder).flatMap(acceptedIn);
  let next = 0;
  let answered = 0;
  const send = async () => {
    for (let nth = next++; nth < posts; nth = next++) {
      const body =
        nth % 10 === 0 ? '{"event":' : recordingBody(world, known[nth % 7] ?? `k-${nth}`);
      const answer = await fetch(world.serverUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }).catch(() => undefined);
      world.client.note({ fact: 'intruded', token: 'right', path, status: answer?.status ?? null });
      answered += Number(answer !== undefined);
      await answer?.arrayBuffer().catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return answered > 0 ? `${answered} recording webhooks answered` : undefined;
}

/** Requests without a key whose bodies come a byte at a time; each that the server closes is opened again. */
export async function dribble(
  world: World,
  { sockets, forMs }: { sockets: number; forMs: number },
): Promise<string | undefined> {
  const open = new Set<Socket>();
  const untilMs = Date.now() + forMs;
  let opened = 0;
  while (Date.now() < untilMs) {
    for (const socket of open) socket.write('x');
    while (open.size < sockets) {
      const socket = connect(Number(new URL(world.serverUrl).port), '127.0.0.1');
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
      const path = DRIBBLED[opened % DRIBBLED.length]!;
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n`;
      socket.write(`${head}Content-Type: application/json\r\n\r\n{`);
      socket.resume();
      opened += 1;
    }
    await sleep(DRIBBLE_EVERY_MS);
  }
  for (const socket of open) socket.destroy();
  return opened > 0 ? `${opened} sockets without a key` : undefined;
}

const acceptedIn = ({ placed }: LedgerLine): string[] =>
  placed ? [(placed as { call: string }).call] : [];

/** As the simulated carrier words it; nothing is stored under that link. */
function recordingBody({ storageUrl }: World, id: string): string {
  const data = { id, recording_url: `${storageUrl}/recordings/nobody-${id}.mp3` };
  return JSON.stringify({ event: 'call_recording.ready', data });
}
