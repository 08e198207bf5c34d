/** The port for storing recordings: in a folder (`recordings-folder.ts`) or in an object store (`s3-archive.ts`). */
import type { Readable } from 'node:stream';
import type { RecordingQuota } from './recording-quota.ts';

export interface RecordingArchive {
  /**
   * Why no recording may be written now, for people; undefined: one may. Check it before a lookup, which spends quota.
   * @param storedBytes size of all stored recordings
   */
  whyNoRoom(quota: RecordingQuota, storedBytes: number): Promise<string | undefined>;

  /**
   * Writes a whole recording, or nothing if the body throws. A recording of the same name is replaced.
   * @throws ArchiveFault; errors of the body
   */
  write(name: string, body: AsyncIterable<Buffer>): Promise<WrittenRecording>;

  /** Undefined: there is no recording of this name. @throws ArchiveFault */
  open(name: string): Promise<ArchivedRecording | undefined>;

  /**
   * Removes a recording; no error if there is none of this name. An object store with versions keeps the old version.
   * @throws ArchiveFault
   */
  remove(name: string): Promise<void>;

  /**
   * Removes what unfinished writes of this recording have written. A write that is under way fails or ends as if it had
   * come later.
   * @throws ArchiveFault
   */
  removeUnfinished(name: string): Promise<void>;

  /**
   * Removes what killed writes left, if it has not been modified since then.
   * @returns how many writes had left something
   * @throws ArchiveFault
   */
  removeLeftovers(untouchedSinceMs: number): Promise<number>;
}

export interface WrittenRecording {
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

export interface ArchivedRecording {
  bytes: number;
  /**
   * @param range by default the whole recording
   * @throws ArchiveFault
   */
  read(range?: ByteRange): Promise<Readable>;
  /** A URL by which anybody can read the recording for a short time. Undefined: the archive gives no links. */
  link?: (contentType: string) => Promise<string>;
}

export interface ByteRange {
  first: number;
  last: number;
}

/** The archive could not write or read. The message is for people; it contains no path and no secret. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}
