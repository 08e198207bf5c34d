/** The carrier's resources over our HTTP API: against the simulated carrier, and servers that misbehave. */
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/terminal/api-shapes.ts';
import type { SimulatorInput } from '../../../src/simulator/options.ts';
import { answering, closedPort, httpServer, rawServer, saying } from '../../carrier/servers.ts';
import { factsOf, startCarrier } from '../../simulator/carrier.ts';
import { OTHER_KEY, startApi, type ApiUnderTest } from '../api-under-test.ts';
import { withoutSecrets } from '../../../src/api/carrier-account/carrier-change.ts';
import { auditedFields, repeatable } from '../../../src/api/carrier-account/carrier-operation.ts';
import { apiWithCarrier } from './carrier-at-api.ts';

const NUMBER = '+12025550190';
const ACCOUNT = '/v1/carrier/sip-accounts/agent-1';
const IPS = `${ACCOUNT}/allowed-ips`;
const DESTINATIONS = `/v1/carrier/purchases/${encodeURIComponent(NUMBER)}/destinations`;

interface Got {
  data: Record<string, unknown>;
}
interface GotList {
  data: Record<string, unknown>[];
  beside: object;
}

async function atCarrier(input: SimulatorInput = {}) {
  const { simulator, ledgerPath } = await startCarrier(input);
  const { url, apiKey } = simulator;
  const on = await apiWithCarrier(url, { apiKey });
  return {
    on,
    sent: (method?: string) =>
      factsOf(ledgerPath, 'request').filter((one) => method === undefined || one.method === method),
  };
}

const put = (on: ApiUnderTest, path: string, fields: object, headers = {}) =>
  on.call('PUT', path, { payload: { fields }, headers });
const remove = (on: ApiUnderTest, path: string, headers = {}) =>
  on.call('DELETE', path, { headers });

/** Newest first. */
const audited = async (on: ApiUnderTest) =>
  (await on.get('/v1/audit')).json<{ data: AuditEntry[] }>().data;
const outcomes = async (on: ApiUnderTest) =>
  (await audited(on)).map(({ what, after }) => {
    const { operation, outcome } = after as { operation: string; outcome?: string };
    return `${what} ${operation} ${outcome ?? ''}`.trim();
  });

describe('what is refused before anything is sent', () => {
  test('everything, without access to the carrier: 503 with the names of the missing settings', async () => {
    const on = await startApi();
    try {
      for (const [method, path, payload] of [
        ['GET', '/v1/carrier/numbers', undefined],
        ['GET', '/v1/carrier/operations', undefined],
        ['GET', ACCOUNT, undefined],
        ['PUT', ACCOUNT, { fields: {} }],
        ['DELETE', ACCOUNT, undefined],
        ['POST', IPS, { address: '192.0.2.7' }],
        ['POST', '/v1/carrier/operations/balance', {}],
      ] as const) {
        const answer = await on.call(method, path, payload && { payload });
        expect(answer.statusCode).toBe(503);
        expect(answer.json()).toMatchObject({ code: 'carrier_not_configured' });
        expect(answer.body).toContain('DIALWRIGHT_CARRIER_URL and DIALWRIGHT_CARRIER_API_KEY');
      }
      expect(await audited(on)).toEqual([]);
    } finally {
      await on.stop();
    }
  });

  test.each<[string, string, object | undefined, string]>([
    ['GET', '/v1/carrier/numbers/5001/documents', undefined, 'number must be a DID number'],
    ['GET', '/v1/carrier/documents/12025550190', undefined, 'this is a number'],
    ['GET', '/v1/carrier/purchases/agent-1/destinations', undefined, 'purchase must be'],
    ['POST', '/v1/carrier/purchases/agent-1/destinations', { fields: {} }, 'purchase must be'],
    ['DELETE', '/v1/carrier/purchases/x/destinations/1', undefined, 'purchase must be'],
    ['POST', '/v1/carrier/operations/cdr', {}, 'is only named in the interface document'],
    ['POST', '/v1/carrier/operations/sms', { values: { to: NUMBER } }, 'text is missing'],
    ['POST', '/v1/carrier/operations/sms', { values: { cc: 'x' } }, 'it takes to, text'],
    ['POST', DESTINATIONS, { type: 'sip' }, 'unknown field'],
    ['PUT', ACCOUNT, {}, '#/fields'],
  ])('%s %s with %j: %s', async (method, path, payload, why) => {
    const { on, sent } = await atCarrier();
    const answer = await on.call(method, path, payload && { payload });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(why);
    expect(sent()).toEqual([]);
    expect(await audited(on)).toEqual([]);
  });
});

