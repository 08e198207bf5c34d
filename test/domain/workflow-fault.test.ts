import { expect, test } from 'vitest';
import {
  afterBreak,
  brokenText,
  MOST_RESTARTS,
  reasonOf,
  WORKFLOW_FAULTS,
  type BrokenWorkflow,
} from '../../src/domain/workflow-fault.ts';

const SWEEP_MS = 60_000;
const BREAK = { workflowId: 'call.c1.1.1', fault: 'error', reason: 'no', code: 'v1' } as const;

/** A workflow that breaks whenever it runs, looked at every ten seconds: when it was started again. */
function startsWithin(ms: number, codeAt: (atMs: number) => string = () => 'v1'): number[] {
  let known: BrokenWorkflow | undefined;
  let run = 1;
  const starts: number[] = [];
  for (let nowMs = 0; nowMs <= ms; nowMs += 10_000) {
    const found = { ...BREAK, runId: `run-${run}`, code: codeAt(nowMs) };
    const { broken, start } = afterBreak(known, found, { nowMs, sweepMs: SWEEP_MS });
    known = broken;
    if (start) {
      starts.push(nowMs);
      run += 1;
    }
  }
  return starts;
}

const HOUR_MS = 60 * SWEEP_MS;

test('a workflow that always breaks is started again three times with growing pauses, and then left alone', () => {
  expect(startsWithin(12 * HOUR_MS)).toEqual([0, SWEEP_MS, 11 * SWEEP_MS]);
  expect(startsWithin(12 * HOUR_MS)).toHaveLength(MOST_RESTARTS);
});

test('other code or payload keys of the workers begin anew', () => {
  const deployedAtMs = 6 * HOUR_MS;
  const starts = startsWithin(12 * HOUR_MS, (atMs) => (atMs < deployedAtMs ? 'v1' : 'v2'));
  expect(starts).toEqual(
    [0, SWEEP_MS, 11 * SWEEP_MS]
      .flatMap((atMs) => [atMs, deployedAtMs + atMs])
      .toSorted((a, b) => a - b),
  );
});

test('one run is counted once, whoever finds it, and again only after the pause', () => {
  const found = { ...BREAK, runId: 'run-1' };
  const at = { nowMs: 0, sweepMs: SWEEP_MS };
  const first = afterBreak(undefined, found, at);
  expect(first).toMatchObject({ start: true, broken: { restarts: 1 } });
  expect(afterBreak(first.broken, found, at)).toEqual({ start: false, broken: first.broken });
  const later = { ...at, nowMs: SWEEP_MS };
  expect(afterBreak(first.broken, found, later)).toMatchObject({
    start: true,
    broken: { restarts: 2 },
  });
});

test('a run whose key is missing waits for the key before it is started again', () => {
  const found = { ...BREAK, fault: 'payload-key', runId: 'run-1' } as const;
  const first = afterBreak(undefined, found, { nowMs: 0, sweepMs: SWEEP_MS });
  expect(first).toMatchObject({ start: false, broken: { nextStartAtMs: 5 * SWEEP_MS } });
  const later = { nowMs: 5 * SWEEP_MS, sweepMs: SWEEP_MS };
  expect(afterBreak(first.broken, found, later)).toMatchObject({
    start: true,
    broken: { restarts: 1 },
  });
});

test('each fault says what is wrong, what happens by itself and what a person can do', () => {
  for (const fault of WORKFLOW_FAULTS) {
    const text = brokenText({ ...BREAK, fault, nextStartAtMs: 1 });
    expect(text).toMatch(
      /^the workflow call\.c1\.1\.1 does not work: no; it is started again .*; \S/,
    );
    expect(brokenText({ ...BREAK, fault, nextStartAtMs: null })).toContain('left alone until');
  }
});

test('a reason is one short line', () => {
  expect(reasonOf('a\n  b\tc ')).toBe('a b c');
  expect(reasonOf('x'.repeat(10_000)).length).toBeLessThan(500);
});
