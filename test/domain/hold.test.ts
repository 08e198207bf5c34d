import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askHold,
  holdAfterAcceptance,
  holdAfterRefusal,
  holdAfterSilentProbe,
  liftHold,
  type Hold,
} from '../../src/domain/hold.ts';

const timing = {
  firstProbeAfterMs: 100,
  longestProbeGapMs: 1_000,
  probeLeaseMs: 50,
};
const refused = { reason: '402 insufficient_funds', probing: 'automatic', intentAtMs: 0 } as const;

function opened(nowMs = 0): Hold {
  const hold = holdAfterRefusal(undefined, { ...refused, intentAtMs: nowMs }, nowMs, timing);
  if (!hold) throw new Error('no hold');
  return hold;
}

test('without a hold everybody passes', () => {
  expect(askHold(undefined, 'a', 0, timing)).toEqual({ kind: 'pass' });
});

test('a fresh hold stops everybody until its first probe', () => {
  expect(askHold(opened(), 'a', 99, timing)).toEqual({ kind: 'closed', untilMs: 100 });
});

test('one call at a time is the probe, the others wait for its lease', () => {
  const verdict = askHold(opened(), 'a', 100, timing);
  if (verdict.kind !== 'probe') throw new Error(`expected a probe, got ${verdict.kind}`);
  expect(askHold(verdict.hold, 'b', 101, timing)).toEqual({ kind: 'closed', untilMs: 150 });
});

test('a dead prober blocks nobody for longer than its lease', () => {
  const verdict = askHold(opened(), 'a', 100, timing);
  if (verdict.kind !== 'probe') throw new Error(`expected a probe, got ${verdict.kind}`);
  expect(askHold(verdict.hold, 'b', 150, timing).kind).toBe('probe');
});

test('a hold by person never probes', () => {
  const hold = holdAfterRefusal(undefined, { ...refused, probing: 'by-person' }, 0, timing);
  expect(askHold(hold, 'a', 1_000_000, timing)).toEqual({ kind: 'closed', untilMs: null });
});

describe('only outcomes of intents written after the last change count', () => {
  test('an older acceptance does not lift', () => {
    expect(holdAfterAcceptance(opened(10), 9, 20)).toEqual(opened(10));
  });

  test('an older refusal does not open again', () => {
    const lifted = liftHold(opened(10), 20);
    expect(holdAfterRefusal(lifted, { ...refused, intentAtMs: 19 }, 30, timing)).toEqual(lifted);
  });

  test('a later acceptance lifts', () => {
    expect(holdAfterAcceptance(opened(10), 10, 20)?.open).toBe(false);
  });
});

test('each refused probe doubles the gap, up to the longest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (refusals) => {
      let hold = opened(0);
      let nowMs = 0;
      for (let index = 0; index < refusals; index++) {
        nowMs = hold.nextProbeAtMs;
        hold = holdAfterRefusal(hold, { ...refused, intentAtMs: nowMs }, nowMs, timing) ?? hold;
      }
      const gapMs = Math.min(100 * 2 ** refusals, 1_000);
      expect(hold.nextProbeAtMs - nowMs).toBe(gapMs);
      expect(hold.openedAtMs).toBe(0);
    }),
  );
});

test('a probe that told nothing gives its lease back', () => {
  const verdict = askHold(opened(), 'a', 100, timing);
  if (verdict.kind !== 'probe') throw new Error(`expected a probe, got ${verdict.kind}`);
  const hold = holdAfterSilentProbe(verdict.hold, 'a', 120, timing);
  expect(hold).toMatchObject({ probe: undefined, nextProbeAtMs: 220, open: true });
});

test('only the call that holds the lease can give it back', () => {
  const verdict = askHold(opened(), 'a', 100, timing);
  if (verdict.kind !== 'probe') throw new Error(`expected a probe, got ${verdict.kind}`);
  expect(holdAfterSilentProbe(verdict.hold, 'b', 120, timing)).toBe(verdict.hold);
});
