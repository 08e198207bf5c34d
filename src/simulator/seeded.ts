/**
 * Reproducible random numbers. Each is a hash of the seed, the destination, the number of the call to that
 * destination, and the question. So the order in which requests arrive has no effect on them.
 */
import { createHash } from 'node:crypto';

/** Answers a question about one call with a number in [0, 1). The same question has the same answer. */
export type Draw = (question: string) => number;

/** Minimum and maximum, both included. */
export type Span = readonly [number, number];

export interface DrawSubject {
  seed: string;
  destination: string;
  /** Counts from 1. */
  nth: number;
}

const DRAW_BYTES = 6;

export function drawFor({ seed, destination, nth }: DrawSubject): Draw {
  return (question) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([seed, destination, nth, question]))
      .digest();
    return digest.readUIntBE(0, DRAW_BYTES) / 2 ** (8 * DRAW_BYTES);
  };
}

export function happens(ratio: number, draw: Draw, question: string): boolean {
  return ratio > 0 && draw(question) < ratio;
}

/** A whole number of the span, seeded. */
export function within([least, greatest]: Span, draw: Draw, question: string): number {
  return Math.floor(least + draw(question) * (greatest - least + 1));
}
