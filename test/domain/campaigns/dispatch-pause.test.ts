import { expect, test } from 'vitest';
import { dispatchPauseMs } from '../../../src/domain/campaigns/dispatch-pause.ts';

const PAUSES = { dispatchTickMs: 150, dispatchIdleMs: 1_000 };
const NOW_MS = 1_800_000_000_000;
const NOTHING = { nextDueAtMs: null, wrapUpUntilMs: null, pausedUntilMs: null };

const waiting = (untilMs: number | null = null) =>
  ({ kind: 'wait', waitingFor: { reason: 'agents', text: '', untilMs } }) as const;
const pause = (idleRounds: number, more: Partial<Parameters<typeof dispatchPauseMs>[0]> = {}) =>
  dispatchPauseMs({ idleRounds, next: waiting(), facts: NOTHING, nowMs: NOW_MS, ...more }, PAUSES);

test('doubles with each idle round, up to a bound', () => {
  expect([1, 2, 3, 4, 5, 1_000].map((rounds) => pause(rounds))).toEqual([
    150, 300, 600, 1_000, 1_000, 1_000,
  ]);
});

test('ends at the first instant that is known', () => {
  expect(pause(9, { next: waiting(NOW_MS + 700) })).toBe(700);
  expect(
    pause(9, { facts: { ...NOTHING, nextDueAtMs: NOW_MS + 90, wrapUpUntilMs: NOW_MS + 80 } }),
  ).toBe(80);
});

test('an instant that has passed does not count', () => {
  expect(pause(9, { facts: { ...NOTHING, nextDueAtMs: NOW_MS - 1, wrapUpUntilMs: NOW_MS } })).toBe(
    1_000,
  );
});

test('a campaign that may dial keeps the tick: its pace lets it soon', () => {
  expect(pause(0, { next: { kind: 'dial' } })).toBe(150);
});
