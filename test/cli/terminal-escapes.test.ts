/** Names, events, reasons and answers that would steer a terminal, through every command that prints them. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest } from '../api/api-under-test.ts';

import { endCall, liveCall, unknownCall } from '../api/calls/placed-call.ts';
import { reportTo } from '../../src/terminal/progress-reporter.ts';
import { report } from '../../src/checker/report.ts';
import { runProgram } from './run-program.ts';

/** A title, a clear screen, an 8-bit CSI, text backwards, a line of its own, and something that nobody sees. */
const CANARY = 'x\u001B]0;y\u0007\u001B[2J\u009B31m\u202Egnirps\u2066\r\nFORGED\u200B';
const STEERS = /[^\P{C}\n\u200c\u200d]/u;

let on: ApiUnderTest;
let url: string;
let carrier: Server;
let folder: string;
const ids = { campaign: '', call: '', ended: '', callback: '', endpoint: '' };

beforeAll(async () => {
  on = await startApi();
  url = await on.api.listen({ host: '127.0.0.1', port: 0 });
  folder = mkdtempSync(join(tmpdir(), 'dialwright-escapes-'));
  carrier = createServer(({ url: path = '' }, response) => {
    const said = { code: 'nope', message: CANARY, [CANARY]: CANARY, errors: { name: [CANARY] } };
    response
      .writeHead(path.includes('/numbers') ? 422 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(said));
  });
  carrier.listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  await fill();
});
afterAll(async () => {
  await on.stop();
  carrier.close();
  rmSync(folder, { recursive: true });
});

async function fill(): Promise<void> {
  const named = { ...on, campaign: () => on.campaign({ name: CANARY }) };
  ids.call = await unknownCall(named);
  const live = await liveCall(named);
  await on.call('POST', on.eventHook(`${live}.1`), {
    payload: {
      event: `click2call.${CANARY}`,
      event_seq: 1,
      occurred_at: '2026-11-21T10:00:00Z',
      data: { id: `carrier-${live}` },
    },
  });
  await on.store.note(live, { text: `carrier said ${CANARY}`, nowMs: Date.now() });
  await endCall(named, live);
  ids.ended = live;
  ids.campaign = live.split('.')[0]!;
  await on.post('/v1/account/stop', { reason: CANARY });
  await on.post('/v1/agents', { id: 'ben', name: CANARY, kind: 'sip', address: 'ben' });
  await on.post('/v1/agents/ben/pause', { reason: CANARY });
  await on.call('PUT', '/v1/suppressions/opt-outs', { payload: { name: CANARY } });
  await on.call('PUT', '/v1/suppressions/opt-outs/numbers/+12025550198', { payload: {} });
  const endpoint = { url: `https://crm.example/${CANARY}`, description: CANARY, types: ['hold.*'] };
  ids.endpoint = (await on.post('/v1/webhook-endpoints', endpoint)).json<{ id: string }>().id;
  const callback = { number: '+442079460101', at: '2099-11-24T10:00', name: CANARY };
  ids.callback = (await on.post('/v1/callbacks', callback)).json<{ id: string }>().id;
}

async function run(args: string[]): Promise<{ out: string; talk: string }> {
  const { port } = carrier.address() as AddressInfo;
  return runProgram(args, {
    PATH: '',
    DIALWRIGHT_URL: url,
    DIALWRIGHT_API_KEY: API_KEY,
    DIALWRIGHT_CARRIER_URL: `http://127.0.0.1:${port}/api/v1`,
    DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
  });
}

function expectTame({ out, talk }: { out: string; talk: string }): void {
  expect(out + talk).not.toMatch(STEERS);
  expect(out + talk).not.toMatch(/^FORGED/m);
}

