/** LibreOffice opens files as a person with the settings of a country would, and says what it made of each cell. */
import { execFile, spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { readXml } from '../../../src/api/contacts/workbook/xml-stream.ts';

const MISSING =
  'LibreOffice is not installed here: apt-get install --no-install-recommends libreoffice-calc-nogui';

/** Undefined: it is there. */
export function libreOfficeMissing(): string | undefined {
  if (spawnSync('soffice', ['--version']).error === undefined) return undefined;
  if (process.env['CI']) throw new Error(MISSING);
  return MISSING;
}

/** Of this process alone: two that share one wait for each other. The first start fills it, which takes seconds. */
const PROFILE = join(tmpdir(), `dialwright-libreoffice-${process.pid}`);
export const removeProfile = () => rmSync(PROFILE, { recursive: true, force: true });

/** As Windows numbers languages. */
export const LANGUAGES = {
  de: 0x0407,
  'de-CH': 0x0807,
  en: 0x0409,
  fi: 0x040b,
  fr: 0x040c,
} as const;

export interface OpenedCell {
  type: 'string' | 'float' | 'date' | 'time' | 'boolean' | 'percentage' | 'currency' | 'empty';
  /** What is meant: of a number `0.0125`, of a date `2026-11-24T10:30:00`. */
  value: string;
  /** As LibreOffice writes it: `of:=1+1`. */
  formula: string | undefined;
}

interface Settings {
  language: keyof typeof LANGUAGES;
  delimiter: ',' | ';';
}

const UTF_8 = 76;

/** Code of the delimiter and of quotes, UTF-8, first line, language; dates and other numbers are recognised, and formulas run. */
const asExcelReads = ({ language, delimiter }: Settings): string =>
  `${delimiter.charCodeAt(0)},34,${UTF_8},1,,${LANGUAGES[language]},false,true,false,false,false,-1,true`;

/** The files in another format, by their names without an ending. */
async function converted(
  files: Record<string, string>,
  settings: Settings,
  format: 'fods' | 'xlsx',
): Promise<(name: string) => string> {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-libreoffice-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, `${name}.csv`);
    writeFileSync(path, content);
    return path;
  });
  await promisify(execFile)('soffice', [
    `-env:UserInstallation=${pathToFileURL(PROFILE).href}`,
    '--headless',
    `--infilter=Text - txt - csv (StarCalc):${asExcelReads(settings)}`,
    '--convert-to',
    format,
    '--outdir',
    folder,
    ...paths,
  ]);
  return (name) => join(folder, `${name}.${format}`);
}

/** The rows of each file. */
export async function opened<Name extends string>(
  files: Record<Name, string>,
  settings: Settings,
): Promise<Record<Name, OpenedCell[][]>> {
  const pathOf = await converted(files, settings, 'fods');
  const read = Object.keys(files).map(async (name) => [name, await rowsIn(pathOf(name))] as const);
  return Object.fromEntries(await Promise.all(read)) as Record<Name, OpenedCell[][]>;
}

/** The file as a person saves it as a workbook. */
export async function savedAsWorkbook(file: string, settings: Settings): Promise<Buffer> {
  return readFile((await converted({ file }, settings, 'xlsx'))('file'));
}

async function rowsIn(path: string): Promise<OpenedCell[][]> {
  const rows: OpenedCell[][] = [];
  let cell: OpenedCell | undefined;
  let paragraphs = 0;
  let isText = false;
  const write = (text: string) => {
    if (isText && cell?.type === 'string') cell.value += text;
  };
  await readXml(createReadStream(path), {
    open(name, attributes) {
      if (name === 'table-row') rows.push([]);
      if (name === 'p') {
        isText = true;
        // A formula has its value in an attribute too.
        if (paragraphs++ > 0) write('\n');
        else if (cell?.type === 'string') cell.value = '';
      }
      if (name === 's') write(' '.repeat(Number(attributes['text:c'] ?? 1)));
      if (name !== 'table-cell') return;
      const type = (attributes['office:value-type'] ?? 'empty') as OpenedCell['type'];
      const value = attributes[`office:${type === 'float' ? '' : `${type}-`}value`] ?? '';
      paragraphs = 0;
      cell = { type, value, formula: attributes['table:formula'] };
      const times = Number(attributes['table:number-columns-repeated'] ?? 1);
      for (let n = 0; n < times; n++) rows.at(-1)!.push(cell);
    },
    text: write,
    close(name) {
      if (name === 'p') isText = false;
    },
  });
  return rows.filter((row) => row.some(({ type }) => type !== 'empty'));
}
