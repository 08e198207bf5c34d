/**
 * How far a database had come, kept beside the recordings: outside of the database, so that a copy of it that is put back
 * is noticed. Each installation has its own, so a new database finds none.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isBehind, type HighWater } from '../../domain/restore/restore.ts';
import type { RecordingArchive } from '../../recordings-archive/recording-archive.ts';
import type { RecordingPlace } from '../../recordings-archive/recording-place.ts';

export interface HighWaterMark {
  /**
   * In a folder the mark has left this process when this returns, so it outlives a kill. In an object store it is written
   * within five seconds. A lower one than before has no effect.
   */
  raise(mark: HighWater): void;
  /** The highest that any process has written; undefined: none, or it cannot be read. */
  read(): Promise<HighWater | undefined>;
  close(): Promise<void>;
}

interface Log {
  warn(facts: object, message: string): void;
}

export const openHighWaterMark = (
  place: RecordingPlace,
  archive: RecordingArchive,
  { installation, log }: { installation: string; log: Log },
): HighWaterMark =>
  place.kind === 'folder'
    ? markInFolder(join(place.path, FOLDER, installation), log)
    : markInObject(archive, `${FOLDER}/${installation}.json`, log);

const FOLDER = '.high-water';
/** Of processes that are gone. The highest mark is also in the file of whoever started since. */
const FORGOTTEN_AFTER_MS = 7 * 24 * 60 * 60_000;
/** Each write replaces the one before, so all are of one length. */
const LENGTH = 64;
const FLUSH_EVERY_MS = 5_000;
const UNWRITABLE = 'the high-water mark of the database cannot be kept beside the recordings';

const isHigher = (mark: HighWater, than: HighWater | undefined): boolean =>
  than === undefined || isBehind(than, mark);

const highest = (marks: readonly HighWater[]): HighWater | undefined =>
  marks.reduce<HighWater | undefined>(
    (best, mark) => (isHigher(mark, best) ? mark : best),
    undefined,
  );

/** A file of its own for each process, so that none overwrites another's. */
function markInFolder(folder: string, log: Log): HighWaterMark {
  const own = join(folder, `${hostname()}-${process.pid}`);
  let file: number | undefined;
  let last: HighWater | undefined;
  return {
    raise(mark) {
      if (!isHigher(mark, last)) return;
      last = mark;
      try {
        file ??= openOwn(folder, own);
        writeSync(file, JSON.stringify(mark).padEnd(LENGTH), 0);
      } catch (error) {
        log.warn({ err: error }, UNWRITABLE);
      }
    },

    async read() {
      const marks = readMarks(folder);
      await removeOld(folder, own);
      return highest(marks);
    },

    async close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function openOwn(folder: string, file: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return openSync(file, 'w', 0o600);
}

function readMarks(folder: string): HighWater[] {
  return filesIn(folder).flatMap((name) => markOf(readFileSync(join(folder, name), 'utf8')) ?? []);
}

async function removeOld(folder: string, own: string): Promise<void> {
  for (const name of filesIn(folder)) {
    const file = join(folder, name);
    const isOld = Date.now() - statSync(file).mtimeMs > FORGOTTEN_AFTER_MS;
    if (file !== own && isOld) await unlink(file).catch(() => undefined);
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Undefined: it was cut off while it was written. */
function markOf(written: string): HighWater | undefined {
  try {
    const { epoch, placement } = JSON.parse(written) as Partial<HighWater>;
    if (!Number.isSafeInteger(epoch) || !Number.isSafeInteger(placement)) return undefined;
    return { epoch: epoch!, placement: placement! };
  } catch {
    return undefined;
  }
}

/** One object for all processes. A write by another one at the same time may lower it by what that one had not seen. */
function markInObject(archive: RecordingArchive, name: string, log: Log): HighWaterMark {
  let wanted: HighWater | undefined;
  let written: HighWater | undefined;
  const read = async () => {
    const object = await archive.open(name);
    return object && markOf(await text(await object.read()));
  };
  const flush = async () => {
    const mark = wanted;
    if (mark === undefined || !isHigher(mark, written)) return;
    try {
      const known = await read();
      if (isHigher(mark, known)) await archive.write(name, bytesOf(mark));
      written = mark;
    } catch (error) {
      log.warn({ err: error }, UNWRITABLE);
    }
  };
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS);
  timer.unref();
  return {
    raise(mark) {
      if (isHigher(mark, wanted)) wanted = mark;
    },
    read,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

async function* bytesOf(mark: HighWater): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify(mark));
}
