/** What the webhook port answers and keeps (docs/ingress.md, "What is answered"). */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { HOOK_LIMITS } from '../../../src/api/ingress/hook-body.ts';
import type { KeptDelivery } from '../../../src/store/calls/recording-store.ts';
import { eventBody, startApi, type ApiUnderTest } from '../api-under-test.ts';
import { liveCall, unknownCall } from '../calls/placed-call.ts';

let on: ApiUnderTest;
let ref: string;
beforeAll(async () => void (on = await startApi()));
beforeEach(async () => void (ref = await liveCall(on)));
afterAll(() => on.stop());

/** A body as the carrier sends it about `ref`. */
const told = (seq: number, name: string) => eventBody(seq, name, `carrier-${ref}`);

const hook = (payload: string | Buffer | object, placement = 1, headers = {}) =>
  on.api.inject({ method: 'POST', url: on.eventHook(`${ref}.${placement}`), payload, headers });

test('a new event is durable before it is acked', async () => {
  expect((await hook(told(1, 'agent_ringing'))).statusCode).toBe(204);
  expect(await on.store.events(ref)).toMatchObject([
    { placement: 1, seq: 1, name: 'click2call.agent_ringing' },
  ]);
  expect(await on.store.call(ref)).toMatchObject({ state: 'agent_ringing' });
});

test('a duplicate is acked and kept once', async () => {
  for (let n = 0; n < 3; n++) {
    expect((await hook(told(2, 'agent_answered'))).statusCode).toBe(204);
  }
  expect(await on.store.events(ref)).toHaveLength(1);
});

test('an event with an unknown name is kept', async () => {
  const body = { ...told(3, 'teleported'), colour: 'green' };
  expect((await hook(body)).statusCode).toBe(204);
  expect(await on.store.events(ref)).toMatchObject([{ seq: 3, name: 'click2call.teleported' }]);
});

test.each([
  ['a call', () => 'cnobody.1.1', 1],
  ['a later placement of a call', () => ref, 2],
])(
  'an event of %s that the database does not know is kept, and stops the account: the database is an old copy',
  async (_, of, placement) => {
    const own = await startApi();
    onTestFinished(() => own.stop());
    ref = await liveCall(own);
    const answer = await own.api.inject({
      method: 'POST',
      url: own.eventHook(`${of()}.${placement}`),
      payload: eventBody(1, 'completed'),
    });
    expect(answer.statusCode).toBe(204);
    expect(await own.store.events(of())).toHaveLength(1);
    await expect.poll(() => own.store.restore()).toMatchObject({ sign: { kind: 'webhook' } });
    expect((await own.store.account()).stopped?.reason).toContain(`webhook of call ${of()}`);
  },
);

