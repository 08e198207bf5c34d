/** The port for storing recordings. `recordings-folder.ts` implements it by a folder. */
import type { Readable } from 'node:stream';

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

  /** Undefined: there is no recording of this name. */
  open(name: string): Promise<ArchivedRecording | undefined>;

  /**
   * Removes files of killed writes that have not been modified since then.
   * @returns the number of removed files
   */
  removeLeftovers(untouchedSinceMs: number): Promise<number>;
}

export interface RecordingQuota {
  /** Limit for one recording. */
  fileBytes: number;
  /** Limit for all recordings together. Each running download may exceed it by one file. */
  totalBytes: number;
  /** Space to keep free on the disk, because the database may need it. */
  keepFreeBytes: number;
}

export interface WrittenRecording {
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

export interface ArchivedRecording {
  bytes: number;
  /** @param range the first and the last byte; by default the whole recording */
  read(range?: { first: number; last: number }): Readable;
}

/** The archive could not write. The message contains no path. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}
