/** The archive as a folder on the local disk. */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, stat, statfs, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { ArchiveFault, type RecordingArchive } from './recording-archive.ts';
import { megabytes, whyOverQuota, type RecordingQuota } from './recording-quota.ts';
import { PARTIAL, writeWhole } from './whole-file.ts';

export function recordingsFolder(folder: string): RecordingArchive {
  const root = resolve(folder);
  /** The volume of the folder when it was last checked. */
  let volume: number | undefined;

  return {
    async whyNoRoom(quota, storedBytes) {
      const spent = whyOverQuota(quota, storedBytes);
      if (spent !== undefined) return spent;
      try {
        volume = await madeAgain(root, volume);
        return await whyDiskRefuses(root, quota);
      } catch (error) {
        const { code = 'unknown fault' } = error as NodeJS.ErrnoException;
        return `the folder of recordings cannot be written: ${code}`;
      }
    },

    write: async (name, body) => writeWhole(pathBelow(root, name), body),

    async open(name) {
      const path = pathBelow(root, name);
      const found = await stat(path).catch(unlessMissing);
      if (!found) return undefined;
      return {
        bytes: found.size,
        read: async (range) =>
          createReadStream(path, range ? { start: range.first, end: range.last } : {}),
      };
    },

    remove: async (name) => removing(() => unlink(pathBelow(root, name)).catch(unlessMissing)),

    async removeUnfinished(name) {
      const partial = `${basename(pathBelow(root, name))}.`;
      await removing(async () => {
        for (const found of await partialFiles(root)) {
          if (found.startsWith(partial)) await unlink(join(root, found)).catch(unlessMissing);
        }
      });
    },

    removeLeftovers: async (untouchedSinceMs) => removeLeftovers(root, untouchedSinceMs),
  };
}

/** Names come from our own store, so a name that leads outside the folder is a bug. */
function pathBelow(root: string, name: string): string {
  const path = resolve(root, name);
  if (!path.startsWith(root + sep)) throw new Error('a recording lies outside its folder');
  return path;
}

/** Writes and deletes a small file, because a full, broken or read-only disk is noticed only by a write. */
async function whyDiskRefuses(
  folder: string,
  { keepFreeBytes }: RecordingQuota,
): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes < keepFreeBytes) {
    return `no room: ${megabytes(freeBytes)} free on the disk, ${megabytes(keepFreeBytes)} are kept free`;
  }
  await proveWriting(folder);
  return undefined;
}

/**
 * Returns the volume of the folder. A deleted folder is created again, but not its parent, and not on another volume than
 * before: if a disk is not mounted, its mount point still exists, and recordings would fill the wrong disk.
 */
async function madeAgain(folder: string, known: number | undefined): Promise<number> {
  const found = await stat(folder).catch(unlessMissing);
  if (found === undefined) {
    const { dev } = await stat(dirname(folder));
    if (known !== undefined && known !== dev) throw new FolderGone('its volume is not mounted');
    await mkdir(folder, { mode: 0o700 });
    return dev;
  }
  if (known !== undefined && known !== found.dev) {
    throw new FolderGone(
      'another volume is mounted there; if that is intended, restart the worker, which then uses the new volume',
    );
  }
  return found.dev;
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

const partialFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(PARTIAL));

async function removing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ArchiveFault(`the recording could not be removed: ${code}`, { cause: error });
  }
}

async function removeLeftovers(folder: string, untouchedSinceMs: number): Promise<number> {
  let removed = 0;
  for (const name of await partialFiles(folder)) {
    const path = join(folder, name);
    try {
      if ((await stat(path)).mtimeMs >= untouchedSinceMs) continue;
      await unlink(path);
      removed += 1;
    } catch {
      // Another worker has removed it, or has just given it its final name.
    }
  }
  return removed;
}
