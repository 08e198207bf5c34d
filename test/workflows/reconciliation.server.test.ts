/** What the carrier's call records prove, when answers, webhooks and bills never came. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runChecks } from '../../src/checker/run-checks.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  const profile = join(import.meta.dirname, '../../examples/carrier-operations.json');
  world = await startWorld({ timeFactor: 240, env: { DIALWRIGHT_CARRIER_PROFILE: profile } });
  await world.addAgents(4);
  // It comes every few seconds here, and would find everything first.
  await schedule().pause();
});
afterEach(async () =>
  world.simulator.change({ answerReset: 0, lostWebhooks: 0, variant: { costForm: 'number' } }),
);
afterAll(async () => world.stop());

test('a call whose answer and webhooks were lost stays unknown until its record closes it, with the right cost', async () => {
  await world.simulator.change({ answerReset: 1, lostWebhooks: 1 });
  const ref = await dial('+12025550115');
  await world.untilCall(ref, { disposition: 'unknown', cost: null });
  const billed = await billOf('+12025550115');

  const { report } = await reconciled();
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
  expect((await reconciled()).report.counts).toMatchObject({ identifies: 0, settles: 0 });
  expect(postsTo('+12025550115')).toHaveLength(1);
});

test('one that still waits for a sign hears of its record at once, and GET confirms it before its horizon', async () => {
  await world.simulator.change({ answerReset: 1, lostWebhooks: 1 });
  const ref = await dial('+12025550135');
  await world.untilCall(ref, { state: 'unknown' });
  const billed = await billOf('+12025550135');
  expect(await world.call(ref)).toMatchObject({ state: 'unknown', disposition: null });

  const { report } = await reconciled();
  expect(report.lists.identifies).toMatchObject([{ ref, evidence: 'callback-url' }]);
  await world.untilCall(ref, {
    disposition: 'completed',
    confirmed: true,
    cost: billed,
    cost_source: 'get',
  });
  expect(postsTo('+12025550135')).toHaveLength(1);
  const signals = (await world.client.workflow.getHandle(`call.${ref}`).fetchHistory()).events!;
  const told = signals.flatMap((event) => {
    const { signalName } = event.workflowExecutionSignaledEventAttributes ?? {};
    return signalName === undefined || signalName === null ? [] : [signalName];
  });
  expect(told).toContain('poke');
});

test('a bill that never shows in the call is taken from its record, and twice is once', async () => {
  await world.simulator.change({ variant: { costForm: 'null' } });
  const ref = await dial('+12025550125');
  await world.untilCall(ref, { disposition: 'completed', settlement: 'unsettled', cost: null });
  const billed = await billOf('+12025550125');

  const { report } = await reconciled();
  expect(report.lists.settles).toMatchObject([{ ref, theirs: billed }]);
  const settled = await world.call(ref);
  expect(settled).toMatchObject({ settlement: 'settled', cost: billed, cost_source: 'cdr' });
  const again = await reconciled();
  expect(again.report.lists.settles).toEqual([]);
  expect((await world.call(ref)).timeline).toEqual(settled.timeline);
});

test('the report counts every record once, and both ratios are those of the span', async () => {
  const ref = await dial('+12025550102');
  await world.untilCall(ref, { settlement: 'settled' });
  const { report } = await reconciled();
  const classes: number[] = Object.values(report.counts);
  expect(classes.reduce((sum, count) => sum + count, 0)).toBe(report.records);
  expect(report.money.difference).toBe('0');
  expect(report.answer_seizure).toMatchObject({ carrier_of_span: true, difference: 0 });
  expect(report.answer_seizure.ratio).toBeLessThan(1);
});

test('the schedule asks for one without anybody', async () => {
  await schedule().unpause();
  const scheduled = async () => {
    const { data } = (await world.api('GET', '/v1/reconciliations?limit=200')).body;
    return (data as { id: string; state: string }[]).filter(
      ({ id, state }) => id.startsWith('reconciliation-') && state === 'done',
    );
  };
  await expect.poll(scheduled, { timeout: 40_000, interval: 200 }).not.toEqual([]);
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
  expect(found.map(({ id, cases: looked }) => [id, looked > 0])).toEqual(
    ['I1', 'I2', 'I3', 'I4', 'I4b'].map((id) => [id, true]),
  );
});

const schedule = () => world.client.schedule.getHandle('reconciliation');

async function reconciled() {
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const to = new Date(Date.now() + 1_000).toISOString();
  const asked = await world.api('POST', '/v1/reconciliations', { from, to });
  expect(asked).toMatchObject({ status: 202, body: { state: 'open' } });
  const read = async () => (await world.api('GET', `/v1/reconciliations/${asked.body.id}`)).body;
  await expect.poll(read, { timeout: 30_000, interval: 50 }).toMatchObject({ state: 'done' });
  return read();
}

const postsTo = (number: string) =>
  world.facts('decision').filter((fact) => fact['destination'] === number);

/** What the carrier billed for the one call to a number. */
async function billOf(number: string): Promise<string> {
  const [{ placed } = expect.fail(`nobody dialled ${number}`)] = postsTo(number);
  const { call: id } = placed as { call: string };
  const bills = () => world.facts('billed').filter((fact) => fact['call'] === id);
  await expect.poll(() => bills().length, { timeout: 20_000 }).toBeGreaterThan(0);
  return String(bills().at(-1)!['cost']);
}

async function dial(number: string): Promise<string> {
  const id = await world.campaign([number], { redial: { max_attempts: 1, max_calls: 1 } });
  return `${id}.1.1`;
}
