/** Following a call to its end while GET fails, lies or comes late. Hours pass by a clock moved by hand. */
import { describe, expect, test, vi } from 'vitest';
import { answering } from '../../carrier/servers.ts';
import { phone } from '../../store/contract/world.ts';
import {
  failing,
  followedCall,
  hangingUp,
  HOUR,
  MINUTE,
  mismatching,
  recorded,
  showing,
  timing,
  type Reply,
} from './followed-call.ts';

// Every poll is a request and a commit to the disk.
vi.setConfig({ testTimeout: 20_000 });

const POLLED = { webhooks: false, pokedAtMs: null };
const HEARD = { webhooks: true, pokedAtMs: null };

const FAILING_FOR_GOOD: [string, Reply, string][] = [
  ['401', failing(401), 'GET failed: HTTP 401'],
  ['403', failing(403), 'GET failed: HTTP 403'],
  ['a storm of 500', failing(500), 'GET failed: HTTP 500'],
  ['429', failing(429), 'GET failed: too many requests'],
  ['a redirect', failing(302, { location: '/elsewhere' }), 'GET failed: HTTP 302'],
  ['another call', mismatching, 'GET failed: the carrier shows another call'],
  ['junk', answering(200, 'not json'), 'GET failed: the answer is not a JSON object'],
  ['a cut line', hangingUp, 'GET failed: the carrier cannot be reached'],
];

test('an unknown event is no sign of progress: one now and then puts off no poll', async () => {
  const on = await followedCall();
  on.reply(showing('bridged'));
  on.world.later(HOUR);
  const whispered = on.world.event(on.key, 1, 'click2call.agent_whispered', `id-${on.ref}`);
  await on.world.store.appendEvent(whispered);
  await on.attempt('observeCall', { ref: on.ref, ...HEARD });
  expect(on.looksAtMs).toHaveLength(1);
});

test('a call that ends notifies the dispatcher, once its agent is free', async () => {
  const on = await followedCall();
  on.reply(showing('completed', '0.25'));
  await on.hear(4, 'completed');
  const rung = on.agentFreed.wait(on.agentFreed.count, HOUR, new AbortController().signal);
  const agent = rung.then(() => on.world.onCall('a1'));
  await on.run('confirmCall', on.ref);
  expect(await agent).toBeNull();
});

test('a next call that cannot be started is left to the dispatcher', async () => {
  const on = await followedCall();
  await on.world.append('c1', [phone(2), phone(3)]);
  expect(await on.world.claim('c1')).toEqual([]);
  on.reply(showing('completed', '0.25'));
  await on.hear(4, 'completed');
  const before = on.agentFreed.count;
  // There is no Temporal here.
  expect(await on.run('confirmCall', on.ref)).toMatchObject({ disposition: 'completed' });
  expect(await on.world.onCall('a1')).toBe('c1.2.1');
  expect(on.agentFreed.count).toBeGreaterThan(before);
  expect(await on.world.claim('c1')).toEqual(['c1.2.1']);
});

