import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admit, type AdmissionFacts } from '../../../src/domain/campaigns/admission.ts';
import {
  campaignNext,
  type CampaignFacts,
} from '../../../src/domain/campaigns/campaign-progress.ts';
import {
  allowedMoves,
  CAMPAIGN_MOVES,
  CAMPAIGN_STATES,
  mayAppend,
  mayDial,
  stateAfter,
} from '../../../src/domain/campaigns/campaign-state.ts';
import { hasEveryEvent, LIVE_STATES } from '../../../src/domain/calls/call-state.ts';
import {
  DISPOSITIONS,
  deepens,
  dispositionOf,
  spendsAttempt,
} from '../../../src/domain/calls/disposition.ts';
import { callRef, parseCallRef, parsePlacementId, placementId } from '../../../src/domain/ids.ts';
import { pollDueInMs, pauseAfterPollMs } from '../../../src/domain/calls/polling.ts';
import { contactAfter, countedWith, isSpent, spreadOf } from '../../../src/domain/calls/redial.ts';
import { timingFor, webhookTailMs, type CarrierTiming } from '../../../src/domain/timing.ts';
import { DIALLING_FACTS } from './dialling-facts.ts';

const carrier: CarrierTiming = {
  agentRingMs: 120_000,
  customerRingMs: 120_000,
  webhookFirstRetryMs: 30_000,
  webhookRetryFactor: 2,
  webhookRetries: 5,
  webhookAnswerMs: 15_000,
  recordingLookupSpacingMs: 60_000,
  recordingReadyMs: 21_600_000,
  pollsPerSecond: 20,
};

describe('campaign life', () => {
  test('a move is allowed exactly when it leads somewhere', () => {
    for (const state of CAMPAIGN_STATES) {
      const leading = CAMPAIGN_MOVES.filter((move) => stateAfter(state, move) !== undefined);
      expect(allowedMoves(state)).toEqual(leading);
    }
  });

  test.each(['completed', 'cancelled'] as const)('nothing leads out of %s', (state) => {
    expect(allowedMoves(state)).toEqual([]);
    expect(mayDial(state)).toBe(false);
    expect(mayAppend(state)).toBe(false);
  });

  test.each([
    ['draft', 'scheduled'],
    ['scheduled', 'scheduled'],
    ['running', undefined],
    ['paused', undefined],
  ] as const)('a start that is planned leads from %s to %s', (state, expected) => {
    expect(stateAfter(state, 'start', true)).toBe(expected);
  });

  test('draining dials but takes no more contacts', () => {
    expect([mayDial('draining'), mayAppend('draining')]).toEqual([true, false]);
  });
});

describe('admission', () => {
  const facts: AdmissionFacts = {
    campaignState: 'running',
    accountStopped: false,
    suppressed: false,
    noConsent: false,
    answeredElsewhere: false,
    listMissing: false,
    listTooOld: false,
    hangupAsked: false,
    hold: { kind: 'pass' },
    retryAfter: false,
    time: { kind: 'now' },
    budget: { kind: 'open', alert: false },
    agentFree: true,
  };

  test.each([
    [{ hangupAsked: true }, 'hung-up', null],
    [{ suppressed: true }, 'suppressed', null],
    [{ listMissing: true }, 'list-missing', 'now'],
    [{ listMissing: true, campaignState: 'cancelled' }, 'campaign-stopped', null],
    [{ accountStopped: true }, 'account-stopped', 'now'],
    [{ campaignState: 'paused' }, 'campaign-stopped', 'now'],
    [{ campaignState: 'cancelled' }, 'campaign-stopped', null],
    [{ hold: { kind: 'closed', untilMs: 7_000 } }, 'on-hold', 'now'],
    [{ hold: { kind: 'closed', untilMs: null } }, 'on-hold', 'now'],
    [{ retryAfter: true }, 'retry-after', 'now'],
    [{ time: { kind: 'later', reason: 'window', atMs: 9 } }, 'window', 9],
    [{ time: { kind: 'never', reason: 'too-late' } }, 'too-late', null],
    [{ budget: { kind: 'closed', cap: 'total' } }, 'no-budget', 'now'],
    [{ agentFree: false }, 'no-agent', 'now'],
  ] as const)('with %j says no: %s', (change, reason, dueAtMs) => {
    expect(admit({ ...facts, ...change })).toEqual({ kind: 'no', reason, dueAtMs });
  });

  test('with nothing in the way admits', () => expect(admit(facts)).toEqual({ kind: 'yes' }));
});

