/** Opens a sheet of an Excel workbook (.xlsx) as a table. */
import type { FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import { Problem } from '../../http/problem.ts';
import { HEAD_ROWS, type Table, type TableRecord } from '../tables/table-record.ts';
import { isDateFormat, type DateSystem } from './cell-text.ts';
import { sharedStrings } from './shared-strings.ts';
import { sheetRecords } from './sheet-records.ts';
import { readXml } from './xml-stream.ts';
import { malformedWorkbook, zipParts, type ZipParts } from './zip-parts.ts';

/** The first bytes of a ZIP file. */
const ZIP = Buffer.from('PK\u0003\u0004');

export const isWorkbook = (start: Buffer): boolean => start.subarray(0, ZIP.length).equals(ZIP);

interface Sheet {
  name: string;
  part: string;
  hidden: boolean;
}

/**
 * @param sheet its name; undefined: the only one that has rows
 * @throws Problem 413, 422
 */
export async function workbookTable(file: FileHandle, sheet: string | undefined): Promise<Table> {
  const parts = await zipParts(file);
  const { sheets, dates } = await readWorkbook(parts);
  const values = {
    texts: await sharedStrings(await parts.open('xl/sharedStrings.xml')),
    isDate: await dateStyles(parts),
    dates,
  };
  async function* recordsOf({ part }: Sheet): AsyncGenerator<TableRecord> {
    const stream = await parts.open(part);
    if (stream) yield* sheetRecords(stream, values);
  }
  const chosen = await chosenSheet(sheets, sheet, recordsOf);
  return {
    delimiter: '\t',
    head: chosen ? await firstOf(recordsOf(chosen), HEAD_ROWS) : [],
    records: chosen ? recordsOf(chosen) : noRecords(),
  };
}

async function* noRecords(): AsyncGenerator<TableRecord> {}

async function firstOf<Each>(records: AsyncIterable<Each>, most: number): Promise<Each[]> {
  const first: Each[] = [];
  for await (const record of records) {
    first.push(record);
    if (first.length === most) break;
  }
  return first;
}

/** Undefined: no sheet has rows. */
async function chosenSheet(
  sheets: readonly Sheet[],
  wanted: string | undefined,
  recordsOf: (sheet: Sheet) => AsyncIterable<TableRecord>,
): Promise<Sheet | undefined> {
  if (wanted !== undefined) {
    const named = sheets.find(({ name }) => name === wanted);
    if (named) return named;
    throw unclearSheet(`There is no sheet “${wanted}”`, sheets);
  }
  const filled: Sheet[] = [];
  for (const sheet of sheets.filter(({ hidden }) => !hidden)) {
    if ((await firstOf(recordsOf(sheet), 1)).length > 0) filled.push(sheet);
  }
  if (filled.length > 1) throw unclearSheet('Several sheets have rows', filled);
  return filled[0];
}

function unclearSheet(what: string, sheets: readonly Sheet[]): Problem {
  const names = sheets.map(({ name }) => name);
  return new Problem({
    status: 422,
    code: 'sheet_unclear',
    detail: `${what}. Say which one is the list with \`sheet\`: ${names.join(', ')}. Nothing was imported.`,
    more: { sheets: names },
  });
}

async function readWorkbook(parts: ZipParts): Promise<{ sheets: Sheet[]; dates: DateSystem }> {
  const workbook = await parts.open('xl/workbook.xml');
  if (!workbook) throw malformedWorkbook('is another ZIP file, or of another kind than .xlsx');
  const found: { name: string; id: string; hidden: boolean }[] = [];
  let dates: DateSystem = 1900;
  await readXml(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr' && ['1', 'true'].includes(attributes['date1904'] ?? ''))
        dates = 1904;
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const hidden = (attributes['state'] ?? 'visible') !== 'visible';
      found.push({ name: attributes['name'] ?? '', id, hidden });
    },
  });
  const targets = await relationTargets(parts);
  const sheets = found.flatMap(({ id, ...sheet }) => {
    const target = targets.get(id);
    return target === undefined ? [] : [{ ...sheet, part: posix.resolve('/xl', target).slice(1) }];
  });
  return { sheets, dates };
}

async function relationTargets(parts: ZipParts): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const relations = await parts.open('xl/_rels/workbook.xml.rels');
  if (!relations) throw malformedWorkbook('does not say where its sheets are');
  await readXml(relations, {
    open(name, { Id, Target, Type = '' }) {
      const isSheet = name === 'Relationship' && Type.endsWith('/worksheet');
      if (isSheet && Id !== undefined && Target !== undefined) targets.set(Id, Target);
    },
  });
  return targets;
}

/** Whether cells of a style show dates. */
async function dateStyles(parts: ZipParts): Promise<(style: number) => boolean> {
  const styles = await parts.open('xl/styles.xml');
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let inCells = false;
  if (styles) {
    await readXml(styles, {
      open(name, attributes) {
        if (name === 'numFmt') {
          codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
        }
        if (name === 'cellXfs') inCells = true;
        if (name === 'xf' && inCells) formats.push(Number(attributes['numFmtId'] ?? 0));
      },
      close(name) {
        if (name === 'cellXfs') inCells = false;
      },
    });
  }
  const isDate = formats.map((id) => isDateFormat(id, codes.get(id)));
  return (style) => isDate[style] ?? false;
}
