/** Lists of contacts as people send them: CSV, NDJSON and JSON, broken in every way a spreadsheet can. */
import fc from 'fast-check';
import { exchange } from './exchange.ts';
import { kindOf, type Book, type Kind } from './kind.ts';
import { damaged, oddJson, oddTexts } from './odd-values.ts';
import { packets } from './odd-requests.ts';
import { API_KEY, type ServerUnderFire } from './server-under-fire.ts';
import { StoreWatch } from './store-watch.ts';
import { checkProblem } from './webhooks.ts';

const NAME = 'contact file';

export interface FileInput {
  campaign: number;
  type: string;
  body: Buffer;
  idempotencyKey: string | undefined;
}

const numbers = fc.oneof(
  { weight: 4, arbitrary: fc.nat(9_999).map((n) => `+1202555${String(n).padStart(4, '0')}`) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '+1 (202) 555-0101',
      '0012025550102',
      '2025550103',
      '+12025550104\u00a0',
      '+１２０２５５５０１０５',
      '+٤٩٣٠١٢٣٤٥٦٧٨',
      '+1202555010',
      '+1202555010123456789',
      '=+12025550106',
      '911',
      '+1911',
      '1.2025550107E10',
      'tel:+12025550108',
      '+12025550109;ext=5',
      '+12025550110\n',
      '+',
      '00',
      '+0',
      '-12025550111',
      '+1202555011\u200b2',
    ),
  },
  { weight: 1, arbitrary: oddTexts },
);

const cells = fc.oneof(
  { weight: 3, arbitrary: oddTexts },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '"',
      '""',
      '"open',
      'a"b',
      '"a""b"',
      '"a\nb"',
      '"a"b',
      'a,b',
      'a;b',
      "'",
      '\\"',
    ),
  },
);

const headers = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'number,name,row_key',
      'number;name;row_key',
      'NUMBER, Name ,row_key',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      'name',
      'number,number',
      'phone,name,row_key',
      'number,name,row_key,__proto__',
      '"number","name","row_key"',
      'number\tname',
      '\ufeffnumber,name,row_key',
      'number,name,',
      'constructor,number',
    ),
  },
);

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

const csv = fc
  .record({
    header: headers,
    rows: fc.array(fc.tuple(numbers, cells, cells, fc.boolean()), { maxLength: 12 }),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
  })
  .map(({ header, rows, newline }) => {
    const mark = header.includes(';') ? ';' : ',';
    const lines = rows.map(([number, name, key, safe]) =>
      (safe ? [number, name, key].map(quoted) : [number, name, key]).join(mark),
    );
    return [header, ...lines].join(newline);
  });

const row = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(numbers, oddTexts)
      .map(([number, name]) => JSON.stringify({ number, name, row_key: null })),
  },
  { weight: 1, arbitrary: oddJson.map((value) => `{"number":${value}}`) },
  { weight: 1, arbitrary: oddJson },
);
const ndjson = fc.array(row, { maxLength: 12 }).map((rows) => rows.join('\n'));
const json = fc
  .array(row, { maxLength: 12 })
  .chain((rows) =>
    fc.constantFrom(
      `{"contacts":[${rows.join(',')}]}`,
      `[${rows.join(',')}]`,
      `{"contacts":${rows[0] ?? 'null'}}`,
    ),
  );

const inputs: fc.Arbitrary<FileInput> = fc
  .constantFrom(
    { type: 'text/csv', text: csv },
    { type: 'text/csv; charset=utf-8', text: csv },
    { type: 'application/x-ndjson', text: ndjson },
    { type: 'application/json', text: json },
    { type: 'application/pdf', text: csv },
  )
  .chain(({ type, text }) =>
    fc.record({
      campaign: fc.nat(999),
      type: fc.constant(type),
      body: fc.oneof(
        { weight: 2, arbitrary: text.map((each) => Buffer.from(each)) },
        { weight: 1, arbitrary: damaged(text) },
      ),
      idempotencyKey: fc.oneof(
        { weight: 3, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.nat(20).map((n) => `file-${n}`) },
      ),
    }),
  );

interface Report {
  rows_read: number;
  accepted: number;
  duplicate: number;
  suppressed: number;
  rejected: number;
}

export function contactFiles(
  server: ServerUnderFire,
  watch: StoreWatch,
  campaigns: readonly string[],
): Kind {
  async function throwIn(input: FileInput, book: Book): Promise<void> {
    const request = {
      method: 'POST',
      target: `/v1/campaigns/${campaigns[input.campaign % campaigns.length]!}/contacts`,
      headers: [
        `Authorization: Bearer ${API_KEY}`,
        `Content-Type: ${input.type}`,
        ...(input.idempotencyKey === undefined ? [] : [`Idempotency-Key: ${input.idempotencyKey}`]),
      ],
      body: input.body,
      framing: { kind: 'length', how: 'length' } as const,
      splits: [],
      copies: 1,
    };
    const before = watch.content();
    const done = await exchange(server.port, packets(request), {
      expected: 1,
      halfClose: false,
      bodies: true,
    });
    book.took(done.tookMs);
    const [answer] = done.answers;
    if (answer === undefined) return book.violation(NAME, 'no answer', request);
    checkProblem(answer, request, book, NAME);
    if (answer.status >= 500) book.violation(NAME, `HTTP ${answer.status}`, request);
    if (answer.status !== 200) {
      book.count(NAME, `refused ${answer.status}`);
      const changed = StoreWatch.difference(before, watch.content());
      if (changed !== '')
        book.violation(NAME, `refused, and the store changed: ${changed}`, request);
      return;
    }
    const report = JSON.parse(Buffer.from(answer.body, 'latin1').toString()) as Report;
    book.count(NAME, report.rejected > 0 ? 'read, rows rejected' : 'read');
    const { accepted, duplicate, suppressed, rejected } = report;
    const counted = accepted + duplicate + suppressed + rejected;
    if (report.rows_read !== counted) book.violation(NAME, 'its report does not add up', request);
  }

  return kindOf({
    name: NAME,
    share: 0.1,
    inputs,
    floors: { read: 2, 'read, rows rejected': 15, 'refused 422': 8, 'refused 415': 5 },
    async run(batch, book) {
      for (const input of batch) await throwIn(input, book);
    },
  });
}
