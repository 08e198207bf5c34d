import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIVE_STATES } from '../../../src/domain/calls/call-state.ts';
import {
  afterPoll,
  endDueInMs,
  isResting,
  pollDueInMs,
  isAgentLegSeen,
  isBillOverdue,
  mayBelieveEvent,
  pauseAfterFailureMs,
  pauseBeforeCostMs,
  pauseBeforeEndMs,
  whyLost,
  type PollState,
  type Seen,
} from '../../../src/domain/calls/polling.ts';
import { timingFor } from '../../../src/domain/timing.ts';

const timing = timingFor({
  agentRingMs: 120_000,
  customerRingMs: 120_000,
  webhookFirstRetryMs: 30_000,
  webhookRetryFactor: 2,
  webhookRetries: 5,
  webhookAnswerMs: 15_000,
  recordingLookupSpacingMs: 60_000,
  recordingReadyMs: 21_600_000,
  pollsPerSecond: 20,
});

const SHOWN: Seen = {
  kind: 'shown',
  state: 'bridged',
  recorded: false,
  cost: null,
  unreadableCost: null,
};
const GONE: Seen = { kind: 'gone' };
const FAILED: Seen = { kind: 'failed', askedMs: undefined };
const MINUTE = 60_000;
const START_MS = 1_800_000_000_000;

/** One poll of each, so far apart; how they stand then, and when. */
function looking(seen: readonly Seen[], apartMs: number): { polls: PollState; nowMs: number } {
  let polls: PollState | null = null;
  let nowMs = START_MS;
  for (const each of seen) {
    nowMs += apartMs;
    polls = afterPoll(
      polls,
      { seen: each, text: each.kind, moved: false, nowMs, random: 0 },
      timing,
    );
  }
  return { polls: polls!, nowMs };
}

const many = (seen: Seen, count: number): Seen[] => Array.from({ length: count }, () => seen);
const lost = (seen: readonly Seen[], apartMs: number, sinceProgressMs = 0) =>
  whyLost({ ...looking(seen, apartMs), sinceProgressMs }, timing);

describe('what a poll showed of a leg', () => {
  const legs = (
    ...seen: { state: 'agent_ringing' | 'failed'; askedAtMs: number; nowMs: number }[]
  ) => {
    let polls: PollState | null = null;
    for (const { state, ...at } of seen) {
      const each = {
        kind: 'shown',
        state,
        recorded: false,
        cost: null,
        unreadableCost: null,
      } as const;
      polls = afterPoll(polls, { seen: each, text: state, moved: false, random: 0, ...at }, timing);
    }
    return isAgentLegSeen({ events: [], polls }, { legGapMs: 10_000 });
  };
  const RANG = 'agent_ringing';

  test('counts from when it was asked, not from when a slow answer came', () => {
    const end = { state: 'failed', askedAtMs: 11_000, nowMs: 11_000 } as const;
    expect(legs({ state: RANG, askedAtMs: 1_000, nowMs: 10_000 }, end)).toBe(true);
    expect(legs({ state: RANG, askedAtMs: 0, nowMs: 10_000 }, end)).toBe(false);
  });

  test('proves nothing where its answer comes after the one that showed the end', () => {
    const end = { state: 'failed', askedAtMs: 5_000, nowMs: 5_000 } as const;
    expect(legs(end, { state: RANG, askedAtMs: 0, nowMs: 9_000 })).toBe(false);
  });
});

