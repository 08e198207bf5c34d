/** The carrier's answers to POST, GET, DELETE and lookups, read by the real client. */
import fc from 'fast-check';
import { createCarrierClient, type CarrierClient } from '../../src/carrier/client.ts';
import { CarrierError } from '../../src/carrier/http/errors.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../src/carrier/http/profile.ts';
import { meaningOf } from '../../src/domain/calls/placement.ts';
import { kindOf, type Book, type Kind } from './kind.ts';
import { answeringServer, deliveries, heads, type Said } from './odd-answers.ts';
import { brokenObject, damaged } from './odd-values.ts';
import { classesOf } from './table-6-1.ts';

const NAME = 'carrier answer';

export interface AnswerInput {
  operation: 'place' | 'show' | 'destroy' | 'lookup';
  said: Said;
}

/** Short, so that a run is; what is tested is that there is an end, and what it is taken for. */
const WITHIN_MS = 400;
/** Beyond the deadline: the process is busy with others. */
const GRACE_MS = 3_000;
const AT_ONCE = 6;

const statuses = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(200, 200, 201, 202) },
  { weight: 4, arbitrary: fc.constantFrom(402, 403, 409, 422) },
  { weight: 3, arbitrary: fc.constantFrom(400, 401, 404, 405, 406, 411, 413, 415, 429) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      203,
      204,
      205,
      206,
      299,
      300,
      301,
      302,
      304,
      307,
      308,
      408,
      410,
      418,
      425,
      451,
      500,
      502,
      503,
      504,
      599,
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(100, 199, 600, 700, 999) },
);

const call = brokenObject({
  id: '"ID"',
  status: '"accepted"',
  cost: 'null',
  recording_url: 'null',
});
const bodies = fc.oneof(
  { weight: 5, arbitrary: call },
  { weight: 3, arbitrary: call.map((text) => `{"data":${text}}`) },
  {
    weight: 4,
    arbitrary: brokenObject({
      code: '"insufficient_funds"',
      message: '"no"',
      details: '[{"field":"a_cli"}]',
    }).map((text) => `{"error":${text}}`),
  },
  { weight: 1, arbitrary: fc.constant('{"errors":{"base":["data not found"]}}') },
  { weight: 1, arbitrary: fc.constant('<html><body>502 Bad Gateway</body></html>') },
);

const headers = fc.subarray(
  [
    'Content-Type: application/json',
    'Content-Type: text/html',
    'Content-Encoding: gzip',
    'Content-Encoding: identity',
    'Retry-After: 99999999999',
    'Retry-After: -1',
    'Retry-After: Fri, 31 Dec 1999 23:59:59 GMT',
    'Retry-After: soon',
    'Location: http://127.0.0.1:9/',
    'Location: //',
    'Connection: keep-alive',
    'Set-Cookie: a=b',
    'X: caf\u00e9',
  ],
  { maxLength: 3 },
);

const inputs: fc.Arbitrary<AnswerInput> = fc.record({
  operation: fc.oneof(
    { weight: 5, arbitrary: fc.constant<AnswerInput['operation']>('place') },
    { weight: 3, arbitrary: fc.constant<AnswerInput['operation']>('show') },
    { weight: 1, arbitrary: fc.constantFrom<AnswerInput['operation']>('destroy', 'lookup') },
  ),
  said: fc
    .tuple(
      fc.record({
        status: statuses,
        headers,
        body: fc.oneof(
          { weight: 30, arbitrary: damaged(bodies) },
          {
            weight: 1,
            arbitrary: fc.constantFrom(262_144, 262_145).map((n) => Buffer.alloc(n, ' ')),
          },
        ),
        framing: fc.constantFrom<Said['framing']>('length', 'length', 'chunked', 'close'),
        head: heads,
      }),
      deliveries,
    )
    .map(([said, delivery]): Said => ({ ...said, ...delivery })),
});