describe('why a campaign does not dial', () => {
  const reason = (change: Partial<CampaignFacts>) => {
    const next = campaignNext({ ...DIALLING_FACTS, ...change });
    return next.kind === 'wait' ? next.waitingFor.reason : next.kind;
  };

  test.each([
    [{}, 'dial'],
    [{ state: 'draft' }, 'start'],
    [{ state: 'paused' }, 'resume'],
    [{ state: 'cancelled' }, 'over'],
    [{ accountStopped: true }, 'account-stop'],
    [{ hold: { reason: '402', untilMs: 5, timeout: null } }, 'hold'],
    [{ retryAfter: { reason: '429', untilMs: 5 }, freeAgents: 0 }, 'retry-after'],
    [{ freeAgents: 0 }, 'agents'],
    [{ freeAgents: 0, wrapUpUntilMs: 9 }, 'agents'],
    [{ dueAndFree: 'no-agent' }, 'agents'],
    [{ dueAndFree: 'no-number' }, 'numbers'],
    [{ dueNow: 0, liveCalls: 2 }, 'calls'],
    [{ dueNow: 0, nextDueAtMs: 99 }, 'redial'],
    [{ dueNow: 0, nextDueAtMs: 99, nextDueReason: 'window' }, 'time'],
    [{ budget: { kind: 'closed', cap: 'total' } }, 'budget'],
    [{ budget: { kind: 'closed', cap: 'per-day' } }, 'budget'],
    [{ dueNow: 0, nextDueAtMs: 99, state: 'draining' }, 'complete'],
    [{ dueNow: 0, keepOpen: true }, 'contacts'],
    [{ dueNow: 0 }, 'complete'],
  ] as const)('%j: %s', (change, expected) => expect(reason(change)).toBe(expected));
});

describe('dispositions', () => {
  test.each([
    ['completed', 'bridged', 'completed'],
    ['failed', 'bridged', 'dropped'],
    ['failed', 'customer_ringing', 'customer-unreached'],
    ['failed', 'agent_answered', 'customer-unreached'],
    ['failed', 'agent_ringing', 'agent-unreached'],
    ['failed', 'accepted', 'agent-unreached'],
  ] as const)('%s at %s is %s', (state, deepest, disposition) => {
    expect(dispositionOf({ state, deepest, agentLegSeen: true })).toBe(disposition);
  });

  test.each(LIVE_STATES)(
    'a call that failed at %s is never an agent\u2019s miss on no evidence',
    (deepest) => {
      const disposition = dispositionOf({ state: 'failed', deepest, agentLegSeen: false });
      expect(disposition).not.toBe('agent-unreached');
      expect(spendsAttempt(disposition, false)).toBe(true);
      expect(deepens(disposition, 'dropped')).toBe(disposition !== 'dropped');
    },
  );

  test('a leg that comes to light deepens a failure whose leg was not known, and not the other way round', () => {
    for (const known of [
      'agent-unreached',
      'customer-unreached',
      'dropped',
      'completed',
    ] as const) {
      expect(deepens('leg-unknown', known)).toBe(true);
      expect(deepens(known, 'leg-unknown')).toBe(false);
    }
    expect(deepens('unknown', 'leg-unknown') && deepens('carrier-lost', 'leg-unknown')).toBe(true);
  });

  test('an agent-side failure spends no attempt, unless its leg is not in evidence', () => {
    expect(spendsAttempt('agent-unreached', true)).toBe(false);
    expect(spendsAttempt('agent-unreached', false)).toBe(true);
  });

  test('a call that was not dialled never spends an attempt', () => {
    expect(spendsAttempt('not-dialled', false)).toBe(false);
  });
});

