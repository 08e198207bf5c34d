import type { CallRef } from '../../domain/ids.ts';

/** A call that is over for good, as a line of an archive. It holds no number, name or row key. */
export interface ArchivedCall {
  id: number;
  ref: CallRef;
  /** JSON. */
  line: string;
}

export interface ArchivePage {
  calls: ArchivedCall[];
  /** `after` of the next page; undefined: no call behind this page is old enough. */
  next: number | undefined;
}

/** A file beside the recordings. */
export interface Archive {
  file: string;
  /** Of the whole file. */
  sha256: string;
  bytes: number;
  calls: number;
  madeAtMs: number;
}

export interface ArchiveState {
  last: Archive | undefined;
  files: number;
  /** Calls that were deleted. */
  calls: number;
  /** Everything that deleted calls were part of lies before; 0: none was deleted. */
  deletedToMs: number;
}

export interface ArchiveStore {
  /** False: another server archives. `heldMs`: the end of the turn that the caller has. */
  takeArchiveTurn(input: { untilMs: number; heldMs: number; nowMs: number }): Promise<boolean>;
  /**
   * Reads on behind the call `after`: those calls that were over before `beforeMs` and that nothing needs any more
   * (docs/decisions/0073).
   */
  callsToArchive(input: { beforeMs: number; after: number }): Promise<ArchivePage>;
  /** Once the file is written and has been read back. */
  keepArchive(archive: Archive): Promise<void>;
  /**
   * Deletes calls in one short transaction, each only if its archived line is still what the database says of it.
   * @returns how many were deleted
   */
  deleteArchived(calls: readonly ArchivedCall[], beforeMs: number): Promise<number>;
  archiveState(): Promise<ArchiveState>;
  /** The oldest call that is here, but for the last one, which always stays. */
  oldestCall(): Promise<{ ref: CallRef; createdAtMs: number } | undefined>;
}
