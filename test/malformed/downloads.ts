/** What both kinds that end in a download share: a storage of our own, and a trap beside it. */
import { readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { DownloadError } from '../../src/carrier/http/errors.ts';
import {
  downloadRecording,
  type Downloaded,
} from '../../src/carrier/recordings/recording-download.ts';
import { writeWhole } from '../../src/recordings-archive/whole-file.ts';
import type { Book } from './kind.ts';
import { answeringServer, type Said } from './odd-answers.ts';

export const MOST_BYTES = 65_536;
const WITHIN_MS = 400;
const GRACE_MS = 3_000;

export type Fetched = { kind: 'file'; downloaded: Downloaded } | { kind: 'refused'; code: string };

export interface Storage {
  origin: string;
  /** A server that nobody may ever reach. */
  trapPort: number;
  trapped(): number;
  fetch(
    name: string,
    input: {
      link: (origin: string, id: string) => string;
      said: (id: string) => Said[];
      input: unknown;
    },
    book: Book,
  ): Promise<Fetched & { file: string }>;
  /** What lies in the folder; empty between inputs. */
  files(): string[];
  keysSeen(): number;
  stop(): void;
}

export async function openStorage(folder: string): Promise<Storage> {
  const program = new Map<string, Said[]>();
  let serial = 0;
  let trapped = 0;
  const server = await answeringServer((request) => {
    const said = program.get(/k\d+z/.exec(request)?.[0] ?? '');
    // Each hop takes the next answer; the last one is given for ever.
    return said !== undefined && said.length > 1 ? said.shift() : said?.[0];
  });
  const trap = createServer((socket) => {
    trapped++;
    socket.destroy();
  });
  trap.listen(0, '::');
  await once(trap, 'listening');
  const { port: trapPort } = trap.address() as AddressInfo;

  return {
    origin: server.origin,
    trapPort,
    trapped: () => trapped,
    keysSeen: () => server.keysSeen(),
    files: () => readdirSync(folder),

    async fetch(name, { link, said, input }, book) {
      const id = `k${++serial}z`;
      const file = join(folder, `${id}.mp3`);
      program.set(id, said(id));
      const startedMs = performance.now();
      try {
        const downloaded = await downloadRecording(link(server.origin, id), {
          write: (body) => writeWhole(file, body),
          timeoutMs: WITHIN_MS,
          maxBytes: MOST_BYTES,
          signal: new AbortController().signal,
          allowedOrigins: [server.origin],
          resolve: resolveNowhere,
        });
        return { kind: 'file', downloaded, file };
      } catch (error) {
        if (error instanceof DownloadError) return { kind: 'refused', code: error.code, file };
        book.violation(name, `not one of our errors: ${String(error)}`, input);
        return { kind: 'refused', code: 'a foreign error', file };
      } finally {
        program.delete(id);
        if (performance.now() - startedMs > WITHIN_MS + GRACE_MS) {
          book.violation(name, 'the download did not end in time', input);
        }
      }
    },

    stop() {
      server.stop();
      trap.close();
    },
  };
}

/** Every name leads where no storage is, so that nothing of the run leaves the machine. */
async function resolveNowhere(host: string) {
  const closed = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1'];
  const address = closed[host.length % closed.length]!;
  return [{ address, family: address.includes(':') ? 6 : 4 }];
}