describe('redial', () => {
  const END = { endedAtMs: 5, spread: 0.5 };
  const policy = {
    maxAttempts: 3,
    maxCalls: 10,
    rules: {
      'customer-unreached': { delayMs: 1_000, jitter: 0.2, most: 2 },
      'agent-unreached': { delayMs: 10, jitter: 0, most: 100 },
    },
  };
  const tally = { attempts: 1, calls: 1, sameRule: 1 };

  test('a failure whose leg is not known is redialled by the customer\u2019s rule, and counts against it', () => {
    const next = contactAfter('leg-unknown', tally, policy, END);
    expect(next).toEqual(contactAfter('customer-unreached', tally, policy, END));
    expect(countedWith('leg-unknown')).toEqual(countedWith('customer-unreached'));
    const onlyAgents = { ...policy, rules: { 'agent-unreached': policy.rules['agent-unreached'] } };
    expect(contactAfter('leg-unknown', tally, onlyAgents, END)).toEqual({ kind: 'final' });
  });

  test('unknown locks the contact, whatever the policy', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (attempts, calls) => {
        const next = contactAfter('unknown', { attempts, calls, sameRule: 1 }, policy, END);
        expect(next).toEqual({ kind: 'locked' });
      }),
    );
  });

  test('no rule redials past the attempts or the calls allowed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DISPOSITIONS),
        fc.nat(20),
        fc.nat(20),
        (disposition, attempts, calls) => {
          fc.pre((attempts >= 3 || calls >= 10) && disposition !== 'not-dialled');
          const next = contactAfter(disposition, { attempts, calls, sameRule: 1 }, policy, END);
          expect(next.kind).not.toBe('due');
        },
      ),
    );
  });

  test('a customer who was not reached is due after the delay and its share of the jitter', () => {
    const next = contactAfter('customer-unreached', tally, policy, END);
    expect(next).toEqual({ kind: 'due', dueAtMs: 5 + 1_000 + 100 });
  });

  test('a rule ends with the calls it allows, though others would go on', () => {
    const twice = { ...tally, attempts: 2, sameRule: 2 };
    expect(contactAfter('customer-unreached', twice, policy, END)).toEqual({ kind: 'final' });
    expect(contactAfter('agent-unreached', twice, policy, END).kind).toBe('due');
  });

  test.each([
    [2, 9, false],
    [3, 3, true],
    [0, 10, true],
  ])('%i attempts in %i calls are all there may be: %s', (attempts, calls, expected) => {
    expect(isSpent({ attempts, calls }, policy)).toBe(expected);
  });

  test('a disposition without a rule is final', () => {
    expect(contactAfter('dropped', tally, policy, END)).toEqual({ kind: 'final' });
  });

  test('the spread of a call lies in [0, 1), is its own, and is always the same', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const spread = spreadOf(text);
        expect(spread).toBe(spreadOf(text));
        expect(spread).toBeGreaterThanOrEqual(0);
        expect(spread).toBeLessThan(1);
      }),
    );
    expect(spreadOf('c1.1.1')).not.toBe(spreadOf('c1.2.1'));
  });
});

describe('ids', () => {
  test('a reference and a placement id read back as they were built', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 1, max: 99 }),
        (contact, ordinal) => {
          const parts = { campaignId: 'k3v9x2a', contact, ordinal };
          const ref = callRef(parts);
          expect(parseCallRef(ref)).toEqual(parts);
          expect(parsePlacementId(placementId({ ref, placement: 7 }))).toEqual({
            ref,
            placement: 7,
          });
        },
      ),
    );
  });

  test.each(['', 'a.1.1', 'k3v9.0.1', 'k3v9.1', 'k3v9.1.1.1.1', '../x.1.1', 'K.1.1', 'k3v9.1.-1'])(
    '%j is no reference',
    (text) => expect(parseCallRef(text)).toBeUndefined(),
  );
});

