import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  CALLBACK,
  COMPLETED,
  factsOf,
  NO_AGENT,
  startCarrier,
  temporaryFolder,
} from './carrier.ts';

const SLOW = { timeFactor: 1 };

describe('started again on its ledger, the carrier', () => {
  test('goes on with its calls', async () => {
    const first = await startCarrier(SLOW);
    const id = await first.call(COMPLETED);
    await first.simulator.stop();
    const ledger = first.ledgerPath;
    const again = await startCarrier({ ledger });
    expect((await again.read(id)).body.status).toBe('accepted');
    const { cost } = await again.until('billed', ({ call }) => call === id);
    await again.until('recording', ({ call }) => call === id);
    const read = await again.read(id);
    expect(read.body.status).toBe('completed');
    expect(read.text).toContain(`"cost":${cost},`);
    expect(factsOf(ledger, 'run').map(({ run }) => run)).toEqual([1, 2]);
  });

  test('delivers what was not acknowledged, and only that', async () => {
    const first = await startCarrier(SLOW, ({ body }) => ({
      status: body.event_seq === 1 ? 503 : 204,
    }));
    const id = await first.call(NO_AGENT);
    await first.hangUp(id);
    await first.until('try-end', ({ status }) => status === 503);
    await first.simulator.stop();
    const { ledgerPath: ledger } = first;
    const again = await startCarrier({ ledger, retryFirstMs: 0 });
    await again.until('billed');
    await expect.poll(() => again.webhooks.map(({ body }) => body.event_seq)).toEqual([2]);
    const tries = factsOf(ledger, 'try').filter(({ seq }) => seq === 1);
    expect(tries).toHaveLength(1);
    expect(factsOf(ledger, 'try-end')[0]?.next_in_ms).toBe(30_000);
  });

  test('tries again what was in flight', async () => {
    const silent = new Promise<never>(() => undefined);
    const first = await startCarrier({}, () => silent);
    await first.call(NO_AGENT);
    await first.until('try', ({ seq }) => seq === 1);
    await first.simulator.stop();
    const again = await startCarrier({ ledger: first.ledgerPath });
    const end = await again.until('try-end', ({ seq }) => seq === 1);
    expect(end).toMatchObject({ try: 2, status: 204 });
  });

  test('keeps the recording quota', async () => {
    const first = await startCarrier(SLOW);
    expect((await first.lookUp('nobody')).status).toBe(404);
    await first.simulator.stop();
    const again = await startCarrier({ ...SLOW, ledger: first.ledgerPath });
    expect((await again.lookUp('nobody')).status).toBe(429);
  });

  test('keeps the balance, and counts on for each number', async () => {
    const first = await startCarrier({ ...SLOW, balance: '0.05' });
    const call = (carrier: typeof first) => carrier.post({ destination: COMPLETED });
    let placed = 0;
    while ((await call(first)).status === 201) placed += 1;
    await first.simulator.stop();
    const again = await startCarrier({ ...SLOW, ledger: first.ledgerPath, balance: '0.05' });
    expect((await call(again)).status).toBe(402);
    const posts = again.facts('decision').map(({ post }) => post);
    expect(posts).toEqual(Array.from({ length: placed + 2 }, (_, index) => index + 1));
  });

  test('is the only one', async () => {
    const first = await startCarrier(SLOW);
    const { ledgerPath: ledger } = first;
    await expect(startCarrier({ ...SLOW, ledger })).rejects.toThrow('another simulated carrier');
    await first.simulator.stop();
    await startCarrier({ ...SLOW, ledger });
  });

  test('goes on with corrections of costs', async () => {
    const first = await startCarrier({ correctedCost: 1, correctionMs: [36_000_000, 36_000_000] });
    const id = await first.call(COMPLETED);
    await first.until('billed');
    await first.simulator.stop();
    const again = await startCarrier({ ledger: first.ledgerPath, timeFactor: 1e9 });
    const { cost } = await again.until('billed', ({ call }) => call === id);
    const [before, after] = again.facts('billed').map((billed) => billed.cost);
    expect(after).toBe(cost);
    expect(before).not.toBe(after);
  });

  test('minds no torn last line', async () => {
    const first = await startCarrier(SLOW);
    const id = await first.call(COMPLETED);
    await first.simulator.stop();
    appendFileSync(first.ledgerPath, '{"n":99,"fact":"transi');
    const again = await startCarrier({ ledger: first.ledgerPath });
    await again.until('billed', ({ call }) => call === id);
    const lines = readFileSync(first.ledgerPath, 'utf8').trimEnd().split('\n');
    expect(lines.filter((line) => !line.endsWith('}'))).toEqual(['{"n":99,"fact":"transi']);
  });
});

describe('as a process', () => {
  test('it survives kill -9 in the middle of its calls', async () => {
    const ledger = join(temporaryFolder(), 'ledger.ndjson');
    const child = await startProcess(['--ledger', ledger, '--time-factor', '50', '--dropped', '0']);
    const numbers = Array.from({ length: 20 }, (_, index) => `+4416329600${10 + index}`);
    const headers = { authorization: 'Bearer simulator-key', 'content-type': 'application/json' };
    const ids = await Promise.all(
      numbers.map(async (destination) => {
        const body = JSON.stringify({ destination, sip_account: 'a', callback_url: CALLBACK });
        const init = { method: 'POST', headers, body };
        const answer = await fetch(`${child.url}/api/v1/click2call`, init);
        return ((await answer.json()) as { id: string }).id;
      }),
    );
    child.process.kill('SIGKILL');
    await child.ended;
    const again = await startCarrier({ ledger });
    await Promise.all(ids.map((id) => again.until('billed', ({ call }) => call === id)));
    const ends = factsOf(ledger, 'transition').filter(({ state }) =>
      /completed|failed/.test(state),
    );
    expect(ends.map(({ call }) => call).sort()).toEqual(ids.sort());
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('it stops in order on %s', async (signal) => {
    const child = await startProcess([]);
    child.process.kill(signal);
    expect(await child.ended).toBe(0);
  });

  test('it ends with its standard input when asked to', async () => {
    const child = await startProcess(['--exit-with-stdin']);
    child.process.stdin?.end();
    expect(await child.ended).toBe(0);
  });
});

const MAIN = join(import.meta.dirname, '../../src/simulator/main.ts');

async function startProcess(args: string[]) {
  const ledger = join(temporaryFolder(), 'ledger.ndjson');
  const all = [MAIN, '--ledger', ledger, ...args];
  const child: ChildProcess = spawn(process.execPath, all, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout! }).once('line', resolve),
  );
  const { event, url } = JSON.parse(line) as { event: string; url: string };
  expect(event).toBe('listening');
  return { process: child, url, ended };
}
