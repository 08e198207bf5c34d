import { expect, test } from 'vitest';
import { activityCounts } from '../../../src/dashboard/format/agent-counts.ts';

const since = '2026-11-23T09:00:00Z';
const doing = (state: 'ready' | 'ringing' | 'on_call' | 'wrap_up' | 'paused') => ({
  activity: { state, since },
});

test('agents are counted by what they do, in the order of a call, without what nobody does', () => {
  const agents = [doing('paused'), doing('on_call'), doing('ready'), doing('on_call')];
  expect(activityCounts(agents, 'en-GB')).toBe('Ready 1 · On a call 2 · Paused 1');
  expect(activityCounts([])).toBe('');
});
