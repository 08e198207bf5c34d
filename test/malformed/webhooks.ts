/** Webhooks, with tokens that are valid and tokens that are not. */
import fc from 'fast-check';
import { unreachable } from '../../src/domain/unreachable.ts';
import { exchange, type Answer, type Exchange } from './exchange.ts';
import { kindOf, type Book, type Kind } from './kind.ts';
import { brokenObject, damaged } from './odd-values.ts';
import { framings, oddHeaders, packets, splits, type Framing } from './odd-requests.ts';
import type { CallRef } from '../../src/domain/ids.ts';
import type { ServerUnderFire } from './server-under-fire.ts';
import { StoreWatch } from './store-watch.ts';

const NAME = 'webhook';

interface Targets {
  live: CallRef[];
  others: CallRef[];
}

type Token =
  | { kind: 'call'; of: number; live: boolean }
  | { kind: 'recording' }
  | { kind: 'forged'; how: (typeof FORGERIES)[number]; of: number };

const FORGERIES = [
  'another letter',
  'a letter less',
  'a letter more',
  'none',
  "another placement's",
  "another call's",
  'the recording token',
  'percent signs',
  'a broken escape',
  'a NUL',
  'very long',
  'a way up',
  'a slash more',
  'no reference',
  'raw UTF-8',
] as const;

export interface WebhookInput {
  token: Token;
  method: string;
  query: string;
  headers: string[];
  body: Buffer;
  framing: Framing;
  splits: number[];
  copies: number;
}

const event = brokenObject({
  event: '"click2call.bridged"',
  event_seq: '5',
  occurred_at: '"2026-11-21T10:00:00Z"',
  data: '{"id":"carrier-x","cost":null}',
});
const recordingEvent = brokenObject({
  data: '{"call_id":"carrier-x","recording_url":"https://cdn.example/a.mp3"}',
});
const large = fc
  .constantFrom(65_535, 65_536, 65_537, 200_000, 1_200_000)
  .map((bytes) => Buffer.alloc(bytes, 'x'));

const tokens: fc.Arbitrary<Token> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      of: fc.nat(999),
      live: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Token>({ kind: 'recording' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('forged' as const),
      how: fc.constantFrom(...FORGERIES),
      of: fc.nat(999),
    }),
  },
);

const inputs: fc.Arbitrary<WebhookInput> = fc.record({
  token: tokens,
  method: fc.oneof(
    { weight: 14, arbitrary: fc.constant('POST') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'post', 'FOO'),
    },
  ),
  query: fc.constantFrom('', '', '', '?', '?a=1&a=2', '?%zz', '?__proto__[a]=1', '#x'),
  headers: oddHeaders,
  body: fc.oneof(
    { weight: 20, arbitrary: damaged(event) },
    { weight: 4, arbitrary: damaged(recordingEvent) },
    { weight: 1, arbitrary: large },
  ),
  framing: framings,
  splits,
  copies: fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 3),
});

/** Side by side; a webhook port never sees one at a time. */
const AT_ONCE = 6;

export function webhooks(server: ServerUnderFire, watch: StoreWatch, targets: Targets): Kind {
  let genuine = 0;

  const refOf = ({ of, live }: { of: number; live: boolean }) => {
    const pool = live ? targets.live : targets.others;
    return pool[of % pool.length]!;
  };

  function pathOf(token: Token): string {
    if (token.kind === 'recording') return server.recordingHook;
    if (token.kind === 'call') return server.eventHook({ ref: refOf(token), placement: 1 });
    return forged(token, server, targets);
  }

  async function throwIn(input: WebhookInput, book: Book): Promise<void> {
    const request = { ...input, target: pathOf(input.token) + input.query };
    const broken = input.framing.kind === 'broken';
    const done = await exchange(server.port, packets(request), {
      expected: broken ? 99 : input.copies,
      halfClose: broken,
      bodies: input.method !== 'HEAD',
    });
    book.took(done.tookMs);
    judge(input, done, book);
  }

  /** Between the broken ones: a webhook as it should be must be answered and kept. */
  async function throwGenuine(book: Book): Promise<void> {
    const ref = targets.live[genuine++ % targets.live.length]!;
    const { carrierCallId } = await server.store.call(ref);
    const seq = 1_000 + genuine;
    const body = JSON.stringify({
      event: 'click2call.some_day_new',
      event_seq: seq,
      occurred_at: '2026-11-21T10:00:00Z',
      data: { id: carrierCallId },
    });
    const request = {
      method: 'POST',
      target: server.eventHook({ ref, placement: 1 }),
      headers: ['Content-Type: application/json'],
      body: Buffer.from(body),
      framing: { kind: 'length', how: 'length' } as const,
      splits: [],
      copies: 1,
    };
    const done = await exchange(server.port, packets(request), {
      expected: 1,
      halfClose: false,
      bodies: true,
    });
    book.took(done.tookMs);
    if (done.answers[0]?.status !== 204) {
      return book.violation(NAME, `a genuine event got ${statusOf(done)}`, request);
    }
    // Beyond the budget of its URL it is kept as a poke, and so it is when one waits already.
    const events = await server.store.events(ref);
    if (!events.some((kept) => kept.seq === seq || kept.seq === null)) {
      return book.violation(
        NAME,
        'a genuine event was acknowledged and is not in the store',
        request,
      );
    }
    book.count(NAME, 'valid token: genuine, 204');
  }

  return kindOf({
    name: NAME,
    share: 0.3,
    inputs,
    floors: {
      'valid token: 204': 30,
      'valid token: no answer to broken framing': 4,
      'forged token: 404': 10,
      'valid token: 405': 1,
    },
    async run(batch, book) {
      const forgedOnes = batch.filter(({ token }) => token.kind === 'forged');
      const validOnes = batch.filter(({ token }) => token.kind !== 'forged');
      await throwGenuine(book);
      await inGroups(validOnes.slice(1), (input) => throwIn(input, book));
      if (validOnes[0]) await throwIn(validOnes[0], book);
      const before = await watch.settled();
      await inGroups(forgedOnes, (input) => throwIn(input, book));
      const changed = StoreWatch.difference(before, watch.content());
      if (changed !== '') {
        book.violation(NAME, `a forged token changed the store: ${changed}`, forgedOnes);
      }
    },
  });
}

