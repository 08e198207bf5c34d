import { expect, test } from 'vitest';
import {
  mayStartLate,
  talkStartOf,
  type TalkTimes,
} from '../../../../src/dashboard/pages/call/talk-start.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 23, 9, 0, seconds)).toISOString();
const source = (from: 'carrier' | 'polled') => ({ source: from, fault: null });
const sources = (bridged: 'carrier' | 'polled'): TalkTimes['time_sources'] => ({
  agent_ringing_at: null,
  answered_at: source('carrier'),
  customer_ringing_at: null,
  bridged_at: source(bridged),
  ended_at: source('carrier'),
});

/** The customer rings for 12 s, then both talk for 30 s. */
const call: TalkTimes = {
  answered_at: at(0),
  bridged_at: at(12),
  ended_at: at(42),
  time_sources: sources('carrier'),
};

test('in a recording from the agent’s answer on, the talk begins where the customer answered', () => {
  expect(talkStartOf(call, 42)).toBe(12);
});

test('in a recording of the talk alone there is nowhere to jump to', () => {
  expect(talkStartOf(call, 30.4)).toBeUndefined();
});

test('a recording that begins between answer and talk tells by its length', () => {
  expect(talkStartOf(call, 35)).toBe(5);
});

test('the talk never begins later than it did after the agent’s answer, however long the recording is', () => {
  expect(talkStartOf(call, 120)).toBe(12);
});

test('a recording that is shorter than the talk has no jump', () => {
  expect(talkStartOf(call, 4)).toBeUndefined();
});

test('a call that was never bridged, or was bridged within a second, needs no length', () => {
  for (const other of [
    { ...call, bridged_at: null },
    { ...call, bridged_at: at(0) },
    { ...call, ended_at: null },
    { ...call, time_sources: sources('polled') },
  ]) {
    expect(mayStartLate(other)).toBe(false);
    expect(talkStartOf(other, 42)).toBeUndefined();
  }
  expect(mayStartLate(call)).toBe(true);
  expect(talkStartOf(call, undefined)).toBeUndefined();
});