describe('time', () => {
  test('the webhook tail is five growing retries and six answers', () => {
    expect(webhookTailMs(carrier)).toBe(930_000 + 6 * 15_000);
  });

  test('a time factor compresses the time of the carrier, and deadlines of the network a little only', () => {
    const real = timingFor(carrier);
    const fast = timingFor(carrier, 200);
    expect(fast.horizonMs).toBe(Math.round(real.horizonMs / 200));
    expect(fast.postMs).toBe(3_000);
    expect(fast.readMs).toBe(2_000);
    expect(timingFor(carrier, 2).postMs).toBe(7_500);
  });

  test('at every time factor one placing outlasts its POST, and a probe’s lease one placing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (factor) => {
        const { placeWithinMs, postMs, hold } = timingFor(carrier, factor);
        expect(placeWithinMs).toBeGreaterThanOrEqual(2 * postMs);
        expect(hold.probeLeaseMs).toBeGreaterThan(placeWithinMs);
      }),
    );
  });

  test('lookups are spaced wider than the quota at every time factor', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (factor) => {
        expect(timingFor(carrier, factor).deskSpacingMs).toBeGreaterThan(60_000 / factor);
      }),
    );
  });

  test('without webhooks every poll is due', () => {
    const silence = { deepest: 'bridged', sinceProgressMs: 0, webhooks: false } as const;
    expect(pollDueInMs(silence, timingFor(carrier))).toBe(0);
  });

  test('with webhooks a poll is due when the state cannot last any longer', () => {
    const silence = {
      deepest: 'customer_ringing',
      sinceProgressMs: 20_000,
      webhooks: true,
    } as const;
    expect(pollDueInMs(silence, timingFor(carrier))).toBe(100_000);
  });

  test('pauses between polls are bounded, and never longer while a phone may ring', () => {
    const timing = timingFor(carrier);
    fc.assert(
      fc.property(
        fc.constantFrom(...LIVE_STATES),
        fc.nat(10 * 60_000),
        fc.nat(1_000),
        (deepest, sinceProgressMs, inVain) => {
          const pauseMs = pauseAfterPollMs({ deepest, sinceProgressMs, inVain }, timing);
          expect(pauseMs).toBeLessThanOrEqual(timing.pollAtMostMs);
          expect(pauseMs).toBeGreaterThanOrEqual(timing.ringPollMs);
          const mayRing =
            deepest === 'customer_ringing' && sinceProgressMs < carrier.customerRingMs;
          expect(pauseMs).toBeLessThanOrEqual(mayRing ? timing.ringPollMs : timing.pollAtMostMs);
        },
      ),
    );
  });

  test('the events of a call are complete when their seqs run from 1 to its end without a gap', () => {
    const story = (seqs: number[], endSeq: number) =>
      seqs.map((seq) => ({
        seq,
        name: `click2call.${seq === endSeq ? 'failed' : 'agent_ringing'}`,
      }));
    expect(hasEveryEvent([])).toBe(false);
    expect(hasEveryEvent(story([2], 2))).toBe(false);
    expect(hasEveryEvent(story([2, 1, 3, 1], 3))).toBe(true);
    expect(hasEveryEvent(story([1, 3], 3))).toBe(false);
    // What came after the end shows no leg; without an event of the end every leg is possible.
    expect(hasEveryEvent(story([1, 2, 4], 2))).toBe(true);
    expect(hasEveryEvent(story([1, 2, 3], 9))).toBe(false);
    // A name that nobody knows may stand for any leg.
    const unknown = { seq: 2, name: 'click2call.other' };
    expect(hasEveryEvent([...story([1, 3], 3), unknown])).toBe(false);
  });
});
