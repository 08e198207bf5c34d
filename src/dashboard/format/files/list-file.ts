/** Which kind of list a file is. The API is told by the media type. */
const TYPES: Record<string, string> = {
  csv: 'text/csv',
  txt: 'text/csv',
  tsv: 'text/csv',
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