test.each([
  ['another token', (url: string) => url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ['no token', (url: string) => url.replace(/[^/]+$/, '')],
  ["another placement's token", (url: string) => url.replace('.1/', '.2/')],
  ['a reference that is none', (url: string) => url.replace(/c[^/]+\//, 'x/')],
])('%s is 404, with nothing stored', async (_, forge) => {
  const url = forge(on.eventHook(`${ref}.1`));
  const answer = await on.api.inject({ method: 'POST', url, payload: eventBody(1, 'failed') });
  expect(answer.statusCode).toBe(404);
  expect(await on.store.events(ref)).toEqual([]);
});

test.each(['GET', 'PUT', 'DELETE', 'PATCH'] as const)('%s is 405', async (method) => {
  const answer = await on.api.inject({ method, url: on.eventHook(`${ref}.1`) });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe('POST');
});

test.each([
  ['no JSON', 'event=completed'],
  ['nothing', ''],
  ['no object', '[1,2,3]'],
  ['no seq', '{"event":"click2call.failed"}'],
  ['a wrong type', '{"event":7,"event_seq":"first"}'],
  ['nesting 5,000 deep', '['.repeat(5_000) + ']'.repeat(5_000)],
  ['broken UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['200 kB', JSON.stringify({ ...told(1, 'completed'), pad: 'x'.repeat(200_000) })],
])('a body with %s is kept as a poke', async (_, body) => {
  expect((await hook(body)).statusCode).toBe(204);
  expect(await on.store.events(ref)).toMatchObject([{ seq: null, name: 'poke' }]);
  await expect.poll(() => on.gateway.requests).toContain(`poke ${ref}`);
});

test('what could not be read is shown on the call, with the reason', async () => {
  const junk = '{"event":"click2call.failed","sequence":4}';
  await hook(junk);
  await hook('x'.repeat(100_000));
  // The same once more adds nothing.
  await hook(junk);
  const call = (await on.get(`/v1/calls/${ref}`)).json<{
    unreadable_webhooks: object[];
    timeline: { text: string }[];
  }>();
  const why = 'has nothing at /event_seq, where the seq should stand';
  expect(call.unreadable_webhooks).toMatchObject([
    { placement: 1, reason: why, body: junk, bytes: junk.length },
    { placement: 1, reason: 'is larger than 65536 bytes', body: 'x'.repeat(2_048), bytes: null },
  ]);
  expect(call.timeline.map(({ text }) => text)).toContain(
    `a webhook that could not be read: it ${why}`,
  );
});

test('a flood of what cannot be read fills nothing', async () => {
  for (let n = 0; n < 100; n++) expect((await hook(`junk ${n}`)).statusCode).toBe(204);
  expect(await on.store.unreadableWebhooks(ref)).toHaveLength(16);
});

test.each(['text/plain', 'application/xml', 'no/type; ===', '', 'multipart/form-data'])(
  'content type "%s" does not cost the event',
  async (type) => {
    const answer = await hook(JSON.stringify(told(1, 'bridged')), 1, { 'content-type': type });
    expect(answer.statusCode).toBe(204);
    expect(await on.store.events(ref)).toMatchObject([{ name: 'click2call.bridged' }]);
  },
);

test('any bytes with a valid token get 204', async () => {
  const types = fc.constantFrom('application/json', 'text/plain', 'x', 'a/b;c', '');
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.json().map((text) => Buffer.from(text)),
      ),
      types,
      async (bytes, type) => {
        const answer = await hook(Buffer.from(bytes), 1, { 'content-type': type });
        expect(answer.statusCode).toBe(204);
      },
    ),
    { numRuns: 200 },
  );
});

test('events that arrive together are one commit', async () => {
  const counting = await startApi();
  const live = await liveCall(counting);
  const statements = vi.spyOn(DatabaseSync.prototype, 'exec');
  const url = counting.eventHook(`${live}.1`);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      counting.api.inject({
        method: 'POST',
        url,
        payload: eventBody(n + 1, 'bridged', `carrier-${live}`),
      }),
    ),
  );
  expect(await counting.store.events(live)).toHaveLength(20);
  const commits = statements.mock.calls.filter(([sql]) => sql === 'COMMIT');
  statements.mockRestore();
  expect(commits.length).toBeLessThan(8);
  await counting.stop();
});

test('the budget of a token is 64 events; what comes after is one poke', async () => {
  for (let seq = 1; seq <= 100; seq++) {
    expect((await hook(told(seq, 'bridged'))).statusCode).toBe(204);
  }
  const kept = await on.store.events(ref);
  expect(kept.filter((event) => event.seq !== null)).toHaveLength(64);
  expect(kept.filter((event) => event.seq === null).length).toBeGreaterThan(0);
});

test('unknown names have a budget of their own: a flood of them keeps no known event out', async () => {
  for (let seq = 1; seq <= 200; seq++) {
    expect((await hook(told(seq, `invented_${seq % 7}_${seq}`))).statusCode).toBe(204);
  }
  expect(await on.store.events(ref)).toHaveLength(16);
  expect((await hook(told(3, 'bridged'))).statusCode).toBe(204);
  expect((await on.store.events(ref)).at(-1)).toMatchObject({ seq: 3, name: 'click2call.bridged' });
  expect(await on.store.call(ref)).toMatchObject({ state: 'bridged' });
});

test("tenant B's id on A's URL, or the URL of a placement that is over, causes a poll and nothing else", async () => {
  ref = await liveCall(on, 2);
  const other = await liveCall(on);
  const foreign = eventBody(1, 'completed', `carrier-${other}`);
  expect((await hook(foreign, 2)).statusCode).toBe(204);
  expect((await hook(told(2, 'completed'), 1)).statusCode).toBe(204);
  expect(await on.store.events(ref)).toMatchObject([
    { placement: 2, seq: null, name: 'poke' },
    { placement: 1, seq: null, name: 'poke' },
  ]);
  for (const each of [ref, other]) {
    expect(await on.store.call(each)).toMatchObject({ state: 'accepted', deepest: 'accepted' });
  }
});