async function inGroups<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    await Promise.all(items.slice(at, at + AT_ONCE).map(work));
  }
}

/** Comes in place of the whole request, token and all. */
const PREFACE = 'the preface of HTTP/2';

function judge(input: WebhookInput, done: Exchange, book: Book): void {
  const valid = input.token.kind !== 'forged' && input.framing.how !== PREFACE;
  const broken = input.framing.kind === 'broken';
  const whose = valid ? 'valid token' : 'forged token';
  if (done.late) book.violation(NAME, 'no answer within 15 s', input);
  if (done.answers.some(({ status }) => status >= 500)) {
    book.violation(NAME, `${whose}: ${statusOf(done)}`, input);
  }
  const [first] = done.answers;
  if (first === undefined) {
    book.count(NAME, `${whose}: no answer to broken framing`);
    const silent = broken || mayEndUnanswered(input);
    if (!silent) book.violation(NAME, `${whose}: the connection broke without an answer`, input);
    return;
  }
  book.count(NAME, `${whose}: ${first.status}`);
  // A fragment is no part of a request target; what a server makes of it is its own affair.
  const posts = input.method === 'POST' && !input.query.startsWith('#');
  if (valid && posts && ![204, 408].includes(first.status)) {
    book.violation(NAME, `a valid token got ${first.status}`, input);
  }
  if (valid && posts && !broken && first.status === 408) {
    book.violation(NAME, 'a whole request was taken for a slow one', input);
  }
  if (!valid && first.status < 400)
    book.violation(NAME, `a forged token got ${first.status}`, input);
  for (const answer of done.answers) checkProblem(answer, input, book);
}

// What Node cannot read is not answered where it may have been a webhook; and what a forged token sends is not
// read, so that the answer can be lost behind a large body.
function mayEndUnanswered({ method, token, body }: WebhookInput): boolean {
  if (['post', 'FOO'].includes(method)) return true;
  if (token.kind !== 'forged') return false;
  return ['raw UTF-8', 'very long'].includes(token.how) || body.length > 65_536;
}

export function checkProblem(answer: Answer, input: unknown, book: Book, kind = NAME): void {
  const isHead = (input as { method?: string }).method === 'HEAD';
  if (answer.status < 400 || isHead) return;
  if (answer.status === 408 && answer.body === '') return;
  const why = whyNoProblem(answer);
  if (why !== undefined) book.violation(kind, `${answer.status} is no problem+json: ${why}`, input);
}

function whyNoProblem({ status, headers, body }: Answer): string | undefined {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) {
    return `its type is ${headers.get('content-type') ?? 'missing'}`;
  }
  try {
    const problem = JSON.parse(body) as Record<string, unknown>;
    if (problem['status'] !== status) return 'its status is another';
    if (typeof problem['code'] !== 'string' || typeof problem['detail'] !== 'string') {
      return 'it has no code or no detail';
    }
    return undefined;
  } catch {
    return 'it is not JSON';
  }
}

const statusOf = ({ answers }: Exchange) =>
  answers.map(({ status }) => status).join(', ') || 'no answer';

function forged(
  { how, of }: Token & { kind: 'forged' },
  server: ServerUnderFire,
  { live }: Targets,
): string {
  const ref = live[of % live.length]!;
  const path = server.eventHook({ ref, placement: 1 });
  const token = path.slice(path.lastIndexOf('/') + 1);
  const stem = path.slice(0, -token.length);
  switch (how) {
    case 'another letter':
      // Not the last one, whose lower bits do not count in base64url.
      return stem + (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    case 'a letter less':
      return path.slice(0, -1);
    case 'a letter more':
      return `${path}A`;
    case 'none':
      return stem;
    case "another placement's":
      return server.eventHook({ ref, placement: 2 }).replace(`${ref}.2`, `${ref}.1`);
    case "another call's":
      return (
        stem +
        server
          .eventHook({ ref: `${ref}9`, placement: 1 })
          .split('/')
          .at(-1)!
      );
    case 'the recording token':
      return stem + server.recordingHook.split('/').at(-1)!;
    case 'percent signs':
      return stem + '%41'.repeat(22);
    case 'a broken escape':
      return `${stem}%zz`;
    case 'a NUL':
      return `${path}%00`;
    case 'very long':
      return stem + 'A'.repeat(9_000);
    case 'a way up':
      return `${stem}../../../v1/campaigns`;
    case 'a slash more':
      return `/${path}`;
    case 'no reference':
      return `/hooks/click2call/nonsense/${token}`;
    case 'raw UTF-8':
      return `${stem}\u00e9\u00e9`;
    default:
      return unreachable(how);
  }
}
