/** Reports are streamed page by page, so that their length costs no memory. */
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import type { Page, PageRequest } from '../../store/requests.ts';
import { Problem } from '../http/problem.ts';
import { CSV_FIELDS, writeCsv } from '../http/csv/csv-writer.ts';
import { Zone } from '../http/schemas.ts';
import { namesBesideIds, type CsvOptions, type ReportColumn } from './report-columns.ts';

export const ZONE_FIELD = {
  zone: Zone.default('UTC').meta({
    description: 'Zone of the columns that end in `_local`.',
    example: 'Europe/Paris',
  }),
};

export const REPORT_FIELDS = {
  format: z.enum(['csv', 'ndjson']).default('csv').meta({
    description: '`ndjson`: one JSON object on each line, as the lists of this API show it.',
  }),
  ...ZONE_FIELD,
  ...CSV_FIELDS,
  decimal: z.enum(['point', 'comma']).optional().meta({
    description:
      'The decimal mark of CSV. Left out: a comma with `delimiter=semicolon`, as in most of Europe, else a point.',
  }),
};
/** Called with the number of rows read so far. */
export type OnRows = (rows: number) => void;

const PAGE_ROWS = 500;

/** The rows in the order of the list. Other work of the process runs between two pages. */
export async function* rowsOf<View>(
  pages: (page: PageRequest) => Promise<Page<View>>,
  onRows: OnRows,
): AsyncGenerator<View> {
  let after: string | undefined;
  let rows = 0;
  do {
    const page = await pages({ limit: PAGE_ROWS, after });
    yield* page.items;
    onRows((rows += page.items.length));
    after = page.next;
    await setImmediate();
  } while (after !== undefined);
}

export function csvOf<View>(
  rows: AsyncIterable<View> | Iterable<View>,
  columns: readonly ReportColumn<View>[],
  query: CsvOptions,
): Readable {
  const shown = query.for === undefined ? columns : namesBesideIds(columns);
  async function* records() {
    for await (const row of rows) yield shown.map(({ value }) => value(row, query));
  }
  return writeCsv(records(), shown, query);
}

export async function* linesOf(
  rows: AsyncIterable<object> | Iterable<object>,
): AsyncGenerator<string> {
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