test('a forged event does not keep the real one of the same seq out', async () => {
  await hook(eventBody(6, 'completed', 'forged'));
  await hook(told(6, 'bridged'));
  const kept = await on.store.events(ref);
  expect(kept.filter(({ seq }) => seq !== null)).toMatchObject([
    { seq: 6, name: 'click2call.bridged' },
  ]);
});

test('a store that fails is 503 without Retry-After, for the carrier’s own pauses, and nothing is kept', async () => {
  let failing = true;
  const broken = await startApi({
    store: (store) =>
      new Proxy(store, {
        get: (target, name) =>
          failing && (name === 'appendEvent' || name === 'keepRecordingDelivery')
            ? () => Promise.reject(new Error('disk full'))
            : Reflect.get(target, name),
      }),
  });
  const live = await liveCall(broken);
  const send = (url: string) =>
    broken.api.inject({ method: 'POST', url, payload: eventBody(1, 'completed') });
  for (const url of [broken.eventHook(`${live}.1`), broken.recordingHook()]) {
    const answer = await send(url);
    expect(answer.statusCode).toBe(503);
    // The carrier's own pauses grow to a quarter of an hour; five of this header's would be over in 150 s.
    expect(answer.headers['retry-after']).toBeUndefined();
  }
  failing = false;
  expect((await send(broken.eventHook(`${live}.1`))).statusCode).toBe(204);
  expect(await broken.store.events(live)).toHaveLength(1);
  await broken.stop();
});

test('an ack does not wait for Temporal, and outlives its outage', async () => {
  on.gateway.down = true;
  const mine = () => on.gateway.messages.filter((message) => message.ref === ref);
  expect((await hook(told(1, 'completed'))).statusCode).toBe(204);
  on.gateway.down = false;
  await expect.poll(mine, { timeout: 3_000 }).toHaveLength(1);
  await expect.poll(() => on.store.unrelayedEvents(ref)).toEqual([]);
});

test('with many calls live only milestones and signs of unknown calls wake a workflow', async () => {
  const busy = await startApi({ everyEventBelow: 0 });
  const live = await liveCall(busy);
  const unclear = await unknownCall(busy);
  const send = (to: string, seq: number, name: string) =>
    busy.api.inject({
      method: 'POST',
      url: busy.eventHook(`${to}.1`),
      payload: eventBody(seq, name, `carrier-${to}`),
    });
  await send(live, 1, 'agent_ringing');
  await send(live, 2, 'agent_answered');
  await send(unclear, 1, 'agent_ringing');
  await expect.poll(() => busy.gateway.messages).toHaveLength(1);
  expect(busy.gateway.messages[0]).toMatchObject({ ref: unclear });
  await send(live, 7, 'failed');
  await expect.poll(() => busy.gateway.messages).toHaveLength(2);
  // The milestone takes along all that waited.
  expect(busy.gateway.messages[1]).toMatchObject({
    ref: live,
    signalName: 'click2call.failed',
    input: { placement: 1, events: [{ seq: 1 }, { seq: 2 }, { seq: 7 }] },
  });
  await busy.stop();
});

test('a recording webhook is kept and its call is signalled', async () => {
  const { carrierCallId } = await on.store.call(ref);
  const payload = { data: { call_id: carrierCallId, recording_url: 'https://cdn.example/a.mp3' } };
  const answer = await on.api.inject({ method: 'POST', url: on.recordingHook(), payload });
  expect(answer.statusCode).toBe(204);
  expect(await on.store.deliveredRecording(ref)).toMatchObject({
    url: 'https://cdn.example/a.mp3',
  });
  await expect.poll(() => on.gateway.requests).toContain(`recording ${ref}`);
});

test.each(['', 'junk', '{}', 'x'.repeat(100_000)])(
  'a recording webhook that names no call is acked (%#)',
  async (payload) => {
    const answer = await on.api.inject({ method: 'POST', url: on.recordingHook(), payload });
    expect(answer.statusCode).toBe(204);
  },
);

