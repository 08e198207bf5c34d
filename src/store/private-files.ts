/** Files and folders for their owner alone, whatever the umask says and whoever made them. */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';

const OTHERS = 0o077;

/** Made, with those above it, where there is none; takes the rights of others from one that is there. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  takeFromOthers(path);
}

/** Made empty where there is none. */
export function privateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    // Whoever opens it to write says it better.
    if (!isRefusal(error)) throw error;
  }
  privateIfThere(path);
}

export function privateIfThere(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) takeFromOthers(path);
}

function takeFromOthers(path: string): void {
  const { mode } = statSync(path);
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & ~OTHERS & 0o7777);
  } catch (error) {
    // Somebody else's, or a disk that knows no rights: it is theirs to mend.
    if (!isRefusal(error)) throw error;
  }
}

const isRefusal = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS', 'ENOTSUP', 'EISDIR', 'ENOENT'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
