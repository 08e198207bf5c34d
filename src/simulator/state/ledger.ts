/** The ledger file. A fact becomes visible only after its line is on the disk. */
import { mkdirSync } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Fact, FactBody, Stamped } from './facts.ts';

export class LedgerClosedError extends Error {
  override readonly name = 'LedgerClosedError';
}

interface Waiter {
  resolve(): void;
  reject(reason: unknown): void;
}

export interface OpenLedger {
  ledger: Ledger;
  /** The facts of earlier runs. */
  facts: Fact[];
}

const NS_PER_MICRO = 1_000n;

export class Ledger {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #lock: DatabaseSync;
  #lines: number;
  #pending: string[] = [];
  #waiters: Waiter[] = [];
  #flushing: Promise<void> | undefined;
  #closed = false;

  private constructor(path: string, lock: DatabaseSync, file: FileHandle, lines: number) {
    this.path = path;
    this.#lock = lock;
    this.#file = file;
    this.#lines = lines;
  }

  /** @throws Error when another process writes this ledger */
  static async open(path: string): Promise<OpenLedger> {
    mkdirSync(dirname(path), { recursive: true });
    const lock = lockLedger(path);
    const text = await readFile(path, 'utf8').catch(emptyIfAbsent);
    const facts = parseFacts(text);
    const file = await open(path, 'a');
    // An incomplete last line was never visible, so a line break after it is enough: the file stays append-only.
    if (text !== '' && !text.endsWith('\n')) await file.appendFile('\n');
    return { ledger: new Ledger(path, lock, file, facts.at(-1)?.n ?? 0), facts };
  }

  /** Resolves when the line is on the disk. Lines of the same event loop turn share one write and one sync. */
  async record<Body extends FactBody>(body: Body): Promise<Stamped<Body>> {
    if (this.#closed) throw new LedgerClosedError('the ledger is closed');
    const fact = {
      n: ++this.#lines,
      at: new Date().toISOString(),
      mono_ms: monotonicMs(),
      ...body,
    };
    this.#pending.push(`${JSON.stringify(fact)}\n`);
    const written = new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }));
    this.#flushing ??= this.#flush();
    await written;
    return fact;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#flushing;
    await this.#file.close();
    if (this.#lock.isOpen) this.#lock.close();
  }

  async #flush(): Promise<void> {
    while (this.#pending.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      const lines = this.#pending.splice(0);
      const waiters = this.#waiters.splice(0);
      try {
        await this.#file.appendFile(lines.join(''));
        await this.#file.datasync();
        for (const waiter of waiters) waiter.resolve();
      } catch (error) {
        for (const waiter of waiters) waiter.reject(error);
      }
    }
    this.#flushing = undefined;
  }
}

/** Two carriers on one ledger would both run its calls. The operating system frees the lock of a killed process. */
function lockLedger(path: string): DatabaseSync {
  const lock = new DatabaseSync(`${path}.lock`);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw new Error(`another simulated carrier writes the ledger ${path}`, { cause: error });
  }
}

/** Skips lines that do not parse: a kill cut them off. */
export function parseFacts(text: string): Fact[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Fact];
    } catch {
      return [];
    }
  });
}

function monotonicMs(): number {
  return Number(process.hrtime.bigint() / NS_PER_MICRO) / 1_000;
}

function emptyIfAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
