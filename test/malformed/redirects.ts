/** Redirects of lookups and storages: where may a recording's link lead? */
import { existsSync, unlinkSync } from 'node:fs';
import fc from 'fast-check';
import type { Storage } from './downloads.ts';
import { kindOf, type Book, type Kind } from './kind.ts';
import { whole, type Said } from './odd-answers.ts';
import { oddTexts } from './odd-values.ts';

const NAME = 'redirect';

export interface RedirectInput {
  /** Where the first link leads: into the storage, or straight to the odd place. */
  direct: boolean;
  hops: { status: number; location: string | null; twice: boolean }[];
}

const TRAP = 'TRAP';
const HERE = 'HERE';

const locations = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      `http://127.0.0.1:${TRAP}/a.mp3`,
      `http://localhost:${TRAP}/`,
      `http://2130706433:${TRAP}/`,
      `http://0x7f.1:${TRAP}/`,
      `http://0177.0.0.1:${TRAP}/`,
      `http://127.1:${TRAP}/`,
      `http://[::1]:${TRAP}/`,
      `http://[::ffff:127.0.0.1]:${TRAP}/`,
      `http://[0:0:0:0:0:ffff:7f00:1]:${TRAP}/`,
      `http://①②⑦.⓪.⓪.①:${TRAP}/`,
      `http://127.0.0.1:${TRAP}#@HERE`,
      `//127.0.0.1:${TRAP}/x`,
      `\\\\127.0.0.1:${TRAP}\\x`,
      `https://127.0.0.1:${TRAP}/`,
      `http://user:password@127.0.0.1:${TRAP}/`,
      `HERE@127.0.0.1:${TRAP}/`,
      `http://localhost.:${TRAP}/`,
      `http://0.0.0.0:${TRAP}/`,
      `http://[::]:${TRAP}/`,
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'https://rebind.example/a.mp3',
      'https://storage.example:8443/a.mp3',
      'https://user@storage.example/',
      'http://storage.example/a.mp3',
      'http://169.254.169.254/latest/meta-data/',
      'https://metadata.internal/',
      'https://192.0.2.1/a',
      'https://[2001:db8::1]/a',
      'file:///etc/passwd',
      'ftp://storage.example/a',
      'data:audio/mpeg;base64,SUQz',
      'javascript:alert(1)',
      `blob:${HERE}/1`,
      'about:blank',
      'gopher://127.0.0.1:6379/_x',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '?again',
      '#fragment',
      '.',
      '..',
      '../../..',
      'http:',
      'http://',
      'https:///',
      '::::',
      'http://[',
      'http://%zz/',
      `${HERE}/again`,
      `${HERE}/${'a'.repeat(10_000)}`,
      `${HERE}/%0d%0aX: y`,
      `${HERE}/\u00e9`,
      'caf\u00e9',
    ),
  },
  { weight: 1, arbitrary: oddTexts.map((text) => text.replaceAll(/[\r\n\0]/g, ' ')) },
);

const inputs: fc.Arbitrary<RedirectInput> = fc.record({
  direct: fc.boolean(),
  hops: fc.array(
    fc.record({
      status: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(301, 302, 303, 307, 308) },
        { weight: 1, arbitrary: fc.constantFrom(300, 304, 305, 306, 310, 399) },
      ),
      location: fc.oneof(
        { weight: 9, arbitrary: locations },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      twice: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

const AT_ONCE = 6;

export function redirects(storage: Storage): Kind {
  const placed = (location: string, id: string) =>
    location.replaceAll(TRAP, String(storage.trapPort)).replaceAll(HERE, `${storage.origin}/${id}`);

  async function throwIn(input: RedirectInput, book: Book): Promise<void> {
    const trappedBefore = storage.trapped();
    const first = input.hops[0]!.location ?? '';
    const fetched = await storage.fetch(
      NAME,
      {
        input,
        link: (origin, id) => (input.direct ? placed(first, id) : `${origin}/${id}`),
        said: (id) => input.hops.map((hop) => redirectTo(hop, (text) => placed(text, id))),
      },
      book,
    );
    if (storage.trapped() !== trappedBefore)
      book.violation(NAME, 'a link led into the trap', input);
    if (fetched.kind === 'file') {
      book.violation(NAME, 'a redirect was taken for a recording', input);
      unlinkSync(fetched.file);
      return;
    }
    if (existsSync(fetched.file)) book.violation(NAME, 'a refused download left a file', input);
    book.count(NAME, `refused: ${fetched.code}`);
  }

  return kindOf({
    name: NAME,
    share: 0.1,
    inputs,
    floors: { 'refused: forbidden-address': 30, 'refused: redirects': 3 },
    async run(batch, book) {
      for (let at = 0; at < batch.length; at += AT_ONCE) {
        await Promise.all(batch.slice(at, at + AT_ONCE).map((input) => throwIn(input, book)));
      }
      if (storage.files().length > 0) book.violation(NAME, 'files were left', storage.files());
      if (storage.keysSeen() > 0) book.violation(NAME, 'the storage was shown a key', null);
    },
  });
}

function redirectTo(
  { status, location, twice }: RedirectInput['hops'][number],
  placed: (text: string) => string,
): Said {
  const line = location === null ? [] : [`Location: ${placed(location)}`];
  return {
    status,
    headers: twice ? [...line, ...line] : line,
    body: Buffer.alloc(0),
    framing: 'length',
    head: 'plain',
    ...whole,
  };
}
