import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SimulatorInput } from '../../src/simulator/options.ts';
import { COMPLETED, DROPPED, HOOKS, NOT_RECORDED, NO_CUSTOMER, startCarrier } from './carrier.ts';

const QUICK: SimulatorInput = { recordingReadyMs: [0, 100] };
/** Lookups are compressed too, so that each test's few fit. */
const LOOSE: SimulatorInput = { ...QUICK, lookupGapMs: 0, requestGapMs: 0 };
/** A compressed minute would be over before a busy machine comes to its next lookup. */
const STRICT: SimulatorInput = { ...QUICK, lookupGapMs: 1e9 };

async function recordedCall(input: SimulatorInput = LOOSE) {
  const carrier = await startCarrier(input);
  const id = await carrier.call(COMPLETED);
  const made = await carrier.until('recording', ({ call }) => call === id);
  return { carrier, id, made };
}

async function linkOf({ carrier, id }: Awaited<ReturnType<typeof recordedCall>>): Promise<string> {
  return (await carrier.lookUp(id)).headers.get('location') ?? '';
}

describe('the lookup', () => {
  test.each([302, 301, 303, 307, 308])('redirects with %i to another origin', async (status) => {
    const recorded = await recordedCall({ ...LOOSE, variant: { recordingRedirect: status } });
    const answer = await recorded.carrier.lookUp(recorded.id);
    expect(answer.status).toBe(status);
    const { origin } = new URL(answer.headers.get('location') ?? '');
    expect(origin).toBe(recorded.carrier.simulator.storageUrl);
    expect(origin).not.toBe(recorded.carrier.simulator.url);
  });

  test('is found nothing for a call without a recording, bridged or not', async () => {
    const carrier = await startCarrier(LOOSE);
    for (const number of [NOT_RECORDED, NO_CUSTOMER]) {
      const id = await carrier.call(number);
      await carrier.until('billed', ({ call }) => call === id);
      expect((await carrier.lookUp(id)).status).toBe(404);
    }
  });

  test('works once a minute, whatever the search found', async () => {
    const { carrier, id } = await recordedCall(STRICT);
    expect((await carrier.lookUp('nobody')).status).toBe(404);
    const over = await carrier.lookUp(id);
    expect(over.status).toBe(429);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(carrier.facts('lookup').map(({ spent }) => spent)).toEqual([true, false]);
    await carrier.simulator.change({ lookupGapMs: 0, requestGapMs: 0 });
    expect((await carrier.lookUp(id)).status).toBe(302);
  });

  test('never passes two at once', async () => {
    const { carrier, id } = await recordedCall(STRICT);
    const answers = await Promise.all([1, 2, 3, 4].map(() => carrier.lookUp(id)));
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      302, 429, 429, 429,
    ]);
    const over = carrier.facts('lookup').filter((lookup) => lookup.over_quota !== null);
    expect(
      over.every((lookup) => lookup.over_quota === 'second' || lookup.over_quota === 'minute'),
    ).toBe(true);
  });

  test('reports an exceeded quota in other ways too', async () => {
    const { carrier, id } = await recordedCall({
      ...STRICT,
      variant: { overQuotaStatus: 503, overQuotaRetryAfter: 'date' },
    });
    await carrier.lookUp(id);
    const over = await carrier.lookUp(id);
    expect(over.status).toBe(503);
    expect(Date.parse(over.headers.get('retry-after') ?? '')).toBeGreaterThan(0);
  });
});

