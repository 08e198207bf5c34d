/** Reports are streamed page by page, so that their length costs no memory. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { stringify, type Stringifier } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { isZone } from '../../domain/zone.ts';
import type { Page, PageRequest } from '../../store/store.ts';
import { Problem } from '../http/problem.ts';
import { formulaSafe, type ReportColumn } from './report-columns.ts';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

export const REPORT_FIELDS = {
  format: z.enum(['csv', 'ndjson']).default('csv').meta({
    description: '`ndjson`: one JSON object on each line, as the lists of this API show it.',
  }),
  zone: z
    .string()
    .max(64)
    .refine(isZone, 'must be an IANA time zone such as Europe/Paris')
    .default('UTC')
    .meta({ description: 'Zone of the columns that end in `_local`.', example: 'Europe/Paris' }),
  bom: z.stringbool('must be true or false').default(false).meta({
    description: 'Begins the CSV with a byte order mark, by which Excel recognises UTF-8.',
  }),
  delimiter: z.enum(['comma', 'semicolon', 'tab']).default('comma'),
};
const ReportQuery = z.object(REPORT_FIELDS);
type ReportQuery = z.infer<typeof ReportQuery>;

export interface Report<View extends object> {
  /** Of the file, without its ending. */
  name: string;
  columns: readonly ReportColumn<View>[];
  pages: (page: PageRequest) => Promise<Page<View>>;
}

const PAGE_ROWS = 500;

/** The rows in the order of the list. Other work of the process runs between two pages. */
export async function* rowsOf<View>(
  pages: (page: PageRequest) => Promise<Page<View>>,
): AsyncGenerator<View> {
  let after: string | undefined;
  do {
    const page = await pages({ limit: PAGE_ROWS, after });
    yield* page.items;
    after = page.next;
    await setImmediate();
  } while (after !== undefined);
}

/** Answers with the report. If reading fails on the way, the connection is cut, so that no client takes a part for the whole. */
export function sendReport<View extends object>(
  reply: FastifyReply,
  { name, columns, pages }: Report<View>,
  query: ReportQuery,
): FastifyReply {
  const rows = rowsOf(pages);
  const isCsv = query.format === 'csv';
  return reply
    .type(isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.${query.format}"`)
    .send(isCsv ? csvOf(rows, columns, query) : Readable.from(linesOf(rows)));
}

function csvOf<View>(
  rows: AsyncIterable<View>,
  columns: readonly ReportColumn<View>[],
  query: ReportQuery,
): Readable {
  async function* records() {
    for await (const row of rows) yield columns.map(({ value }) => value(row, query.zone));
  }
  return Readable.from(records()).compose(csvWriter(columns, query)) as Readable;
}

export function csvWriter(
  columns: readonly { name: string }[],
  { bom, delimiter }: Pick<ReportQuery, 'bom' | 'delimiter'>,
): Stringifier {
  return stringify({
    header: true,
    columns: columns.map(({ name }) => name),
    bom,
    delimiter: DELIMITERS[delimiter],
    cast: { string: formulaSafe, boolean: String },
  });
}

async function* linesOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** Limits how many reports a process writes at once, because webhooks wait for the same processor. */
export class ReportsAtOnce {
  readonly #most: number;
  readonly #running = new Set<FastifyReply>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts the answer until it is written, or its connection has ended. @throws Problem 503 */
  begin(reply: FastifyReply): void {
    if (this.#running.size >= this.#most) throw tooManyReports(this.#most);
    this.#running.add(reply);
    reply.raw.once('close', () => void this.#running.delete(reply));
  }

  /** Cuts all, because a server that is shut down would wait for the slowest reader. */
  cut(): void {
    for (const reply of this.#running) reply.raw.destroy();
  }
}

const tooManyReports = (most: number) =>
  new Problem({
    status: 503,
    code: 'too_many_reports',
    detail: `This server writes ${most} reports already, which is the most at once. Retry when one has ended.`,
    headers: { 'retry-after': '10' },
  });
