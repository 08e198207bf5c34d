/** Copies of SQLite files whose processes do not run. */
import { cpSync, existsSync, rmSync } from 'node:fs';
/** Names a file in the folder of a run. */
interface Places {
  file(name: string): string;
}

const ENDS = ['', '-wal', '-shm', '-journal'];

/** @param name of the database's file; `from` and `to` are what its name and that of its copy end with */
export function copyFiles(
  places: Places,
  name: string,
  { from, to }: { from: string; to: string },
): void {
  for (const end of ENDS) {
    const [source, target] = [places.file(name + from + end), places.file(name + to + end)];
    rmSync(target, { force: true });
    if (existsSync(source)) cpSync(source, target);
  }
}

export function removeFiles(places: Places, name: string): void {
  for (const end of ENDS) rmSync(places.file(name + end), { force: true });
}
