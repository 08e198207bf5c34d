/** Files and folders for their owner alone, whatever the umask says and whoever made them. */
import { chmodSync, closeSync, mkdirSync, openSync, statSync, type Stats } from 'node:fs';

const OTHERS = 0o077;

/** Made, with those above it, where there is none; takes the rights of others from one that is there. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  takeFromOthers(path, statSync(path));
}

/**
 * Made empty where there is none. One that is there is not opened: closing it would end the locks that this process
 * holds on it by other descriptors, as SQLite does (POSIX).
 */
export function privateFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    // It is there, or whoever opens it to write says better why it cannot be made.
    if (!isRefusal(error)) throw error;
  }
  privateIfThere(path);
}

/** One look: a file that another process removes meanwhile, as SQLite does with a write-ahead log, is not there. */
export function privateIfThere(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats) takeFromOthers(path, stats);
}

function takeFromOthers(path: string, stats: Stats): void {
  const { mode } = stats;
  // Devices and pipes, such as /dev/null, are everybody's.
  if ((mode & OTHERS) === 0 || !(stats.isFile() || stats.isDirectory())) return;
  try {
    chmodSync(path, mode & ~OTHERS & 0o7777);
  } catch (error) {
    // Somebody else's, or a disk that knows no rights: it is theirs to mend.
    if (!isRefusal(error)) throw error;
  }
}

const isRefusal = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS', 'ENOTSUP', 'EISDIR', 'ENOENT', 'EEXIST'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