describe('a call that the carrier has lost', () => {
  test.each([404, 410])('%i for good: ends as lost after a bounded wait', async (status) => {
    const on = await followedCall();
    on.reply(failing(status));
    const startedAtMs = on.world.nowMs;
    const ended = await on.run('observeCall', { ref: on.ref, ...POLLED });
    expect(ended).toMatchObject({ disposition: 'carrier-lost', settlement: 'open' });
    expect(await on.call()).toMatchObject({
      disposition: 'carrier-lost',
      reason: expect.stringMatching(/^GET does not know the call, for \d+ minutes$/),
      confirmed: false,
    });
    expect(on.world.nowMs - startedAtMs).toBeLessThan(timing.horizonMs + 2 * MINUTE);
    expect(await on.world.onCall('a1')).toBeNull();
  });

  test.each(FAILING_FOR_GOOD)(
    '%s for good: ends as lost, with the reason',
    async (_, reply, why) => {
      const on = await followedCall();
      on.reply(reply);
      await on.run('observeCall', { ref: on.ref, ...POLLED });
      const { disposition, reason } = await on.call();
      expect({ disposition, reason }).toEqual({
        disposition: 'carrier-lost',
        reason: expect.stringContaining(`${why}, for `),
      });
      expect(on.looksAtMs.length).toBeLessThan(30);
    },
  );

  test('one that stands still for hours ends as lost; one that moves on does not', async () => {
    const on = await followedCall();
    on.reply(showing('agent_answered'));
    await expect(
      on.run('observeCall', { ref: on.ref, ...POLLED }, { forMs: 25 * MINUTE }),
    ).rejects.toThrow('still not over: GET shows agent_answered');
    on.reply(showing('bridged'));
    await expect(
      on.run('observeCall', { ref: on.ref, ...POLLED }, { forMs: 25 * MINUTE }),
    ).rejects.toThrow('still not over: GET shows bridged');
    const ended = await on.run('observeCall', { ref: on.ref, ...POLLED });
    expect(ended).toMatchObject({
      disposition: 'carrier-lost',
      reason: 'GET shows bridged, for 30 minutes',
    });
  });

  test('webhooks that cannot be read keep no lost call alive', async () => {
    const on = await followedCall();
    on.reply(showing('bridged'));
    await on.attempt('observeCall', { ref: on.ref, ...POLLED });
    on.world.later(6 * HOUR);
    const poke = { ...on.world.event(on.key, null, 'poke'), body: null };
    await on.world.store.appendEvent(poke);
    const ended = await on.run('observeCall', { ref: on.ref, ...HEARD });
    expect(ended).toMatchObject({ disposition: 'carrier-lost' });
  });

  test('found again after all, it ends as GET shows', async () => {
    const on = await followedCall();
    on.reply(failing(404));
    await on.run('observeCall', { ref: on.ref, ...POLLED });
    on.reply(showing('completed', '0.25'));
    await on.run('settleCall', on.ref);
    expect(await on.call()).toMatchObject({
      disposition: 'completed',
      reason: null,
      confirmed: true,
      cost: '0.25',
    });
  });

  test('one with events, but none of its end, stays lost', async () => {
    const on = await followedCall();
    on.reply(failing(404));
    await on.run('observeCall', { ref: on.ref, ...POLLED });
    await on.hear(1, 'agent_ringing');
    expect(await on.run('confirmCall', on.ref)).toMatchObject({
      disposition: 'carrier-lost',
    });
    await on.hear(2, 'failed');
    expect(await on.run('confirmCall', on.ref)).toMatchObject({
      disposition: 'agent-unreached',
    });
  });

  test('one GET that fails after hours without a poll proves nothing', async () => {
    for (const reply of [failing(404), failing(503), hangingUp]) {
      const on = await followedCall();
      on.world.later(8 * HOUR);
      on.reply(reply);
      const tried = await on.attempt('observeCall', { ref: on.ref, ...POLLED });
      expect(tried).toHaveProperty('notYet');
      on.world.later(MINUTE);
      on.reply(showing('completed', '1'));
      const ended = await on.run('observeCall', { ref: on.ref, ...POLLED });
      expect(ended).toMatchObject({ disposition: 'completed', cost: '1' });
    }
  });
});

