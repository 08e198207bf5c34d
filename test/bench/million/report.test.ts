import { expect, test } from 'vitest';
import { callRates, stepLine, stepTable } from './report.ts';
import type { StepCost } from './step-cost.ts';

const server = { peakRssMb: 240, cpuSeconds: 61, longestMs: 72, mostCpuMs: 31, overGoal: 2 };
const done: StepCost = {
  step: 'import',
  seconds: 75.2,
  outcome: '1000 contacts',
  hasFailed: false,
  server,
  worker: undefined,
  largestLogMb: 19,
  loggedMb: undefined,
  storedMb: 443,
};

test('a step that failed is shown with its reason, and a process that ended as such', () => {
  const failed = { ...done, step: 'clone', hasFailed: true, outcome: 'HTTP 503', loggedMb: 12 };
  const [, first, second] = stepTable([done, failed]).split('\n');
  expect(first!.split(/ {2,}/)).toEqual(
    'import|75.2|240|72|31|2|61.0|ended|–|–|–|–|19|–|443|1000 contacts'.split('|'),
  );
  expect(second).toContain('failed: HTTP 503');
});

test('the line of a step names what failed', () => {
  const failed = { ...done, hasFailed: true, outcome: 'HTTP 503' };
  expect(stepLine(failed)).toBe(
    'import: 75.2 s; server 240 MB, halt 72 ms; worker ended; failed: HTTP 503',
  );
});

test('the rates of the first and the last minute stand beside that of the whole time', () => {
  const falling = Array.from({ length: 181 }, (_, second) =>
    second <= 60 ? second * 12 : 720 + (second - 60) * 6,
  );
  expect(callRates(falling)).toBe('8.0 calls/s (first minute 12.0, last 6.0)');
  expect(callRates([0, 5, 10])).toBe('5.0 calls/s (first minute 5.0, last 5.0)');
  expect(callRates([0])).toBe('–');
});
