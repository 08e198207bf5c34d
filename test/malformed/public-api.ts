/** The public API: every operation of its own description, with odd keys, ids, headers and bodies. */
import fc from 'fast-check';
import { exchange } from './exchange.ts';
import { kindOf, type Book, type Kind } from './kind.ts';
import { brokenObject, damaged, oddTexts } from './odd-values.ts';
import { framings, oddHeaders, packets, splits, type Framing } from './odd-requests.ts';
import { API_KEY, type ServerUnderFire } from './server-under-fire.ts';
import { StoreWatch } from './store-watch.ts';
import { checkProblem } from './webhooks.ts';

const NAME = 'public API';

interface Operation {
  method: string;
  path: string;
}

export interface ApiInput {
  operation: number;
  path: { id: string; odd: boolean }[];
  query: string;
  authorization: string;
  idempotencyKey: string | undefined;
  headers: string[];
  /** With neither a body nor a type. */
  bare: boolean;
  body: Buffer;
  framing: Framing;
  splits: number[];
  method: string | undefined;
}

const bodies = fc.oneof(
  brokenObject({
    name: '"Spring"',
    keep_open: 'false',
    redial: '{"max_attempts":2,"max_calls":4}',
  }),
  brokenObject({ id: '"agent-1"', name: '"Ada"', kind: '"sip"', address: '"sip-1"' }),
  brokenObject({ number: '"+12025550101"', name: '"Ada"', agent_id: 'null' }),
  brokenObject({ reason: '"a person said so"' }),
  brokenObject({ x: '1' }),
  fc.constantFrom('', '{}'),
);

const authorizations = fc.oneof(
  { weight: 12, arbitrary: fc.constant(`Authorization: Bearer ${API_KEY}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'X: y',
      'Authorization: ',
      'Authorization: Bearer',
      'Authorization: Bearer nobody',
      `Authorization: Basic ${API_KEY}`,
      `Authorization: Bearer ${API_KEY}, Bearer x`,
      `Authorization: Bearer ${'k'.repeat(9_000)}`,
    ),
  },
);

const keys = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.nat(30).map((n) => `key-${n}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      'a b',
      'k'.repeat(255),
      'k'.repeat(256),
      'caf\u00e9',
      '"q"',
      ',',
      '__proto__',
    ),
  },
);

const queries = fc.constantFrom(
  '',
  '',
  '?limit=1',
  '?limit=0',
  '?limit=1e9',
  '?limit=%00',
  '?limit=1&limit=2',
  '?cursor=nonsense',
  '?cursor=%ff%fe',
  `?cursor=${'A'.repeat(5_000)}`,
  '?state=nonsense',
  '?disposition=__proto__',
  '?%zz=1',
  '?__proto__[x]=1',
  '?a[]=1&a[b]=2',
  '?',
  '??&&==',
);

const inputs: fc.Arbitrary<ApiInput> = fc.record({
  operation: fc.nat(9_999),
  path: fc.array(fc.record({ id: oddTexts, odd: fc.boolean() }), { minLength: 2, maxLength: 2 }),
  query: queries,
  authorization: authorizations,
  idempotencyKey: keys,
  headers: oddHeaders,
  bare: fc.nat(7).map((n) => n === 0),
  body: fc.oneof(
    { weight: 30, arbitrary: damaged(bodies) },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(1_100_000, ' ')) },
  ),
  framing: framings,
  splits,
  method: fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'FOO'),
    },
  ),
});

