/** The recordings of many calls in one ZIP file, which is streamed: one recording is open at a time. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { makeZip } from 'client-zip';
import { recordingFileOf } from '../../domain/recordings/recording-file.ts';
import type { RecordingArchive } from '../../recordings-archive/recording-archive.ts';
import type { Call } from '../../store/calls/call-store.ts';
import type { Store } from '../../store/store.ts';
import { callNamesView } from '../calls/call-names-view.ts';
import { instantColumns, ownColumns, sameColumns } from './report-columns.ts';
import type { CsvOptions, ReportColumn } from './report-columns.ts';
import { csvOf } from './report-stream.ts';

const OWN = ['campaign_name', 'agent_name', 'contact_name', 'row_key'] as const;

interface Row extends Record<(typeof OWN)[number], string | null> {
  ref: string;
  file: string | null;
  bytes: number | null;
  sha256: string | null;
  placed_at: string | null;
  ended_at: string | null;
  missing: string | null;
  number: string | null;
}

const FILE = sameColumns<Row>('ref', 'file', 'bytes', 'sha256');
const PERSON = [...sameColumns<Row>('missing', 'number'), ...ownColumns<Row>(...OWN)];
/** New ones are added at the end, because people refer to columns by their place. */
const INDEX: readonly ReportColumn<Row>[] = [
  ...FILE,
  ...sameColumns<Row>('placed_at', 'ended_at'),
  ...PERSON,
];
const EXCEL_INDEX = [...FILE, ...instantColumns<Row>('placed_at', 'ended_at'), ...PERSON];

interface ZipDeps {
  store: Pick<Store, 'storedRecording' | 'callNames'>;
  recordings: Pick<RecordingArchive, 'open'>;
}

const NO_FILE = { file: null, bytes: null, sha256: null };

interface Entry {
  name: string;
  input: AsyncIterable<Uint8Array> | string;
  lastModified: Date;
  size?: number;
}

/**
 * Contains `index.csv` as its last file. A recording that is no longer in the archive is left out; the index says so.
 * @param calls those whose recording is stored
 */
export function recordingsZip(
  { store, recordings }: ZipDeps,
  calls: AsyncIterable<Call>,
  options: CsvOptions,
): Readable {
  return Readable.fromWeb(makeZip(entries(store, recordings, calls, options)) as never);
}

async function* entries(
  store: ZipDeps['store'],
  recordings: ZipDeps['recordings'],
  calls: AsyncIterable<Call>,
  options: CsvOptions,
): AsyncGenerator<Entry> {
  const index: Row[] = [];
  let lastMs = 0;
  for await (const call of calls) {
    const stored = await store.storedRecording(call.ref);
    const archived = stored && (await recordings.open(stored.file));
    const name = recordingFileOf(call.ref);
    const row = {
      ref: call.ref,
      placed_at: isoOf(call.placedAtMs),
      ended_at: isoOf(call.endedAtMs),
      number: call.number,
      ...callNamesView((await store.callNames([call])).get(call.ref)),
    };
    if (!archived) {
      index.push({ ...row, ...NO_FILE, missing: 'the recording was deleted' });
      continue;
    }
    lastMs = Math.max(lastMs, call.endedAtMs ?? call.createdAtMs);
    const lastModified = new Date(call.endedAtMs ?? call.createdAtMs);
    yield { name, input: await archived.read(), lastModified, size: archived.bytes };
    index.push({ ...row, file: name, bytes: archived.bytes, sha256: stored.sha256, missing: null });
  }
  yield {
    name: 'index.csv',
    input: await text(indexCsv(index, options)),
    lastModified: new Date(lastMs),
  };
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

const indexCsv = (rows: readonly Row[], options: CsvOptions): Readable =>
  csvOf(rows, options.for === undefined ? INDEX : EXCEL_INDEX, options);