describe('a failed call', () => {
  const failedAs = async (on: Awaited<ReturnType<typeof followedCall>>) => {
    on.reply(showing('failed', '0.1'));
    const { disposition } = await on.run('observeCall', { ref: on.ref, ...POLLED });
    return disposition;
  };

  test('nothing of which was seen is no miss of its agent', async () => {
    const on = await followedCall();
    await on.attempt('observeCall', { ref: on.ref, ...POLLED });
    on.world.later(5_000);
    expect(await failedAs(on)).toBe('leg-unknown');
    expect(await on.world.store.agents()).toMatchObject([{ misses: 0 }]);
  });

  test.each([
    ['the first events came, the last were lost', [[1, 'agent_ringing']]],
    [
      'the first and the last came',
      [
        [1, 'agent_ringing'],
        [5, 'failed'],
      ],
    ],
    ['only the last came', [[3, 'failed']]],
  ] as const)('%s: its leg is not known', async (_, events) => {
    const on = await followedCall();
    for (const [seq, name] of events) await on.hear(seq, name);
    on.world.later(5 * MINUTE);
    expect(await failedAs(on)).toBe('leg-unknown');
  });

  test('whose events have no gap up to the end ended with its agent\u2019s leg', async () => {
    const on = await followedCall();
    await on.hear(1, 'agent_ringing');
    await on.hear(2, 'failed');
    expect(await failedAs(on)).toBe('agent-unreached');
    expect(await on.world.store.agents()).toMatchObject([{ misses: 1 }]);
  });

  test('whose agent\u2019s phone a poll showed ringing, just before the end, ended with that leg', async () => {
    const on = await followedCall();
    on.reply(showing('agent_ringing'));
    await on.attempt('observeCall', { ref: on.ref, ...POLLED });
    on.world.later(timing.ringPollMs);
    expect(await failedAs(on)).toBe('agent-unreached');
  });

  test('that was last seen ringing its agent long before the end may have reached the customer', async () => {
    const on = await followedCall();
    on.reply(showing('agent_ringing'));
    await on.attempt('observeCall', { ref: on.ref, ...POLLED });
    on.world.later(timing.legGapMs + 1);
    expect(await failedAs(on)).toBe('leg-unknown');
  });

  test('with a recording was bridged, and the recording is sought', async () => {
    const on = await followedCall();
    on.reply(recorded('failed'));
    const ended = await on.run('observeCall', { ref: on.ref, ...POLLED });
    expect(ended).toMatchObject({ disposition: 'dropped', recording: 'expected' });
  });

  test('whose recording shows later was bridged after all', async () => {
    const on = await followedCall();
    on.reply(showing('failed'));
    const ended = await on.run('observeCall', { ref: on.ref, ...POLLED });
    expect(ended).toMatchObject({ disposition: 'leg-unknown', recording: 'none' });
    on.reply(recorded('failed'));
    await on.attempt('settleCall', on.ref);
    expect(await on.call()).toMatchObject({ disposition: 'dropped', recording: 'expected' });
  });

  describe('of which GET shows a recording, and a status that is no word we know', () => {
    const UNKNOWN_WORD = 'hung_up';

    test('was bridged, where an event reported its end', async () => {
      const on = await followedCall();
      await on.hear(3, 'failed');
      on.reply(recorded(UNKNOWN_WORD));
      const ended = await on.run('confirmCall', on.ref);
      expect(ended).toMatchObject({ disposition: 'dropped', recording: 'expected' });
    });

    test('was bridged, where the recording shows only when a late event is weighed', async () => {
      const on = await followedCall();
      await on.hear(3, 'failed');
      on.reply(showing(UNKNOWN_WORD));
      const ended = await on.run('confirmCall', on.ref);
      expect(ended).toMatchObject({ disposition: 'leg-unknown', recording: 'none' });
      await on.hear(4, 'finalized');
      on.reply(recorded(UNKNOWN_WORD));
      const weighed = await on.run('confirmCall', on.ref);
      expect(weighed).toMatchObject({ disposition: 'dropped', recording: 'expected' });
    });

    test('was bridged, where the recording shows only when the bill is polled for', async () => {
      const on = await followedCall();
      await on.hear(3, 'failed');
      on.reply(showing(UNKNOWN_WORD));
      await on.run('confirmCall', on.ref);
      on.reply(recorded(UNKNOWN_WORD));
      await on.attempt('settleCall', on.ref);
      expect(await on.call()).toMatchObject({ disposition: 'dropped', recording: 'expected' });
    });

    test('may live on while nothing tells of its end', async () => {
      const on = await followedCall();
      on.reply(recorded(UNKNOWN_WORD));
      await on.attempt('observeCall', { ref: on.ref, ...POLLED });
      expect(await on.call()).toMatchObject({ state: 'accepted', disposition: null });
    });
  });

  test('tells its leg once the last of its events is there', async () => {
    const on = await followedCall();
    await on.hear(2, 'failed');
    expect(await failedAs(on)).toBe('leg-unknown');
    await on.hear(1, 'agent_ringing');
    expect(await on.run('confirmCall', on.ref)).toMatchObject({ disposition: 'agent-unreached' });
  });

  test('is polled so often while phones may ring that no leg passes unseen', async () => {
    const on = await followedCall();
    on.reply(showing('customer_ringing'));
    const watched = on.run('observeCall', { ref: on.ref, ...POLLED }, { forMs: MINUTE });
    await expect(watched).rejects.toThrow('still not over');
    expect(Math.max(...gapsOf(on.looksAtMs))).toBeLessThanOrEqual(timing.legGapMs);
  });
});

