/** What the carrier's answers to a POST mean, over real HTTP, and what the POST holds. */
import { describe, expect, test } from 'vitest';
import { meaningOf } from '../../../src/domain/calls/placement.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import {
  API_KEY,
  CALLBACK_URL,
  clientFor,
  DESTINATION,
  openGate,
  profileWith,
  request,
} from '../carrier-under-test.ts';
import { oddIds } from '../http/odd-ids.ts';
import { answering, httpServer, rawServer, saying } from '../servers.ts';

async function placeAgainst(status: number, body: unknown, headers: Record<string, string> = {}) {
  const server = await httpServer(answering(status, body, headers));
  const observed = await clientFor(server.origin).place(request(), openGate());
  return { observed, meaning: meaningOf(observed), server };
}

describe('refused', () => {
  test.each([402, 403, 409, 422])('%i is documented: whatever its body', async (status) => {
    for (const body of ['<html>', '', Buffer.from([0x7b, 0xff]), '['.repeat(20_000)]) {
      const { meaning } = await placeAgainst(status, body);
      expect(meaning).toMatchObject({ kind: 'refused', refusal: { status, code: undefined } });
    }
  });

  test.each([400, 401, 404, 405, 413, 415, 429])(
    '%i in an envelope of the carrier, never in that of a middle box',
    async (status) => {
      const own = { error: { code: 'odd', message: 'no' } };
      const generic = { errors: { base: ['data not found'] } };
      expect((await placeAgainst(status, own)).meaning.kind).toBe('refused');
      expect((await placeAgainst(status, generic)).meaning.kind).toBe('refused');
      for (const body of ['<html>', { error: 'no' }, { errors: ['no'] }, [], null]) {
        expect((await placeAgainst(status, body)).meaning.kind).toBe('unknown');
      }
    },
  );

  test.each([418, 423, 451])(
    '%i only where the profile adds it, and in its envelope',
    async (status) => {
      const added = [418, 423, 451];
      const own = (await placeAgainst(status, { error: { code: 'odd' } })).observed;
      expect(meaningOf(own)).toEqual({ kind: 'unknown', why: `HTTP ${status}` });
      expect(meaningOf(own, added)).toMatchObject({ kind: 'refused', refusal: { status } });
      const others = (await placeAgainst(status, '<html>')).observed;
      expect(meaningOf(others, added).kind).toBe('unknown');
    },
  );

  test('with code and details', async () => {
    const details = [{ field: 'a_cli', message: 'too long' }];
    const { meaning } = await placeAgainst(422, { error: { code: 'invalid_a_cli', details } });
    expect(meaning).toEqual({
      kind: 'refused',
      refusal: { status: 422, code: 'invalid_a_cli', details: JSON.stringify(details) },
    });
  });

  test('details are shortened to 500 characters', async () => {
    const details = 'ü'.repeat(2_000);
    const { observed } = await placeAgainst(422, { error: { details } });
    expect(observed).toMatchObject({ details: `"${'ü'.repeat(499)}` });
  });

  test('without details the generic envelope, else the message, tells what was wrong', async () => {
    const generic = await placeAgainst(422, { errors: { callback_url: ['is not public'] } });
    expect(generic.observed).toMatchObject({ details: '{"callback_url":["is not public"]}' });
    const message = await placeAgainst(422, { error: { message: 'a_cli is wrong' } });
    expect(message.observed).toMatchObject({ details: '"a_cli is wrong"' });
  });

  test.each([
    'a whole sentence',
    'x'.repeat(65),
    'number_4930123456789',
    '',
    { nested: true },
    null,
  ])('what is no code is left out: %j', async (code) => {
    const { observed } = await placeAgainst(422, { error: { code } });
    expect(observed).toMatchObject({ code: undefined });
  });

  test('a code may be a number', async () => {
    const { observed } = await placeAgainst(422, { error: { code: 1042 } });
    expect(observed).toMatchObject({ code: '1042' });
  });
});