describe('reading', () => {
  test('numbers, their documents, one document, destinations, accounts, allowed addresses', async () => {
    const { on, sent } = await atCarrier({ allowedIp: ['192.0.2.7'] });
    const numbers = (await on.get('/v1/carrier/numbers')).json<GotList>();
    expect(numbers).toMatchObject({ data: [{ number: NUMBER }, {}], beside: {} });
    const second = await on.get('/v1/carrier/numbers?page=2&per_page=1');
    expect(second.json<GotList>().data).toEqual([numbers.data[1]]);
    const path = `/v1/carrier/numbers/${encodeURIComponent(NUMBER)}/documents`;
    const [document] = (await on.get(path)).json<GotList>().data;
    const one = await on.get(`/v1/carrier/documents/${String(document!['id'])}`);
    expect(one.json<Got>()).toEqual({ data: document });
    expect((await on.get(DESTINATIONS)).json<GotList>().data).toHaveLength(1);
    expect((await on.get(ACCOUNT)).json<Got>().data).toMatchObject({ name: 'agent-1' });
    expect((await on.get(IPS)).json<GotList>().data).toMatchObject([{ ip: '192.0.2.7' }]);
    expect(sent().every(({ method }) => method === 'GET')).toBe(true);
    // Reading leaves no line.
    expect(await audited(on)).toEqual([]);
  });

  test('operations: which there are, and one that reads', async () => {
    const { on } = await atCarrier({ balance: '12.5' });
    const { data } = (await on.get('/v1/carrier/operations')).json<GotList>();
    expect(data).toContainEqual({
      name: 'balance',
      what: 'account balance',
      reads: ['amount', 'currency'],
      declared: { method: 'GET', path: '/api/v1/balance' },
    });
    expect(data).toContainEqual(expect.objectContaining({ name: 'asr', declared: null }));
    const balance = await on.post('/v1/carrier/operations/balance', {});
    expect(balance.json()).toEqual({
      fields: { amount: '12.5', currency: 'EUR' },
      body: { balance: '12.5', currency: 'EUR' },
    });
    expect(await audited(on)).toEqual([]);
  });
});

