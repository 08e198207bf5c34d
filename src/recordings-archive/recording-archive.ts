/** Where recordings are kept. `recordings-folder.ts` keeps them in a folder; another place is another implementation. */
import type { Readable } from 'node:stream';

export interface RecordingArchive {
  /**
   * Why no recording may be written now, as text for people; undefined when one may. Checked before a lookup is spent.
   * @param storedBytes of all recordings that are stored
   */
  whyNoRoom(quota: RecordingQuota, storedBytes: number): Promise<string | undefined>;

  /**
   * Writes a recording whole or not at all; one of the same name is replaced. A body that throws leaves nothing.
   * @throws ArchiveFault, else what the body throws
   */
  write(name: string, body: AsyncIterable<Buffer>): Promise<WrittenRecording>;

  /** Undefined: there is no recording of this name any more. */
  open(name: string): Promise<ArchivedRecording | undefined>;

  /**
   * Removes what writes that were killed left behind, as far as nobody has touched it since then.
   * @returns how many were removed
   */
  removeLeftovers(untouchedSinceMs: number): Promise<number>;
}

export interface RecordingQuota {
  /** Of one recording. */
  fileBytes: number;
  /** Of all recordings together; downloads under way may go beyond it by one file each. */
  totalBytes: number;
  /** Kept free on the disk, for the database beside it. */
  keepFreeBytes: number;
}

export interface WrittenRecording {
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

export interface ArchivedRecording {
  bytes: number;
  /** @param range the first and the last byte; without it the whole recording */
  read(range?: { first: number; last: number }): Readable;
}

/** The archive could not write. The message holds no path. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}
