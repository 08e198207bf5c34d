import { describe, expect, test } from 'vitest';
import {
  allowedChanges,
  callbackState,
  isTurnOpen,
  turnStatus,
  type CallbackFacts,
  type TurnContact,
  type TurnFacts,
} from '../../../src/domain/callbacks/callback-turn.ts';

const NOW = 1_000;
const contactIn = (said: Partial<TurnContact>): TurnFacts => ({
  notAfterMs: 2_000,
  skipped: null,
  withdrawn: null,
  contact: { state: 'due', dueAtMs: 500, reason: null, waitsFor: null, disposition: null, ...said },
});
const stands = (turn: TurnFacts, nowMs = NOW) => {
  const { state, reason } = turnStatus(turn, nowMs);
  return reason === null ? state : `${state} ${reason}`;
};

test.each<[string, Partial<TurnContact>, string]>([
  ['its time is to come', { dueAtMs: 1_500, reason: 'not-before' }, 'scheduled'],
  ['its time has come', {}, 'due'],
  ['a rule holds it up', { dueAtMs: 1_500, reason: 'window' }, 'due window'],
  ['a rule held it up before', { reason: 'not-before' }, 'due'],
  ['its own agent is paused', { waitsFor: 'agent-paused' }, 'due agent-paused'],
  [
    'its time is to come, whatever its agent does',
    { dueAtMs: 1_500, waitsFor: 'agent-paused' },
    'scheduled',
  ],
  ['it is to be redialled', { dueAtMs: 1_500, disposition: 'agent-unreached' }, 'due'],
  ['it is on a call', { state: 'claimed' }, 'calling'],
  ['nobody knows whether it rang', { state: 'locked', disposition: 'unknown' }, 'unknown'],
  ['it was spoken to', { state: 'final', disposition: 'completed' }, 'done'],
  ['it did not answer', { state: 'final', disposition: 'customer-unreached' }, 'done'],
  [
    'only the agent was rung',
    { state: 'final', disposition: 'agent-unreached' },
    'missed agent-unreached',
  ],
  ['the carrier refused', { state: 'final', disposition: 'refused' }, 'missed refused'],
  ['it is on a list', { state: 'final', reason: 'suppressed' }, 'missed suppressed'],
  ['its campaign was ended', { state: 'final' }, 'missed campaign-ended'],
])('where %s it is', (_, contact, expected) => {
  expect(stands(contactIn(contact))).toBe(expected);
});

test('what is due is missed once its time has passed, whether anybody noticed or not', () => {
  expect(stands(contactIn({}), 2_000)).toBe('due');
  expect(stands(contactIn({}), 2_001)).toBe('missed too-late');
  expect(stands(contactIn({ disposition: 'customer-unreached' }), 2_001)).toBe('done');
  expect(stands(contactIn({ state: 'claimed' }), 2_001)).toBe('calling');
});

test('a turn that never became a contact, or was cancelled, shows the reason', () => {
  expect(stands({ ...contactIn({}), contact: null, skipped: 'overlap' })).toBe('missed overlap');
  expect(stands({ ...contactIn({ state: 'final' }), withdrawn: 'edited' })).toBe(
    'withdrawn edited',
  );
});

test('a call whose outcome is unknown keeps the next turn away; one that is over does not', () => {
  const open = (contact: Partial<TurnContact>) => isTurnOpen(turnStatus(contactIn(contact), NOW));
  expect(open({ state: 'locked' })).toBe(true);
  expect(open({ state: 'claimed' })).toBe(true);
  expect(open({ state: 'final', disposition: 'completed' })).toBe(false);
});

describe('a callback', () => {
  const facts = (said: Partial<CallbackFacts>): CallbackFacts => ({
    life: 'active',
    nextAtMs: null,
    last: null,
    ...said,
  });
  const last = (state: 'scheduled' | 'due' | 'calling' | 'done' | 'missed' | 'unknown') => ({
    last: { state, reason: null },
  });

  test.each<[Partial<CallbackFacts>, string, string]>([
    [last('scheduled'), 'scheduled', 'pause cancel edit'],
    [last('due'), 'due', 'pause cancel edit'],
    [last('calling'), 'calling', ''],
    [last('done'), 'done', ''],
    [last('missed'), 'missed', ''],
    [last('unknown'), 'unknown', ''],
    [{ nextAtMs: 5 }, 'scheduled', 'pause cancel edit'],
    [{ nextAtMs: 5, ...last('missed') }, 'scheduled', 'pause cancel edit'],
    [{ nextAtMs: 5, ...last('calling') }, 'calling', 'pause cancel edit'],
    [{ life: 'paused', ...last('due') }, 'paused', 'resume cancel edit'],
    [{ life: 'cancelled', nextAtMs: 5 }, 'cancelled', ''],
    [{}, 'done', ''],
  ])('%j is %s and may: %s', (said, state, allowed) => {
    expect(callbackState(facts(said))).toBe(state);
    expect(allowedChanges(facts(said)).join(' ')).toBe(allowed);
  });
});
