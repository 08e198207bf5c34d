/**
 * Sends webhooks of live calls at a steady pace, each as the carrier would on a connection of its own, and requests with
 * a key beside them, and measures how long each waits. None waits for the one before, so that a standstill is seen by
 * all that it meets. In a process of its own: beside what floods the server it would measure the flood's sender.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Answer {
  ms: number;
  /** 0: the connection broke, or no answer came in time; the carrier tries again. */
  status: number;
}

export interface Answers {
  webhooks: Answer[];
  /** Of `GET /v1/account`. */
  api: Answer[];
}

export interface ProbedServer {
  webhooks: readonly { url: string; carrierCallId: string }[];
  accountUrl: string;
  apiKey: string;
}

const WEBHOOK_EVERY_MS = 50;
const REQUEST_EVERY_MS = 200;
/** The carrier takes a webhook for lost then. */
const ANSWER_WITHIN_MS = 15_000;

export interface Prober {
  /** What was sent meanwhile, when all of it is answered. */
  during(run: () => Promise<void>): Promise<Answers>;
  stop(): void;
}

export async function startProber(server: ProbedServer): Promise<Prober> {
  const child = fork(import.meta.filename, [JSON.stringify(server)]);
  await once(child, 'message');
  return {
    async during(run) {
      child.send('begin');
      await run();
      const told = once(child, 'message');
      child.send('end');
      return (await told)[0] as Answers;
    },
    stop: () => child.disconnect(),
  };
}

async function probe({ webhooks, accountUrl, apiKey }: ProbedServer): Promise<void> {
  let seq = 1_000;
  const webhook = () => {
    const { url, carrierCallId } = webhooks[seq % webhooks.length]!;
    const event = { event: 'click2call.bridged', event_seq: seq++, data: { id: carrierCallId } };
    return answerTo(url, { method: 'POST', body: JSON.stringify(event) });
  };
  const account = () => answerTo(accountUrl, { headers: { authorization: `Bearer ${apiKey}` } });
  // The first loads what later ones use.
  await webhook();
  await account();
  let sent: { webhooks: Promise<Answer>[]; api: Promise<Answer>[] } | undefined;
  setInterval(() => sent?.webhooks.push(webhook()), WEBHOOK_EVERY_MS);
  setInterval(() => sent?.api.push(account()), REQUEST_EVERY_MS);
  const tell = async () => {
    const all = sent!;
    sent = undefined;
    process.send?.({
      webhooks: await Promise.all(all.webhooks),
      api: await Promise.all(all.api),
    } satisfies Answers);
  };
  process.on('message', (asked) => {
    if (asked === 'end') void tell();
    else sent = { webhooks: [], api: [] };
  });
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}

async function answerTo(
  url: string,
  request: { method?: string; body?: string; headers?: Record<string, string> },
): Promise<Answer> {
  const startedMs = performance.now();
  const headers = { connection: 'close', ...request.headers };
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const status = await fetch(url, { ...request, headers, signal }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
  return { ms: performance.now() - startedMs, status };
}

if (import.meta.main) await probe(JSON.parse(process.argv[2]!) as ProbedServer);
