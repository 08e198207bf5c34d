/** Chance that follows from a seed alone. */
import { createHash } from 'node:crypto';

export interface Chance {
  /** In [0, 1). */
  next: () => number;
  /** Both ends included. */
  whole: (least: number, greatest: number) => number;
  happens: (ratio: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  weighted: <T extends { weight: number }>(list: readonly T[]) => T;
}

/** The same parts, the same chance. */
export function chanceOf(...parts: (string | number)[]): Chance {
  const next = mulberry32(
    createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE(),
  );
  const whole = (least: number, greatest: number) =>
    least + Math.floor(next() * (greatest - least + 1));
  return {
    next,
    whole,
    happens: (ratio) => next() < ratio,
    pick: (list) => list[whole(0, list.length - 1)]!,
    weighted(list) {
      let left = next() * list.reduce((sum, { weight }) => sum + weight, 0);
      return list.find(({ weight }) => (left -= weight) < 0) ?? list.at(-1)!;
    },
  };
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
