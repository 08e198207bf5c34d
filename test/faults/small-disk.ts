/** A file system of some megabytes for the store of a run, so that a disk can be full without harm to the machine. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SIZE_MB = 32;
const PIECES = [1 << 20, 1 << 12, 1].map((bytes) => Buffer.alloc(bytes));

export class SmallDisk {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * What is written to `file` is on it from now on. Linux only.
   * @param file does not exist yet
   * @throws Error with the way out, where this user may not mount
   */
  static mountFor(file: string): SmallDisk {
    const folder = `${file}.disk`;
    mkdirSync(folder, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'dialwright', folder]);
    } catch (error) {
      throw new Error(
        `a file system of ${SIZE_MB} MB could not be mounted: run as root, or in a namespace of your own: ` +
          '`unshare --map-root-user --mount npm run faults -- …`',
        { cause: error },
      );
    }
    symlinkSync(join(folder, 'store.sqlite'), file);
    return new SmallDisk(folder);
  }

  /** To the last byte. @returns megabytes that were free */
  fill(): number {
    const file = openSync(this.#filler, 'w');
    let bytes = 0;
    for (const piece of PIECES) bytes += writtenUntilFull(file, piece);
    closeSync(file);
    return bytes / 1e6;
  }

  free(): void {
    rmSync(this.#filler, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.#folder]);
  }

  get #filler(): string {
    return join(this.#folder, 'filler');
  }
}

function writtenUntilFull(file: number, piece: Buffer): number {
  for (let bytes = 0; ;) {
    try {
      bytes += writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return bytes;
      throw error;
    }
  }
}
