import { expect, test } from 'vitest';
import { formatDesk, formatPolling } from '../../../src/cli/account/account-command.ts';

const NOBODY = {
  live_calls: 0,
  live_pause_seconds: 0,
  unsettled_calls: 0,
  unsettled_pause_seconds: 0,
};

test('the account shows how many calls are polled, how seldom each, and by which setting', () => {
  expect(formatPolling({ ...NOBODY, live_calls: 1_000, live_pause_seconds: 50 })).toEqual([
    '1000 live calls are polled, each no sooner than 50.0 s after its last poll (timing.pollsPerSecond of the carrier profile)',
  ]);
  expect(formatPolling({ ...NOBODY, unsettled_calls: 3, unsettled_pause_seconds: 0.15 })).toEqual([
    expect.stringContaining('3 calls without a cost are polled'),
  ]);
});

test('where no call is polled there is no line about it', () => {
  expect(formatPolling(NOBODY)).toEqual([]);
});

test('a recording desk that is closed says until when, and why', () => {
  const closed = { reason: 'no room: 3 MB free', until: '2026-11-23T09:05:00.000Z' };
  const desk = { queued: 4, closed, last_lookup_at: null, empty_at: '2026-11-23T09:09:00.000Z' };
  expect(formatDesk(desk)).toBe(
    'recording desk: 4 in its queue; closed until 2026-11-23T09:05:00.000Z: no room: 3 MB free; ' +
      'empty at about 2026-11-23T09:09:00.000Z',
  );
});
