/** What preflight asks the carrier, where that is not there, answers nothing of use, or is slow. */
import { expect, onTestFinished, test } from 'vitest';
import { openCarrierAccount } from '../../../src/carrier/carrier-account/account.ts';
import {
  campaignCheck,
  type CampaignCheckSettings,
} from '../../../src/carrier/carrier-account/campaign-check.ts';
import { DEFAULT_CARRIER_PROFILE, type CarrierProfile } from '../../../src/carrier/http/profile.ts';
import { factsOf, startCarrier } from '../../simulator/carrier.ts';
import type { SimulatorInput } from '../../../src/simulator/options.ts';
import { answering, closedPort, httpServer, rawServer, saying } from '../servers.ts';

const BALANCE = {
  method: 'GET' as const,
  path: '/api/v1/balance',
  query: {},
  read: { amount: '/balance' },
};
const DECLARED = { ...DEFAULT_CARRIER_PROFILE, operations: { balance: BALANCE } };

function checkAt(
  baseUrl: string,
  { apiKey = 'key', ...more }: Partial<CampaignCheckSettings> & { apiKey?: string } = {},
) {
  const { profile = DECLARED, publicAddresses = ['192.0.2.7'] } = more;
  const account = openCarrierAccount({
    baseUrl,
    apiKey,
    profile,
    readMs: 3_000,
    retryPausesMs: [],
  });
  onTestFinished(() => account.close());
  return campaignCheck({ account, profile, publicAddresses, ...more });
}

async function atSimulator(input: SimulatorInput, profile: CarrierProfile = DECLARED) {
  const { simulator, ledgerPath } = await startCarrier(input);
  const { url, apiKey } = simulator;
  return {
    check: checkAt(url, { apiKey, profile }),
    asked: () => factsOf(ledgerPath, 'request').length,
  };
}

const wanted = (accounts: number) => ({
  sipAccounts: Array.from({ length: accounts }, (_, index) => `desk-${index}`),
  callerId: null,
});

/** Every kind of answer in the facts, once. */
const kinds = (facts: Awaited<ReturnType<ReturnType<typeof campaignCheck>>>) => {
  const { sipAccounts, numbers, documents, balance } = facts;
  const asked = [
    ...sipAccounts.flatMap(({ account, allowedIps }) => [account.kind, allowedIps?.kind]),
    numbers.kind,
    ...documents.map((one) => one.documents.kind),
    ...(balance.kind === 'asked' ? [balance.answer.kind] : []),
  ];
  return [...new Set(asked)];
};

test('a carrier that nobody reaches is tried by those under way, and then no more', async () => {
  const facts = await checkAt(`http://127.0.0.1:${await closedPort()}`)(wanted(20));
  expect(kinds(facts)).toEqual(['unreachable']);
});

test('a broken connection is no missing account', async () => {
  const server = await rawServer(saying('', 'reset'));
  const facts = await checkAt(server.origin)(wanted(20));
  expect(kinds(facts)).toEqual(['unreachable']);
  expect(server.connections()).toBeLessThanOrEqual(4);
});

test('after a limit nothing more is asked', async () => {
  const { check, asked } = await atSimulator({ accountRateLimited: 1 });
  expect(kinds(await check(wanted(20)))).toEqual(['rate-limited']);
  expect(asked()).toBeLessThanOrEqual(4);
});

test('with a key that the carrier does not know nothing more is asked', async () => {
  const { simulator, ledgerPath } = await startCarrier();
  const facts = await checkAt(simulator.url, { apiKey: 'another' })(wanted(20));
  expect(kinds(facts)).toEqual(['key-refused']);
  expect(factsOf(ledgerPath, 'request').length).toBeLessThanOrEqual(4);
});

test('an error of the carrier’s own is reported as one, and nothing is tried again', async () => {
  const { check, asked } = await atSimulator({ accountServerError: 1 });
  expect(kinds(await check(wanted(2)))).toEqual(['server-error']);
  expect(asked()).toBe(2 * 2 + 2);
});

test('what is not answered in time is not waited for, and what was answered counts', async () => {
  const { origin, seen } = await httpServer((request, response) => {
    if (request.path.includes('numbers'))
      answering(200, [{ number: '+12025550190' }])(request, response);
  });
  const facts = await checkAt(origin, { withinMs: 300 })(wanted(10));
  expect(facts.numbers).toEqual({ kind: 'answered', value: { count: 1, beside: [] } });
  expect(facts.balance).toEqual({ kind: 'asked', answer: { kind: 'too-late' } });
  expect(new Set(facts.sipAccounts.map(({ account }) => account.kind))).toEqual(
    new Set(['too-late']),
  );
  // Four at once: whoever waited for a turn was never asked for.
  expect(seen.length).toBeLessThan(10);
});

test('four at once, and no more', async () => {
  const four = Promise.withResolvers<void>();
  let now = 0;
  let most = 0;
  const { origin } = await httpServer((request, response) => {
    most = Math.max(most, ++now);
    if (now === 4) four.resolve();
    const answer = async () => {
      await four.promise;
      now--;
      answering(200, {})(request, response);
    };
    void answer();
  });
  await checkAt(origin)(wanted(20));
  expect(most).toBe(4);
});

