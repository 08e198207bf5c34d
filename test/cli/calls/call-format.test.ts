import { expect, test } from 'vitest';
import { formatCall, formatCalls } from '../../../src/cli/calls/call-format.ts';
import { CALL } from './answered-call.ts';

test('a list of calls has agent, person, number, talk time and the cost with its currency', () => {
  expect(formatCalls([CALL])).toMatch(
    /c1\.1\.1 +ended +completed +Ada Example +Ben Example +\+12025550101 +60 s +0\.0125 EUR/,
  );
});

test('a call is shown with its times, where they come from, and what came after it', () => {
  const text = formatCall(CALL);
  expect(text).toMatch(/agent answered +2026-11-23T09:00:06\.000Z\n/);
  expect(text).toMatch(/customer rang +2026-11-23T09:00:07\.000Z \(when GET first showed it\)\n/);
  expect(text).toMatch(
    /bridged +2026-11-23T09:00:20\.000Z \(when its webhook arrived; its occurred_at is unreadable\)\n/,
  );
  expect(text).toMatch(/ended .*\(when Dialwright ended it\)\n/);
  expect(text).toMatch(/talk +60 s\n/);
  expect(text).toMatch(/then +final: agent and customer were connected, attempt 1 of 3\n/);
});

test('what is not known is left out', () => {
  const live = { ...CALL, bridged_at: null, talk_seconds: null, redial: null, currency: null };
  const text = formatCall(live);
  expect(text).not.toMatch(/bridged|talk|then/);
  expect(text).toMatch(/cost +0\.0125\n/);
});