test('a flood of recording webhooks keeps 16 links of a call, tells it so often, and acks all', async () => {
  const own = await startApi();
  onTestFinished(() => own.stop());
  const live = await liveCall(own);
  const send = (call_id: string, n: number) =>
    own.api.inject({
      method: 'POST',
      url: own.recordingHook(),
      payload: { data: { call_id, recording_url: `https://cdn.example/${n}.mp3` } },
    });
  const { carrierCallId } = await own.store.call(live);
  const statuses: number[] = [];
  for (let n = 0; n < 200; n++) statuses.push((await send(carrierCallId!, n)).statusCode);
  expect(new Set(statuses)).toEqual(new Set([204]));
  await expect
    .poll(() => own.gateway.requests.filter((said) => said === `recording ${live}`))
    .toHaveLength(16);
});

test('of recording webhooks of unknown calls 1,000 an hour are kept, and the log reports the limit once', async () => {
  const kept: string[] = [];
  const own = await startApi({
    store: (store) => ({
      ...store,
      keepRecordingDelivery: async ({ carrierCallId }) => {
        kept.push(carrierCallId!);
        return { ref: undefined, kept: true, isNewLink: false };
      },
    }),
  });
  onTestFinished(() => own.stop());
  for (let n = 0; n < 1_010; n++) {
    const payload = {
      data: { call_id: `nobody-${n}`, recording_url: 'https://cdn.example/a.mp3' },
    };
    const { statusCode } = await own.api.inject({
      method: 'POST',
      url: own.recordingHook(),
      payload,
    });
    expect(statusCode).toBe(204);
  }
  expect(kept).toHaveLength(1_000);
  expect(own.logged.filter((line) => line.includes('in this hour'))).toHaveLength(1);
});

test('a store that does not answer makes it 503 before the carrier gives up waiting, and is not asked to forget', async () => {
  const answers = Promise.withResolvers<void>();
  const own = await startApi({
    hookLimits: { ...HOOK_LIMITS, answerMs: 300 },
    store: (store) => ({
      ...store,
      appendEvent: async (event) => (await answers.promise, store.appendEvent(event)),
      keepRecordingDelivery: async (delivery) => (
        await answers.promise,
        store.keepRecordingDelivery(delivery)
      ),
    }),
  });
  onTestFinished(() => own.stop());
  const live = await liveCall(own);
  const send = (url: string) =>
    own.api.inject({ method: 'POST', url, payload: eventBody(1, 'completed', `carrier-${live}`) });
  for (const url of [own.eventHook(`${live}.1`), own.recordingHook()]) {
    const answer = await send(url);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'not_kept' });
  }
  answers.resolve();
  expect((await send(own.eventHook(`${live}.1`))).statusCode).toBe(204);
  expect(await own.store.events(live)).toHaveLength(1);
});

test('past their pace recording webhooks are 503 before the body is read, and those of calls go on', async () => {
  const recordings = { burst: 3, perSecond: 0.001 };
  const own = await startApi({ hookLimits: { ...HOOK_LIMITS, recordings } });
  onTestFinished(() => own.stop());
  const live = await liveCall(own);
  const send = (url: string, payload: object) => own.api.inject({ method: 'POST', url, payload });
  for (let n = 0; n < 3; n++) expect((await send(own.recordingHook(), {})).statusCode).toBe(204);
  const refused = await send(own.recordingHook(), {});
  expect(refused.statusCode).toBe(503);
  expect(refused.headers).toMatchObject({ 'retry-after': '30', connection: 'close' });
  const event = eventBody(1, 'bridged', `carrier-${live}`);
  expect((await send(own.eventHook(`${live}.1`), event)).statusCode).toBe(204);
});

test('a store that does not keep up turns recording webhooks away with 503, which the carrier tries again', async () => {
  const { promise, resolve } = Promise.withResolvers<KeptDelivery>();
  const own = await startApi({
    store: (store) => ({ ...store, keepRecordingDelivery: () => promise }),
  });
  onTestFinished(() => own.stop());
  const answers: { statusCode: number; headers: Record<string, unknown> }[] = [];
  const sent = Array.from({ length: 260 }, async () => {
    answers.push(await own.api.inject({ method: 'POST', url: own.recordingHook(), payload: {} }));
  });
  await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(4);
  for (const { statusCode, headers } of answers) {
    expect({ statusCode, after: headers['retry-after'] }).toEqual({ statusCode: 503, after: '30' });
  }
  resolve({ ref: undefined, kept: true, isNewLink: false });
  await Promise.all(sent);
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(256);
});

