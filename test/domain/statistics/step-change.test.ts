/** A fall of the answered rate is told from chance. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fallOf, type Sample } from '../../../src/domain/statistics/step-change.ts';

const of = (answered: number, tried: number): Sample => ({ answered, tried });
const samples = (least: number, most: number): fc.Arbitrary<Sample> =>
  fc
    .integer({ min: least, max: most })
    .chain((tried) => fc.record({ tried: fc.constant(tried), answered: fc.nat(tried) }));

describe('no alarm', () => {
  test('a sample under 50 calls never alarms, whatever its rate and the other', () => {
    const any = samples(0, 100_000);
    fc.assert(
      fc.property(samples(0, 49), any, fc.boolean(), (small, other, isRaised) => {
        expect(fallOf(small, other, isRaised)).toBeNull();
        expect(fallOf(other, small, isRaised)).toBeNull();
      }),
    );
  });

  test('a rate that did not fall never alarms', () => {
    const any = samples(1, 100_000);
    fc.assert(
      fc.property(any, any, fc.boolean(), (one, other, isRaised) => {
        const [low, high] =
          one.answered * other.tried < other.answered * one.tried ? [one, other] : [other, one];
        expect(fallOf(high, low, isRaised)).toBeNull();
      }),
    );
  });

  test('a significant fall that is small for a person does not alarm', () => {
    expect(fallOf(of(27_000, 100_000), of(30_000, 100_000), false)).toBeNull();
  });

  test('nobody or everybody answers in both', () => {
    expect(fallOf(of(0, 500), of(0, 500), false)).toBeNull();
    expect(fallOf(of(500, 500), of(500, 500), false)).toBeNull();
  });
});

test('a fall from 40 % to 20 % in 200 calls alarms, with its figures', () => {
  const found = fallOf(of(40, 200), of(800, 2000), false);
  expect(found).toMatchObject({ before: 0.4, now: 0.2 });
  expect(found?.standardErrors).toBeCloseTo(5.54, 1);
});

test('what alarms keeps its alert, and the alert ends nearer to the old rate than it began', () => {
  const any = samples(1, 10_000);
  fc.assert(
    fc.property(any, any, (recent, past) => {
      fc.pre(fallOf(recent, past, false) !== null);
      expect(fallOf(recent, past, true)).not.toBeNull();
    }),
  );
  const nearly = of(60, 200);
  expect(fallOf(nearly, of(800, 2000), false)).toBeNull();
  expect(fallOf(nearly, of(800, 2000), true)).not.toBeNull();
  expect(fallOf(of(76, 200), of(800, 2000), true)).toBeNull();
});