describe('a GET that fails', () => {
  test('is made again after growing pauses', async () => {
    const on = await followedCall();
    on.reply(failing(500));
    const watched = on.run('observeCall', { ref: on.ref, ...POLLED }, { forMs: 15 * MINUTE });
    await expect(watched).rejects.toThrow('still not over: GET failed: HTTP 500');
    const gaps = gapsOf(on.looksAtMs);
    expect(gaps.slice(0, 4).every((ms, at) => ms >= 500 * 2 ** at && ms <= 1_000 * 2 ** at)).toBe(
      true,
    );
    expect(Math.max(...gaps)).toBeLessThanOrEqual(timing.pollRetryAtMostMs);
    expect(gaps.length).toBeLessThan(20);
  });

  test.each([429, 503])(
    '%i with Retry-After: nobody looks before, whoever asks',
    async (status) => {
      const on = await followedCall();
      on.reply(failing(status, { 'retry-after': '90' }));
      await on.attempt('observeCall', { ref: on.ref, ...POLLED });
      await on.hear(1, 'completed');
      on.reply(showing('completed'));
      await on.run('confirmCall', on.ref);
      expect(gapsOf(on.looksAtMs)).toHaveLength(1);
      expect(gapsOf(on.looksAtMs)[0]).toBeGreaterThanOrEqual(90_000);
      expect(await on.call()).toMatchObject({ disposition: 'completed', confirmed: true });
    },
  );

  test.each(['86400', 'Fri, 31 Dec 2100 23:59:59 GMT', '-1', 'soon', '0', '1e9'])(
    'Retry-After %s is honoured within reason',
    async (value) => {
      const on = await followedCall();
      on.reply(failing(429, { 'retry-after': value }));
      const tried = await on.attempt('observeCall', { ref: on.ref, ...POLLED });
      if (!('pauseMs' in tried)) throw new Error('it was answered');
      expect(tried.pauseMs).toBeGreaterThan(0);
      expect(tried.pauseMs).toBeLessThanOrEqual(1.2 * timing.pollRetryAtMostMs);
    },
  );

  test('leaves the call where it was, and heals', async () => {
    const on = await followedCall();
    let looks = 0;
    on.reply((request, response) =>
      (++looks % 2 === 1 ? failing(503) : showing(looks > 8 ? 'failed' : 'customer_ringing'))(
        request,
        response,
      ),
    );
    const ended = await on.run('observeCall', { ref: on.ref, ...POLLED });
    expect(ended).toMatchObject({ disposition: 'customer-unreached', reason: null });
  });

  test('makes a terminal event believed after minutes, not after the attempts of another wait', async () => {
    const on = await followedCall();
    await on.hear(1, 'completed');
    on.reply(failing(500));
    const first = await on.attempt('observeCall', { ref: on.ref, ...HEARD }, 60);
    expect(first).toHaveProperty('notYet');
    const startedAtMs = on.world.nowMs;
    const ended = await on.run('confirmCall', on.ref);
    expect(ended).toMatchObject({ disposition: 'completed', weighed: { confirmed: false } });
    expect(on.world.nowMs - startedAtMs).toBeGreaterThan(timing.unconfirmedAfterMs - 2_000);
    expect(on.world.nowMs - startedAtMs).toBeLessThan(2 * timing.unconfirmedAfterMs);
  });

  test('that asks for a long rest keeps no agent waiting for as long', async () => {
    const on = await followedCall();
    await on.hear(1, 'completed');
    on.reply(failing(429, { 'retry-after': '3600' }));
    const startedAtMs = on.world.nowMs;
    await on.run('confirmCall', on.ref);
    expect(await on.call()).toMatchObject({ disposition: 'completed', confirmed: false });
    expect(on.world.nowMs - startedAtMs).toBeLessThan(timing.unconfirmedAfterMs + 1_000);
    expect(on.looksAtMs).toHaveLength(1);
  });

  test('at most one is under way for a call, however many ask', async () => {
    const on = await followedCall();
    on.reply((request, response) => {
      setTimeout(() => showing('bridged')(request, response), 10);
    });
    const input = { ref: on.ref, webhooks: true, pokedAtMs: on.world.nowMs };
    await Promise.all(Array.from({ length: 8 }, () => on.attempt('observeCall', input)));
    expect(on.flying.most).toBe(1);
  });
});

