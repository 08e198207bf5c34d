/** The port of the metrics and, for a worker, of its probes. It is apart from the API's: who scrapes needs no key. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scrape, type ProcessMetrics } from './process-metrics.ts';

export interface ListenerOptions {
  host: string;
  port: number;
  /** Rejects, with a text for people, while the process cannot do its work. */
  ready: () => Promise<void>;
  /** Text of another exporter of this process. */
  others?: (() => Promise<string>) | undefined;
}

export interface MetricsListener {
  port: number;
  close(): Promise<void>;
}

/** A result is shown for so long, because nobody needs a key here and each check writes to the database. */
const READY_FOR_MS = 1_000;
/** Balancers and Kubernetes wait for a second by default. */
const READY_WITHIN_MS = 800;
const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/** @throws an error of `listen`, such as EADDRINUSE */
export async function listenForScrapes(
  metrics: ProcessMetrics,
  { host, port, ready, others }: ListenerOptions,
): Promise<MetricsListener> {
  const isReady = cached(() => within(READY_WITHIN_MS, ready()));
  const answers: Record<string, () => Promise<[number, string]>> = {
    '/metrics': async () => [200, await scrape(metrics, others)],
    '/livez': async () => [200, 'ok\n'],
    '/healthz': async () => [200, 'ok\n'],
    '/readyz': () =>
      isReady().then(
        () => [200, 'ok\n'],
        (error: unknown) => [503, `${error instanceof Error ? error.message : 'not ready'}\n`],
      ),
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') send(response, [405, 'GET only\n']);
    else if (answer === undefined) send(response, [404, `${Object.keys(answers).join('\n')}\n`]);
    else
      void answer().then(
        (sent) => send(response, sent),
        () => send(response, [500, 'failed\n']),
      );
  });
  server.listen(port, host);
  await once(server, 'listening');
  // A scrape must not keep a process running that has nothing else to do.
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, [status, text]: [number, string]): void {
  response.writeHead(status, { 'content-type': TEXT, 'cache-control': 'no-store' }).end(text);
}

function cached(check: () => Promise<void>): () => Promise<void> {
  let last: { atMs: number; result: Promise<void> } | undefined;
  return () => {
    const atMs = performance.now();
    if (!last || atMs - last.atMs >= READY_FOR_MS) last = { atMs, result: check() };
    return last.result;
  };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