export async function publicApi(
  server: ServerUnderFire,
  watch: StoreWatch,
  known: Record<string, string[]>,
): Promise<Kind> {
  const operations = await operationsOf(server);

  function targetOf(input: ApiInput, { path }: Operation): string {
    let index = 0;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const { id, odd } = input.path[index++ % input.path.length]!;
      const pool = known[name];
      if (odd || pool === undefined) return encodeURIComponent(id.toWellFormed());
      return pool[input.operation % pool.length]!;
    });
    return filled + input.query;
  }

  function headersOf({ authorization, idempotencyKey, headers, bare }: ApiInput): string[] {
    const typed = bare || headers.some((line) => line.startsWith('Content-Type'));
    return [
      authorization,
      // Without a type nothing is read, and most odd bodies would never be parsed.
      ...(typed ? [] : ['Content-Type: application/json']),
      ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
      ...headers,
    ];
  }

  async function throwIn(input: ApiInput, book: Book): Promise<void> {
    const operation = operations[input.operation % operations.length]!;
    const method = input.method ?? operation.method;
    const request = {
      ...input,
      method,
      target: targetOf(input, operation),
      headers: headersOf(input),
      body: input.bare || ['GET', 'HEAD'].includes(method) ? Buffer.alloc(0) : input.body,
      copies: 1,
    };
    const broken = input.framing.kind === 'broken';
    const before = watch.content();
    const done = await exchange(server.port, packets(request), {
      expected: broken ? 99 : 1,
      halfClose: broken,
      bodies: method !== 'HEAD',
    });
    book.took(done.tookMs);
    if (done.late) book.violation(NAME, 'no answer within 15 s', request);
    const [first] = done.answers;
    if (first === undefined) {
      // Its sender is gone, but it may be at work still.
      await watch.settled();
      book.count(NAME, 'no answer');
      const mayBreak = broken || method === 'FOO' || isTooMuch(request);
      if (!mayBreak) book.violation(NAME, 'no answer', request);
    } else {
      book.count(NAME, outcomeOf(first.status));
    }
    for (const answer of done.answers) {
      checkProblem(answer, request, book, NAME);
      const deliberate =
        (answer.status === 503 && answer.body.includes('"code"')) ||
        tellsOfCarrier(request, answer);
      if (answer.status >= 500 && !deliberate)
        book.violation(NAME, `HTTP ${answer.status}`, request);
    }
    // Without an answer nothing was refused: a whole request before the broken one may have had its effect.
    const refused = first !== undefined && done.answers.every(({ status }) => status >= 400);
    const changed = refused ? StoreWatch.difference(before, watch.content()) : '';
    // Of a change at the carrier the audit holds that it was asked for, whatever came of it.
    const asked = isOfCarrier(request) && /^audit \d+$/.test(changed);
    if (changed !== '' && !asked) {
      const what = `refused with ${first?.status}, and the store changed: ${changed}`;
      book.violation(NAME, what, request);
    }
  }

  return kindOf({
    name: NAME,
    share: 0.2,
    inputs,
    floors: {
      accepted: 6,
      'refused 400': 3,
      'refused 401': 3,
      'refused 404': 3,
      'refused 422': 15,
    },
    async run(batch, book) {
      // One at a time: the effect of each on the store is checked.
      for (const input of batch) await throwIn(input, book);
    },
  });
}

/** Nobody is where the carrier should be. */
const isOfCarrier = ({ target }: { target: string }) => target.startsWith('/v1/carrier/');
const tellsOfCarrier = (
  request: { method: string; target: string },
  { status, body }: { status: number; body: string },
) =>
  isOfCarrier(request) &&
  status === 502 &&
  // The answer to a HEAD has no body.
  (request.method === 'HEAD' || body.includes('"carrier_unreachable"'));

const outcomeOf = (status: number) => (status < 400 ? 'accepted' : `refused ${status}`);

async function operationsOf(server: ServerUnderFire): Promise<Operation[]> {
  const { body } = await server.api('GET', '/openapi.json');
  const { paths } = body as { paths: Record<string, Record<string, unknown>> };
  const all = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    )
    // Contact files are a kind of their own.
    .filter(({ path }) => !path.endsWith('/contacts'));
  const waits = ({ path }: Pick<Operation, 'path'>) =>
    WAIT_FOR_TEMPORAL.some((end) => path.endsWith(end));
  const others = all.filter(({ path }) => !waits({ path }) && !isOfCarrier({ target: path }));
  const ofCarrier = all.filter(({ path }) => isOfCarrier({ target: path }));
  const often = (operations: Operation[], times: number) =>
    Array.from({ length: times }, () => operations).flat();
  return [...all.filter(waits), ...often(ofCarrier, SELDOM / 6), ...often(others, SELDOM)];
}

/** They take their whole deadline without Temporal: each is thrown so many times less often than others. */
const WAIT_FOR_TEMPORAL = ['/readyz', '/hangup'];
const SELDOM = 24;

/** What is refused while it still comes: the answer may be lost with the connection. */
function isTooMuch({
  target,
  headers,
  body,
}: {
  target: string;
  headers: string[];
  body: Buffer;
}): boolean {
  return body.length > 1_048_576 || target.length + headers.join('\r\n').length > 15_000;
}
