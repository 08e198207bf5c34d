/** The recordings of many calls in one ZIP file, which is streamed: one recording is open at a time. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { makeZip } from 'client-zip';
import { recordingFileOf } from '../../domain/recordings/recording-file.ts';
import type { RecordingArchive } from '../../recordings-archive/recording-archive.ts';
import type { Call } from '../../store/calls/call-store.ts';
import type { Store } from '../../store/store.ts';
import { callNamesView } from './call-columns.ts';
import type { CsvColumn } from '../http/csv/csv-cells.ts';
import { writeCsv } from '../http/csv/csv-writer.ts';

const OWN = ['campaign_name', 'agent_name', 'contact_name', 'row_key'] as const;
/** New ones are added at the end, because people refer to columns by their place. */
const INDEX: readonly CsvColumn[] = [
  ...['ref', 'file', 'bytes', 'sha256', 'placed_at', 'ended_at', 'missing'].map((name) => ({
    name,
  })),
  { name: 'number' },
  ...OWN.map((name) => ({ name, kind: 'own' as const })),
];

interface ZipDeps {
  store: Pick<Store, 'storedRecording' | 'callNames'>;
  recordings: Pick<RecordingArchive, 'open'>;
}

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
): Readable {
  return Readable.fromWeb(makeZip(entries(store, recordings, calls)) as never);
}

async function* entries(
  store: ZipDeps['store'],
  recordings: ZipDeps['recordings'],
  calls: AsyncIterable<Call>,
): AsyncGenerator<Entry> {
  const index: (string | number | null)[][] = [];
  let lastMs = 0;
  for await (const call of calls) {
    const stored = await store.storedRecording(call.ref);
    const archived = stored && (await recordings.open(stored.file));
    const name = recordingFileOf(call.ref);
    const times = [isoOf(call.placedAtMs), isoOf(call.endedAtMs)];
    const names = callNamesView((await store.callNames([call.ref])).get(call.ref));
    const people = [call.number, ...OWN.map((each) => names[each])];
    if (!archived) {
      index.push([call.ref, null, null, null, ...times, 'the recording was deleted', ...people]);
      continue;
    }
    lastMs = Math.max(lastMs, call.endedAtMs ?? call.createdAtMs);
    const lastModified = new Date(call.endedAtMs ?? call.createdAtMs);
    yield { name, input: await archived.read(), lastModified, size: archived.bytes };
    index.push([call.ref, name, archived.bytes, stored.sha256, ...times, null, ...people]);
  }
  yield { name: 'index.csv', input: await indexCsv(index), lastModified: new Date(lastMs) };
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

const indexCsv = (rows: (string | number | null)[][]): Promise<string> =>
  text(writeCsv(rows, INDEX, { bom: false, delimiter: 'comma' }));