export async function carrierAnswers(): Promise<Kind> {
  const program = new Map<string, Said>();
  let serial = 0;
  const server = await answeringServer((request) => program.get(/k\d+z/.exec(request)?.[0] ?? ''));
  const client = createCarrierClient({
    baseUrl: server.origin,
    apiKey: 'carrier-key',
    profile: DEFAULT_CARRIER_PROFILE,
    timing: { postMs: WITHIN_MS, readMs: WITHIN_MS },
  });

  async function throwIn(input: AnswerInput, book: Book): Promise<void> {
    const id = `k${++serial}z`;
    program.set(id, withId(input.said, id));
    const startedMs = performance.now();
    try {
      const outcome = await OPERATIONS[input.operation](
        client,
        id,
        { ...input, said: program.get(id)! },
        book,
      );
      book.count(NAME, outcome);
    } catch (error) {
      book.violation(NAME, `${input.operation} threw ${String(error)}`, input);
    }
    if (performance.now() - startedMs > WITHIN_MS + GRACE_MS) {
      book.violation(NAME, `${input.operation} did not end in time`, input);
    }
    program.delete(id);
  }

  return kindOf({
    name: NAME,
    share: 0.2,
    inputs,
    floors: {
      'POST accepted': 1,
      'POST refused': 5,
      'POST unknown': 15,
      'GET read': 0.2,
      'GET refused as unreadable': 5,
    },
    async run(batch, book) {
      for (let at = 0; at < batch.length; at += AT_ONCE) {
        await Promise.all(batch.slice(at, at + AT_ONCE).map((input) => throwIn(input, book)));
      }
    },
    async stop() {
      server.stop();
      await client.close();
    },
  });
}

// Most answers name the call they were asked for, or nearly none would get as far as being read.
const withId = (said: Said, id: string): Said => ({
  ...said,
  body: said.body.includes('"ID"')
    ? Buffer.from(said.body.toString('latin1').replaceAll('"ID"', `"${id}"`), 'latin1')
    : said.body,
});

const OPERATIONS: Record<
  AnswerInput['operation'],
  (client: CarrierClient, id: string, input: AnswerInput, book: Book) => Promise<string>
> = { place, show, destroy, lookup };

async function place(
  client: CarrierClient,
  id: string,
  input: AnswerInput,
  book: Book,
): Promise<string> {
  const startedMs = performance.now();
  const seen = await client.place(
    {
      destination: '+12025550101',
      agent: { kind: 'sip', address: 'agent-1' },
      agentCallerId: null,
      recordingUrl: null,
      callbackUrl: `https://dialwright.example/hooks/click2call/${id}`,
    },
    openGate(),
  );
  const { kind } = meaningOf(seen);
  const holds = classesOf(input.said);
  // On a busy machine an answer can come too late, and then it was none.
  if (performance.now() - startedMs >= WITHIN_MS) holds.push('unknown');
  if (!holds.includes(kind)) {
    book.violation(NAME, `POST taken for ${kind}, the table says ${holds.join(' or ')}`, input);
  }
  return `POST ${kind}`;
}

async function show(
  client: CarrierClient,
  id: string,
  input: AnswerInput,
  book: Book,
): Promise<string> {
  try {
    const shown = await client.show(id);
    if (shown.kind === 'not-found') {
      if (input.said.status !== 404) book.violation(NAME, 'GET: not found without a 404', input);
      return 'GET not found';
    }
    if (shown.id !== id) book.violation(NAME, 'GET: another call was believed', input);
    if (shown.cost !== null && !/^-?\d{1,9}(\.\d+)?(e[+-]?\d{1,2})?$/i.test(shown.cost)) {
      book.violation(NAME, `GET: ${shown.cost} was taken for money`, input);
    }
    return 'GET read';
  } catch (error) {
    return `GET refused as ${codeOf(error, input, book)}`;
  }
}

async function destroy(
  client: CarrierClient,
  id: string,
  input: AnswerInput,
  book: Book,
): Promise<string> {
  try {
    return `destroy ${(await client.destroy(id)).kind}`;
  } catch (error) {
    return `destroy: ${codeOf(error, input, book)}`;
  }
}

async function lookup(
  client: CarrierClient,
  id: string,
  input: AnswerInput,
  book: Book,
): Promise<string> {
  try {
    return `lookup ${(await client.lookUpRecording(id, openGate())).kind}`;
  } catch (error) {
    return `lookup: ${codeOf(error, input, book)}`;
  }
}

function codeOf(error: unknown, input: AnswerInput, book: Book): string {
  if (error instanceof CarrierError) return error.code;
  book.violation(NAME, `${input.operation}: not one of our errors: ${String(error)}`, input);
  return 'a foreign error';
}

const openGate = () => ({
  deadlineAtMs: Date.now() + 60_000,
  nowMs: Date.now,
  signal: new AbortController().signal,
});