test('where the carrier takes a recording URL with the call, its token is of that call alone', async () => {
  const url = on.recordingHookOf(`${ref}.1`);
  const payload = { data: { recording_url: 'https://cdn.example/own.mp3' } };
  expect((await on.api.inject({ method: 'POST', url, payload })).statusCode).toBe(204);
  expect(await on.store.deliveredRecording(ref)).toMatchObject({
    url: 'https://cdn.example/own.mp3',
  });
  const token = url.split('/').at(-1)!;
  for (const path of [
    `/hooks/recordings/${token}`,
    `/hooks/click2call/${ref}.1/${token}`,
    `/hooks/recordings/${ref}.2/${token}`,
  ]) {
    expect((await on.api.inject({ method: 'POST', url: path })).statusCode).toBe(404);
  }
});

test.each([
  ['names another call', 1, (call_id: string) => ({ call_id: `${call_id}-of-another` })],
  ['names a call of ours on the URL of another', 1, () => ({ call_id: 'carrier-other' })],
  ['comes on the URL of a placement that is over', 2, (call_id: string) => ({ call_id })],
  ['comes on the URL of a placement that is over and names no call', 2, () => ({})],
] as const)(
  'a recording webhook of one call that %s is kept with its reason, makes the call poll, and is no link',
  async (_, placement, named) => {
    ref = await liveCall(on, placement);
    const url = on.recordingHookOf(`${ref}.1`);
    const recording_url = 'https://cdn.example/stranger.mp3';
    const payload = { data: { ...named(`carrier-${ref}`), recording_url } };
    for (let times = 0; times < 2; times++)
      expect((await on.api.inject({ method: 'POST', url, payload })).statusCode).toBe(204);
    expect(await on.store.deliveredRecording(ref)).toBeUndefined();
    expect(await on.store.unreadableWebhooks(ref)).toMatchObject([
      {
        why: 'is a recording webhook, and names another call than its URL',
        body: JSON.stringify(payload),
      },
    ]);
    await expect.poll(() => on.gateway.requests).toContain(`poke ${ref}`);
    expect(on.gateway.requests).not.toContain(`recording ${ref}`);
  },
);

test('where the Call ID of recordings is another field than the id, a webhook on the URL of its call is taken', async () => {
  const carrierProfile = {
    ...DEFAULT_CARRIER_PROFILE,
    recording: { ...DEFAULT_CARRIER_PROFILE.recording, callIdField: 'call_sid' },
  };
  const own = await startApi({ carrierProfile });
  onTestFinished(() => own.stop());
  const live = await liveCall(own);
  const payload = { data: { call_id: 'sid-7', recording_url: 'https://cdn.example/own.mp3' } };
  const url = own.recordingHookOf(`${live}.1`);
  expect((await own.api.inject({ method: 'POST', url, payload })).statusCode).toBe(204);
  expect(await own.store.deliveredRecording(live)).toMatchObject({
    url: 'https://cdn.example/own.mp3',
  });
});

test('a recording webhook with a wrong token is 404', async () => {
  const url = on.recordingHook().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await on.api.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404);
  const eventToken = on.eventHook(`${ref}.1`).split('/').at(-1)!;
  const crossed = `/hooks/recordings/${eventToken}`;
  expect((await on.api.inject({ method: 'POST', url: crossed })).statusCode).toBe(404);
});

test('no token, number or body reaches the log', async () => {
  await hook(JSON.stringify({ ...told(1, 'failed'), secret: 'canary-body' }));
  await hook('canary-junk');
  await on.post('/v1/calls', { number: '+12025550177', name: 'canary-name' });
  await on.get('/v1/calls?state=canary-query');
  const log = on.logged.join('');
  expect(log).toContain('/hooks/click2call/:placementId/:token');
  const token = on.eventHook(`${ref}.1`).split('/').at(-1)!;
  for (const canary of [token, 'canary-', '2025550177', 'first-key']) {
    expect(log).not.toContain(canary);
  }
});
