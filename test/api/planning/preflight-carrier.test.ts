/** Preflight with a carrier to ask: the real simulated one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PreflightAnswer } from '../../../src/api/planning/preflight.ts';
import type { SimulatorInput } from '../../../src/simulator/options.ts';
import { closedPort, rawServer } from '../../carrier/servers.ts';
import { factsOf, startCarrier } from '../../simulator/carrier.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { apiWithCarrier, type AtApi } from '../carrier-account/carrier-at-api.ts';

const AGENTS = [
  { id: 'a1', name: 'Ada', kind: 'sip', address: 'sip-ada', pools: ['north'] },
  { id: 'a2', name: 'Bo', kind: 'sip', address: 'sip-bo', pools: ['north'] },
  { id: 'a3', name: 'Cy', kind: 'sip', address: 'sip-cy', pools: ['south'] },
  { id: 'a4', name: 'Di', kind: 'stream', address: 'wss://agents.example/di', pools: ['north'] },
];

async function apiAt(baseUrl: string, more: AtApi = {}): Promise<ApiUnderTest> {
  const on = await apiWithCarrier(baseUrl, more);
  for (const agent of AGENTS) await on.post('/v1/agents', agent);
  return on;
}

async function atCarrier(input: SimulatorInput, publicAddresses: string[] = []) {
  const { simulator, ledgerPath } = await startCarrier({
    sipAccount: ['sip-ada', 'sip-bo', 'sip-cy'],
    ...input,
  });
  const { url, apiKey } = simulator;
  return { on: await apiAt(url, { apiKey, publicAddresses }), ledgerPath };
}

/** With two contacts; a window and known zones, so that nothing but the carrier is worth a warning. */
async function preflight(on: ApiUnderTest, rules: object = {}, payload: object = {}, rows = '') {
  const id = await on.campaign({ agents: { pool: 'north' }, ...rules });
  await on.call('POST', `/v1/campaigns/${id}/contacts`, {
    headers: { 'content-type': 'text/csv' },
    payload: `number,agent_id\n+12025550100,\n+12025550101,${rows}\n`,
  });
  const answer = await on.post(`/v1/campaigns/${id}/preflight`, payload);
  expect(answer.statusCode).toBe(200);
  return answer.json<PreflightAnswer>();
}

const OURS = new Set(['no-window', 'zone-unknown', 'cost-unknown']);
const codes = ({ warnings }: PreflightAnswer) =>
  warnings.map(({ code }) => code).filter((code) => !OURS.has(code));

const cost = { cost_per_call: { low: '1', high: '2' } };

test('where the carrier has it all, there is no warning and the answer shows what was asked', async () => {
  const { on, ledgerPath } = await atCarrier({ balance: '100', allowedIp: ['192.0.2.0'] }, [
    '192.0.2.0/32',
  ]);
  const found = await preflight(on, { agent_caller_id: '+12025550177' }, cost);
  // A caller id for the agent's phone may be any number (2.2): it need not be one of the account.
  expect(codes(found)).toEqual([]);
  expect(found.carrier).toEqual({
    asked: true,
    sip_accounts: { used: 2, asked: 2, found: 2 },
    numbers: { listed: 2, documents_asked: 2 },
    balance: { amount: '100', currency: 'EUR' },
    notes: [],
  });
  const requests = factsOf(ledgerPath, 'request');
  expect(requests.map(({ path }) => path.replace(/[?].*/, '')).toSorted()).toEqual([
    '/api/v1/balance',
    '/api/v1/sipaccounts/sip-ada',
    '/api/v1/sipaccounts/sip-ada/allowed_ips',
    '/api/v1/sipaccounts/sip-bo',
    '/api/v1/sipaccounts/sip-bo/allowed_ips',
    '/api/v2/numbers',
    '/api/v2/numbers/documents',
    '/api/v2/numbers/documents',
  ]);
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('an agent whose SIP account is not there is found, in the pool and as a contact’s own', async () => {
  const { on } = await atCarrier({ sipAccount: ['sip-ada', 'sip-bo'] });
  expect(codes(await preflight(on))).toEqual([]);
  const own = await preflight(on, {}, {}, 'a3');
  expect(own.carrier.sip_accounts).toEqual({ used: 3, asked: 3, found: 2 });
  const warning = own.warnings.find(({ code }) => code === 'sip-account-missing');
  expect(warning).toMatchObject({ section: '4.5', text: expect.stringContaining('sip-cy') });
});

test('a list of allowed addresses without ours, and one that cannot be judged', async () => {
  const allowedIp = ['192.0.2.7'];
  const known = await atCarrier({ allowedIp }, ['192.0.2.8']);
  expect(codes(await preflight(known.on))).toEqual(['public-address-not-allowed']);
  const unknown = await atCarrier({ allowedIp });
  expect(codes(await preflight(unknown.on))).toEqual(['public-address-not-given']);
});

test('a balance below the campaign’s cost is compared to the last place', async () => {
  const { on } = await atCarrier({ balance: '1.999999' });
  expect(codes(await preflight(on, {}, cost))).toEqual(['balance-below-cost']);
  const { on: more } = await atCarrier({ balance: '2' });
  expect(codes(await preflight(more, {}, cost))).toEqual(['balance-may-not-last']);
});

describe('what cannot be asked is a warning, and preflight answers as ever', () => {
  test('missing permissions', async () => {
    const forbid = ['sip-accounts', 'allowed-ips', 'numbers', 'documents', 'balance'];
    const { on } = await atCarrier({ forbid });
    const found = await preflight(on, {}, cost);
    expect(found.contacts.to_dial).toBe(2);
    expect(codes(found)).toEqual([
      'sip-accounts-forbidden',
      'allowed-ips-forbidden',
      'numbers-forbidden',
      'balance-forbidden',
    ]);
    expect(found.carrier.numbers).toEqual({ listed: null, documents_asked: 0 });
  });

  test.each<[string, SimulatorInput]>([
    ['carrier-server-error', { accountServerError: 1 }],
    ['carrier-rate-limited', { accountRateLimited: 1 }],
  ])('%s', async (code, input) => {
    const { on } = await atCarrier(input);
    expect(codes(await preflight(on))).toEqual([code]);
  });

  test('a carrier out of reach', async () => {
    const on = await apiAt(`http://127.0.0.1:${await closedPort()}`);
    expect(codes(await preflight(on))).toEqual(['carrier-unreachable']);
  });

  test('a carrier that never answers', async () => {
    const { origin } = await rawServer(() => undefined);
    const on = await apiAt(origin, { withinMs: 300 });
    expect(codes(await preflight(on))).toEqual(['carrier-too-late']);
  });
});

describe('without access to the carrier', () => {
  let on: ApiUnderTest;
  beforeAll(async () => {
    on = await startApi();
  });
  afterAll(() => on.stop());

  test('preflight is as before, with one note that names the missing settings', async () => {
    const found = await preflight(on, { agents: {} });
    expect(codes(found)).toEqual(['no-agents']);
    expect(found.carrier).toMatchObject({ asked: false, balance: null });
    expect(found.carrier.notes.map(({ code }) => code)).toEqual(['carrier-not-asked']);
    expect(found.carrier.notes[0]!.text).toContain('DIALWRIGHT_CARRIER_API_KEY');
  });
});
