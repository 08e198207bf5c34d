/** The parts of a workbook, which is a ZIP file. What they unpack to is bounded before and while they are read. */
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { Problem } from '../../http/problem.ts';

const MOST_PARTS = 10_000;
/** XML of cells that are all alike is packed to less than a fiftieth. */
const MOST_RATIO = 200;
const SMALL_BYTES = 1_048_576;
const LARGEST_PART_BYTES = 1_024 * 1_048_576;

export interface ZipParts {
  /** The unpacked bytes from their beginning, at each call; undefined: there is no such part. @throws Problem 413, 422 */
  open(name: string): Promise<Readable | undefined>;
}

/** @throws Problem 413, 422 for a file that is no whole ZIP file */
export async function zipParts(file: FileHandle): Promise<ZipParts> {
  const { zip, entries } = await opened(file).catch((error: unknown) => {
    throw error instanceof Problem ? error : malformedWorkbook('is no whole ZIP file', error);
  });
  return {
    async open(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return undefined;
      mustBeBounded(entry);
      return zip.openReadStreamPromise(entry).catch((error: unknown) => {
        throw malformedWorkbook('cannot be unpacked', error);
      });
    },
  };
}

async function opened(file: FileHandle): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const zip = await fromFdPromise(file.fd, { autoClose: false, validateEntrySizes: true });
  if (zip.entryCount > MOST_PARTS) throw tooLargeWorkbook(`more than ${MOST_PARTS} parts`);
  const entries = new Map<string, Entry>();
  // By their names in lower case, because programs disagree on it.
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  return { zip, entries };
}

/** The sizes are those that the file declares. Unpacking stops with an error if there is more. */
function mustBeBounded({ compressedSize, uncompressedSize }: Entry): void {
  if (uncompressedSize > LARGEST_PART_BYTES) throw tooLargeWorkbook('a part of more than 1 GiB');
  if (uncompressedSize > SMALL_BYTES && uncompressedSize > MOST_RATIO * compressedSize) {
    throw tooLargeWorkbook(`a part that unpacks to more than ${MOST_RATIO} times its size`);
  }
}

export const malformedWorkbook = (what: string, cause?: unknown): Problem =>
  new Problem(
    {
      status: 422,
      code: 'malformed_workbook',
      detail: `The workbook ${what}. Open it in a spreadsheet and save it again as .xlsx, or as “CSV UTF-8”. Nothing was imported.`,
    },
    { cause },
  );

export const tooLargeWorkbook = (what: string): Problem =>
  new Problem({
    status: 413,
    code: 'body_too_large',
    detail: `The workbook has ${what}. Save the sheet as “CSV UTF-8”, and send that. Nothing was imported.`,
  });
