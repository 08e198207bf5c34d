/**
 * Chance without a stream: every number follows from the seed, the destination, which call to that
 * destination it is and what is being asked. So the order in which requests arrive changes nothing.
 */
import { createHash } from 'node:crypto';

/** A number in [0, 1) for a question about one call. */
export type Draw = (question: string) => number;

/** Least and greatest, both included. */
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

/** A whole number of the span. */
export function within([least, greatest]: Span, draw: Draw, question: string): number {
  return Math.floor(least + draw(question) * (greatest - least + 1));
}