describe('unknown', () => {
  test.each([300, 408, 418, 451, 500, 502, 503, 504])(
    '%i, even in an envelope of the carrier',
    async (status) => {
      const { meaning } = await placeAgainst(status, { error: { code: 'x' } });
      expect(meaning.kind).toBe('unknown');
    },
  );

  test.each([301, 302, 303, 307, 308])('%i, which is never followed', async (status) => {
    const elsewhere = await httpServer(answering(201, { id: 'c-1' }));
    for (const location of [`${elsewhere.origin}/api/v1/click2call`, '/api/v1/click2call']) {
      const { meaning, server } = await placeAgainst(status, {}, { location });
      expect(meaning.kind).toBe('unknown');
      expect(server.seen).toHaveLength(1);
    }
    expect(elsewhere.connections()).toBe(0);
  });

  test.each([
    ['no body', ''],
    ['no JSON', '<html>'],
    ['JSON that is cut', '{"id":"c-1"'],
    ['not UTF-8', Buffer.from('{"id":"\xff"}', 'latin1')],
    ['too deep', `{"id":"c-1","x":${'['.repeat(70)}${']'.repeat(70)}}`],
    ['no object', '["c-1"]'],
    ['no id', {}],
    ['an empty id', { id: '' }],
    ['an id that is no text', { id: { a: 1 } }],
    ['an id that leads elsewhere', { id: '..' }],
    ['an id that cannot be encoded', '{"id":"\\ud800"}'],
    ['an endless id', { id: 'x'.repeat(513) }],
  ])('a success with %s', async (_name, body) => {
    const { observed, meaning } = await placeAgainst(201, body);
    expect(observed).toMatchObject({ kind: 'answer', success: true });
    expect(meaning.kind).toBe('unknown');
  });

  test.each([
    [{}, '201 without a call id'],
    [{ id: null }, '201 without a call id'],
    [{ id: '' }, '201 with a call id that is empty'],
    [{ id: { a: 1 } }, '201 with a call id that is no text'],
    [{ id: '..' }, '201 with a call id that cannot stand in a path'],
    [{ id: 'x'.repeat(513) }, '201 with a call id that is longer than 512 characters'],
  ])('a success with %j says so', async (body, why) => {
    expect((await placeAgainst(201, body)).meaning).toEqual({ kind: 'unknown', why });
  });

  test('a success whose end is only the end of the connection and was cut', async () => {
    const server = await rawServer(saying('HTTP/1.1 201 Created\r\n\r\n{"id":"c-1",'));
    const observed = await clientFor(server.origin).place(request(), openGate());
    expect(meaningOf(observed)).toEqual({ kind: 'unknown', why: '201 without a call id' });
  });

  test('a status that the profile does not count as success', async () => {
    const { meaning } = await placeAgainst(204, '');
    expect(meaning).toEqual({ kind: 'unknown', why: 'HTTP 204' });
    const server = await httpServer(answering(206, { id: 'c-1' }));
    const observed = await clientFor(server.origin).place(request(), openGate());
    expect(meaningOf(observed).kind).toBe('unknown');
  });
});

describe('accepted', () => {
  test.each([200, 201, 202])('%i with the call, bare or under data', async (status) => {
    for (const body of [{ id: 'c-1' }, { data: { id: 'c-1' } }, { id: 'c-1', data: 'other' }]) {
      const { meaning } = await placeAgainst(status, body);
      expect(meaning).toEqual({ kind: 'accepted', carrierCallId: 'c-1', status });
    }
  });

  test('with a number as id, to its last digit', async () => {
    const { meaning } = await placeAgainst(201, '{"id":12345678901234567890}');
    expect(meaning).toMatchObject({ carrierCallId: '12345678901234567890' });
  });

  test('after an interim answer', async () => {
    const server = await rawServer(
      saying(
        'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 12\r\n\r\n{"id":"c-1"}',
      ),
    );
    const observed = await clientFor(server.origin).place(request(), openGate());
    expect(meaningOf(observed).kind).toBe('accepted');
  });

  test('on the status that the profile names', async () => {
    const profile = profileWith('place', { successStatuses: [206] });
    const server = await httpServer(answering(206, { id: 'c-1' }));
    const observed = await clientFor(server.origin, { profile }).place(request(), openGate());
    expect(meaningOf(observed).kind).toBe('accepted');
  });

  test('with any id that can stand in a path', async () => {
    let next = '';
    const server = await httpServer((seen, response) =>
      answering(201, { id: next })(seen, response),
    );
    const client = clientFor(server.origin);
    for (next of oddIds) {
      const observed = await client.place(request(), openGate());
      expect(meaningOf(observed)).toMatchObject({ kind: 'accepted', carrierCallId: next });
    }
  });
});

