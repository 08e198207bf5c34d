import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { COMPLETED, NO_AGENT, startCarrier } from './carrier.ts';

describe('a POST that is accepted', () => {
  test.each(['answerReset', 'answerSilent'] as const)(
    '%s: no answer comes, and the call lives',
    async (fault) => {
      const carrier = await startCarrier({ [fault]: 1 });
      const answer = carrier.post({ destination: COMPLETED, callback_url: 'https://a.example/x' });
      const failed = answer.catch((error: Error) => error.message);
      await carrier.until('billed');
      if (fault === 'answerSilent') await carrier.simulator.stop();
      expect(await failed).toBe('fetch failed');
      expect(carrier.facts('decision')).toMatchObject([
        { outcome: 'accepted', status: null, answer: fault.slice('answer'.length).toLowerCase() },
      ]);
    },
  );

  test('can be answered late, while the call goes on', async () => {
    const carrier = await startCarrier({ answerHeld: 1, answerHoldMs: [150, 150] });
    const startedMs = performance.now();
    const answer = await carrier.post({ destination: NO_AGENT });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(149);
    expect(answer.body.status).toBe('accepted');
    expect((await carrier.read(answer.body.id)).body.status).toBe('failed');
  });

  test('can be answered with a 5xx', async () => {
    const carrier = await startCarrier({ serverErrorPlaced: 1 });
    expect((await carrier.post({ destination: COMPLETED })).status).toBeGreaterThanOrEqual(500);
    await carrier.until('billed');
  });

  test('can be answered with something that is no call', async () => {
    const carrier = await startCarrier({ answerUnreadable: 1 });
    const answer = await carrier.post({ destination: COMPLETED });
    expect(answer.status).toBe(201);
    expect(() => JSON.parse(answer.text) as unknown).toThrow(SyntaxError);
    await carrier.until('billed');
  });

  test('can be answered after its first webhook', async () => {
    const carrier = await startCarrier({ eventsBeforeAnswer: 1 });
    await carrier.call(COMPLETED);
    expect(carrier.webhooks.length).toBeGreaterThan(0);
  });

  test('is in the ledger before it is answered', async () => {
    const carrier = await startCarrier();
    const id = await carrier.call(COMPLETED);
    expect(carrier.facts('decision')).toMatchObject([
      { outcome: 'accepted', placed: { call: id } },
    ]);
    expect(carrier.facts('request')).toMatchObject([
      { method: 'POST', key: 'right', complete: true, body: { destination: COMPLETED } },
    ]);
  });
});

describe('a POST that is not', () => {
  test('can be dropped', async () => {
    const carrier = await startCarrier({ dropBeforeAccept: 1 });
    await expect(carrier.post({ destination: COMPLETED })).rejects.toThrow('fetch failed');
    expect(carrier.facts('decision')).toMatchObject([{ outcome: 'dropped', placed: null }]);
  });

  test('can be answered with a 5xx', async () => {
    const carrier = await startCarrier({ serverErrorUnplaced: 1 });
    expect((await carrier.post({ destination: COMPLETED })).status).toBeGreaterThanOrEqual(500);
    expect(carrier.facts('decision')).toMatchObject([{ outcome: 'error', placed: null }]);
  });

  test('is recorded when its connection breaks in the middle', async () => {
    const carrier = await startCarrier();
    const socket = connect(Number(new URL(carrier.simulator.url).port), '127.0.0.1');
    const head = 'POST /api/v1/click2call HTTP/1.1\r\nHost: carrier\r\nContent-Length: 100\r\n\r\n';
    socket.write(`${head}{"destination":`, () => socket.destroy());
    expect(await carrier.until('request')).toMatchObject({ complete: false });
  });
});

test('faults hit by ratio, and the same POSTs each time', async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => `+120255501${10 + index}`);
  const errorsOf = async () => {
    const carrier = await startCarrier({ serverErrorUnplaced: 0.3, timeFactor: 1 });
    const answers = await Promise.all(numbers.map((destination) => carrier.post({ destination })));
    return answers.map(({ status }) => status);
  };
  const statuses = await errorsOf();
  const failed = statuses.filter((status) => status >= 500).length;
  expect(failed).toBeGreaterThan(2);
  expect(failed).toBeLessThan(30);
  expect(await errorsOf()).toEqual(statuses);
});

test('reads can fail with a 5xx', async () => {
  const carrier = await startCarrier({ readServerError: 1 });
  const id = await carrier.call(COMPLETED);
  expect((await carrier.read(id)).status).toBe(503);
});

test('reads can lag behind the call', async () => {
  const carrier = await startCarrier({ readLagMs: 36_000_000 });
  const id = await carrier.call(COMPLETED);
  await carrier.until('billed');
  expect((await carrier.read(id)).body).toMatchObject({ status: 'accepted', cost: null });
  await carrier.simulator.change({ readLagMs: 0 });
  expect((await carrier.read(id)).body.status).toBe('completed');
});
