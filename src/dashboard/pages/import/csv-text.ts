/** CSV as the server reads it: a header line, `,`, `;`, `|` or tabs between fields, quotes around fields with line breaks. */

export interface CsvSample {
  /** Titles of the columns, without empty ones at the end. One that stands twice has its turn: `Phone (2)`. */
  header: readonly string[];
  rows: string[][];
  /** The text of header and rows. A row that may go on behind it is left out. */
  text: string;
}

interface SampleInput {
  /** The text is all of the file. */
  whole: boolean;
  most?: number;
  /** Of the header line, as the server found them; left out: it is the first line. */
  titles?: readonly string[] | undefined;
}

/** @param text the beginning of a file */
export function csvSample(
  text: string,
  { whole, most = Infinity, titles }: SampleInput,
): CsvSample {
  const records = [...csvRecords(text, { whole, most: most + 1 })];
  const lines = records.map(({ fields }) => distinctTitles(fields));
  const found = titles
    ? lines.findIndex((line) => titles.every((title) => line.includes(title)))
    : Math.min(0, lines.length - 1);
  // Without a header line the server names columns by their places.
  const header = lines[found] ?? titles ?? [];
  const last = header.findLastIndex((title) => title !== '');
  return {
    header: header.slice(0, last + 1),
    rows: records.slice(found + 1).map(({ fields }) => fields),
    text: text.slice(0, records.at(-1)?.end ?? 0),
  };
}

/** As the server names them in a mapping. */
function distinctTitles(written: readonly string[]): string[] {
  const titles = written.map((title) => title.trim());
  return titles.map((title, index) => {
    const turn = titles.slice(0, index + 1).filter((each) => each === title).length;
    return title === '' || turn === 1 ? title : `${title} (${turn})`;
  });
}

/** Objects by the titles of the header line. */
export function csvObjects(text: string, most = Infinity): Record<string, string>[] {
  const { header, rows } = csvSample(text, { whole: true, most });
  return rows.map((fields) =>
    Object.fromEntries(header.map((title, index) => [title, fields[index] ?? ''])),
  );
}

interface CsvRecord {
  fields: string[];
  /** Where the next record begins. */
  end: number;
}

/** Empty lines are no records. */
function* csvRecords(
  text: string,
  { whole, most }: { whole: boolean; most: number },
): Generator<CsvRecord> {
  // Excel writes `sep=;` as the first line, which is no row.
  const separator = /^\ufeff?sep=([,;\t|])[ ,;\t|]*(?:\r\n|\n|\r)/i.exec(text);
  let at = separator?.[0].length ?? 0;
  const delimiter = separator?.[1] ?? delimiterOf(text);
  const field = fieldOf(delimiter);
  for (let found = 0; found < most && at < text.length;) {
    const record = recordAt(text, at, { delimiter, field });
    if (!record.ended && !whole) return;
    at = record.end;
    if (record.fields.length === 1 && record.fields[0] === '') continue;
    found++;
    yield record;
  }
}

/** A field with what stands behind its closing quote, which the server refuses. Quotes may be open at the end of the text. */
const fieldOf = (delimiter: string): RegExp => {
  const plain = `[^${delimiter}\\r\\n]*`;
  return new RegExp(`"([^"]*(?:""[^"]*)*)(?:"|$)${plain}|${plain}`, 'y');
};

function recordAt(
  text: string,
  from: number,
  { delimiter, field }: { delimiter: string; field: RegExp },
): CsvRecord & { ended: boolean } {
  const fields: string[] = [];
  for (let at = from; ; at++) {
    field.lastIndex = at;
    const [written, quoted] = field.exec(text)!;
    at += written.length;
    fields.push(quoted === undefined ? written.trim() : quoted.replaceAll('""', '"'));
    if (text[at] === delimiter) continue;
    const end = at + (text.startsWith('\r\n', at) ? 2 : 1);
    return { fields, end: Math.min(end, text.length), ended: at < text.length };
  }
}

const LINES_COMPARED = 30;

/** The one that gives the most of the first lines as many fields. */
function delimiterOf(text: string): string {
  const lines = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]+/, LINES_COMPARED)
    .filter((line) => line !== '');
  const scoreOf = (delimiter: string): number => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    return Math.max(
      0,
      ...counts.map((most) => most * counts.filter((each) => each === most).length),
    );
  };
  return ['\t', ';', '|', ','].reduce((best, each) =>
    scoreOf(each) > scoreOf(best) ? each : best,
  );
}
