/** The real server in a process of its own, on a store in a folder of its own. Temporal cannot be reached. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackUrl, recordingHookUrl } from '../../src/carrier/calls/tokens.ts';
import type { PlacementKey } from '../../src/domain/ids.ts';
import type { Store } from '../../src/store/store.ts';
import { loadDatabase } from '../../src/config/config.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { openBenchStore } from '../bench/bench-store.ts';
import type { Engine } from '../faults/faults.ts';
import { freePort } from '../free-port.ts';

export const API_KEY = 'the-key-of-the-malformed-run';
const HOOK_SECRET = 'a-hook-secret-of-at-least-32-characters';
const PUBLIC_URL = 'https://dialwright.example';
const ROOT = join(import.meta.dirname, '..', '..');
/** As `npm run server` has it. */
const MEMORY = ['--max-semi-space-size=4', '--max-old-space-size=256'];
const READY_WITHIN_MS = 20_000;

export interface ServerUnderFire {
  port: number;
  url: string;
  pid: number;
  /** Of the store, with SQLite's log. */
  storedBytes(): Promise<number>;
  /** Of SQLite. */
  databasePath: string;
  /** The same database, opened beside the server's. */
  store: Store;
  api(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }>;
  /** Path of a callback URL. */
  eventHook(key: PlacementKey): string;
  recordingHook: string;
  heapBytes(): Promise<number>;
  /** For how long its event loop was held since it was asked last. */
  held(): Promise<{ p99Ms: number; longestMs: number }>;
  /** Lines of the log about what must not happen, and how the process ended if it did. */
  faults(): string[];
  stop(): Promise<void>;
}

export async function startServerUnderFire(
  folder: string,
  engine: Engine = 'sqlite',
): Promise<ServerUnderFire> {
  const port = await freePort();
  const database = await openBenchStore(engine, folder);
  const child = spawn(
    process.execPath,
    [
      ...MEMORY,
      '--expose-gc',
      '--import',
      join(import.meta.dirname, 'heap-probe.ts'),
      'src/server.ts',
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        MALLOC_ARENA_MAX: '2',
        MALLOC_TRIM_THRESHOLD_: '131072',
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
        DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
        DIALWRIGHT_HOOK_SECRETS: HOOK_SECRET,
        DIALWRIGHT_API_KEYS: API_KEY,
        DIALWRIGHT_DATABASE_URL: database.url,
        DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
        DIALWRIGHT_PORT: String(port),
        DIALWRIGHT_LOG_LEVEL: 'error',
      },
    },
  );
  const faults: string[] = [];
  let stopping = false;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    faults.push(...text.split('\n').filter((line) => line.trim() !== '' && !tellsOfAnswer(line)));
  });
  child.on('exit', (code, signal) => {
    if (!stopping) faults.push(`the server ended: ${code ?? signal}`);
  });
  const api = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${API_KEY}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const ask = async (what: 'heap' | 'held'): Promise<unknown> => {
    const told = once(child, 'message');
    child.send(what);
    return (await told)[0];
  };
  await untilReady(() => api('GET', '/healthz'), faults);
  const store = await openStore(loadDatabase({ DIALWRIGHT_DATABASE_URL: database.url }));
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    storedBytes: () => database.bytes(),
    databasePath: join(folder, 'store.sqlite'),
    store,
    api,
    eventHook: (key) => callbackUrl(PUBLIC_URL, key, [HOOK_SECRET]).slice(PUBLIC_URL.length),
    recordingHook: recordingHookUrl(PUBLIC_URL, [HOOK_SECRET]).slice(PUBLIC_URL.length),
    heapBytes: async () => Number(await ask('heap')),
    held: async () => (await ask('held')) as { p99Ms: number; longestMs: number },
    faults: () => faults,
    async stop() {
      stopping = true;
      await store.close();
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await database.stop();
    },
  };
}

/** Each 5xx is in the log as well; the answer itself is judged where it arrives. */
const tellsOfAnswer = (line: string) =>
  line.startsWith('{') && line.endsWith('"msg":"request failed"}');

async function untilReady(ask: () => Promise<unknown>, faults: readonly string[]): Promise<void> {
  const untilMs = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (faults.length > 0 || Date.now() > untilMs) {
        throw new Error(`the server does not start: ${faults.join('\n')}`, { cause: error });
      }
      await sleep(50);
    }
  }
}
