import { describe, expect, test } from 'vitest';
import { COMPLETED, NOT_RECORDED, startCarrier } from './carrier.ts';

describe('the account', () => {
  test.each([
    ['403', 403, 'click2call_api_disabled'],
    ['account_not_verified', 403, 'account_not_verified'],
    ['409', 409, 'account_suspended'],
    ['402', 402, 'insufficient_funds'],
  ])('refuses with %s: %i %s', async (refuse, status, code) => {
    const carrier = await startCarrier({ refuse: [refuse] });
    const answer = await carrier.post({ destination: COMPLETED });
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ code, details: [] });
    expect(carrier.facts('decision')).toMatchObject([
      { outcome: 'refused', status, code, placed: null },
    ]);
  });

  test.each([400, 401, 429])('refuses with %i in the v1 envelope', async (status) => {
    const carrier = await startCarrier({ refuse: [String(status)] });
    const answer = await carrier.post({ destination: COMPLETED });
    expect(answer.status).toBe(status);
    expect(answer.body.errors['base']).toHaveLength(1);
  });

  test('that is refused as a whole hears nothing about its request', async () => {
    const carrier = await startCarrier({ refuse: ['409'] });
    const answer = await carrier.post({ destination: COMPLETED, a_cli: null });
    expect(answer.body.error.code).toBe('account_suspended');
  });
});

describe('a caller id', () => {
  test.each([
    null,
    '',
    'Alice',
    '0044',
    '+',
    '1234567890123456',
    '+1 202',
    '１２３',
    12025550100,
    [],
  ])('a_cli %j is refused', async (a_cli) => {
    const carrier = await startCarrier();
    const answer = await carrier.post({ destination: COMPLETED, a_cli });
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('invalid_a_cli');
    expect(answer.body.error.details.map(({ field }) => field)).toEqual(['a_cli']);
  });

  test.each(['+12025550100', '12025550100', '123456789012345'])(
    'a_cli %s is accepted',
    async (a_cli) => {
      const carrier = await startCarrier();
      expect((await carrier.post({ destination: COMPLETED, a_cli })).status).toBe(201);
    },
  );

  test.each([null, '', '+12025550100'])('b_cli %j is refused', async (b_cli) => {
    const carrier = await startCarrier();
    const answer = await carrier.post({ destination: COMPLETED, b_cli });
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('caller_id_unsupported');
  });
});

describe('a callback URL', () => {
  test.each([
    'http://hooks.dialwright.example/x',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/x',
    'https://100.64.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[fe80::1]/x',
    'https://intranet/x',
    'https://box.local/x',
    'hooks.dialwright.example',
    '',
    null,
    `https://hooks.dialwright.example/${'x'.repeat(223)}`,
  ])('%s is refused', async (callback_url) => {
    const carrier = await startCarrier();
    const answer = await carrier.post({ destination: COMPLETED, callback_url });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details.map(({ field }) => field)).toEqual(['callback_url']);
  });

  test.each([
    'https://hooks.dialwright.example/x',
    'https://203.0.113.9:8443/x?y=z',
    `https://hooks.dialwright.example/${'x'.repeat(222)}`,
  ])('%s is accepted', async (callback_url) => {
    const carrier = await startCarrier();
    expect((await carrier.post({ destination: COMPLETED, callback_url })).status).toBe(201);
  });
});

test('every violation is listed, not only the first', async () => {
  const carrier = await startCarrier();
  const answer = await carrier.post({
    destination: 'somebody',
    sip_account: '',
    a_cli: '',
    b_cli: 1,
    callback_url: 'http://10.0.0.1',
  });
  expect(answer.status).toBe(422);
  expect(answer.body.error.details.map(({ field }) => field)).toEqual([
    'a_cli',
    'b_cli',
    'callback_url',
    'destination',
    'sip_account',
  ]);
  expect(answer.body.error.details.every(({ message }) => message !== '')).toBe(true);
});

test('a stream agent is named by its endpoint', async () => {
  const carrier = await startCarrier();
  const stream = { destination: COMPLETED, a_type: 'stream', sip_account: undefined };
  expect((await carrier.post(stream)).body.error.details[0]?.field).toBe('stream_url');
  const stream_url = 'wss://agent.dialwright.example';
  expect((await carrier.post({ ...stream, stream_url })).body).toMatchObject({ stream_url });
});

