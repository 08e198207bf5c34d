import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askHold,
  holdAfterAcceptance,
  holdAfterRefusal,
  holdAfterSilentProbe,
  holdAsOf,
  holdTimeoutAtMs,
  holdUnderRules,
  liftHold,
  mayProbeAtMs,
  type Hold,
} from '../../../src/domain/account/hold.ts';
import { usualHoldRule, type HoldRule } from '../../../src/domain/account/hold-rules.ts';

const timing = {
  firstProbeAfterMs: 100,
  longestProbeGapMs: 1_000,
  probeLeaseMs: 50,
};
const USUAL = usualHoldRule(402, timing);
type ProbeRule = HoldRule & { action: 'probe' };
const rule = (said: Partial<ProbeRule> = {}): HoldRule => ({ ...(USUAL as ProbeRule), ...said });
const refused = {
  reason: '402 insufficient_funds',
  status: 402,
  code: 'insufficient_funds',
  intentAtMs: 0,
} as const;

function opened(nowMs = 0, by: HoldRule = USUAL): Hold {
  const hold = holdAfterRefusal(undefined, { ...refused, intentAtMs: nowMs }, by, nowMs);
  if (!hold) throw new Error('no hold');
  return hold;
}

const refusedAgain = (hold: Hold, nowMs: number, by = hold.rule): Hold =>
  holdAfterRefusal(hold, { ...refused, intentAtMs: nowMs }, by, nowMs)!;

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
  const hold = opened(0, usualHoldRule(403, timing));
  expect(askHold(hold, 'a', 1_000_000, timing)).toEqual({ kind: 'closed', untilMs: null });
});

describe('only outcomes of intents written after the last change count', () => {
  test('an older acceptance does not lift', () => {
    expect(holdAfterAcceptance(opened(10), 9, 20)).toEqual(opened(10));
  });

  test('an older refusal does not open again', () => {
    const lifted = liftHold(opened(10), 20);
    expect(holdAfterRefusal(lifted, { ...refused, intentAtMs: 19 }, USUAL, 30)).toEqual(lifted);
  });

  test('a later acceptance lifts', () => {
    expect(holdAfterAcceptance(opened(10), 10, 20)?.open).toBe(false);
  });
});

test('by the usual rule each refused probe doubles the wait, up to the longest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (refusals) => {
      let hold = opened(0);
      let nowMs = 0;
      for (let index = 0; index < refusals; index++) {
        nowMs = mayProbeAtMs(hold)!;
        hold = refusedAgain(hold, nowMs);
      }
      expect(mayProbeAtMs(hold)! - nowMs).toBe(Math.min(100 * 2 ** refusals, 1_000));
      expect(hold.openedAtMs).toBe(0);
    }),
  );
});

test('a probe without a result gives its lease back, and the next waits as long again', () => {
  const verdict = askHold(refusedAgain(opened(), 100), 'a', 300, timing);
  if (verdict.kind !== 'probe') throw new Error(`expected a probe, got ${verdict.kind}`);
  const hold = holdAfterSilentProbe(verdict.hold, 'a', 320)!;
  expect(hold).toMatchObject({ probe: undefined, open: true });
  expect(mayProbeAtMs(hold)).toBe(520);
});

test('only the call that holds the lease can give it back', () => {
  const verdict = askHold(opened(), 'a', 100, timing);
  if (verdict.kind !== 'probe') throw new Error(`expected a probe, got ${verdict.kind}`);
  expect(holdAfterSilentProbe(verdict.hold, 'b', 120)).toBe(verdict.hold);
});

