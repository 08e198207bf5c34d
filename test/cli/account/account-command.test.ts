import { expect, test } from 'vitest';
import { formatPolling } from '../../../src/cli/account/account-command.ts';

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
