/** Fetching a recording: only from where it may come, only whole, and never with the key. */
import { createHash } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DownloadError } from '../../../src/carrier/http/errors.ts';
import { checkedMp3 } from '../../../src/carrier/recordings/mp3-body.ts';
import {
  downloadRecording,
  type DownloadOptions,
} from '../../../src/carrier/recordings/recording-download.ts';
import { writeWhole } from '../../../src/recordings-archive/whole-file.ts';
import { API_KEY, clientFor, openGate } from '../carrier-under-test.ts';
import {
  answering,
  closedPort,
  httpServer,
  rawServer,
  saying,
  type HttpServer,
} from '../servers.ts';

const FRAME = Buffer.from([0xff, 0xfb, 0x10, 0xc4]);
const MP3 = Buffer.concat([FRAME, Buffer.alloc(50_000, 7)]);
const OK = 'HTTP/1.1 200 OK\r\n';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'dialwright-recordings-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The options, and the file that is to appear. */
type Download = DownloadOptions & { file: string };

function optionsFor(origins: string[], more: Partial<Download> = {}): Download {
  const file = more.file ?? join(folder(), 'c1.1.1.mp3');
  return {
    file,
    write: (body) => writeWhole(file, body),
    allowedOrigins: origins,
    timeoutMs: 2_000,
    maxBytes: 1_000_000,
    signal: new AbortController().signal,
    ...more,
  };
}

/** The code of the refusal; anything left in the folder shows up beside it. */
async function refusal(url: string, options: Download): Promise<string> {
  const code = await downloadRecording(url, options).then(
    () => 'no refusal',
    (error: unknown) => (error instanceof DownloadError ? error.code : String(error)),
  );
  return [code, ...readdirSync(join(options.file, '..'))].join(' ');
}

const refusalFrom = (server: { origin: string }, more: Partial<DownloadOptions> = {}) =>
  refusal(`${server.origin}/a.mp3`, optionsFor([server.origin], more));

const mp3 = (headers: Record<string, string> = {}) =>
  answering(200, MP3, {
    'content-type': 'audio/mpeg',
    'content-length': `${MP3.length}`,
    ...headers,
  });

const redirecting = (location: string, status = 302) => answering(status, '', { location });

