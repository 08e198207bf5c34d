/** Bodies of recordings: whole files, cut files, and what only claims to be one. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { MOST_BYTES, type Storage } from './downloads.ts';
import { kindOf, type Book, type Kind } from './kind.ts';
import { BROKEN_HEADS, deliveries, heads, isWhole, type Said } from './odd-answers.ts';

const NAME = 'mp3 body';

const noise = fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes));
const bodies = fc.oneof(
  {
    weight: 4,
    arbitrary: noise.map((bytes) =>
      Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), bytes]),
    ),
  },
  {
    weight: 3,
    arbitrary: noise.map((bytes) => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), bytes])),
  },
  { weight: 3, arbitrary: noise },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        '',
        'I',
        'ID',
        'ID3',
        '\xff',
        '\xff\xfb',
        '<?xml version="1.0"?><Error/>',
        'RIFF....WAVE',
        '\xff\xff\xff\xff',
        '\xff\xe0\0',
      )
      .map((text) => Buffer.from(text, 'latin1')),
  },
  {
    weight: 1,
    arbitrary: noise.map((bytes) => gzipSync(Buffer.concat([Buffer.from('ID3'), bytes]))),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(MOST_BYTES, MOST_BYTES + 1, 300_000)
      .map((n) => Buffer.concat([Buffer.from('ID3'), Buffer.alloc(n - 3)])),
  },
);

const inputs: fc.Arbitrary<Said> = fc
  .tuple(
    fc.record({
      status: fc.oneof(
        { weight: 12, arbitrary: fc.constant(200) },
        {
          weight: 2,
          arbitrary: fc.constantFrom(201, 204, 206, 400, 401, 403, 404, 410, 416, 429, 500, 503),
        },
      ),
      headers: fc.subarray(
        [
          'Content-Type: audio/mpeg',
          'Content-Type: text/html',
          'Content-Encoding: gzip',
          'Content-Encoding: identity',
          'Content-Range: bytes 0-1/2',
          'Content-Disposition: attachment; filename=../../x',
        ],
        { maxLength: 2 },
      ),
      body: bodies,
      framing: fc.constantFrom<Said['framing']>('length', 'length', 'chunked', 'close'),
      head: heads,
    }),
    deliveries,
  )
  .map(([said, delivery]): Said => ({ ...said, ...delivery }));

const AT_ONCE = 6;

export function mp3Bodies(storage: Storage): Kind {
  async function throwIn(input: Said, book: Book): Promise<void> {
    const fetched = await storage.fetch(
      NAME,
      { input, link: (origin, id) => `${origin}/${id}.mp3`, said: () => [input] },
      book,
    );
    if (fetched.kind === 'refused') {
      if (isRecording(input) === 'yes' && fetched.code !== 'timeout')
        book.violation(NAME, `a whole recording was refused: ${fetched.code}`, input);
      if (existsSync(fetched.file)) book.violation(NAME, 'a refused download left a file', input);
      return book.count(NAME, `refused: ${fetched.code}`);
    }
    if (isRecording(input) === 'no')
      book.violation(NAME, 'what is no whole recording was stored', input);
    const bytes = readFileSync(fetched.file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (sha256 !== fetched.downloaded.sha256 || bytes.length !== fetched.downloaded.bytes) {
      book.violation(NAME, 'the file is not what was reported', input);
    }
    if (isRecording(input) === 'yes' && !bytes.equals(input.body)) {
      book.violation(NAME, 'the file is not what was sent', input);
    }
    unlinkSync(fetched.file);
    book.count(NAME, 'stored');
  }

  return kindOf({
    name: NAME,
    share: 0.1,
    inputs,
    floors: {
      stored: 8,
      'refused: not-audio': 10,
      'refused: truncated': 5,
      'refused: too-large': 1,
    },
    async run(batch, book) {
      for (let at = 0; at < batch.length; at += AT_ONCE) {
        await Promise.all(batch.slice(at, at + AT_ONCE).map((input) => throwIn(input, book)));
      }
      if (storage.files().length > 0) book.violation(NAME, 'files were left', storage.files());
    },
  });
}

const UNDICI_BUFFER = 65_536;

/** `either`: below HTTP, where the library decides whether that was an answer. */
function isRecording(said: Said): 'yes' | 'no' | 'either' {
  const { status, headers, body, framing, head } = said;
  const encoded = headers.some((line) => /^content-encoding: (?!identity)/i.test(line));
  const good =
    status === 200 &&
    !encoded &&
    framing !== 'close' &&
    isWhole(said) &&
    looksLikeMp3(body) &&
    body.length <= MOST_BYTES;
  if (head === 'a length too short') {
    const left = {
      ...said,
      head: 'plain' as const,
      framing: 'length' as const,
      body: body.subarray(0, -3),
    };
    return isRecording(left) === 'no' && said.sent === 1_000 ? 'no' : 'either';
  }
  if ((BROKEN_HEADS as readonly string[]).includes(head))
    return said.sent === 1_000 && looksLikeMp3(body) ? 'either' : 'no';
  // A reset can overtake what was sent before it.
  if (good && said.after === 'reset') return 'either';
  // Ended at the very byte at which undici's buffer is full, and without saying so: it takes that for a cut.
  if (good && framing === 'length' && body.length >= UNDICI_BUFFER) return 'either';
  return good ? 'yes' : 'no';
}

function looksLikeMp3(body: Buffer): boolean {
  if (body.subarray(0, 3).toString('latin1') === 'ID3') return true;
  const [first = 0, second = 0] = body;
  const layerThree = (second & 0b0000_0110) === 0b0000_0010;
  return body.length >= 3 && first === 0xff && (second & 0b1110_0000) === 0b1110_0000 && layerThree;
}
