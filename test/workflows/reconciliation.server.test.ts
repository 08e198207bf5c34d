/** What the carrier's call records prove, when answers and webhooks never came. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runChecks } from '../../src/checker/run-checks.ts';
import { startReconciliationWorld, type ReconciliationWorld } from './reconciliation-world.ts';

let world: ReconciliationWorld;
beforeAll(async () => {
  world = await startReconciliationWorld();
});
afterEach(async () => world.simulator.change({ answerReset: 0, lostWebhooks: 0 }));
afterAll(() => world.stop());

test('a call whose answer and webhooks were lost stays unknown until its record closes it, with the right cost', async () => {
  await world.simulator.change({ answerReset: 1, lostWebhooks: 1 });
  const ref = await world.dial('+12025550115');
  await world.untilCall(ref, { disposition: 'unknown', cost: null });
  const billed = await world.billOf('+12025550115');

  const { report } = await world.reconciled();
  expect(report.counts.identifies).toBe(1);
  expect(report.lists.identifies).toMatchObject([
    { ref, theirs: billed, evidence: 'callback-url' },
  ]);
  await world.untilCall(ref, {
    disposition: 'completed',
    confirmed: true,
    settlement: 'settled',
    cost: billed,
    record_cost: billed,
  });
  const call = await world.call(ref);
  expect(JSON.stringify(call.timeline)).toContain('its callback URL stands in the record');
  expect((await world.reconciled()).report.counts).toMatchObject({ identifies: 0, settles: 0 });
  expect(world.postsTo('+12025550115')).toHaveLength(1);
});

test('one that still waits for a sign is poked at once by its record, and GET confirms it before its horizon', async () => {
  await world.simulator.change({ answerReset: 1, lostWebhooks: 1 });
  const ref = await world.dial('+12025550135');
  await world.untilCall(ref, { state: 'unknown' });
  const billed = await world.billOf('+12025550135');
  expect(await world.call(ref)).toMatchObject({ state: 'unknown', disposition: null });

  const { report } = await world.reconciled();
  expect(report.lists.identifies).toMatchObject([{ ref, evidence: 'callback-url' }]);
  await world.untilCall(ref, {
    disposition: 'completed',
    confirmed: true,
    cost: billed,
    cost_source: 'get',
  });
  expect(world.postsTo('+12025550135')).toHaveLength(1);
  const signals = (await world.client.workflow.getHandle(`call.${ref}`).fetchHistory()).events!;
  const names = signals.flatMap((event) => {
    const { signalName } = event.workflowExecutionSignaledEventAttributes ?? {};
    return signalName === undefined || signalName === null ? [] : [signalName];
  });
  expect(names).toContain('poke');
});

test('the report counts every record once, and both ratios are those of the span', async () => {
  const ref = await world.dial('+12025550102');
  await world.untilCall(ref, { settlement: 'settled' });
  const { report } = await world.reconciled();
  const classes: number[] = Object.values(report.counts);
  expect(classes.reduce((sum, count) => sum + count, 0)).toBe(report.records);
  expect(report.money.difference).toBe('0');
  expect(report.answer_seizure).toMatchObject({ carrier_of_span: true, difference: 0 });
  expect(report.answer_seizure.ratio).toBeLessThan(1);
});

test('the checker finds the money right, by call and in sum', async () => {
  const path = join(world.folder, 'export.ndjson');
  const lines = (await world.export()).map((line) => JSON.stringify(line));
  writeFileSync(path, `${lines.join('\n')}\n`);
  const ledger = join(world.folder, 'ledger.ndjson');
  const results = await runChecks(
    { ledger, export: path, clientLog: null, recordings: null },
    { finished: 'none', atLeastCalls: 3, maxUnknown: 0, stopGraceMs: 0, claimGraceMs: 0 },
  );
  const found = results.filter(({ id }) => ['I1', 'I2', 'I3', 'I4', 'I4b'].includes(id));
  expect(found.flatMap(({ violations }) => violations)).toEqual([]);
  expect(found.map(({ id, cases }) => [id, cases > 0])).toEqual(
    ['I1', 'I2', 'I3', 'I4', 'I4b'].map((id) => [id, true]),
  );
});
