/** Reads a whole list once before anything is written: what is wrong with it, and what its sender must say. */
import { splitNumbers } from '../../domain/lists/several-numbers.ts';
import { withNotices, type Notice } from './import-notices.ts';
import { holdsWorkbook, rowsOf, tooManyRows, type RowsBody } from './row-bodies.ts';
import type { TextRow } from './rows/text-row.ts';

interface Examined {
  /** As it is to be read. */
  body: RowsBody;
  notices: Notice[];
}

const MOST_SAMPLES = 5;

/**
 * @param footer what the sender says of lines at the end that are no contacts; undefined: nothing
 * @throws Problem 400, 413, 422 if it cannot be read or has more rows than `most`
 */
export async function examineList(
  received: RowsBody,
  { most, footer }: { most: number; footer: 'leave_out' | 'rows' | undefined },
): Promise<Examined> {
  const { body, notices } = await withEncoding(received);
  const footers = new FooterSearch();
  const numbers = new FurtherNumbers();
  let rows = 0;
  try {
    for await (const row of rowsOf(body)) {
      rows += 1;
      if (rows > most) throw tooManyRows(most, row.line);
      footers.add(row);
      numbers.add(row);
    }
  } catch (error) {
    throw withNotices(error, notices);
  }
  const found = footer === 'rows' ? undefined : footers.found();
  return {
    body: { ...body, endLine: found?.line },
    notices: [
      ...notices,
      ...(found && footer === undefined ? [found.notice] : []),
      ...numbers.notice(),
    ],
  };
}

/** Text that is not Unicode and whose encoding nobody names is read as what Excel writes, if the sender agrees. */
async function withEncoding(body: RowsBody): Promise<Examined> {
  const isText = body.format === 'table' && !(await holdsWorkbook(body));
  if (body.encoding !== null || !isText) return { body, notices: [] };
  const encoding = await body.spooled.guessEncoding();
  if (encoding === null) return { body, notices: [] };
  const samples = await specialTexts(body.spooled.text(encoding));
  const detail = `The text is not UTF-8. It is read as ${encoding}, in which it has such texts`;
  const notice = { code: 'encoding' as const, detail, samples, answer: { encoding } };
  return { body: { ...body, encoding }, notices: [notice] };
}

const BETWEEN_CELLS = /[,;|\t\r\n"]+/;
const SPECIAL = /\P{ASCII}/u;
const LONGEST_SAMPLE = 60;

/** Those in which a wrong encoding would show. */
async function specialTexts(text: AsyncGenerator<string>): Promise<string[]> {
  const found = new Set<string>();
  for await (const chunk of text) {
    for (const cell of chunk.split(BETWEEN_CELLS)) {
      if (SPECIAL.test(cell)) found.add(cell.trim().slice(0, LONGEST_SAMPLE));
      if (found.size === MOST_SAMPLES) return [...found];
    }
  }
  return [...found];
}

/** The rows at the end that look like the footer of a report. */
class FooterSearch {
  #lines: { line: number; text: string }[] = [];
  #likely = false;

  add(row: TextRow): void {
    const { footer } = row;
    if (!footer) {
      this.#lines = [];
      this.#likely = false;
      return;
    }
    if (this.#lines.length < MOST_SAMPLES) this.#lines.push({ line: row.line, text: footer.text });
    this.#likely ||= footer.likely;
  }

  found(): { line: number; notice: Notice } | undefined {
    const [first] = this.#lines;
    if (!first || !this.#likely) return undefined;
    const detail = `From line ${first.line} on there are no contacts but the footer of a report, which is left out`;
    const samples = this.#lines.map(({ text }) => text.slice(0, LONGEST_SAMPLE));
    const notice: Notice = { code: 'footer', detail, samples, answer: { footer: 'leave_out' } };
    return { line: first.line, notice };
  }
}

/** Cells with several numbers of one person. */
class FurtherNumbers {
  #rows = 0;
  readonly #samples: string[] = [];

  add(row: TextRow): void {
    const written =
      'row' in row && typeof row.row === 'object' && row.row !== null
        ? (row.row as { number?: unknown }).number
        : undefined;
    const further = typeof written === 'string' ? splitNumbers(written).slice(1) : [];
    if (further.length === 0) return;
    this.#rows += 1;
    if (this.#samples.length < MOST_NAMED)
      this.#samples.push(`line ${row.line}: ${further.join(' and ')}`);
  }

  notice(): Notice[] {
    if (this.#rows === 0) return [];
    const rows = this.#rows === 1 ? 'One row has' : `${this.#rows} rows have`;
    const detail = `${rows} several numbers in one cell. Each is a contact of the same person, and one of them at a time is called: these are the further ones`;
    return [{ code: 'further_numbers', detail, samples: this.#samples, answer: null }];
  }
}

const MOST_NAMED = 100;