describe('a rule of the account', () => {
  const anyRule = fc.record({
    firstWaitMs: fc.integer({ min: 1, max: 10_000 }),
    growth: fc.double({ min: 1, max: 10, noNaN: true }),
    longestWaitMs: fc.integer({ min: 10_000, max: 1_000_000 }),
    mostProbes: fc.option(fc.integer({ min: 1, max: 12 })),
    longestTimeMs: fc.option(fc.integer({ min: 1, max: 5_000_000 })),
  });
  /** Every probe at the first instant it may leave, refused or without news, for so many or until the end. */
  function playProbes(by: HoldRule, silent: readonly boolean[]) {
    let hold = opened(0, by);
    const probes: { atMs: number; waitMs: number }[] = [];
    let refusedCount = 0;
    for (const isSilent of silent) {
      const atMs = mayProbeAtMs(hold);
      if (atMs === null) break;
      expect(askHold(hold, 'a', atMs - 1, timing).kind).toBe('closed');
      const verdict = askHold(hold, 'a', atMs, timing);
      if (verdict.kind !== 'probe') throw new Error(`expected a probe, got ${verdict.kind}`);
      probes.push({ atMs, waitMs: atMs - hold.waitFromMs });
      hold = isSilent
        ? holdAfterSilentProbe(verdict.hold, 'a', atMs)!
        : refusedAgain(verdict.hold, atMs, by);
      if (!isSilent) refusedCount += 1;
    }
    return { hold, probes, refusedCount };
  }
  const outcomes = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 });

  test('its waits never shrink and never pass the longest', () => {
    fc.assert(
      fc.property(anyRule, outcomes, (said, silent) => {
        const waits = playProbes(rule(said), silent).probes.map(({ waitMs }) => waitMs);
        expect(waits).toEqual(waits.toSorted((one, other) => one - other));
        for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(said.longestWaitMs);
      }),
    );
  });

  test('it ends exactly at its most probes or its longest time, and probes until then', () => {
    fc.assert(
      fc.property(anyRule, outcomes, (said, silent) => {
        const { hold, probes, refusedCount } = playProbes(rule(said), silent);
        const { mostProbes, longestTimeMs } = said;
        for (const { atMs } of probes) expect(atMs).toBeLessThan(longestTimeMs ?? Infinity);
        expect(refusedCount).toBeLessThanOrEqual(mostProbes ?? Infinity);
        if (probes.length === silent.length) return;
        const waitMs = Math.min(said.firstWaitMs * said.growth ** refusedCount, said.longestWaitMs);
        const byProbes = refusedCount === mostProbes;
        const byTime = Math.round(hold.waitFromMs + waitMs) >= (longestTimeMs ?? Infinity);
        expect(byProbes || byTime).toBe(true);
        const atMs = byProbes ? hold.changedAtMs : longestTimeMs!;
        const ended = { by: byProbes ? 'most-probes' : 'longest-time', atMs, did: 'stay-on-hold' };
        expect(holdAsOf(hold, atMs)?.ended).toEqual(ended);
        expect(holdAsOf(hold, atMs - 1)?.ended).toEqual(byProbes ? ended : undefined);
      }),
    );
  });

  test('after its end nobody probes, and an accepted call or a person lifts it all the same', () => {
    const hold = refusedAgain(opened(0, rule({ mostProbes: 1 })), 100);
    expect(hold.ended).toEqual({ atMs: 100, by: 'most-probes', did: 'stay-on-hold' });
    expect(askHold(hold, 'a', 1_000_000, timing)).toEqual({ kind: 'closed', untilMs: null });
    expect(holdAfterAcceptance(hold, 100, 200)).toMatchObject({ open: false, ended: undefined });
    expect(liftHold(hold, 200)).toMatchObject({ open: false, ended: undefined });
  });

  test('for a status and a code goes before that of the status, and that before the usual', () => {
    const by = (said: object) => rule(said);
    const rules = [
      { status: 402, code: null, rule: by({ firstWaitMs: 5 }) },
      { status: 402, code: 'insufficient_funds', rule: by({ firstWaitMs: 7 }) },
    ];
    const next = (status: number, code?: string) =>
      holdUnderRules({ ...opened(), status, code }, rules, timing, 1)!;
    expect(mayProbeAtMs(next(402, 'insufficient_funds'))).toBe(7);
    expect(mayProbeAtMs(next(402, 'other'))).toBe(5);
    expect(mayProbeAtMs(next(402))).toBe(5);
    expect(mayProbeAtMs(next(409))).toBe(100);
    expect(mayProbeAtMs(next(403))).toBeNull();
  });

  test('that changes counts from the last refusal, as if it had been in force', () => {
    const hold = refusedAgain(opened(), 100);
    const under = (said: Partial<ProbeRule>, nowMs: number) =>
      holdUnderRules(hold, [{ status: 402, code: null, rule: rule(said) }], timing, nowMs)!;
    expect(mayProbeAtMs(hold)).toBe(300);
    expect(mayProbeAtMs(under({ firstWaitMs: 10, growth: 3 }, 150))).toBe(130);
    expect(under({ mostProbes: 1 }, 150).ended).toMatchObject({ by: 'most-probes' });
    expect(under({ longestTimeMs: 150 }, 150).ended).toMatchObject({
      by: 'longest-time',
      atMs: 150,
    });
  });

  test('that gives more probes or time takes the end back; one that asks for another end has its own', () => {
    const ended = refusedAgain(opened(0, rule({ mostProbes: 1 })), 100);
    const under = (said: Partial<ProbeRule>) =>
      holdUnderRules(ended, [{ status: 402, code: null, rule: rule(said) }], timing, 150)!;
    expect(under({ mostProbes: 2 })).toMatchObject({ ended: undefined });
    expect(mayProbeAtMs(under({ mostProbes: 2 }))).toBe(300);
    expect(under({ mostProbes: 1 }).ended).toEqual(ended.ended);
    expect(under({ mostProbes: 1, atEnd: 'alert' }).ended).toMatchObject({ did: 'alert' });
  });
});

describe('the time-out of a campaign', () => {
  const timeout = { afterMs: 1_000, action: 'pause' } as const;

  test('counts from the opening of the hold, or from when the campaign came to it', () => {
    expect(holdTimeoutAtMs(opened(500), timeout, 100)).toBe(1_500);
    expect(holdTimeoutAtMs(refusedAgain(opened(500), 600), timeout, 100)).toBe(1_500);
    expect(holdTimeoutAtMs(opened(500), timeout, 700)).toBe(1_700);
  });

  test('is none without a hold, or for a campaign that goes on waiting', () => {
    expect(holdTimeoutAtMs(undefined, timeout, 0)).toBeNull();
    expect(holdTimeoutAtMs(liftHold(opened(), 1), timeout, 0)).toBeNull();
    expect(holdTimeoutAtMs(opened(), null, 0)).toBeNull();
  });
});
