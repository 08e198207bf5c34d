/** Writes Excel workbooks: a ZIP file with the parts that a spreadsheet writes. */
import { crc32, deflateRawSync } from 'node:zlib';

/** A value, or the inside of a `c` element with its attributes. */
export type CellValue = string | number | null | { attributes: string; inside: string };

export interface SheetInput {
  name: string;
  rows: readonly (readonly CellValue[])[];
  hidden?: boolean;
}

interface WorkbookInput {
  sheets: readonly SheetInput[];
  /** Codes of number formats, which are the styles 1, 2 … */
  formats?: readonly string[];
  date1904?: boolean;
  /** Replaces parts, or adds them. */
  parts?: Readonly<Record<string, string>>;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function workbook({ sheets, formats = [], date1904 = false, parts = {} }: WorkbookInput) {
  const texts: string[] = [];
  const sheetParts = sheets.map(({ rows }, n): [string, string] => [
    `xl/worksheets/sheet${n + 1}.xml`,
    sheetXml(rows, texts),
  ]);
  return zip({
    'xl/workbook.xml': workbookXml(sheets, date1904),
    'xl/_rels/workbook.xml.rels': relationsXml(sheets.length),
    'xl/styles.xml': stylesXml(formats),
    ...Object.fromEntries(sheetParts),
    'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    ...parts,
  });
}

const workbookXml = (sheets: readonly SheetInput[], date1904: boolean) =>
  `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${sheets
    .map(
      ({ name, hidden }, n) =>
        `<sheet name="${escaped(name)}" sheetId="${n + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${n + 1}"/>`,
    )
    .join('')}</sheets></workbook>`;

const relationsXml = (sheets: number) =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Array.from(
    { length: sheets },
    (_, n) =>
      `<Relationship Id="rId${n + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  ).join('')}</Relationships>`;

const stylesXml = (formats: readonly string[]) =>
  `${HEAD}<styleSheet ${MAIN}><numFmts>${formats
    .map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${escaped(code)}"/>`)
    .join(
      '',
    )}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
    .map((_, n) => `<xf numFmtId="${164 + n}"/>`)
    .join('')}</cellXfs></styleSheet>`;

function sheetXml(rows: SheetInput['rows'], texts: string[]): string {
  const cellXml = (value: CellValue, row: number, column: number): string => {
    const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
    if (value === null) return '';
    if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`;
    if (typeof value === 'object') return `<c ${at} ${value.attributes}>${value.inside}</c>`;
    return `<c ${at} t="s"><v>${texts.push(value) - 1}</v></c>`;
  };
  const written = rows.map(
    (row, n) =>
      `<row r="${n + 1}">${row.map((value, column) => cellXml(value, n, column)).join('')}</row>`,
  );
  return `${HEAD}<worksheet ${MAIN}><sheetData>${written.join('')}</sheetData></worksheet>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** @param claimed what the directory says of the sizes of parts, if it lies */
export function zip(parts: Readonly<Record<string, string | Buffer>>, claimed?: number): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claimed ?? bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, tail, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\u0005\u0006'), end]);
}
