/** Reading webhook bodies: what cannot be read is a poke, and nothing throws. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whyTooComplex } from '../../../src/carrier/http/json.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { readRecordingWebhook, readWebhook as read } from '../../../src/carrier/calls/webhook.ts';
import { profileWith } from '../carrier-under-test.ts';

const bytes = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const readWebhook = (body: Buffer, profile = DEFAULT_CARRIER_PROFILE) => read(body, profile);
const event = (more: object = {}) => ({
  event: 'click2call.bridged',
  occurred_at: '2026-11-21T10:00:00Z',
  event_seq: 3,
  data: { id: 'c-1', cost: null },
  ...more,
});
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a body is a poke', () => {
  test.each([
    ['empty', ''],
    ['no JSON', '<html>'],
    ['cut', '{"event":"click2call.bridged","event_seq":1'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a text', '"click2call.bridged"'],
    ['a number', '7'],
    ['followed by something', '{} {}'],
  ])('that is %s', (_name, body) => expect(readWebhook(bytes(body)).kind).toBe('poke'));

  test('that is not UTF-8', () => {
    const body = Buffer.from('{"event":"click2call.\xff","event_seq":1}', 'latin1');
    expect(readWebhook(body)).toEqual({ kind: 'poke', why: 'is not JSON in UTF-8' });
  });

  test.each([
    null,
    '',
    '-1',
    '1.5',
    '1e2',
    '0x7',
    'first',
    '9'.repeat(17),
    true,
    [],
    {},
    -1,
    1.5,
    2 ** 53,
    1e300,
  ])('whose event_seq is %j', (event_seq) => {
    const why = 'has no whole number from 0 up at /event_seq, where the seq should stand';
    expect(readWebhook(bytes(event({ event_seq })))).toEqual({ kind: 'poke', why });
  });

  test('without an event_seq', () => {
    const why = 'has nothing at /event_seq, where the seq should stand';
    const body = bytes(event({ event_seq: undefined, eventSeq: 3 }));
    expect(readWebhook(body)).toEqual({ kind: 'poke', why });
  });

  test.each(['9007199254740993', '1e400', '-1e400', '99999999999999999999'])(
    'whose event_seq %s would be rounded',
    (seq) => {
      const body = `{"event":"click2call.bridged","event_seq":${seq}}`;
      expect(readWebhook(bytes(body)).kind).toBe('poke');
    },
  );

  test.each([null, 7, {}, [], '', 'x'.repeat(129)])('whose event is %j', (name) => {
    const why = 'has no text of at most 128 characters at /event, where the name should stand';
    expect(readWebhook(bytes(event({ event: name })))).toEqual({ kind: 'poke', why });
  });

  test('that is deeper than 32', () => {
    const body = (depth: number) => `{"event":"a","event_seq":1,"data":${nested(depth)}}`;
    expect(readWebhook(bytes(body(32)))).toEqual({ kind: 'poke', why: 'is nested deeper than 32' });
    expect(readWebhook(bytes(body(31))).kind).toBe('event');
  });

  test('that has more than 2,000 values', () => {
    const body = (values: number) => event({ data: Array.from({ length: values }, () => 0) });
    expect(readWebhook(bytes(body(1_995))).kind).toBe('event');
    expect(readWebhook(bytes(body(1_996)))).toEqual({
      kind: 'poke',
      why: 'has more than 2000 values',
    });
  });

  test('whose depth would break what comes after', () => {
    for (const body of [nested(4_100), '['.repeat(60_000), '{"a":'.repeat(10_000)]) {
      expect(readWebhook(bytes(body))).toEqual({ kind: 'poke', why: 'is nested deeper than 32' });
    }
  });
});

test.each([
  ['7', 7],
  ['0', 0],
  ['007', 7],
  ['9007199254740991', 2 ** 53 - 1],
])('an event_seq that is the text "%s" is read as its number', (event_seq, seq) => {
  expect(readWebhook(bytes(event({ event_seq })))).toMatchObject({ kind: 'event', seq });
});

test('the profile declares where seq, name and time are', () => {
  const profile = profileWith('webhook', {
    seqPointer: '/meta/id',
    namePointer: '/meta/type',
    timePointer: '/meta/at',
  });
  const body =
    '{"meta":{"id":4,"type":"click2call.bridged","at":"2026-11-21T10:00:00Z"},"data":{"id":"c-1"}}';
  expect(readWebhook(Buffer.from(body), profile)).toEqual({
    kind: 'event',
    seq: 4,
    name: 'click2call.bridged',
    occurredAt: '2026-11-21T10:00:00Z',
    carrierCallId: 'c-1',
  });
  expect(readWebhook(bytes(event()), profile)).toEqual({
    kind: 'poke',
    why: 'has nothing at /meta/id, where the seq should stand',
  });
});

test('depth and number of values are counted as JSON has them, before it is parsed', () => {
  const countOf = (value: unknown): { nodes: number; depth: number } => {
    if (typeof value !== 'object' || value === null) return { nodes: 1, depth: 0 };
    const inside = Object.values(value).map(countOf);
    return {
      nodes: inside.reduce((sum, { nodes }) => sum + nodes, 1),
      depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth)),
    };
  };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), (value, pretty) => {
      const text = JSON.stringify(value, null, pretty ? 2 : 0);
      const { nodes, depth } = countOf(value);
      // An empty array counts as if it held one value: counting is by commas.
      expect(whyTooComplex(text, { depth, nodes: nodes * 2 })).toBeUndefined();
      expect(whyTooComplex(text, { depth: depth - 1, nodes: nodes * 2 }) === undefined).toBe(
        depth === 0,
      );
      expect(whyTooComplex(text, { depth, nodes: nodes - 1 })).toBeDefined();
    }),
  );
});

test('no bytes at all make it throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
      expect(readWebhook(Buffer.from(noise)).kind).toBe('poke');
      expect(readRecordingWebhook(Buffer.from(noise), DEFAULT_CARRIER_PROFILE)).toEqual({
        carrierCallId: null,
        url: null,
      });
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (event_seq, name, data) => {
      expect(['event', 'poke']).toContain(
        readWebhook(bytes({ event_seq, event: name, data })).kind,
      );
    }),
  );
});

describe('an event', () => {
  const read = { kind: 'event', seq: 3, name: 'click2call.bridged' };

  test('is read', () => {
    expect(readWebhook(bytes(event()))).toEqual({
      ...read,
      occurredAt: '2026-11-21T10:00:00Z',
      carrierCallId: 'c-1',
    });
  });

  test('passes with a name and with fields that nobody knows', () => {
    const body = event({ event: 'click2call.transferred', data: { id: 'c-1', legs: [{ a: 1 }] } });
    expect(readWebhook(bytes({ ...body, tenant: 'x' }))).toMatchObject({
      kind: 'event',
      name: 'click2call.transferred',
    });
  });

  test('may begin with a byte order mark', () => {
    expect(readWebhook(bytes(`\ufeff${JSON.stringify(event())}`))).toMatchObject(read);
  });

  test.each(['0', '-0', '0.0', '0e5'])('of seq %s is the one of seq 0', (seq) => {
    const reading = readWebhook(bytes(`{"event":"a","event_seq":${seq}}`));
    expect(reading.kind === 'event' && Object.is(reading.seq, 0)).toBe(true);
  });

  test('keeps the largest safe seq', () => {
    const event_seq = Number.MAX_SAFE_INTEGER;
    expect(readWebhook(bytes(event({ event_seq })))).toMatchObject({ seq: event_seq });
  });

  test.each([undefined, null, 7, {}, '', 'x'.repeat(65)])('has no time when it holds %j', (at) => {
    expect(readWebhook(bytes(event({ occurred_at: at })))).toMatchObject({ occurredAt: null });
  });

  test.each([undefined, null, [], {}, { id: null }, { id: '' }, { id: '..' }, { id: {} }])(
    'names no call when its data is %j',
    (data) => {
      expect(readWebhook(bytes(event({ data })))).toMatchObject({ ...read, carrierCallId: null });
    },
  );

  test('names no call by half a character', () => {
    const body = '{"event":"a","event_seq":1,"data":{"id":"\\ud800"}}';
    expect(readWebhook(bytes(body))).toMatchObject({ carrierCallId: null });
  });

  test('may name its call by a number, to the last digit', () => {
    const body = '{"event":"a","event_seq":1,"data":{"id":12345678901234567890}}';
    expect(readWebhook(bytes(body))).toMatchObject({ carrierCallId: '12345678901234567890' });
  });

  test('has the value of the last of two equal keys, and a prototype is only a key', () => {
    const twice = '{"event":"a","event_seq":1,"event_seq":2}';
    expect(readWebhook(bytes(twice))).toMatchObject({ seq: 2 });
    const prototype = '{"__proto__":{"event":"a","event_seq":1}}';
    expect(readWebhook(bytes(prototype)).kind).toBe('poke');
    const inherited = '{"event":"a","event_seq":1,"data":{"__proto__":{"id":"c-1"}}}';
    expect(readWebhook(bytes(inherited))).toMatchObject({ carrierCallId: null });
  });
});

describe('a recording webhook', () => {
  const read = (body: unknown, profile = DEFAULT_CARRIER_PROFILE) =>
    readRecordingWebhook(bytes(body), profile);

  test.each(['', '[]', 'null', '{}', '{"data":"x"}', nested(100)])(
    'that says nothing usable says nothing: %#',
    (body) => expect(read(body)).toEqual({ carrierCallId: null, url: null }),
  );

  test.each([7, '', {}, null, 'x'.repeat(8_193)])('has no link in %j', (recording_url) => {
    expect(read({ data: { call_id: 'c-1', recording_url } })).toEqual({
      carrierCallId: 'c-1',
      url: null,
    });
  });

  test('holds where the recording is, and whose it is', () => {
    const url = 'https://cdn.example/a.mp3';
    expect(read({ data: { call_id: 'c-1', recording_url: url } })).toEqual({
      carrierCallId: 'c-1',
      url,
    });
    expect(read({ data: { call_id: 17, recording_url: url } }).carrierCallId).toBe('17');
  });

  test('is read where the profile declares it', () => {
    const profile = profileWith('recording', {
      webhookCallIdPointer: '/calls/0/call~1id',
      webhookUrlPointer: '/files/0/~0link',
    });
    const body = { calls: [{ 'call/id': 'c-1' }], files: [{ '~link': 'https://cdn.example/a' }] };
    expect(read(body, profile)).toEqual({ carrierCallId: 'c-1', url: 'https://cdn.example/a' });
  });
});
