/** The texts of a workbook, which its cells name by their turns. A million of them take little more than their bytes. */
import type { Readable } from 'node:stream';
import { unescaped } from './cell-text.ts';
import { readXml } from './xml-stream.ts';
import { tooLargeWorkbook } from './zip-parts.ts';

export type SharedStrings = (turn: number) => string;

const MOST_BYTES = 96 * 1_048_576;
const CHUNK_BYTES = 1_048_576;

/** @param stream undefined: the workbook has none. @throws Problem 413, 422 */
export async function sharedStrings(stream: Readable | undefined): Promise<SharedStrings> {
  const kept = new KeptTexts();
  let text = '';
  let isText = false;
  let phonetic = 0;
  if (stream) {
    await readXml(stream, {
      open(name) {
        if (name === 'si') text = '';
        if (name === 'rPh') phonetic += 1;
        isText = name === 't' && phonetic === 0;
      },
      close(name) {
        if (name === 'rPh') phonetic -= 1;
        if (name === 'si') kept.add(unescaped(text));
        isText = false;
      },
      text(part) {
        if (isText) text += part;
      },
    });
  }
  return (turn) => kept.at(turn);
}

/** Texts one behind the other, in pieces of a fixed size: a text that does not fit begins a new one. */
class KeptTexts {
  readonly #pieces: Buffer[] = [];
  #used = CHUNK_BYTES;
  #bytes = 0;
  /** Of each text: its piece, and where it begins and ends there. */
  #places = new Uint32Array(3 * 1_024);
  #count = 0;

  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.#bytes += bytes + 12;
    if (this.#bytes > MOST_BYTES) throw tooLargeWorkbook('more than 96 MiB of texts');
    if (this.#used + bytes > CHUNK_BYTES) {
      this.#pieces.push(Buffer.allocUnsafe(Math.max(CHUNK_BYTES, bytes)));
      this.#used = 0;
    }
    this.#pieces.at(-1)!.write(text, this.#used);
    if (3 * this.#count === this.#places.length) this.#grow();
    this.#places.set([this.#pieces.length - 1, this.#used, this.#used + bytes], 3 * this.#count);
    this.#used += bytes;
    this.#count += 1;
  }

  at(turn: number): string {
    if (!Number.isInteger(turn) || turn < 0 || turn >= this.#count) return '';
    const [piece, from, to] = this.#places.subarray(3 * turn, 3 * turn + 3);
    return this.#pieces[piece!]!.toString('utf8', from, to);
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#places.length);
    larger.set(this.#places);
    this.#places = larger;
  }
}