describe('a call is given up as lost', () => {
  test('when GET has not known it for as long as a webhook may take, and not before', () => {
    const polls = Math.ceil(timing.horizonMs / MINUTE);
    expect(lost(many(GONE, polls), MINUTE)).toBeUndefined();
    expect(lost(many(GONE, polls + 1), MINUTE)).toMatch(/^gone, for \d+ minutes$/);
  });

  test('not when GET did not know it at times: replicas lag', () => {
    const flapping = Array.from({ length: 500 }, (_, index) => (index % 3 === 0 ? SHOWN : GONE));
    expect(lost(flapping, MINUTE)).toBeUndefined();
  });

  test('when GET has failed for hours, and not before', () => {
    const polls = timing.lostAfterMs / MINUTE;
    expect(lost(many(FAILED, polls), MINUTE)).toBeUndefined();
    expect(lost(many(FAILED, polls + 1), MINUTE)).toBe('failed, for 360 minutes');
  });

  test('when it stands still for hours', () => {
    expect(lost([SHOWN], MINUTE, timing.lostAfterMs - 1)).toBeUndefined();
    expect(lost([SHOWN], MINUTE, timing.lostAfterMs)).toBe('shown, for 360 minutes');
  });

  test('not by a failure after hours without a poll', () => {
    const downMs = 8 * 60 * MINUTE;
    for (const seen of [FAILED, GONE]) {
      const before = looking([seen], 0);
      const nowMs = before.nowMs + downMs;
      const poll = { seen, text: seen.kind, moved: false, nowMs, random: 0 };
      const polls = afterPoll(before.polls, poll, timing);
      expect(whyLost({ polls, sinceProgressMs: downMs, nowMs }, timing)).toBeUndefined();
    }
  });

  test('some day, whatever GET answers, unless it shows progress', () => {
    const seen = fc.constantFrom<Seen>(
      ...LIVE_STATES.map(
        (state) =>
          ({ kind: 'shown', state, recorded: false, cost: null, unreadableCost: null }) as const,
      ),
      { kind: 'shown', state: undefined, recorded: false, cost: null, unreadableCost: null },
      GONE,
      FAILED,
    );
    fc.assert(
      fc.property(fc.array(seen, { minLength: 1, maxLength: 20 }), (pattern) => {
        let polls: PollState | null = null;
        const stillMs = 3 * timing.lostAfterMs;
        for (let ms = 0; ms <= stillMs; ms += MINUTE) {
          const each = pattern[(ms / MINUTE) % pattern.length]!;
          const nowMs = START_MS + ms;
          polls = afterPoll(
            polls,
            { seen: each, text: 'x', moved: false, nowMs, random: 0 },
            timing,
          );
          if (whyLost({ polls, sinceProgressMs: ms, nowMs }, timing) !== undefined) return;
        }
        throw new Error('looked at for ever');
      }),
    );
  });
});

describe('an event that tells of the end', () => {
  test('is believed without GET after seconds of "no such call", or minutes of failures', () => {
    const may = (seen: readonly Seen[], apartMs: number) => {
      const { polls, nowMs } = looking(seen, apartMs);
      return mayBelieveEvent(polls, nowMs, timing);
    };
    expect(may([GONE, GONE], timing.pollMs)).toBe(false);
    expect(may([GONE, GONE, GONE], timing.pollMs)).toBe(true);
    expect(may(many(FAILED, 2), MINUTE)).toBe(false);
    expect(may(many(FAILED, 3), MINUTE)).toBe(true);
    expect(may([FAILED, SHOWN], 10 * MINUTE)).toBe(false);
  });
});

describe('after a GET that failed', () => {
  const pause = (failures: number, askedMs: number | undefined, random: number) =>
    pauseAfterFailureMs({ failures, askedMs, random }, timing);

  test('pauses double, up to a limit', () => {
    const pauses = [1, 2, 3, 4, 20].map((failures) => pause(failures, undefined, 0));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, timing.pollRetryAtMostMs]);
  });

  test('chance spreads them; what the carrier asks for is kept to, up to the same limit', () => {
    const asked = fc.option(fc.nat(100 * timing.pollRetryAtMostMs), { nil: undefined });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        asked,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, askedMs, random) => {
          const ms = pause(failures, askedMs, random);
          const least = Math.min(askedMs ?? 0, timing.pollRetryAtMostMs);
          expect(ms).toBeGreaterThanOrEqual(least);
          expect(ms).toBeGreaterThan(0);
          expect(ms).toBeLessThanOrEqual(1.2 * timing.pollRetryAtMostMs);
        },
      ),
    );
    expect(pause(3, undefined, 0.9)).toBeLessThan(pause(3, undefined, 0.1));
  });

  test('nobody polls before; a poll that is answered opens the way again', () => {
    const failed = looking([FAILED, FAILED], 1_000);
    expect(failed.polls.notBeforeMs).toBe(failed.nowMs + 2_000);
    const answered = looking([FAILED, FAILED, GONE], 1_000);
    expect(answered.polls).toMatchObject({ failures: 0, notBeforeMs: answered.nowMs });
  });
});