test('a large pool and many numbers are checked in part, and the answer shows how many were left out', async () => {
  const did = Array.from({ length: 14 }, (_, index) => `+120255501${index + 10}`);
  const { sipAccounts, callerId } = wanted(60);
  const { check, asked } = await atSimulator({ did, sipAccount: sipAccounts });
  const facts = await check({ sipAccounts, callerId });
  expect(facts.sipAccounts.map(({ name }) => name)).toEqual(sipAccounts.slice(0, 25));
  expect(facts).toMatchObject({ sipAccountsLeftOut: 35, numbersLeftOut: 4 });
  expect(facts.documents).toHaveLength(10);
  expect(asked()).toBe(2 * 25 + 1 + 10 + 1);
});

test('404 in other words than the carrier’s tells nothing of an account', async () => {
  const { origin } = await httpServer(answering(404, '<h1>Not found</h1>'));
  const { sipAccounts } = await checkAt(origin)(wanted(1));
  const why = '404 without the carrier’s error envelope: the path may be wrong';
  expect(sipAccounts[0]).toMatchObject({ account: { kind: 'unclear', why } });
});

test.each<[string, unknown, object]>([
  ['allowed_ips', [{ address: '192.0.2.7' }], { why: expect.stringContaining('addressField') }],
  ['allowed_ips', [{ ip: 7 }], { why: expect.stringContaining('addressField') }],
  ['allowed_ips', [{ ip: 'any' }, { ip: '192.0.2.0/24' }], { kind: 'answered' }],
  ['allowed_ips', 'all of them', { why: expect.stringContaining('another kind') }],
])('%s answered with %j', async (part, body, told) => {
  const { origin } = await httpServer((request, response) =>
    answering(200, request.path.includes(part) ? body : {})(request, response),
  );
  const { sipAccounts } = await checkAt(origin)(wanted(1));
  expect(sipAccounts[0]!.allowedIps).toMatchObject(told);
});

test('numbers under another name are read where the profile declares it, and else not guessed', async () => {
  const numbers = { numbers: [{ did: 12025550190 }], total: 1 };
  const { origin, seen } = await httpServer((request, response) =>
    answering(200, request.path === '/api/v2/numbers' ? numbers : [])(request, response),
  );
  const unclear = await checkAt(origin)(wanted(0));
  expect(unclear.numbers).toMatchObject({ kind: 'unclear' });
  expect(unclear.documents).toEqual([]);
  const profile = { ...DECLARED, numbers: { numberField: 'did' } };
  const facts = await checkAt(origin, { profile })(wanted(0));
  expect(facts.numbers).toEqual({ kind: 'answered', value: { count: 1, beside: ['total'] } });
  expect(facts.documents).toEqual([
    { number: '12025550190', documents: { kind: 'answered', value: 0 } },
  ]);
  expect(seen.at(-1)!.path).toContain('number=12025550190');
});

test.each<[string, object]>([
  ['a POST', { method: 'POST' }],
  ['nothing to read', { read: {} }],
])('a balance declared as %s is not asked for', async (_name, change) => {
  const { origin, seen } = await httpServer(answering(200, []));
  const profile = { ...DECLARED, operations: { balance: { ...BALANCE, ...change } } };
  const { balance } = await checkAt(origin, { profile })(wanted(0));
  expect(balance).toEqual({ kind: 'not-declared' });
  expect(seen.map(({ path }) => path)).toEqual(['/api/v2/numbers']);
});

test.each<[string, object, string]>([
  ['needs a parameter', { path: '/api/v1/balance/{account}' }, 'account is missing'],
  ['leads to recording lookups', { path: '/api/v1/calls/recording/1' }, 'recording lookups'],
])('a balance whose declaration %s sends nothing', async (_name, change, why) => {
  const { origin, seen } = await httpServer(answering(200, []));
  const profile = { ...DECLARED, operations: { balance: { ...BALANCE, ...change } } };
  const { balance } = await checkAt(origin, { profile })(wanted(0));
  expect(balance).toMatchObject({ answer: { kind: 'unclear', why: expect.stringContaining(why) } });
  expect(seen.map(({ path }) => path)).toEqual(['/api/v2/numbers']);
});

test.each([
  ['{"balance":10.10}', '10.1'],
  ['{"balance":0.1234567890123456789}', '0.1234567890123456789'],
  ['{"balance":"12.50"}', '12.50'],
])('a balance in %s is read to its last digit', async (body, amount) => {
  const { origin } = await httpServer(answering(200, body));
  const { balance } = await checkAt(origin)(wanted(0));
  expect(balance).toMatchObject({ answer: { value: { amount, currency: null } } });
});

test('a balance that is no text and no number is not made one', async () => {
  const { origin } = await httpServer(answering(200, { balance: { eur: 1 } }));
  const { balance } = await checkAt(origin)(wanted(0));
  expect(balance).toMatchObject({ answer: { kind: 'unclear' } });
});