describe('the POST', () => {
  async function sent(order = request(), profile = DEFAULT_CARRIER_PROFILE, basePath = '') {
    const server = await httpServer(answering(201, { id: 'c-1' }));
    await clientFor(server.origin + basePath, { profile }).place(order, openGate());
    expect(server.seen).toHaveLength(1);
    return server.seen[0]!;
  }

  test('sends what the document shows, under the key, and nothing more', async () => {
    const { method, path, headers, body } = await sent();
    expect({ method, path }).toEqual({ method: 'POST', path: '/api/v1/click2call' });
    expect(headers.authorization).toBe(`Bearer ${API_KEY}`);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body)).toEqual({
      destination: DESTINATION,
      sip_account: 'agent-7',
      callback_url: CALLBACK_URL,
    });
  });

  test('brings a URL for its recording only where the profile names the field', async () => {
    const recordingUrl = `${CALLBACK_URL}/recording`;
    const server = await httpServer(answering(201, {}));
    const profile = profileWith('place', { recordingUrlField: 'recording_callback' });
    await clientFor(server.origin, { profile }).place(request({ recordingUrl }), openGate());
    expect(JSON.parse(server.seen[0]!.body)).toMatchObject({ recording_callback: recordingUrl });
    expect((await sent(request({ recordingUrl }))).body).not.toContain(recordingUrl);
  });

  test('names a stream agent by a_type and its endpoint', async () => {
    const agent = { kind: 'stream', address: 'wss://agents.example/7' } as const;
    expect(JSON.parse((await sent(request({ agent }))).body)).toMatchObject({
      a_type: 'stream',
      stream_url: 'wss://agents.example/7',
    });
  });

  test('leaves out what is null, because null is refused', async () => {
    const body = JSON.parse((await sent(request({ callbackUrl: null }))).body) as object;
    expect(Object.keys(body)).toEqual(['destination', 'sip_account']);
  });

  test('never sends b_cli', async () => {
    const { body } = await sent(request({ agentCallerId: '+493012345' }));
    expect(JSON.parse(body)).toMatchObject({ a_cli: '+493012345' });
    expect(body).not.toContain('b_cli');
  });

  test('uses the fields that the profile names', async () => {
    const profile = profileWith('place', { destinationField: 'to', sipAgentField: 'from' });
    const { body } = await sent(request({ callbackUrl: null }), profile);
    expect(JSON.parse(body)).toEqual({ to: DESTINATION, from: 'agent-7' });
  });

  test('goes below the path of the base URL', async () => {
    const { path } = await sent(request(), DEFAULT_CARRIER_PROFILE, '/carrier/');
    expect(path).toBe('/carrier/api/v1/click2call');
  });
});

describe('Retry-After', () => {
  const HOUR_MS = 3_600_000;
  const askedBy = async (headers: Record<string, string | string[]>, status = 429) => {
    const own = { error: { code: 'too_many_requests' } };
    const { observed } = await placeAgainst(status, own, headers as Record<string, string>);
    return observed.kind === 'answer' ? observed.retryAfterMs : NaN;
  };
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);

  test.each([
    ['25', 25_000],
    ['0', 0],
    [' 7 ', 7_000],
    ['3600', HOUR_MS],
    ['86400', HOUR_MS],
    ['99999999999999999999', HOUR_MS],
    ['-1', undefined],
    ['2.5', undefined],
    ['1e3', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('of %j is %j ms, one hour at most', async (value, askedMs) => {
    expect(await askedBy({ 'retry-after': value })).toBe(askedMs);
  });

  test('as a date, in each of the three forms, is the time until then by the carrier\u2019s clock', async () => {
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
    for (const value of [
      'Sun, 06 Nov 1994 08:50:07 GMT',
      'Sunday, 06-Nov-94 08:50:07 GMT',
      'Sun Nov  6 08:50:07 1994',
    ]) {
      expect(await askedBy({ 'retry-after': value, date })).toBe(30_000);
    }
    const past = 'Sun, 06 Nov 1994 08:00:00 GMT';
    expect(await askedBy({ 'retry-after': past, date })).toBe(0);
    const ours = await askedBy({ 'retry-after': inSeconds(90).toUTCString() });
    expect(ours).toBeGreaterThan(85_000);
    expect(ours).toBeLessThanOrEqual(90_000);
  });

  test('of several the longest counts', async () => {
    expect(await askedBy({ 'retry-after': ['5', 'soon', '9'] })).toBe(9_000);
  });

  test.each([
    [429, 'refused'],
    [400, 'refused'],
    [503, 'unknown'],
    [302, 'unknown'],
  ])('comes with %i, whether that is a refusal or not', async (status, kind) => {
    const own = { error: { code: 'busy' } };
    const { meaning } = await placeAgainst(status, own, { 'retry-after': '25' });
    expect(meaning.kind).toBe(kind);
    const asked = meaning.kind === 'refused' ? meaning.refusal : meaning;
    expect(asked).toMatchObject({ retryAfterMs: 25_000 });
  });

  test('of a middle box counts although its answer is no refusal', async () => {
    const { meaning } = await placeAgainst(429, '<html>', { 'retry-after': '25' });
    expect(meaning).toEqual({ kind: 'unknown', why: 'HTTP 429', retryAfterMs: 25_000 });
  });
});