const commands: [string, () => string[], expected: boolean][] = [
  ['campaigns list', () => ['campaigns', 'list'], true],
  ['campaigns show', () => ['campaigns', 'show', ids.campaign], true],
  ['campaigns contacts', () => ['campaigns', 'contacts', ids.campaign], false],
  ['campaigns why', () => ['campaigns', 'why', ids.campaign, '1'], false],
  ['campaigns preflight', () => ['campaigns', 'preflight', ids.campaign], false],
  ['campaigns clone', () => ['campaigns', 'clone', ids.campaign], false],
  ['calls list', () => ['calls', 'list'], false],
  ['calls show', () => ['calls', 'show', ids.call], false],
  ['calls show, with its events', () => ['calls', 'show', ids.ended], true],
  ['callbacks show', () => ['callbacks', 'show', ids.callback], false],
  ['callbacks list', () => ['callbacks', 'list'], false],
  ['callbacks calendar', () => ['callbacks', 'calendar'], false],
  ['agents list', () => ['agents', 'list'], true],
  ['agents show', () => ['agents', 'show', 'ben'], true],
  ['agents history', () => ['agents', 'history', 'ben'], false],
  ['agents occupancy', () => ['agents', 'occupancy'], false],
  ['suppressions list', () => ['suppressions', 'list'], true],
  ['suppressions show', () => ['suppressions', 'show', '+12025550198'], true],
  ['contacts find', () => ['contacts', 'find', '+442079460101'], false],
  ['account show', () => ['account', 'show'], true],
  ['webhooks list', () => ['webhooks', 'list'], true],
  ['webhooks show', () => ['webhooks', 'show', ids.endpoint], true],
  ['webhooks deliveries', () => ['webhooks', 'deliveries', ids.endpoint], false],
  ['events list', () => ['events', 'list'], false],
  ['events alerts', () => ['events', 'alerts'], false],
  ['keys list', () => ['keys', 'list'], false],
  ['privacy list', () => ['privacy', 'list'], false],
  ['decisions show', () => ['decisions', 'show', ids.call], false],
  ['decisions policy', () => ['decisions', 'policy', ids.campaign], false],
  ['campaigns forecast', () => ['campaigns', 'forecast', ids.campaign], false],
  ['a call at the carrier', () => ['carrier', 'calls', 'show', 'c-1'], false],
  ['addresses at the carrier', () => ['carrier', 'allowed-ips', 'list', 'agent-1'], false],
  ['a SIP account at the carrier', () => ['carrier', 'sip-accounts', 'show', 'agent-1'], true],
  ['a document at the carrier', () => ['carrier', 'documents', 'show', 'd-1'], false],
  ['stats', () => ['stats'], false],
  ['costs', () => ['costs', '--by', 'campaign'], true],
  ['audit', () => ['audit'], true],
  ['a request that is refused', () => ['campaigns', 'start', `nobody${CANARY}`], false],
  ['a command that is not there', () => [CANARY.replace('\r\n', ' ')], true],
  ['an import', () => ['campaigns', 'import', ids.campaign, contactsFile()], false],
  ['a carrier that refuses', () => ['carrier', 'numbers'], false],
];

test.each(commands)('%s', async (_name, args, expected) => {
  const said = await run(args());
  expectTame(said);
  // In the audit it stands in JSON.
  const printed = (said.out + said.talk).replaceAll('\\\\', '\\');
  expect(printed.includes(String.raw`\x1b]0;y\x07`) || !expected).toBe(true);
});

function contactsFile(): string {
  const file = join(folder, 'contacts.csv');
  writeFileSync(file, `number,name\n+1900555010\u001B[2J,"${CANARY}"\n`);
  return file;
}

test('JSON stays exact, and is as safe: what a terminal would obey is escaped in it', async () => {
  const said = await run(['--json', 'campaigns', 'show', ids.campaign]);
  expectTame(said);
  expect(JSON.parse(said.out)).toMatchObject({ name: CANARY.trim() });
});

test.each([
  ['calls', 'list'],
  ['agents', 'list'],
  ['audit'],
  ['carrier', 'sip-accounts', 'show', 'agent-1'],
])('%s %s as JSON', async (...args) => {
  const { out, talk } = await run(['--json', ...args]);
  expect(out + talk).not.toMatch(STEERS);
});

test('what a start prints, on a terminal and elsewhere', () => {
  for (const isTTY of [true, false]) {
    const written: string[] = [];
    const talk = reportTo({ write: (text) => written.push(text), isTTY }, 0);
    talk.say(`Said ${CANARY}`);
    talk.progress(`Progress ${CANARY}`);
    expect(written.join('').replaceAll('\r\u001B[2K', '')).not.toMatch(STEERS);
  }
});

test('what the checker reports', () => {
  const violation = `call c1.1.1: ${CANARY}`;
  const text = report([{ id: 'I1', rule: 'a rule', cases: 1, violations: [violation] }], 10);
  expectTame({ out: text, talk: '' });
  expect(text).toContain('FORGED');
});
