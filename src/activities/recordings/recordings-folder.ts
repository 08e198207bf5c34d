/** The folder of recordings: whether there is room in it, and what killed downloads left behind. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface RecordingQuota {
  /** Of one recording. */
  fileBytes: number;
  /** Of all recordings together; downloads under way may go beyond it by one file each. */
  totalBytes: number;
  /** Kept free on the disk, for the database beside it. */
  keepFreeBytes: number;
}

const PARTIAL = '.partial';
const MEGABYTE = 1_000_000;

/**
 * Why no recording may be fetched now, as text for people; undefined when one may. Checked before a lookup is spent.
 * Writes and deletes a small file, because a full, broken or read-only disk shows only on a write.
 */
export async function whyNoRoom(
  folder: string,
  { totalBytes, keepFreeBytes }: RecordingQuota,
  storedBytes: number,
): Promise<string | undefined> {
  if (storedBytes >= totalBytes) {
    return `no room: recordings take ${megabytes(storedBytes)} of ${megabytes(totalBytes)}`;
  }
  try {
    await makeAgain(folder);
    const { bavail, bsize } = await statfs(folder);
    const freeBytes = bavail * bsize;
    if (freeBytes < keepFreeBytes) {
      return `no room: ${megabytes(freeBytes)} free on the disk, ${megabytes(keepFreeBytes)} are kept free`;
    }
    await proveWriting(folder);
    return undefined;
  } catch (error) {
    const { code = 'unknown fault' } = error as NodeJS.ErrnoException;
    return `the folder of recordings cannot be written: ${code}`;
  }
}

/** The volume of each folder when it was last checked. */
const volumes = new Map<string, number>();

/**
 * A folder that was deleted is made again, but not its parent, and not on another volume than before: when a disk is no
 * longer mounted, its mount point is still there and recordings would fill the wrong disk.
 */
async function makeAgain(folder: string): Promise<void> {
  const known = volumes.get(folder);
  const found = await stat(folder).catch(unlessMissing);
  if (found === undefined) {
    const { dev } = await stat(dirname(folder));
    if (known !== undefined && known !== dev) throw new FolderGone('its volume is not mounted');
    await mkdir(folder, { mode: 0o700 });
    volumes.set(folder, dev);
  } else if (known !== undefined && known !== found.dev) {
    throw new FolderGone(
      'another volume stands in its place; start the worker again if it is meant',
    );
  } else volumes.set(folder, found.dev);
}

class FolderGone extends Error {
  readonly code: string;

  constructor(why: string) {
    super(why);
    this.code = why;
  }
}

function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

async function proveWriting(folder: string): Promise<void> {
  const path = join(folder, `.room.${randomBytes(6).toString('hex')}${PARTIAL}`);
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile('room');
    await handle.sync();
  } finally {
    await handle.close();
    await unlink(path);
  }
}

/** Removes partial files that nobody has written to since the instant. The number removed. */
export async function removeLeftovers(folder: string, untouchedSinceMs: number): Promise<number> {
  const partial = (await readdir(folder)).filter((name) => name.endsWith(PARTIAL));
  let removed = 0;
  for (const name of partial) {
    const path = join(folder, name);
    try {
      if ((await stat(path)).mtimeMs >= untouchedSinceMs) continue;
      await unlink(path);
      removed += 1;
    } catch {
      // Another worker was quicker, or has just given it its name.
    }
  }
  return removed;
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} MB`;
