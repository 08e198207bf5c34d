/** Outages longer than the carrier's last retry of a webhook: every known call still ends with the carrier's truth. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { NO_REPORT } from '../terminal/no-report.ts';
import {
  startTemporalServer,
  type TemporalServer,
} from '../../src/dev/temporal/temporal-server.ts';
import { startWorld, type World } from './world.ts';

/** All ways in which a call can end, each with a number of its own. */
const NUMBERS = ['+12025550101', '+12025550102', '+12025550103', '+12025550104', '+12025550106'];
/** The recording of this one is not announced to anybody. */
const RECORDED = '+12025550105';

const CHECKER = join(import.meta.dirname, '../../src/checker/main.ts');
/** A quiet machine takes at most 6, and 10 with a recording: the wait for its webhook, then for the desk. */
const MOST_STEPS = 10;
const MOST_STEPS_WITH_RECORDING = 16;

let world: World;
let temporal: TemporalServer | undefined;
let folder: string | undefined;
afterEach(async () => {
  await world.stop();
  await temporal?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true });
  temporal = folder = undefined;
});

/** A Temporal server that this test may end. */
async function startTemporal(port: number): Promise<void> {
  folder ??= mkdtempSync(join(tmpdir(), 'dialwright-outage-'));
  // The server all tests share must not be taken for this one's.
  const { TEMPORAL_ADDRESS: _, ...env } = process.env;
  temporal = await startTemporalServer({
    folder,
    durable: true,
    port,
    uiPort: null,
    env,
    reporter: NO_REPORT,
  });
}

async function startCalls(options: Parameters<typeof startWorld>[0]): Promise<string> {
  world = await startWorld({
    timeFactor: 120,
    ...options,
    // So long that people still talk when what is to be away has stopped, on a busy machine too.
    carrier: { talkMs: [420_000, 480_000], receiverTimeoutMs: 1_000, ...options?.carrier },
  });
  await world.addAgents(NUMBERS.length + 1);
  const redial = { max_attempts: 1, max_calls: 1 };
  const id = await world.campaign([...NUMBERS, RECORDED], { redial });
  await expect
    .poll(() => world.facts('decision').length, { timeout: 120_000, interval: 10 })
    .toBe(NUMBERS.length + 1);
  return id;
}

/** Every call is over at the carrier and billed, and no webhook of any of them will be tried again. */
async function untilWebhooksAreSpent(): Promise<void> {
  await expect.poll(isSpent, { timeout: 120_000, interval: 100 }).toBe(true);
}

function isSpent(): boolean {
  if (world.facts('billed').length <= NUMBERS.length) return false;
  const delivered = (fact: Record<string, unknown>) =>
    (fact['deliveries'] as { copy: number }[]).map(({ copy }) => keyOf({ ...fact, copy }));
  const due = [...world.facts('transition'), ...world.facts('billed')].flatMap(delivered);
  const over = world.facts('try-end').filter((fact) => fact['next_in_ms'] === null);
  const spent = new Set(over.map(keyOf));
  return due.every((key) => spent.has(key));
}

const keyOf = (fact: Record<string, unknown>) =>
  [fact['call'], fact['seq'], fact['copy']].join(' ');

/** The carrier's ledger against the store, by the checker, which shares no code with either. */
async function expectTruth(id: string): Promise<void> {
  await world.untilState(id, 'completed');
  for (const { ref } of await world.calls(id)) {
    await world.untilCall(ref, { confirmed: true, settlement: 'settled' });
    await world.untilClosed(ref);
  }
  // Recordings are fetched after the end of their calls. One that the carrier has not made is looked for much longer.
  const toFetch = async () => {
    const made = new Set(world.facts('recording').map(({ call }) => call));
    const calls = await world.calls(id);
    return calls.filter((call) => made.has(call.carrier_call_id) && call.recording === 'wanted');
  };
  await expect.poll(toFetch, { timeout: 120_000, interval: 200 }).toEqual([]);
  const store = join(world.folder, 'export.ndjson');
  for (const line of await world.export()) appendFileSync(store, `${JSON.stringify(line)}\n`);
  const ledger = join(world.folder, 'ledger.ndjson');
  const floors = ['--at-least-calls', String(NUMBERS.length + 1), '--max-unknown', '0'];
  const checker = [CHECKER, '--ledger', ledger, '--export', store, ...floors];
  const { status, stdout } = spawnSync(process.execPath, checker, { encoding: 'utf8' });
  expect(
    stdout.split('\n').filter((line) => line !== '' && !/ (holds|not exercised)$/.test(line)),
  ).toEqual([expect.stringMatching(/^check .* verdict$/)]);
  expect(status).toBe(0);
}

async function expectShortHistories(id: string): Promise<void> {
  for (const { ref, recording } of await world.calls(id)) {
    const steps = await world.stepsOf(ref);
    const most = recording === 'none' ? MOST_STEPS : MOST_STEPS_WITH_RECORDING;
    expect(steps.length, `${ref}, recording ${recording}: ${steps.join(', ')}`).toBeLessThanOrEqual(
      most,
    );
  }
}

/** Calls of which at least one webhook was given up by the carrier. */
const callsWithLostWebhooks = () =>
  new Set(
    world
      .facts('try-end')
      .filter((fact) => fact['next_in_ms'] === null && fact['status'] !== 204)
      .map((fact) => fact['call']),
  ).size;

test('the ingress away: every webhook is lost for good, and polling ends every call', async () => {
  const id = await startCalls({});
  await world.stopServer();
  await untilWebhooksAreSpent();
  await world.startServer();
  await expectTruth(id);
  // Those that ring nobody may be over before the server has stopped.
  expect(callsWithLostWebhooks()).toBeGreaterThan(0);
  await expectShortHistories(id);
});

test('everything away at once: the same, once it is back', async () => {
  const id = await startCalls({});
  await Promise.all([world.stopServer(), world.stopWorker()]);
  await untilWebhooksAreSpent();
  const looked = world.facts('read').length;
  await world.startServer();
  await world.startWorker();
  await expectTruth(id);
  expect(world.facts('read').length).toBeGreaterThan(looked);
  await expectShortHistories(id);
});

test('Temporal away: webhooks are kept, and their events are relayed once it is back', async () => {
  await startTemporal(0);
  const port = Number(temporal!.address.split(':')[1]);
  const id = await startCalls({ temporalAddress: temporal!.address });
  await temporal!.stop();
  await untilWebhooksAreSpent();
  await startTemporal(port);
  expect(temporal!.address).toBe(`127.0.0.1:${port}`);
  await expectTruth(id);
  await expectShortHistories(id);
}, 120_000);

test('webhooks off from the start: polling alone ends every call', async () => {
  const id = await startCalls({ webhooks: false });
  await expectTruth(id);
  expect(world.facts('decision').every((fact) => fact['callback_url'] === null)).toBe(true);
  await expectShortHistories(id);
});
