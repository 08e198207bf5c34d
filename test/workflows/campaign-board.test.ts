import { expect, test } from 'vitest';
import type { DispatchSlice } from '../../src/activities/campaigns/dispatch.ts';
import { formatBoard } from '../../src/workflows/campaign-board.ts';

const NOON = Date.UTC(2027, 4, 4, 12);
const WHERE = { namespace: 'team a', campaignId: 'c1', started: 7 };

const slice = (next: DispatchSlice['next'], perMinute: number | null = null): DispatchSlice => ({
  next,
  leave: false,
  started: 7,
  liveCalls: 3,
  campaignName: 'Spring offers',
  dispatchAgainMs: 1_000,
  counts: {
    atMs: NOON,
    contacts: { due: 4, claimed: 3, final: 12, locked: 1 },
    callsByDisposition: { dropped: 2, completed: 11 },
    cost: '1.25',
    perMinute,
  },
});

test('the first two lines have what the campaign does, its counts, its rate and their time', () => {
  expect(
    formatBoard(slice({ kind: 'dial' }, 31), WHERE)
      .split('\n')
      .slice(0, 2),
  ).toEqual([
    '**dialling** · 13 of 20 contacts done · 31 calls started a minute  ',
    '3 calls live · 4 contacts left · cost 1.25 · 12:00:00 UTC',
  ]);
});

test('a wait has its reason and its end', () => {
  const waitingFor = { reason: 'time', text: 'nobody may be called now', untilMs: NOON } as const;
  expect(formatBoard(slice({ kind: 'wait', waitingFor }), WHERE)).toMatch(
    /^\*\*waiting until 2027-05-04 12:00 UTC: nobody may be called now\*\*/,
  );
});

test('what an operator wrote as a reason is shown as it is, on one line', () => {
  const text = 'paused: **stop**\n[here](http://x) <b>';
  const waitingFor = { reason: 'resume', text, untilMs: null } as const;
  const [first] = formatBoard(slice({ kind: 'wait', waitingFor }), WHERE).split('\n');
  expect(first).toContain(String.raw`paused: \*\*stop\*\* \[here\](http://x) \<b\>**`);
});

test('links search in the workflow’s own namespace; dispositions come by their count', () => {
  const lines = formatBoard(slice({ kind: 'dial' }), WHERE).split('\n');
  expect(lines[3]).toContain('[all calls](/namespaces/team%20a/workflows?query=Dialwright');
  expect(lines.slice(-2)).toEqual(['| completed | 11 |', '| dropped | 2 |']);
});
