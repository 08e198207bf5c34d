/** Each line ends with the SHA-256 of the hash of the line before and of its own text, and has its number. */
import { createHash } from 'node:crypto';

const FIRST = '0'.repeat(64);
const HASH_AT_THE_END = /,"hash":"([0-9a-f]{64})"\}$/;

export class FileChain {
  #hash = FIRST;
  #last = 0;

  /** The hash of the last line. */
  get hash(): string {
    return this.#hash;
  }

  /** What is wrong with the next line of the file; undefined: it follows from the line before. */
  fault(text: string, n: unknown): string | undefined {
    const own = HASH_AT_THE_END.exec(text)?.[1];
    const before = { hash: this.#hash, last: this.#last };
    this.#last = typeof n === 'number' ? n : this.#last + 1;
    if (own === undefined) return 'it has no hash at its end';
    this.#hash = own;
    const content = `${text.replace(HASH_AT_THE_END, '')}}`;
    const expected = createHash('sha256').update(`${before.hash}\n${content}`).digest('hex');
    if (n !== before.last + 1) return placeFault(n, before.last);
    if (expected === own) return undefined;
    return `it was changed, or does not follow the line before it: its hash is ${own}, its text gives ${expected}`;
  }
}

function placeFault(n: unknown, last: number): string {
  if (typeof n !== 'number') return 'it has no number';
  if (n === last + 2) return `line ${last + 1} of the export was removed before it`;
  if (n > last) return `lines ${last + 1} to ${n - 1} of the export were removed before it`;
  return `it is line ${n} of the export and stands after line ${last}: lines were inserted or reordered`;
}