describe('GET and webhooks that contradict each other', () => {
  test('an event of the end waits while GET shows the call alive, and ends with it', async () => {
    const on = await followedCall();
    await on.hear(1, 'failed');
    on.reply(showing('bridged'));
    const confirmed = on.run('confirmCall', on.ref, { forMs: 20 * MINUTE });
    await expect(confirmed).rejects.toThrow('still not over: GET shows bridged');
    expect(await on.call()).toMatchObject({ state: 'bridged', disposition: null });
    on.reply(showing('completed'));
    expect(await on.run('confirmCall', on.ref)).toMatchObject({
      disposition: 'completed',
    });
  });

  test('an end that is not in the store, because its event was of another call, is polled for', async () => {
    const on = await followedCall();
    on.reply(showing('bridged'));
    expect(await on.attempt('confirmCall', on.ref)).toHaveProperty('notYet');
    on.reply(showing('completed'));
    expect(await on.run('confirmCall', on.ref)).toMatchObject({ disposition: 'completed' });
  });

  test('where GET stays behind for ever, the event is believed in the end', async () => {
    const on = await followedCall();
    await on.hear(1, 'customer_ringing');
    await on.hear(2, 'failed');
    on.reply(showing('agent_answered'));
    expect(await on.run('confirmCall', on.ref)).toMatchObject({
      disposition: 'customer-unreached',
      weighed: { confirmed: false },
    });
  });

  test('GET that goes backwards takes nothing back', async () => {
    const on = await followedCall();
    for (const state of ['bridged', 'accepted', 'agent_ringing']) {
      on.reply(showing(state));
      await on.attempt('observeCall', { ref: on.ref, ...POLLED });
      expect(await on.call()).toMatchObject({ state: 'bridged' });
    }
    on.reply(showing('failed'));
    const ended = await on.run('observeCall', { ref: on.ref, ...POLLED });
    expect(ended).toMatchObject({ disposition: 'dropped' });
  });

  test('nothing un-ends a call', async () => {
    const on = await followedCall();
    on.reply(showing('completed', '0.5'));
    await on.run('observeCall', { ref: on.ref, ...POLLED });
    await on.hear(1, 'failed');
    await on.hear(2, 'bridged');
    for (const reply of [showing('accepted'), failing(404), showing('failed', '0.5')]) {
      on.reply(reply);
      for (const activity of ['confirmCall', 'settleCall'] as const) {
        await on.run(activity, on.ref);
      }
      await on.run('observeCall', { ref: on.ref, ...HEARD });
      expect(await on.call()).toMatchObject({
        state: 'ended',
        disposition: 'completed',
        cost: '0.5',
        settlement: 'settled',
      });
    }
  });
});