test('a body that is no JSON object is refused', async () => {
  const carrier = await startCarrier();
  for (const body of ['', '{', '[]', 'null'])
    expect((await carrier.ask('POST', '/api/v1/click2call', { body })).status).toBe(400);
});

describe('a script of refusals', () => {
  test('can name numbers by their end or their beginning', async () => {
    const carrier = await startCarrier({ refuse: ['402=*05', '409=+4477*'] });
    expect((await carrier.post({ destination: COMPLETED })).status).toBe(402);
    expect((await carrier.post({ destination: '+447700900123' })).status).toBe(409);
    expect((await carrier.post({ destination: NOT_RECORDED })).status).toBe(201);
  });

  test('can hold for a window', async () => {
    const carrier = await startCarrier({ refuse: ['402@0s-10h', '409@10h-'], timeFactor: 1 });
    expect((await carrier.post({ destination: COMPLETED })).status).toBe(402);
    await carrier.simulator.change({ refuse: ['402@10h-'] });
    expect((await carrier.post({ destination: COMPLETED })).status).toBe(201);
  });

  test('by ratio hits the same numbers whatever the order', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => `+120255501${10 + index}`);
    const refusedOf = async (order: string[]) => {
      const carrier = await startCarrier({ refuse: ['402:0.5'], outcomeByLastDigit: false });
      const answers = await Promise.all(order.map((destination) => carrier.post({ destination })));
      return order.filter((_, index) => answers[index]?.status === 402).sort();
    };
    const refused = await refusedOf(numbers);
    expect(refused.length).toBeGreaterThan(5);
    expect(refused.length).toBeLessThan(35);
    expect(await refusedOf(numbers.toReversed())).toEqual(refused);
  });
});

describe('a balance', () => {
  test('runs out, and a top-up helps', async () => {
    const carrier = await startCarrier({ balance: '0.001' });
    expect((await carrier.post({ destination: COMPLETED })).body.error.code).toBe(
      'insufficient_funds',
    );
    await carrier.simulator.change({ balance: '0.001', topUp: ['5@0s'] });
    expect((await carrier.post({ destination: COMPLETED })).status).toBe(201);
  });

  test('is never overdrawn, by calls placed at once neither', async () => {
    const carrier = await startCarrier({ balance: '0.05' });
    const numbers = Array.from({ length: 20 }, (_, index) => `+1202555${1000 + index * 10 + 5}`);
    const answers = await Promise.all(numbers.map((destination) => carrier.post({ destination })));
    const placed = answers.filter(({ status }) => status === 201);
    expect(placed.length).toBeGreaterThan(0);
    expect(placed.length).toBeLessThan(20);
    await Promise.all(
      placed.map(({ body }) => carrier.until('billed', ({ call }) => call === body.id)),
    );
    const micros = carrier.facts('billed').map(({ cost }) => Math.round(Number(cost) * 1e6));
    expect(micros.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(50_000);
  });
});

describe('without the right key', () => {
  test.each(['', 'Bearer wrong', 'Basic simulator-key', 'bearer'])('%j is 401', async (given) => {
    const carrier = await startCarrier();
    const headers = given === '' ? {} : { authorization: given };
    const answer = await carrier.ask('GET', '/api/v1/click2call/x', { headers });
    expect(answer.status).toBe(401);
    expect(answer.body.errors['base']).toEqual(['unauthorized']);
    expect(carrier.facts('request')[0]?.key).toBe(given === '' ? 'absent' : 'wrong');
  });
});

test.each([
  ['GET', '/api/v1/click2call/nobody'],
  ['DELETE', '/api/v1/click2call/nobody'],
  ['GET', '/api/v1/calls/recording/nobody'],
  ['GET', '/api/v1/click2call'],
  ['PUT', '/api/v1/click2call/x'],
  ['GET', '/api/v1/click2call/%E0%A4%A'],
  ['GET', '/elsewhere'],
])('%s %s is not found', async (method, path) => {
  const carrier = await startCarrier();
  const answer = await carrier.ask(method, path);
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ errors: { base: ['data not found'] } });
});
