/** Writes calls to a file beside the recordings, and reads it back before anything is deleted (docs/decisions/0073). */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { iso } from '../../domain/decisions/instants.ts';
import { PRODUCT_VERSION } from '../../domain/product-version.ts';
import {
  ArchiveFault,
  type RecordingArchive,
  type WrittenRecording,
} from '../../recordings-archive/recording-archive.ts';
import { HashChain } from '../../store/hash-chain.ts';
import type { Archive, ArchivedCall } from '../../store/privacy/archive-store.ts';

interface Contents {
  installation: string;
  /** The SHA-256 of the archive before; null: this is the first one. */
  previous: string | null;
  calls: readonly ArchivedCall[];
  nowMs: number;
}

/** @throws ArchiveFault if it could not be written, or is not what was written */
export async function writeArchive(place: RecordingArchive, contents: Contents): Promise<Archive> {
  const { installation, calls, nowMs } = contents;
  // Never the name of an earlier one, whatever copy of the database was put back.
  const name = `calls-${installation.slice(0, 8)}-${nowMs}-${randomBytes(4).toString('hex')}`;
  const file = `${name}.ndjson.gz`;
  const lines = Readable.from(linesOf(contents)).pipe(createGzip());
  const written = await place.write(file, lines as AsyncIterable<Buffer>);
  await mustBeThere(place, file, written);
  return { file, ...written, calls: calls.length, madeAtMs: nowMs };
}

function* linesOf({ installation, previous, calls, nowMs }: Contents): Generator<string> {
  const chain = new HashChain();
  const head = {
    type: 'archive',
    format: 1,
    product: PRODUCT_VERSION,
    installation,
    made_at: iso(nowMs),
    previous,
    numbers: 'HMAC-SHA-256 with the key of the installation',
  };
  yield `${chain.next(head)}\n`;
  for (const { line } of calls) yield `${chain.next(JSON.parse(line) as object)}\n`;
  yield `${chain.next({ type: 'end', calls: calls.length })}\n`;
}

async function mustBeThere(
  place: RecordingArchive,
  file: string,
  written: WrittenRecording,
): Promise<void> {
  const found = await place.open(file);
  const hash = createHash('sha256');
  if (found) for await (const chunk of await found.read()) hash.update(chunk as Buffer);
  if (found && hash.digest('hex') === written.sha256) return;
  await place.remove(file);
  throw new ArchiveFault('an archive of calls could not be read back as it was written');
}
