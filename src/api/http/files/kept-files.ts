/** The files of one folder, held in memory once they are asked for: anybody may ask, so a request must be cheap. */
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { kept, type KeptAnswer } from './kept-answers.ts';

export interface KeptFile extends KeptAnswer {
  type: string;
}

/** A file that is built anew is noticed after this time. */
const CHECK_EACH_MS = 1_000;

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface Version {
  file: KeptFile;
  /** Differs when the file was written again. */
  written: string;
}

export class KeptFiles {
  readonly #folder: string;
  readonly #known = new Map<string, { untilMs: number; version: Promise<Version | undefined> }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Undefined: there is no such file.
   * @param name a path below the folder, which the caller has checked
   */
  async find(name: string): Promise<KeptFile | undefined> {
    const known = this.#known.get(name);
    if (known && performance.now() < known.untilMs) return (await known.version)?.file;
    const version = this.#newest(name, known?.version);
    this.#known.set(name, { untilMs: performance.now() + CHECK_EACH_MS, version });
    const found = await version;
    // Names of files that are not there have no end.
    if (!found && this.#known.get(name)?.version === version) this.#known.delete(name);
    return found?.file;
  }

  async #newest(
    name: string,
    known: Promise<Version | undefined> | undefined,
  ): Promise<Version | undefined> {
    const path = join(this.#folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const written = `${found.mtimeMs} ${found.size}`;
    const before = await known;
    if (before?.written === written) return before;
    const content = await readFile(path).catch(() => undefined);
    if (!content) return undefined;
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    return { written, file: { ...(await kept(content)), type } };
  }
}
