import fc from 'fast-check';
import { expect, test } from 'vitest';
import { peaksOf, wavePath } from '../../../../src/dashboard/pages/call/wave.ts';

test('each column has the loudest sample of its span', () => {
  const samples = Float32Array.from([0, 0.25, -0.5, 0, 0.125, -0.125]);
  expect(peaksOf(samples, 3)).toEqual([0.25, 0.5, 0.125]);
});

test('no sample is lost, and none is counted above 1', () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: -2, max: 2, noNaN: true }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 300 }),
      (values, count) => {
        const samples = Float32Array.from(values);
        const peaks = peaksOf(samples, count);
        expect(peaks).toHaveLength(Math.min(count, samples.length));
        expect(Math.max(...peaks)).toBe(Math.min(1, Math.max(...samples.map(Math.abs))));
      },
    ),
  );
});

test('silence is a thin line, and no samples are no shape', () => {
  expect(wavePath([0])).toBe('M0 1L0 0.96L0 1.04Z');
  expect(wavePath(peaksOf(new Float32Array(), 600))).toBe('');
});
