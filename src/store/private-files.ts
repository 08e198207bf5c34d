/** Makes files and folders accessible to their owner only, for any umask and whoever created them. */
import { chmodSync, closeSync, mkdirSync, openSync, statSync, type Stats } from 'node:fs';

const OTHERS = 0o077;

/** Creates the folder and its parents if needed. Removes the rights of others from an existing one. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  takeFromOthers(path, statSync(path));
}

/**
 * Creates an empty file if needed. An existing file is not opened, because closing it would release the locks that this
 * process holds on it by other descriptors, as SQLite does (POSIX).
 */
export function privateFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    // It exists, or the later open for writing reports why it cannot be created.
    if (!isRefusal(error)) throw error;
  }
  privateIfThere(path);
}

/** No error if another process removes the file meanwhile, as SQLite does with a write-ahead log. */
export function privateIfThere(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats) takeFromOthers(path, stats);
}

function takeFromOthers(path: string, stats: Stats): void {
  const { mode } = stats;
  // Devices and pipes, such as /dev/null, are shared.
  if ((mode & OTHERS) === 0 || !(stats.isFile() || stats.isDirectory())) return;
  try {
    chmodSync(path, mode & ~OTHERS & 0o7777);
  } catch (error) {
    // The file belongs to another user, or the file system has no rights. Only its owner can fix that.
    if (!isRefusal(error)) throw error;
  }
}

const isRefusal = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS', 'ENOTSUP', 'EISDIR', 'ENOENT', 'EEXIST'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
