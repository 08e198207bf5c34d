/** Which kind of list a file is, and how its text is encoded. The API is told by the media type. */
const TYPES: Record<string, string> = {
  csv: 'text/csv',
  txt: 'text/csv',
  tsv: 'text/csv',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  gz: 'application/gzip',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  json: 'application/json',
};

/** For `accept` of file fields. */
export const LIST_FILES = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(',');

/** Text that is not known by its ending is CSV. */
export function listTypeOf(fileName: string): string {
  const ending = fileName.split('.').at(-1)!.toLowerCase();
  return TYPES[ending] ?? 'text/csv';
}

/** The server alone reads workbooks and compressed lists. */
export const isPacked = (bytes: ArrayBuffer): boolean => {
  const [first, second] = new Uint8Array(bytes);
  return (first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b);
};

/** Of the beginning of a file, whose last character may be cut. Excel writes Windows-1252 unless it is told otherwise. */
export function encodingOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
