/** Requests for every operation of the OpenAPI document, mostly right, with something odd in many of them. */
import fc from 'fast-check';
import { resolved } from '../openapi/resolved.ts';
import { damagedValue, oddParameters, type Schema, type Schemas } from './schema-values.ts';

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  /** By content type. */
  bodies: Record<string, Schema>;
  example: unknown;
  /** By status: the content types of the answer. */
  answers: Record<string, string[]>;
}

export interface Document {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Schemas };
}

interface DescribedOperation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(resolved(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const content = described.requestBody?.content ?? {};
      return {
        method: method.toUpperCase(),
        path,
        parameters: described.parameters ?? [],
        bodies: Object.fromEntries(
          Object.entries(content).map(([type, { schema }]) => [type, schema]),
        ),
        example: Object.values(content).find(({ example }) => example !== undefined)?.example,
        answers: Object.fromEntries(
          Object.entries(described.responses).map(([status, answer]) => [
            status,
            Object.keys(answer.content ?? {}),
          ]),
        ),
      };
    }),
  );
}

export interface OddRequest {
  operation: Operation;
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

/** @param known by name of a path parameter: values of what is there */
export function requestsFor(
  operation: Operation,
  schemas: Schemas,
  known: Record<string, string[]>,
): fc.Arbitrary<OddRequest> {
  return fc
    .record({
      path: pathOf(operation, known),
      query: queryOf(operation),
      headers: headersOf(operation),
      body: bodyOf(operation, schemas),
    })
    .map(({ path, query, headers, body: { type, payload } }) => ({
      operation,
      url: path + query,
      headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(payload === undefined ? {} : { payload }),
    }));
}

function pathOf({ path, parameters }: Operation, known: Record<string, string[]>) {
  const named = parameters.filter((each) => each.in === 'path');
  const values = named.map(({ name }) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...(known[name] ?? ['1'])) },
      { weight: 1, arbitrary: oddParameters },
    ),
  );
  return fc.tuple(...values).map((chosen) => {
    const byName = Object.fromEntries(named.map(({ name }, index) => [name, chosen[index]!]));
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(byName[name]!));
  });
}

function queryOf({ parameters }: Operation): fc.Arbitrary<string> {
  const named = parameters.filter((each) => each.in === 'query');
  if (named.length === 0) return fc.constantFrom('', '', '?x=1');
  const values = named.map(
    ({ name, schema }) => [name, fc.oneof(rightParameter(schema), oddParameters)] as const,
  );
  return fc
    .record(Object.fromEntries(values), { requiredKeys: [] })
    .map((query) => new URLSearchParams(query as Record<string, string>).toString())
    .map((text) => (text === '' ? '' : `?${text}`));
}

function rightParameter(schema: Schema): fc.Arbitrary<string> {
  const values = [schema['enum'], schema['example'], schema['default']].flat();
  const known = values.filter((value) => value !== undefined && value !== null).map(String);
  return known.length > 0 ? fc.constantFrom(...known) : oddParameters;
}

const LONG = 'x'.repeat(5_000);
/** Headers that a route reads, at their longest and oddest. */
const ODD_HEADERS: readonly Record<string, string>[] = [
  { 'if-match': LONG },
  { 'if-match': '"a",'.repeat(1_250) },
  { 'if-match': ','.repeat(900) },
  { 'if-match': '' },
  { 'if-match': '*' },
  { 'if-match': 'W/"a"' },
  { 'if-none-match': LONG },
  { 'if-none-match': '*' },
  { 'idempotency-key': LONG },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'caf\u00e9' },
  { 'last-event-id': LONG },
  { 'last-event-id': 'evt_x' },
  { range: `bytes=${'1-2,'.repeat(1_000)}` },
  { range: 'bytes=-0' },
  { range: 'bytes=99999999999999999999-' },
  { accept: LONG },
  { accept: '*/*;q=nonsense' },
  { cookie: `dialwright_session=${LONG}` },
  { origin: LONG },
  { 'x-forwarded-for': LONG },
  { 'sec-fetch-site': 'cross-site' },
];

/** The API key of the request is left out or wrong now and then. */
function headersOf({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const takesKey = parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key');
  const odd = fc
    .subarray([...ODD_HEADERS], { maxLength: 2 })
    .map((some) => Object.assign({}, ...some) as Record<string, string>);
  const key = fc.nat(20).map((n) => ({ 'idempotency-key': `key-${n}` }));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    ...(takesKey ? [{ weight: 1, arbitrary: key }] : []),
    { weight: 4, arbitrary: odd },
  );
}

interface OddBody {
  type?: string;
  payload?: string;
}

const ODD_TYPES = [
  'application/json',
  'APPLICATION/JSON',
  'application/json; charset=utf-16',
  'application/merge-patch+json',
  'application/x-ndjson',
  'text/csv',
  'text/plain',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'no/type; ===',
  '',
];
const ODD_PAYLOADS = ['', 'null', '""', '0', '[]', '{}', '{', ',', '\u0000', '\ufeff{}', '[null]'];

function bodyOf(operation: Operation, schemas: Schemas): fc.Arbitrary<OddBody> {
  const odd = fc.record(
    { type: fc.constantFrom(...ODD_TYPES), payload: fc.constantFrom(...ODD_PAYLOADS) },
    { requiredKeys: [] },
  );
  const described = Object.entries(operation.bodies).map(([type, schema]) => ({
    weight: 4,
    arbitrary: (type.includes('json') && type !== 'application/x-ndjson'
      ? damagedValue(schema, schemas).map((value) => JSON.stringify(value))
      : linesOf(operation.path)
    ).map((payload) => ({ type, payload })),
  }));
  const example =
    operation.example === undefined
      ? []
      : [
          {
            weight: 2,
            arbitrary: fc.constant({
              type: Object.keys(operation.bodies)[0]!,
              payload: JSON.stringify(operation.example),
            }),
          },
        ];
  if (described.length === 0) {
    return fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: odd });
  }
  return fc.oneof(...described, ...example, { weight: 2, arbitrary: odd });
}

/** Bodies that are lists as text: CSV, or one JSON object a line. */
function linesOf(path: string): fc.Arbitrary<string> {
  const heads = path.includes('agents')
    ? ['id,name,kind,address', 'id,name,kind,address,pools,capacity', 'id']
    : ['number', 'number,name,row_key', 'number;name', 'Number\tName'];
  const cell = fc.oneof(oddParameters, fc.constantFrom('+12025550123', 'ada', 'sip', ''));
  const csv = fc
    .tuple(
      fc.constantFrom(...heads, ''),
      fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 3 }),
    )
    .map(([head, rows]) => [head, ...rows.map((row) => row.join(','))].join('\n'));
  const ndjson = fc
    .array(fc.oneof(fc.constant('{"number":"+12025550123"}'), fc.json({ maxDepth: 2 })), {
      maxLength: 3,
    })
    .map((rows) => rows.join('\n'));
  return fc.oneof(csv, ndjson);
}