describe('an end that GET does not show yet', () => {
  const lagging = (on: Awaited<ReturnType<typeof followedCall>>, lagMs: number) => {
    const shownAtMs = on.world.nowMs + lagMs;
    on.reply((request, response) =>
      showing(on.world.nowMs < shownAtMs ? 'bridged' : 'completed')(request, response),
    );
  };

  test.each([300, 1_000, 1_500, 2_000, 5_000, 20_000])(
    'a GET that lags %i ms: the agent is free soon after it shows the end, for few GETs',
    async (lagMs) => {
      const on = await followedCall();
      await on.hear(4, 'bridged');
      await on.hear(5, 'completed');
      lagging(on, lagMs);
      const fromMs = on.world.nowMs;
      await on.run('observeCall', { ref: on.ref, ...HEARD });
      expect(await on.call()).toMatchObject({ disposition: 'completed', confirmed: true });
      const lateMs = on.world.nowMs - fromMs - lagMs;
      expect(lateMs).toBeLessThanOrEqual(Math.max(500, lagMs / 2));
      expect(on.looksAtMs.length).toBeLessThanOrEqual(12);
      const pausesMs = gapsOf(on.looksAtMs);
      expect(pausesMs[0]).toBeGreaterThanOrEqual(500);
      expect(Math.max(...pausesMs)).toBeLessThanOrEqual(timing.pollAtMostMs);
    },
  );

  test.each(['failed', 'finalized', 'bridged'] as const)(
    'after a forged end each further event (%s) looks again at once; a repeat does not',
    async (name) => {
      const on = await followedCall();
      await on.hear(1, 'completed');
      on.reply(showing('bridged'));
      const forged = on.run('observeCall', { ref: on.ref, ...HEARD }, { forMs: 3 * MINUTE });
      await expect(forged).rejects.toThrow('still not over: GET shows bridged');
      const looks = on.looksAtMs.length;
      // Half a second at first, half a minute in the end: no more than the polls of a call without webhooks.
      expect(looks).toBeLessThanOrEqual(18);
      await on.hear(1, 'completed');
      const early = await on.attempt('observeCall', { ref: on.ref, ...HEARD });
      expect(early).toHaveProperty('notYet');
      expect(on.looksAtMs).toHaveLength(looks);
      on.world.later(1);
      await on.hear(6, name);
      lagging(on, 1_500);
      const fromMs = on.world.nowMs;
      await on.run('observeCall', { ref: on.ref, ...HEARD });
      expect(on.looksAtMs[looks]).toBe(fromMs);
      expect(on.world.nowMs - fromMs).toBeLessThanOrEqual(2_000);
    },
  );

  test('a poke looks again at once, and only once', async () => {
    const on = await followedCall();
    await on.hear(1, 'completed');
    on.reply(showing('bridged'));
    await on.attempt('observeCall', { ref: on.ref, ...HEARD });
    on.world.later(100);
    const poked = { ref: on.ref, webhooks: true, pokedAtMs: on.world.nowMs };
    await on.attempt('observeCall', poked);
    expect(on.looksAtMs).toHaveLength(2);
    on.world.later(100);
    await on.attempt('observeCall', poked);
    expect(on.looksAtMs).toHaveLength(2);
  });

  test('the end after a hang-up is looked for as soon, without any webhook', async () => {
    const on = await followedCall();
    await on.hear(4, 'bridged');
    await on.world.store.askHangup({ ref: on.ref, nowMs: on.world.nowMs });
    lagging(on, 1_500);
    const fromMs = on.world.nowMs;
    await on.run('observeCall', { ref: on.ref, webhooks: true, pokedAtMs: fromMs });
    expect(on.world.nowMs - fromMs).toBeLessThanOrEqual(2_000);
  });

  test('a call that GET does not know yet is looked for again as soon', async () => {
    const on = await followedCall();
    await on.hear(1, 'failed');
    const shownAtMs = on.world.nowMs + 1_000;
    on.reply((request, response) =>
      (on.world.nowMs < shownAtMs ? failing(404) : showing('failed'))(request, response),
    );
    const fromMs = on.world.nowMs;
    await on.run('observeCall', { ref: on.ref, ...HEARD });
    expect(on.world.nowMs - fromMs).toBeLessThanOrEqual(1_500);
    expect(await on.call()).toMatchObject({ confirmed: true });
  });
});

