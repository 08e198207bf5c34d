import { hash } from 'node:crypto';

/** The values of a row as text, in the order of its table's columns; the same on both engines. */
export type Row = readonly (string | null)[];

const MODULUS = 1n << 128n;

/** The number of rows, and a checksum that does not depend on their order: the engines sort differently. */
export class RowSum {
  rows = 0;
  #sum = 0n;

  add(row: Row): void {
    const digest = hash('sha256', JSON.stringify(row), 'hex').slice(0, 32);
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) % MODULUS;
    this.rows += 1;
  }

  get checksum(): string {
    return this.#sum.toString(16).padStart(32, '0');
  }

  equals(other: RowSum): boolean {
    return this.rows === other.rows && this.checksum === other.checksum;
  }
}