describe('the final cost', () => {
  test('is asked for as often as the wait is old, sooner where the bill is known to be ready', () => {
    const pauses = [0, 2 * MINUTE, 10 * MINUTE, 50 * MINUTE].map((waitedMs) =>
      pauseBeforeCostMs({ waitedMs, billed: false }, timing),
    );
    expect(pauses).toEqual([MINUTE, 2 * MINUTE, 10 * MINUTE, 15 * MINUTE]);
    expect(pauseBeforeCostMs({ waitedMs: 0, billed: true }, timing)).toBe(5_000);
  });

  test('is given up after an hour of answers without it; failures must have lasted as long', () => {
    const waitedMs = timing.settleAtMostMs;
    const overdue = (seen: readonly Seen[], apartMs: number, waited = waitedMs) =>
      isBillOverdue({ ...looking(seen, apartMs), waitedMs: waited }, timing);
    expect(overdue([SHOWN], MINUTE, waitedMs - 1)).toBe(false);
    expect(overdue([SHOWN], MINUTE)).toBe(true);
    expect(overdue([FAILED], MINUTE)).toBe(false);
    expect(overdue(many(FAILED, 61), MINUTE)).toBe(true);
  });
});

describe('the polls of a call whose end was reported', () => {
  test('never wait longer than half of the time since the report, half a second at least and half a minute at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000, max: 3_600_000 }), (sinceMs) => {
        const pauseMs = pauseBeforeEndMs(sinceMs, timing);
        expect(pauseMs).toBeLessThanOrEqual(Math.min(Math.max(sinceMs / 2, 500), 30_000));
        expect(pauseMs).toBeGreaterThanOrEqual(500);
      }),
    );
  });

  test('whatever the lag of GET, the end is seen after at most one and a half times of it, with few GETs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (lagMs) => {
        let atMs = 0;
        let polls = 1;
        for (; atMs < lagMs; polls += 1) atMs += pauseBeforeEndMs(atMs, timing);
        expect(atMs).toBeLessThanOrEqual(Math.max(1.5 * lagMs, lagMs + 500));
        expect(polls).toBeLessThanOrEqual(15);
      }),
    );
  });

  test('are due at once for what came after the last GET was sent, though before its answer', () => {
    const answer = { seen: SHOWN, text: '', moved: false, random: 0.5 };
    const polls = afterPoll(null, { ...answer, nowMs: 1_300, askedAtMs: 1_000 }, timing);
    const dueInMs = (newsAtMs: number) => endDueInMs({ polls, newsAtMs }, 1_300, timing);
    expect(dueInMs(1_001)).toBeLessThanOrEqual(0);
    expect(dueInMs(1_000)).toBe(200);
  });

  test('do not wait until a clock that was set back shows the time again', () => {
    const HOUR_MS = 3_600_000;
    const failed = { kind: 'failed', askedMs: undefined } as const;
    const answer = { text: '', moved: false, random: 0.5, nowMs: HOUR_MS };
    const polls = afterPoll(null, { ...answer, seen: SHOWN }, timing);
    expect(endDueInMs({ polls, newsAtMs: HOUR_MS }, 0, timing)).toBe(0);
    const silence = { deepest: 'bridged', sinceProgressMs: -HOUR_MS, webhooks: true } as const;
    expect(pollDueInMs(silence, timing)).toBe(0);
    const resting = afterPoll(null, { ...answer, seen: failed }, timing);
    expect(isResting(resting, HOUR_MS, timing)).toBe(true);
    expect(isResting(resting, 0, timing)).toBe(false);
  });
});