describe('where it may not come from', () => {
  test.each(['not a link', ''])('%j is no link', async (url) =>
    expect(await refusal(url, optionsFor([]))).toBe('redirects'),
  );

  test.each([
    'http://storage.example/a.mp3',
    'https://169.254.169.254/a.mp3',
    'https://[::1]/a.mp3',
    'https://2130706433/a.mp3',
    'https://storage.example:444/a.mp3',
    'https://user:pw@storage.example/a.mp3',
    'file:///etc/passwd',
    'data:audio/mpeg;base64,SUQz',
  ])('%s, neither at first nor by a redirect', async (url) => {
    expect(await refusal(url, optionsFor([]))).toBe('forbidden-address');
    expect(await refusalFrom(await httpServer(redirecting(url)))).toBe('forbidden-address');
  });

  test('a redirect to an origin of this machine that is not allowed', async () => {
    const inner = await httpServer(mp3());
    expect(await refusalFrom(await httpServer(redirecting(`${inner.origin}/a.mp3`)))).toBe(
      'forbidden-address',
    );
    expect(inner.connections()).toBe(0);
  });

  test.each([
    ['private', '10.0.0.1', 4],
    ['loopback', '127.0.0.1', 4],
    ['link-local, where clouds keep their secrets', '169.254.169.254', 4],
    ['carrier-grade NAT', '100.64.0.1', 4],
    ['loopback', '::1', 6],
    ['unique local', 'fd00::1', 6],
    ['mapped', '::ffff:10.0.0.1', 6],
    ['NAT64', '64:ff9b::a00:1', 6],
    ['NAT64 of a local network', '64:ff9b:1::a00:1', 6],
    ['6to4', '2002:a00:1::1', 6],
    ['Teredo', '2001:0:4136:e378:8000:63bf:f5ff:fffe', 6],
    ['IPv4-compatible', '::a00:1', 6],
    ['link-local', 'fe80::1', 6],
    ['link-local', 'fe80::1%lo', 6],
    ['unspecified', '0.0.0.0', 4],
    ['unspecified', '::', 6],
    ['broadcast', '255.255.255.255', 4],
    ['benchmark', '198.18.0.1', 4],
  ])(
    'a name that leads to a %s address (%s), by a redirect too',
    async (_name, address, family) => {
      const resolve = () => Promise.resolve([{ address, family }]);
      const options = optionsFor([], { resolve });
      expect(await refusal('https://storage.example/a', options)).toBe('forbidden-address');
      const server = await httpServer(redirecting('https://storage.example/a'));
      expect(await refusalFrom(server, { resolve })).toBe('forbidden-address');
    },
  );

  /** As browsers and resolvers read them, they all are this machine or its network. */
  const PRIVATE_HOSTS = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.0.0.0x1',
    '127.0.0.1.',
    '127.0.0.1..',
    '１２７.0.0.1',
    '127。0。0。1',
    '0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    'localhost',
    'localhost.',
    'localhost..',
    'LOCALHOST',
    'ⓛocalhost',
    'a.localhost',
    'metadata.google.internal',
  ];
  const FORMS: ((host: string, port: string) => string)[] = [
    (host) => `https://${host}/a.mp3`,
    (host, port) => `https://${host}:${port}/a.mp3`,
    (host, port) => `http://${host}:${port}/a.mp3`,
    (host, port) => `//${host}:${port}/a.mp3`,
    (host, port) => `\\\\${host}:${port}/a.mp3`,
    (host, port) => `https://storage.example@${host}:${port}/a.mp3`,
    (host, port) => `https://storage.example:443@${host}:${port}/a.mp3`,
    (host, port) => `http://${host}:${port}/a.mp3#https://storage.example`,
  ];

  test.each([301, 302, 303, 307, 308])(
    'this machine and its network, in any spelling, by %i over two storages',
    async (status) => {
      const inner = await httpServer(mp3());
      const { port } = new URL(inner.origin);
      let target = '';
      const second = await httpServer((seen, response) =>
        redirecting(target, status)(seen, response),
      );
      const first = await httpServer(redirecting(`${second.origin}/b.mp3`, status));
      const allowed = [first.origin, second.origin];
      const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      for (const host of PRIVATE_HOSTS) {
        for (const form of FORMS) {
          target = form(host.replaceAll(/[^!-~]/gu, encodeURIComponent), port);
          expect(await refusal(`${first.origin}/a.mp3`, optionsFor(allowed, { resolve }))).toBe(
            'forbidden-address',
          );
        }
      }
      expect(second.seen).toHaveLength(PRIVATE_HOSTS.length * FORMS.length);
      expect(inner.connections()).toBe(0);
    },
  );

  test('a name is looked up for each hop: what was public at first is not what it is later', async () => {
    const answers = ['10.0.0.1', '127.0.0.1', '::1'];
    const asked: string[] = [];
    const resolve = (host: string) => {
      asked.push(host);
      return Promise.resolve([{ address: answers[asked.length % 3]!, family: 4 }]);
    };
    const server = await httpServer(redirecting('https://Storage.Example./a.mp3'));
    for (let turn = 0; turn < 3; turn += 1)
      expect(await refusalFrom(server, { resolve })).toBe('forbidden-address');
    expect(asked).toEqual(Array(3).fill('storage.example'));
  });

  test('a name that nobody knows', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await refusal('https://storage.example/a', optionsFor([], { resolve }))).toBe(
      'unreachable',
    );
  });

  test('a name whose lookup hangs', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const options = optionsFor([], { resolve, timeoutMs: 100 });
    expect(await refusal('https://storage.example/a', options)).toBe('timeout');
  });
});

