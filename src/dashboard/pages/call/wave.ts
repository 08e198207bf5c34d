/** The wave of a recording: the loudest sample of each span, as a path. */

/** @returns `count` values from 0 to 1, fewer if there are fewer samples */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const columns = Math.min(count, samples.length);
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * samples.length) / columns);
    const to = Math.floor(((column + 1) * samples.length) / columns);
    let peak = 0;
    for (let index = from; index < to; index++) peak = Math.max(peak, Math.abs(samples[index]!));
    return Math.min(1, peak);
  });
}

/** Quiet talk stays visible: silence is a line of this height, of 1. */
const LEAST = 0.04;

/** A closed shape in a box of `peaks.length` by 2, mirrored at its middle. */
export function wavePath(peaks: readonly number[]): string {
  if (peaks.length === 0) return '';
  const tops = peaks.map((peak, x) => `L${x} ${round(1 - Math.max(LEAST, peak))}`);
  const bottoms = peaks.map((peak, x) => `L${x} ${round(1 + Math.max(LEAST, peak))}`).toReversed();
  return `M0 1${tops.join('')}${bottoms.join('')}Z`;
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;
