import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { replayOpenRuns } from '../../../src/activities/deploys/gate.ts';
import type { TypeReplayed } from '../../../src/activities/deploys/type-replayed.ts';

const CAMPAIGNS: TypeReplayed = {
  workflow_type: 'campaignWorkflow',
  runs: 2,
  would_break: 0,
  first_error: null,
  examples: [],
};

const gate = (found: TypeReplayed[]): Promise<string> =>
  new MockActivityEnvironment().run(() =>
    replayOpenRuns({ replayMovingRuns: () => Promise.resolve(found) }, 5),
  );

test('a build with which one run would break is kept out, for good, with the reason', async () => {
  const broken = { would_break: 1, first_error: 'no timer there', examples: ['campaign.c1'] };
  await expect(gate([{ ...CAMPAIGNS, ...broken }])).rejects.toMatchObject({
    nonRetryable: true,
    message:
      '1 of 2 runs of campaignWorkflow would break on this build, such as campaign.c1: no timer there',
  });
});

test('it says what was replayed, or that there was nothing', async () => {
  expect(await gate([CAMPAIGNS])).toBe('2 campaignWorkflow replay');
  expect(await gate([])).toBe('no run would move to this build');
});