describe('a call that waits for webhooks', () => {
  test('waits without a GET while its state may last, and is polled after a hang-up', async () => {
    const on = await followedCall();
    await on.hear(1, 'agent_answered');
    await on.hear(2, 'customer_ringing');
    on.world.later(timing.pollAtMostMs);
    expect(await on.attempt('observeCall', { ref: on.ref, ...HEARD })).toHaveProperty('notYet');
    expect(on.looksAtMs).toEqual([]);
    await on.world.store.askHangup({ ref: on.ref, nowMs: on.world.nowMs });
    await on.attempt('observeCall', { ref: on.ref, ...HEARD });
    expect(on.looksAtMs).toHaveLength(1);
  });

  test('stays polled once a poll has shown what no webhook had reported', async () => {
    const on = await followedCall();
    on.reply(showing('agent_answered'));
    await on.attempt('observeCall', { ref: on.ref, webhooks: true, pokedAtMs: on.world.nowMs });
    on.world.later(timing.ringPollMs);
    await on.attempt('observeCall', { ref: on.ref, ...HEARD }, 2);
    expect(on.looksAtMs).toHaveLength(2);
    await on.hear(3, 'customer_ringing');
    await on.attempt('observeCall', { ref: on.ref, ...HEARD }, 3);
    expect(on.looksAtMs).toHaveLength(2);
  });

  test('reports to the account whether a webhook came before GET showed its end', async () => {
    const on = await followedCall();
    on.reply(showing('completed'));
    await on.run('observeCall', { ref: on.ref, webhooks: true, pokedAtMs: on.world.nowMs });
    expect(await on.world.store.webhooks(on.world.nowMs)).toMatchObject({
      state: 'healthy',
      recent: [false],
    });
  });
});

describe('a webhook that could not be read', () => {
  test('makes it poll now; a poll made before does not count, one made since does', async () => {
    const on = await followedCall();
    await on.hear(1, 'agent_answered');
    on.reply(showing('agent_answered'));
    const input = { ref: on.ref, webhooks: true, pokedAtMs: on.world.nowMs };
    expect(await on.attempt('observeCall', input, 7)).toHaveProperty('notYet');
    expect(on.looksAtMs).toHaveLength(1);
    on.world.later(1);
    await on.attempt('observeCall', input, 8);
    expect(on.looksAtMs).toHaveLength(1);
    await on.attempt('observeCall', { ...input, pokedAtMs: on.world.nowMs }, 9);
    expect(on.looksAtMs).toHaveLength(2);
  });

  test('is not forgotten because its poll failed', async () => {
    const on = await followedCall();
    on.reply(failing(503));
    const input = { ref: on.ref, webhooks: true, pokedAtMs: on.world.nowMs };
    const tried = await on.attempt('observeCall', input);
    on.reply(showing('failed'));
    on.world.later('pauseMs' in tried ? tried.pauseMs : 0);
    expect(await on.attempt('observeCall', input, 2)).toHaveProperty('answer');
  });
});

const gapsOf = (instants: readonly number[]): number[] =>
  instants.slice(1).map((ms, index) => ms - instants[index]!);

test('a leg whose event comes during a GET counts at the end', async () => {
  const on = await followedCall();
  await on.hear(4, 'failed');
  on.reply((request, response) => {
    void on.hear(3, 'customer_ringing').then(() => showing('failed', '0.01')(request, response));
  });
  const ended = await on.run('confirmCall', on.ref);
  expect(ended).toMatchObject({
    disposition: 'customer-unreached',
    weighed: { deepest: 'customer_ringing' },
  });
  expect(await on.call()).toMatchObject({ disposition: 'customer-unreached' });
});