describe('the storage', () => {
  test('serves an mp3 whose frames follow one another, as in the ledger', async () => {
    const recorded = await recordedCall();
    const bytes = Buffer.from(await (await fetch(await linkOf(recorded))).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(recorded.made.sha256);
    expect(bytes.length).toBe(recorded.made.bytes);
    for (let at = 0; at < bytes.length; at += 104)
      expect(bytes.subarray(at, at + 4).toString('hex')).toBe('fffb1004');
  });

  test('never serves the same bytes for two calls', async () => {
    const { carrier, made } = await recordedCall();
    const other = await carrier.call('+12025550115');
    const second = await carrier.until('recording', ({ call }) => call === other);
    expect(second.sha256).not.toBe(made.sha256);
  });

  test('rejects and records an Authorization header', async () => {
    const recorded = await recordedCall();
    const { carrier } = recorded;
    const headers = { authorization: `Bearer ${carrier.simulator.apiKey}` };
    const answer = await fetch(await linkOf(recorded), { headers });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('<Error>');
    expect(carrier.facts('storage')).toMatchObject([
      { authorization: true, key_seen: true, status: 400, bytes: 0 },
    ]);
  });

  test('sees the key in any header', async () => {
    const recorded = await recordedCall();
    const { carrier } = recorded;
    const headers = { 'x-api-key': carrier.simulator.apiKey };
    expect((await fetch(await linkOf(recorded), { headers })).status).toBe(200);
    expect(carrier.facts('storage')).toMatchObject([{ authorization: false, key_seen: true }]);
  });

  test('refuses a link that has expired', async () => {
    const recorded = await recordedCall({ ...LOOSE, linkLifeMs: 0 });
    expect((await fetch(await linkOf(recorded))).status).toBe(403);
  });

  test('refuses a link that was changed', async () => {
    const recorded = await recordedCall();
    const link = new URL(await linkOf(recorded));
    link.searchParams.set('X-Expires', '99999999999999');
    expect((await fetch(link)).status).toBe(403);
    expect((await fetch(`${link.origin}/recordings/%E0%A4%A.mp3`)).status).toBe(404);
  });
});

describe('a download', () => {
  test('can break in the middle', async () => {
    const recorded = await recordedCall({ ...LOOSE, downloadCut: 1 });
    const answer = await fetch(await linkOf(recorded));
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
    const half = Math.floor(recorded.made.bytes / 2);
    expect(recorded.carrier.facts('storage')).toMatchObject([{ status: 200, bytes: half }]);
  });

  test('cut where only the end of the connection marks its end, cannot be told from a whole one', async () => {
    const variant = { downloadFraming: 'close' } as const;
    const recorded = await recordedCall({ ...LOOSE, downloadCut: 1, variant });
    const answer = await fetch(await linkOf(recorded));
    expect(answer.headers.get('content-length')).toBeNull();
    expect(answer.headers.get('transfer-encoding')).toBeNull();
    const { byteLength } = await answer.arrayBuffer();
    expect(byteLength).toBe(Math.floor(recorded.made.bytes / 2));
  });

  test.each(['chunked', 'close'] as const)('comes whole, framed %s', async (downloadFraming) => {
    const recorded = await recordedCall({ ...LOOSE, variant: { downloadFraming } });
    const answer = await fetch(await linkOf(recorded));
    expect(answer.headers.get('content-length')).toBeNull();
    expect((await answer.arrayBuffer()).byteLength).toBe(recorded.made.bytes);
  });

  test('can break in the middle of its chunks', async () => {
    const variant = { downloadFraming: 'chunked' } as const;
    const recorded = await recordedCall({ ...LOOSE, downloadCut: 1, variant });
    const answer = await fetch(await linkOf(recorded));
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  });

  test('can fall silent in the middle', async () => {
    const recorded = await recordedCall({ ...LOOSE, downloadStall: 1 });
    const answer = await fetch(await linkOf(recorded));
    const reader = answer.body!.getReader();
    let bytes = 0;
    while (bytes < Math.floor(recorded.made.bytes / 2))
      bytes += (await reader.read()).value!.length;
    const more = reader.read().then(() => 'more');
    await recorded.carrier.until('storage');
    expect(await Promise.race([more, recorded.carrier.call(COMPLETED)])).not.toBe('more');
    await reader.cancel();
  });

  test('can be answered with a 5xx', async () => {
    const recorded = await recordedCall({ ...LOOSE, downloadServerError: 1 });
    expect((await fetch(await linkOf(recorded))).status).toBe(503);
  });

  test('can be some more redirects away, and behind a relative one', async () => {
    const variant = { recordingLocation: 'network-path' } as const;
    const recorded = await recordedCall({ ...LOOSE, recordingHops: 2, variant });
    const link = await linkOf(recorded);
    expect(link).toMatch(/^\/\//);
    const answer = await fetch(new URL(link, recorded.carrier.simulator.url));
    expect((await answer.arrayBuffer()).byteLength).toBe(recorded.made.bytes);
    const statuses = recorded.carrier.facts('storage').map(({ status }) => status);
    expect(statuses).toEqual([302, 302, 200]);
  });
});

describe('the call-recording webhook', () => {
  test('brings the call id and a link that works', async () => {
    const { carrier, id } = await recordedCall();
    await carrier.until('try-end', ({ event }) => event === 'recording');
    const webhook = carrier.webhooks.find(({ path }) => path.includes('/recordings/'));
    expect(webhook?.body).toMatchObject({ event: 'call_recording.ready', data: { call_id: id } });
    expect((await fetch(String(webhook?.body.data['recording_url']))).status).toBe(200);
  });

  test('can be lost, and is not sent where nobody wants it', async () => {
    const lost = await recordedCall({ ...LOOSE, lostRecordingWebhooks: 1 });
    expect(lost.made.deliveries).toEqual([]);
    const unwanted = await recordedCall({ ...LOOSE, recordingWebhookUrl: undefined });
    expect(unwanted.made.deliveries).toEqual([]);
  });
});

describe('a Call ID that is not the call’s id', () => {
  const OWN: SimulatorInput = { ...LOOSE, variant: { callIdField: 'callid' } };

  test('is in the resource and in the webhook, and lookups use it', async () => {
    const { carrier, id } = await recordedCall(OWN);
    const callId = (JSON.parse((await carrier.read(id)).text) as { callid: string }).callid;
    expect(callId).not.toBe(id);
    expect((await carrier.lookUp(id)).status).toBe(404);
    expect((await carrier.lookUp(callId)).status).toBe(302);
    await carrier.until('try-end', ({ event }) => event === 'recording');
    const webhook = carrier.webhooks.find(({ path }) => path.includes('/recordings/'));
    expect(webhook?.body.data['call_id']).toBe(callId);
    expect(carrier.facts('lookup').map(({ call }) => call)).toEqual([id, id]);
  });
});

test('a call that dropped after the bridge has a recording too', async () => {
  const carrier = await startCarrier({ ...LOOSE, recorded: 1 });
  const id = await carrier.call(DROPPED);
  expect((await carrier.until('recording')).call).toBe(id);
});

describe('a call that brings a URL for its own recording webhook', () => {
  const FIELD = { variant: { placeRecordingUrlField: 'recording_callback' } };
  const OWN = `${HOOKS}/hooks/recordings/c1.1.1.1/token`;

  test('gets it there, and others on the URL of the account', async () => {
    const carrier = await startCarrier({ ...LOOSE, ...FIELD });
    const own = await carrier.call(COMPLETED, { recording_callback: OWN });
    const other = await carrier.call(COMPLETED);
    const pathOf = (id: string) =>
      carrier.webhooks.find(({ body }) => body.data['call_id'] === id)?.path;
    await expect.poll(() => pathOf(own)).toBe(new URL(OWN).pathname);
    await expect.poll(() => pathOf(other)).toBe('/hooks/recordings/token');
    const asked = carrier.facts('decision').map((fact) => fact.recording_webhook_url);
    expect(asked).toEqual([OWN, null]);
  });

  test('gets it although the account has no URL', async () => {
    const carrier = await startCarrier({ ...LOOSE, ...FIELD, recordingWebhookUrl: undefined });
    await carrier.call(COMPLETED, { recording_callback: OWN });
    await expect
      .poll(() => carrier.webhooks.map(({ path }) => path))
      .toContain(new URL(OWN).pathname);
  });

  test('is refused where the URL is none for webhooks, and the field is named', async () => {
    const carrier = await startCarrier(FIELD);
    const order = { destination: COMPLETED, recording_callback: 'http://127.0.0.1/x' };
    const answer = await carrier.post(order);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('recording_callback');
  });
});