describe('redirects', () => {
  async function chain(hops: number): Promise<HttpServer> {
    const server = await httpServer((seen, response) => {
      const hop = Number(seen.path.slice(1));
      const answer = hop < hops ? redirecting(`/${hop + 1}`) : mp3();
      answer(seen, response);
    });
    return server;
  }

  test('four are one too many', async () => {
    const server = await chain(4);
    expect(await refusal(`${server.origin}/0`, optionsFor([server.origin]))).toBe('redirects');
    expect(server.seen).toHaveLength(4);
  });

  test('three are followed', async () => {
    const server = await chain(3);
    const options = optionsFor([server.origin]);
    expect(await downloadRecording(`${server.origin}/0`, options)).toMatchObject({
      bytes: MP3.length,
    });
  });

  test.each([{}, { location: '' }, { location: 'https://' }])(
    'one without a usable Location ends there: %j',
    async (headers) => {
      const server = await httpServer((seen, response) => {
        // An empty Location is the page itself: it would go round for ever.
        answering(302, '', headers)(seen, response);
      });
      expect(await refusalFrom(server)).toBe('redirects');
    },
  );
});

describe('the key never reaches the storage', () => {
  test.each([301, 302, 303, 307, 308])('over a lookup and a redirect by %i', async (status) => {
    const storage = await httpServer((seen, response) => {
      const isLast = seen.path === '/last.mp3';
      (isLast ? mp3() : redirecting('/last.mp3', status))(seen, response);
    });
    const carrier = await httpServer(redirecting(`${storage.origin}/first.mp3?sig=1`, status));
    const found = await clientFor(carrier.origin).lookUpRecording('c-1', openGate());
    expect(found.kind).toBe('redirect');
    const url = found.kind === 'redirect' ? found.url : '';
    await downloadRecording(url, optionsFor([storage.origin]));
    expect(storage.seen.map(({ path }) => path)).toEqual(['/first.mp3?sig=1', '/last.mp3']);
    for (const { headers, rawHeaders } of storage.seen) {
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
      ]);
      expect(rawHeaders.join(' ')).not.toContain(API_KEY);
    }
  });

  test.each([301, 302, 303, 307, 308])(
    'nor what one storage sets to another, over a redirect by %i to another origin',
    async (status) => {
      const last = await httpServer(mp3());
      const first = await httpServer(
        answering(status, '', { location: `${last.origin}/b.mp3`, 'set-cookie': 'a=1; Path=/' }),
      );
      await downloadRecording(`${first.origin}/a.mp3`, optionsFor([first.origin, last.origin]));
      expect(last.seen).toHaveLength(1);
      const { method, body, headers } = last.seen[0]!;
      expect([method, body]).toEqual(['GET', '']);
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
      ]);
    },
  );

  test('nor when the storage is the origin of the carrier itself', async () => {
    const server = await httpServer((seen, response) => {
      const isLookup = seen.path.startsWith('/api/');
      (isLookup ? redirecting('/files/a.mp3') : mp3())(seen, response);
    });
    const found = await clientFor(server.origin).lookUpRecording('c-1', openGate());
    await downloadRecording(
      found.kind === 'redirect' ? found.url : '',
      optionsFor([server.origin]),
    );
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${API_KEY}`,
      undefined,
    ]);
  });
});

describe('what is no recording', () => {
  test.each([400, 403, 404, 410])('%i: the link has expired', async (status) => {
    expect(await refusalFrom(await httpServer(answering(status, '<Error/>')))).toBe('expired');
  });

  test.each([201, 204, 206, 401])('%i is not taken for one', async (status) => {
    expect(await refusalFrom(await httpServer(answering(status, status === 204 ? '' : MP3)))).toBe(
      'http',
    );
  });

  test.each([408, 429, 500, 503])('%i: the storage cannot serve now', async (status) => {
    expect(await refusalFrom(await httpServer(answering(status, MP3)))).toBe('unavailable');
  });

  test('an error page with status 200', async () => {
    expect(
      await refusalFrom(await httpServer(answering(200, '<?xml version="1.0"?><Error/>'))),
    ).toBe('not-audio');
  });

  test('an empty body', async () => {
    expect(await refusalFrom(await httpServer(answering(200, '', { 'content-length': '0' })))).toBe(
      'not-audio',
    );
    const chunked = `${OK}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect(await refusalFrom(await rawServer(saying(chunked)))).toBe('not-audio');
  });

  test.each([[0xff], [0xff, 0xfb], [0xff, 0x00, 0x00], [0xff, 0xe0, 0x00], [0x49, 0x44, 0x00]])(
    '%j is not how an mp3 file begins',
    async (...bytes) => {
      expect(
        await refusalFrom(
          await httpServer(
            answering(200, Buffer.from(bytes), { 'content-length': `${bytes.length}` }),
          ),
        ),
      ).toBe('not-audio');
    },
  );

  test('a gzip bomb, announced or not', async () => {
    const bomb = gzipSync(Buffer.concat([FRAME, Buffer.alloc(20_000_000)]));
    const length = { 'content-length': `${bomb.length}` };
    const announced = answering(200, bomb, { 'content-encoding': 'gzip', ...length });
    expect(await refusalFrom(await httpServer(announced))).toBe('not-audio');
    expect(await refusalFrom(await httpServer(answering(200, bomb, length)))).toBe('not-audio');
  });

  test('one that is declared encoded, although it has the form of one', async () => {
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const server = await httpServer(mp3({ 'content-encoding': encoding }));
      expect(await refusalFrom(server)).toBe('not-audio');
    }
  });

  test('one that is too large, before any of it has come', async () => {
    const server = await rawServer(saying(`${OK}content-length: 9000000\r\n\r\n`, 'hang'));
    expect(await refusalFrom(server)).toBe('too-large');
  });

  test('one that is too large, announced or endless', async () => {
    expect(await refusalFrom(await httpServer(mp3()), { maxBytes: MP3.length - 1 })).toBe(
      'too-large',
    );
    const endless = await httpServer((_request, response) => {
      const more = () => {
        while (response.write(MP3));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    expect(await refusalFrom(endless)).toBe('too-large');
  });
});

describe('what is cut', () => {
  const half = MP3.subarray(0, 20_000).toString('latin1');
  const framings: [string, string][] = [
    ['a length', `content-length: ${MP3.length}\r\n\r\n${half}`],
    ['chunks', `transfer-encoding: chunked\r\n\r\n${half.length.toString(16)}\r\n${half}\r\n`],
    ['the end of the connection', `\r\n${half}`],
  ];

  test.each(framings)(
    'by the framing of %s is truncated, and so is a reset',
    async (_name, rest) => {
      const bytes = Buffer.from(OK + rest, 'latin1');
      expect(await refusalFrom(await rawServer(saying(bytes)))).toBe('truncated');
      expect(await refusalFrom(await rawServer(saying(bytes, 'reset')))).toBe('truncated');
    },
  );

  test('even a whole body is refused when only the end of the connection ends it', async () => {
    const body = Buffer.concat([Buffer.from(`${OK}connection: close\r\n\r\n`), MP3]);
    expect(await refusalFrom(await rawServer(saying(body)))).toBe('truncated');
  });

  test('a broken chunk is truncated', async () => {
    const rest = 'transfer-encoding: chunked\r\n\r\n4\r\n\xff\xfb\x10\xc4\r\nzz\r\n';
    expect(await refusalFrom(await rawServer(saying(Buffer.from(OK + rest, 'latin1'))))).toBe(
      'truncated',
    );
  });

  test.each([
    'content-length: 10\r\ncontent-length: 20',
    'content-length: -1',
    'content-length: ten',
    'content-length: 10\r\ntransfer-encoding: chunked',
  ])('a body of doubtful length is refused: %j', async (framing) => {
    const head = `${OK}${framing}\r\n\r\n`;
    const bytes = Buffer.concat([Buffer.from(head), MP3.subarray(0, 20)]);
    expect(await refusalFrom(await rawServer(saying(bytes)))).toMatch(
      /^(unreachable|truncated|timeout)$/,
    );
  });

  test('a framing that is not plain chunks is refused', async () => {
    const rest = `transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`;
    expect(await refusalFrom(await rawServer(saying(OK + rest)))).toBe('truncated');
  });
});

describe('what cannot be reached', () => {
  test('a closed port', async () => {
    const origin = `http://127.0.0.1:${await closedPort()}`;
    expect(await refusalFrom({ origin })).toBe('unreachable');
  });

  test('a connection that breaks before the answer', async () => {
    expect(await refusalFrom(await rawServer((socket) => socket.end()))).toBe('unreachable');
    expect(await refusalFrom(await rawServer(saying('', 'reset')))).toBe('unreachable');
  });

  test.each([
    ['before the answer', ''],
    ['within the body', `${OK}content-length: 99\r\n\r\nID3`],
  ])('silence %s ends in time', async (_name, text) => {
    expect(await refusalFrom(await rawServer(saying(text, 'hang')), { timeoutMs: 120 })).toBe(
      'timeout',
    );
  });

  test('a cancellation ends it at once, within the body too', async () => {
    const cancel = new AbortController();
    const server = await rawServer((socket) => {
      saying(`${OK}content-length: 99\r\n\r\nID3`, 'hang')(socket);
      socket.once('data', () => setImmediate(() => cancel.abort()));
    });
    expect(await refusalFrom(server, { signal: cancel.signal, timeoutMs: 60_000 })).toBe('timeout');
  });
});

describe('the file', () => {
  test('that cannot be written is a fault of the disk', async () => {
    const server = await httpServer(mp3());
    const file = join(folder(), 'missing', 'a.mp3');
    const download = downloadRecording(`${server.origin}/a`, optionsFor([server.origin], { file }));
    await expect(download).rejects.toMatchObject({ code: 'disk' });
  });

  test('that cannot take its name leaves nothing behind', async () => {
    const server = await httpServer(mp3());
    const taken = folder();
    writeFileSync(join(taken, 'inside'), '');
    const options = optionsFor([server.origin], { file: taken });
    await expect(downloadRecording(`${server.origin}/a`, options)).rejects.toMatchObject({
      code: 'disk',
    });
    const beside = readdirSync(join(taken, '..')).filter((name) => name.endsWith('.partial'));
    expect(beside).toEqual([]);
  });

  test('appears whole, with its hash', async () => {
    const server = await httpServer(mp3());
    const options = optionsFor([server.origin]);
    expect(await downloadRecording(`${server.origin}/a`, options)).toEqual({
      sha256: createHash('sha256').update(MP3).digest('hex'),
      bytes: MP3.length,
      contentType: 'audio/mpeg',
    });
    expect(readFileSync(options.file).equals(MP3)).toBe(true);
    expect(readdirSync(join(options.file, '..'))).toHaveLength(1);
  });

  test('may come in chunks, a byte at a time', async () => {
    const tag = Buffer.from('ID3\x04\x00\x00');
    async function* trickle(): AsyncGenerator<Buffer> {
      for (const byte of tag) yield Promise.resolve(Buffer.from([byte]));
    }
    const chunks = await Array.fromAsync(
      checkedMp3(trickle(), { maxBytes: 6, expectedBytes: undefined }),
    );
    expect(Buffer.concat(chunks).equals(tag)).toBe(true);
  });

  test('is not written when another number of bytes came than was announced', async () => {
    async function* body(): AsyncGenerator<Buffer> {
      yield Promise.resolve(MP3);
    }
    const file = join(folder(), 'a.mp3');
    const checked = checkedMp3(body(), { maxBytes: 99_999, expectedBytes: MP3.length + 1 });
    await expect(writeWhole(file, checked)).rejects.toMatchObject({ code: 'truncated' });
    expect(readdirSync(join(file, '..'))).toEqual([]);
  });

  test('replaces one that is there, and a link is replaced, not followed', async () => {
    const server = await httpServer(mp3());
    const options = optionsFor([server.origin]);
    const outside = join(folder(), 'outside');
    writeFileSync(outside, 'untouched');
    symlinkSync(outside, options.file);
    await downloadRecording(`${server.origin}/a`, options);
    expect(readFileSync(outside, 'utf8')).toBe('untouched');
    expect(readFileSync(options.file).equals(MP3)).toBe(true);
  });

  test.each([
    ['audio/mpeg', 'audio/mpeg'],
    ['Audio/MP3; charset=x', 'audio/mp3'],
    ['text/html', 'audio/mpeg'],
    ['application/octet-stream', 'audio/mpeg'],
    ['audio/<script>', 'audio/mpeg'],
    ['', 'audio/mpeg'],
  ])('sent as %j is kept as %s', async (sent, kept) => {
    const server = await httpServer(mp3({ 'content-type': sent }));
    const downloaded = await downloadRecording(`${server.origin}/a`, optionsFor([server.origin]));
    expect(downloaded.contentType).toBe(kept);
  });
});
