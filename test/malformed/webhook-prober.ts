/**
 * Sends webhooks of live calls one after the other, each as the carrier would on a connection of its own, and measures
 * how long each waits. In a process of its own: beside what floods the server it would measure the flood's sender.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Ack {
  ms: number;
  /** 0: the connection broke, and the carrier tries again. */
  status: number;
}

export interface Target {
  url: string;
  /** The carrier's id of the call. */
  id: string;
}

const EVERY_MS = 50;

export interface WebhookProber {
  /** What the webhooks that were sent meanwhile waited. */
  during(run: () => Promise<void>): Promise<Ack[]>;
  stop(): void;
}

export async function startWebhookProber(targets: readonly Target[]): Promise<WebhookProber> {
  const child = fork(import.meta.filename, [JSON.stringify(targets)]);
  await once(child, 'message');
  return {
    async during(run) {
      child.send('begin');
      await run();
      const told = once(child, 'message');
      child.send('end');
      return (await told)[0] as Ack[];
    },
    stop: () => child.disconnect(),
  };
}

async function probe(targets: readonly Target[]): Promise<void> {
  let seq = 1_000;
  const next = async () => send(targets[seq % targets.length]!, seq++);
  // The first loads what later ones use.
  await next();
  let acks: Ack[] | undefined;
  process.on('message', (asked) => {
    if (asked === 'end') process.send?.(acks);
    acks = asked === 'begin' ? [] : undefined;
  });
  process.send?.('ready');
  while (process.connected) {
    const into = acks;
    if (into) into.push(await next());
    await sleep(EVERY_MS);
  }
}

async function send({ url, id }: Target, seq: number): Promise<Ack> {
  const body = JSON.stringify({ event: 'click2call.bridged', event_seq: seq, data: { id } });
  const startedMs = performance.now();
  const status = await fetch(url, {
    method: 'POST',
    body,
    headers: { connection: 'close' },
  }).then(
    (answer) => answer.status,
    () => 0,
  );
  return { ms: performance.now() - startedMs, status };
}

if (import.meta.main) await probe(JSON.parse(process.argv[2]!) as Target[]);
