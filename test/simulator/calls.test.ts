import { describe, expect, test } from 'vitest';
import {
  BUSY,
  CALLBACK,
  COMPLETED,
  DROPPED,
  FORGOTTEN,
  FROZEN,
  NO_AGENT,
  NO_CUSTOMER,
  startCarrier,
  type Carrier,
} from './carrier.ts';

const WHOLE = ['agent_ringing', 'agent_answered', 'customer_ringing', 'bridged'];

async function statesOf(carrier: Carrier, id: string): Promise<string[]> {
  await carrier.until('billed', ({ call }) => call === id);
  const moves = carrier.facts('transition').filter(({ call }) => call === id);
  return moves.map(({ state }) => state);
}

test('an accepted call is answered as the resource, in state accepted', async () => {
  const carrier = await startCarrier({ timeFactor: 1 });
  const answer = await carrier.post({ destination: COMPLETED });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({
    status: 'accepted',
    destination: COMPLETED,
    sip_account: 'agent-1',
    cost: null,
    recording_url: null,
  });
  expect((await carrier.read(answer.body.id)).body).toEqual(answer.body);
});

describe('outcomes', () => {
  test.each([
    ['completed', COMPLETED, [...WHOLE, 'completed']],
    ['dropped after the bridge', DROPPED, [...WHOLE, 'failed']],
    ['agent does not answer', NO_AGENT, ['agent_ringing', 'failed']],
    ['customer does not answer', NO_CUSTOMER, [...WHOLE.slice(0, 3), 'failed']],
    ['customer is busy', BUSY, [...WHOLE.slice(0, 3), 'failed']],
  ])('%s', async (_, destination, states) => {
    const carrier = await startCarrier();
    const id = await carrier.call(destination);
    expect(await statesOf(carrier, id)).toEqual(states);
    expect((await carrier.read(id)).body.status).toBe(states.at(-1));
  });

  test('agent_ringing may be skipped', async () => {
    const carrier = await startCarrier({ skipAgentRinging: 1 });
    const id = await carrier.call(COMPLETED);
    expect(await statesOf(carrier, id)).toEqual([...WHOLE.slice(1), 'completed']);
  });

  test('follow from the seed, the number and its count, not from the order of requests', async () => {
    const numbers = Array.from({ length: 30 }, (_, index) => `+44770090${1000 + index}`);
    const plansOf = async (order: string[], seed: string) => {
      const carrier = await startCarrier({ seed, timeFactor: 1, dropped: 0.3, customerBusy: 0.3 });
      await Promise.all(order.map((destination) => carrier.post({ destination })));
      const plans = carrier.facts('decision').map(({ destination, placed }) => {
        return JSON.stringify([destination, placed?.plan]);
      });
      return plans.sort();
    };
    const twice = [...numbers, ...numbers];
    const plans = await plansOf(twice, 'a');
    expect(new Set(plans).size).toBe(60);
    expect(await plansOf(twice.toReversed(), 'a')).toEqual(plans);
    expect(await plansOf(twice, 'b')).not.toEqual(plans);
  });

  test('a frozen call stays as it is, a forgotten one is not found', async () => {
    const carrier = await startCarrier();
    const frozen = await carrier.call(FROZEN);
    const forgotten = await carrier.call(FORGOTTEN);
    const other = await carrier.call(COMPLETED);
    await carrier.until('billed', ({ call }) => call === other);
    expect((await carrier.read(frozen)).status).toBe(200);
    await expect.poll(async () => (await carrier.read(forgotten)).status).toBe(404);
    expect(carrier.facts('billed').map(({ call }) => call)).toEqual([other]);
  });
});

describe('hanging up', () => {
  test('ends a live call as failed', async () => {
    const carrier = await startCarrier({ timeFactor: 1 });
    const id = await carrier.call(COMPLETED);
    const answer = await carrier.hangUp(id);
    expect(answer.status).toBe(200);
    expect(answer.body.status).toBe('failed');
    expect(carrier.facts('destroy')).toMatchObject([{ call: id, status: 200 }]);
    await expect.poll(() => carrier.webhooks[0]?.body.event).toBe('click2call.failed');
  });

  test('changes nothing of a call that is over', async () => {
    const carrier = await startCarrier();
    const id = await carrier.call(COMPLETED);
    await carrier.until('billed');
    expect((await carrier.hangUp(id)).body.status).toBe('completed');
  });

  test('twice at once ends it once', async () => {
    const carrier = await startCarrier({ timeFactor: 1 });
    const id = await carrier.call(COMPLETED);
    await Promise.all([carrier.hangUp(id), carrier.hangUp(id)]);
    expect(carrier.facts('transition')).toHaveLength(1);
  });
});

describe('the cost', () => {
  test('is null until billed, then the exact digits as a JSON number', async () => {
    const carrier = await startCarrier({ billingMs: [600_000, 600_000] });
    const id = await carrier.call(COMPLETED);
    await carrier.until('transition', ({ state }) => state === 'completed');
    expect((await carrier.read(id)).body.cost).toBeNull();
    const { cost } = await carrier.until('billed');
    expect(cost).toMatch(/^0\.\d{1,6}$/);
    expect((await carrier.read(id)).text).toContain(`"cost":${cost},`);
  });

  test('can come as a string', async () => {
    const carrier = await startCarrier({ variant: { costForm: 'string' } });
    const id = await carrier.call(COMPLETED);
    const { cost } = await carrier.until('billed');
    expect((await carrier.read(id)).body.cost).toBe(cost);
  });

  test('of a call that nobody answered is nothing', async () => {
    const carrier = await startCarrier();
    await carrier.call(NO_AGENT);
    expect((await carrier.until('billed')).cost).toBe('0');
  });
});

test('fields and statuses vary where the document is silent', async () => {
  const carrier = await startCarrier({
    timeFactor: 1,
    variant: {
      destinationField: 'to',
      sipAccountField: 'agent',
      statusField: 'state',
      successStatus: 202,
      destroyMethod: 'POST',
      destroyPath: '/api/v1/click2call/{id}/destroy',
      destroyStatus: 204,
      idForm: 'odd',
      errorBody: 'no-code',
    },
  });
  const body = { to: COMPLETED, agent: 'a', sip_account: undefined, callback_url: CALLBACK };
  const placed = await carrier.post(body);
  expect(placed.status).toBe(202);
  expect(placed.body).toMatchObject({ state: 'accepted', to: COMPLETED, agent: 'a' });
  expect(placed.body.id).toHaveLength(200);
  expect((await carrier.read(placed.body.id)).body.id).toBe(placed.body.id);
  const path = `/api/v1/click2call/${encodeURIComponent(placed.body.id)}/destroy`;
  expect((await carrier.ask('POST', path)).status).toBe(204);
  const refused = await carrier.post({ ...body, b_cli: 1 });
  expect(refused.body.error.code).toBeUndefined();
  expect(refused.body.error.details).toHaveLength(1);
});
