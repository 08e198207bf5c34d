export interface RecordingQuota {
  /** Limit for one recording. */
  fileBytes: number;
  /** Limit for all recordings together. Each running download may exceed it by one file. */
  totalBytes: number;
  /** Space to keep free on the disk of a folder, because the database may need it. */
  keepFreeBytes: number;
}

const MEGABYTE = 1_000_000;

export const megabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} MB`;

/** Why the recordings have reached their limit, for people; undefined: they have not. */
export function whyOverQuota(
  { totalBytes }: RecordingQuota,
  storedBytes: number,
): string | undefined {
  if (storedBytes < totalBytes) return undefined;
  return `no room: recordings take ${megabytes(storedBytes)} of ${megabytes(totalBytes)}`;
}