describe('changing', () => {
  test('a destination is made, changed and deleted; the audit has it before and after', async () => {
    const { on } = await atCarrier();
    const made = await on.post(DESTINATIONS, { fields: { type: 'sip', odd: { deep: [1] } } });
    expect(made.statusCode).toBe(200);
    const { data } = made.json<Got>();
    expect(data).toMatchObject({ type: 'sip', odd: { deep: [1] } });
    const path = `${DESTINATIONS}/${String(data['id'])}`;
    const changed = await put(on, path, { type: 'pstn' });
    expect(changed.json<Got>().data).toEqual({ ...data, type: 'pstn' });
    expect((await remove(on, path)).statusCode).toBe(200);
    expect((await on.get(DESTINATIONS)).json<GotList>().data).toHaveLength(1);
    expect(await outcomes(on)).toEqual([
      'carrier.change-answered delete-destination done',
      'carrier.change-asked delete-destination',
      'carrier.change-answered update-destination done',
      'carrier.change-asked update-destination',
      'carrier.change-answered create-destination done',
      'carrier.change-asked create-destination',
    ]);
    const [deleted, , updated, asked] = await audited(on);
    const target = `carrier/purchases/${NUMBER}/destinations/${String(data['id'])}`;
    expect(deleted).toMatchObject({ target, before: { ...data, type: 'pstn' } });
    expect(updated).toMatchObject({
      target,
      before: data,
      after: { resource: { ...data, type: 'pstn' } },
    });
    expect(asked).toMatchObject({ target, before: null, after: { asked: { type: 'pstn' } } });
  });

  test('a SIP account is changed and deleted, an address allowed and no longer', async () => {
    const { on } = await atCarrier();
    const added = await on.post(IPS, { address: '2001:db8::7', fields: { note: 'office' } });
    expect(added.json<Got>().data).toMatchObject({ ip: '2001:db8::7', note: 'office' });
    const id = String(added.json<Got>().data['id']);
    expect((await remove(on, `${IPS}/${id}`)).statusCode).toBe(200);
    expect((await on.get(IPS)).json<GotList>().data).toEqual([]);
    const changed = await put(on, ACCOUNT, { display: 'Front desk', policy: { zone: 'here' } });
    expect(changed.json<Got>().data).toMatchObject({ name: 'agent-1', display: 'Front desk' });
    expect((await remove(on, ACCOUNT)).statusCode).toBe(200);
    expect((await on.get(ACCOUNT)).json()).toMatchObject({
      status: 404,
      code: 'carrier_not_found',
    });
    const [, , updated] = await audited(on);
    // Whatever a field is called, it is the carrier's and shown as it is.
    expect(updated!.after).toMatchObject({ resource: { policy: { zone: 'here' } } });
  });

  test('a declared operation that is no GET is run once for a key; the audit has no values', async () => {
    const { on, sent } = await atCarrier();
    const input = { values: { to: NUMBER, text: 'Good day' } };
    const key = { 'idempotency-key': 'k1' };
    const first = await on.post('/v1/carrier/operations/sms', input, key);
    expect(first.statusCode).toBe(200);
    const again = await on.post('/v1/carrier/operations/sms', input, key);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    expect(sent('POST')).toHaveLength(1);
    const lines = JSON.stringify(await audited(on));
    expect(lines).toContain('{"values":["to","text"],"body":[]}');
    expect(lines).not.toMatch(/Good day|12025550190/);
  });

  test('secrets of an account are in neither the audit nor a repeat', async () => {
    const { on } = await atCarrier();
    const key = { 'idempotency-key': 'k1' };
    const fields = { sip_password: 'canary-1', nested: [{ apiKey: 'canary-2' }] };
    const first = await put(on, ACCOUNT, fields, key);
    expect(first.body).toContain('canary-1');
    const again = await put(on, ACCOUNT, fields, key);
    expect(again.json<Got>().data).toMatchObject({ sip_password: '(hidden)' });
    await remove(on, ACCOUNT);
    expect(JSON.stringify(await audited(on)) + again.body + on.logged.join()).not.toContain(
      'canary',
    );
  });

  test.each([
    'password_confirmation',
    'new_password1',
    'passwordHash',
    'pwd',
    'sip_pwd',
    'ha1',
    'digest',
    'psk',
    'auth_key',
    'pin',
    'pin_code',
    'authorization',
    'apiKey',
    'refresh_token',
  ])('the document does not name the fields of bodies: %s counts as a secret', (name) => {
    expect(withoutSecrets({ [name]: 'x' })).toEqual({ [name]: '(hidden)' });
  });

  test.each(['id', 'name', 'ip', 'type', 'target', 'shipping', 'status'])('%s does not', (name) => {
    expect(withoutSecrets({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  test('of what an operation answers, the audit and a repeat hold no lists', async () => {
    const lists = { fields: { id: '7', items: [{ number: NUMBER }] }, body: 'x'.repeat(100_000) };
    expect(auditedFields(lists)).toEqual({ id: '7', items: '(not kept)' });
    expect(repeatable(lists)).toEqual({ fields: lists.fields, body: '(too large to keep)' });
  });

  test('each caller has keys of its own, and a key goes with one request', async () => {
    const { on, sent } = await atCarrier();
    const key = { 'idempotency-key': 'k1' };
    await on.post(IPS, { address: '192.0.2.7' }, key);
    const other = await on.post(IPS, { address: '192.0.2.8' }, key);
    expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    const theirs = { ...key, authorization: `Bearer ${OTHER_KEY}` };
    expect((await on.post(IPS, { address: '192.0.2.8' }, theirs)).statusCode).toBe(200);
    expect(sent('POST')).toHaveLength(2);
  });
});

describe('what the carrier refuses', () => {
  test('what does not exist: 404, distinguished from a path that may be wrong', async () => {
    const { on } = await atCarrier();
    const missing = await on.get('/v1/carrier/sip-accounts/nobody');
    expect(missing.json()).toMatchObject({
      status: 404,
      code: 'carrier_not_found',
      carrier: { status: 404, own_envelope: true },
    });
    const elsewhere = await httpServer(answering(404, '<h1>Not found</h1>'));
    const astray = await (await apiWithCarrier(elsewhere.origin)).get(ACCOUNT);
    expect(astray.json()).toMatchObject({ status: 404, carrier: { own_envelope: false } });
    expect(astray.body).toContain('the path may be wrong');
  });

  test('a refusal keeps its status and the reasons as found, and its key may be tried again', async () => {
    const { on } = await atCarrier();
    const key = { 'idempotency-key': 'k1' };
    for (let times = 0; times < 2; times++) {
      const refused = await on.post(IPS, { address: 'here' }, key);
      expect(refused.headers['idempotency-replayed']).toBe(undefined);
      expect(refused.json()).toMatchObject({
        status: 422,
        code: 'carrier_refused',
        carrier: { status: 422, errors: { ip: ['is no address'] } },
        may_have_happened: false,
      });
    }
    expect(await outcomes(on)).toContain('carrier.change-answered add-allowed-ip refused');
  });

  test('a missing permission is 403; a key that the carrier does not know is not our caller’s fault', async () => {
    const { on } = await atCarrier({ forbid: ['sip-accounts'] });
    expect((await on.get(ACCOUNT)).json()).toMatchObject({
      status: 403,
      code: 'carrier_forbidden',
      carrier: { status: 403, code: 'forbidden' },
    });
    // It may be changed all the same, for all that is known: the carrier decides.
    expect((await put(on, ACCOUNT, { a: 1 })).statusCode).toBe(403);
    const { simulator } = await startCarrier();
    const stranger = await apiWithCarrier(simulator.url, { apiKey: 'another' });
    expect((await stranger.get(ACCOUNT)).json()).toMatchObject({
      status: 502,
      code: 'carrier_forbidden',
      carrier: { status: 401 },
    });
  });

  test('a limit is 429 with the wait', async () => {
    const { on } = await atCarrier({ accountRateLimited: 1 });
    const limited = await on.get('/v1/carrier/numbers');
    expect(limited.headers['retry-after']).toBe('1');
    expect(limited.json()).toMatchObject({ status: 429, code: 'carrier_rate_limited' });
  });
});

describe('what the carrier does not answer', () => {
  const expectNothingSent = async (on: ApiUnderTest) => {
    const answer = await remove(on, ACCOUNT);
    expect(answer.json()).toMatchObject({
      status: 502,
      code: 'carrier_unreachable',
      may_have_happened: false,
    });
    expect(await outcomes(on)).toContain('carrier.change-answered delete-sip-account not-sent');
  };

  test('out of reach: 502, and nothing happened', async () => {
    const on = await apiWithCarrier(`http://127.0.0.1:${await closedPort()}`);
    expect((await on.get(ACCOUNT)).json()).toMatchObject({ status: 502 });
    await expectNothingSent(on);
    const made = await on.post(DESTINATIONS, { fields: { type: 'sip' } });
    expect(made.json()).toMatchObject({ status: 502, may_have_happened: false });
  });

  test('a read that breaks before a change keeps the change from being sent', async () => {
    const server = await rawServer(saying('', 'reset'));
    await expectNothingSent(await apiWithCarrier(server.origin));
    expect(server.received()).not.toContain('DELETE');
  });

  test.each([
    ['a reset', 'reset' as const, 502, 'carrier_unreachable'],
    ['silence', 'hang' as const, 504, 'carrier_timeout'],
  ])(
    '%s after a change was sent: it may have happened, and is not sent again',
    async (_name, then, status, code) => {
      const server = await rawServer(saying('', then));
      const on = await apiWithCarrier(server.origin, { readMs: 400 });
      const key = { 'idempotency-key': 'k1' };
      const ask = () => on.post(DESTINATIONS, { fields: { type: 'sip' } }, key);
      const first = await ask();
      expect(first.json()).toMatchObject({ status, code, may_have_happened: true });
      expect(first.body).toContain('read or list it');
      const again = await ask();
      expect(again.json()).toEqual(first.json());
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(server.received().match(/POST/g)).toHaveLength(1);
      expect(await outcomes(on)).toEqual([
        'carrier.change-answered create-destination unclear',
        'carrier.change-asked create-destination',
      ]);
    },
  );

  test('an error of its own after a change was sent: 502, and it may have happened', async () => {
    const { on, sent } = await atCarrier({ accountServerError: 1 });
    const answer = await on.post(IPS, { address: '192.0.2.7' });
    expect(answer.json()).toMatchObject({
      status: 502,
      code: 'carrier_error',
      carrier: { status: 503 },
      may_have_happened: true,
    });
    expect(sent('POST')).toHaveLength(1);
  });

  test('a repeat while the first is under way sends nothing, and gets 409', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const server = await httpServer((request, response) => {
      asked.resolve();
      void answer.promise.then(() => answering(201, { id: 7 })(request, response));
    });
    const on = await apiWithCarrier(server.origin);
    const ask = () =>
      on.post(DESTINATIONS, { fields: { type: 'sip' } }, { 'idempotency-key': 'k1' });
    const first = ask();
    await asked.promise;
    expect((await ask()).json()).toMatchObject({
      status: 409,
      code: 'carrier_change_unsettled',
      may_have_happened: true,
    });
    answer.resolve();
    expect((await first).json()).toEqual({ data: { id: 7 } });
    expect((await ask()).json()).toEqual({ data: { id: 7 } });
    expect(server.seen).toHaveLength(1);
  });
});
