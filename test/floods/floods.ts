/** The floods of `npm run floods`, each with its name. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { CallRef } from '../../src/domain/ids.ts';
import type { ServerUnderFire } from '../malformed/server-under-fire.ts';
import { swarm, type Swarm } from './senders.ts';

export interface Flood {
  name: string;
  /** Returns what was sent, for the report, if its name does not tell. */
  run(this: void): Promise<string>;
}

interface Asked {
  server: ServerUnderFire;
  live: readonly CallRef[];
  seconds: number;
  /** What goes wrong is added to it. */
  faults: string[];
}

const UPLOADS = 1_200;
const UPLOAD = Buffer.alloc(960_000, 'x');
const POSTS = 20_000;
const POSTS_AT_ONCE = 64;
/** Callback URLs, and addresses, of somebody who has seen many. */
const URLS = 36;
const LARGE_PATHS = ['/openapi.json', '/docs/static/swagger-ui-bundle.js', '/docs/yaml'];

/** @param asked is called when a flood runs */
export function floodsOf(asked: () => Asked): Flood[] {
  const sockets = async (of: Omit<Swarm, 'port' | 'forMs'>) => {
    const { server, seconds } = asked();
    const opened = await swarm({ ...of, port: server.port, forMs: seconds * 1_000 });
    return ` (${opened} opened)`;
  };
  const hook = (n: number) => asked().server.eventHook({ ref: `c${n % URLS}.1.1`, placement: 1 });
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  return [
    { name: 'nothing', run: () => sleep(3_000, '') },
    {
      name: '4,096 dribbling sockets',
      run: () =>
        sockets({
          sockets: 4_096,
          addresses: 8,
          head: (n) => (n % 2 === 0 ? 'POST /v1/nothing HTTP/1.1\r\nX: ' : unfinished('/nothing')),
          dribbleMs: 5_000,
          pauseMs: 100,
        }),
    },
    {
      name: '4,608 webhooks that are held, with tokens of 36 URLs',
      run: () =>
        sockets({
          sockets: URLS * 128,
          addresses: URLS,
          head: (n) => unfinished(hook(n)),
          dribbleMs: 700,
        }),
    },
    {
      name: '4,608 webhooks without an end of their headers',
      run: () =>
        sockets({
          sockets: URLS * 128,
          addresses: URLS,
          head: (n) => `POST ${hook(n)} HTTP/1.1\r\nX: `,
          dribbleMs: 700,
        }),
    },
    {
      name: '4,608 webhooks with wrong tokens',
      run: () =>
        sockets({
          sockets: URLS * 128,
          addresses: URLS,
          head: (n) => unfinished(`/hooks/click2call/c${n % URLS}.1.1.1/AAAAAAAAAAAAAAAAAAAAAA`),
          dribbleMs: 700,
        }),
    },
    {
      name: '1,000 from one address that read nothing of /docs',
      run: () =>
        sockets({
          sockets: 1_000,
          addresses: 1,
          head: () => get('/docs/static/swagger-ui-bundle.js'),
          unreadMs: 10_000,
        }),
    },
    {
      name: '1,500 that read nothing of large answers',
      run: () =>
        sockets({
          sockets: 1_500,
          addresses: URLS,
          head: (n) => get(LARGE_PATHS[n % LARGE_PATHS.length]!),
          unreadMs: 5_000,
        }),
    },
    { name: `${UPLOADS} uploads to nowhere`, run: () => uploads(asked()) },
    { name: `${POSTS} recording webhooks`, run: () => recordingPosts(asked()) },
  ];
}

async function uploads({ server: { port } }: Asked): Promise<string> {
  await Promise.all(
    Array.from({ length: UPLOADS }, async () => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined).on('data', () => undefined);
      socket.on('connect', () => {
        socket.write(unfinished('/v1/nothing'));
        socket.write(UPLOAD);
      });
      await new Promise((resolve) => socket.on('close', resolve));
    }),
  );
  return '';
}

function unfinished(path: string): string {
  const headers = 'Content-Type: application/json\r\nContent-Length: 990000';
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n{`;
}

/** Half of them name a live call, each with a link of its own; the others name calls that nobody knows. */
async function recordingPosts({ server, live, faults }: Asked): Promise<string> {
  const dispatcher = new Agent({ connections: POSTS_AT_ONCE });
  let sent = 0;
  const lane = async () => {
    while (sent < POSTS) {
      const n = ++sent;
      const call_id = n % 2 === 0 ? `carrier-${live[n % live.length]!}` : `nobody-${n}`;
      const data = {
        call_id,
        recording_url: `https://cdn.example/${n}.mp3`,
        pad: 'x'.repeat(50_000),
      };
      const { statusCode, body } = await request(server.url + server.recordingHook, {
        method: 'POST',
        body: JSON.stringify({ data }),
        dispatcher,
      });
      await body.dump();
      if (statusCode >= 400 && statusCode < 500 && statusCode !== 408) {
        faults.push(`a recording webhook got ${statusCode}, the carrier's last try`);
      }
    }
  };
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, lane));
  await dispatcher.close();
  return '';
}
