/** The carrier's call records and ratio, read as a profile declares them; each page over HTTP. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCarrierAccount } from '../../../src/carrier/carrier-account/account.ts';
import {
  readCallRecords,
  readSeizureRatio,
  type RecordsSettings,
} from '../../../src/carrier/reconciliation/call-records.ts';
import { loadCarrierProfile } from '../../../src/carrier/http/profile.ts';
import { callbackUrl, placementOfCallbackUrl } from '../../../src/carrier/calls/tokens.ts';
import { temporaryFolder } from '../../simulator/carrier.ts';
import { httpServer } from '../servers.ts';

const SECRETS = ['a-secret-of-the-test-that-is-long-enough'];
const SPAN = { fromMs: Date.UTC(2026, 10, 21, 9), toMs: Date.UTC(2026, 10, 21, 17, 0, 0, 500) };
const READ = { items: '/rows', id: '/id', cost: '/price' };

/** A carrier that answers with these bodies, one for each request, and the last one again. */
async function carrierWith(operations: object, bodies: readonly (object | string | number)[]) {
  const asked: string[] = [];
  const server = await httpServer((request, response) => {
    const body = bodies[Math.min(asked.length, bodies.length - 1)];
    asked.push(request.path);
    if (typeof body === 'number') response.writeHead(body).end('{}');
    else response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const path = join(temporaryFolder(), 'profile.json');
  writeFileSync(path, JSON.stringify({ operations }));
  const profile = loadCarrierProfile(path);
  const settings = { baseUrl: server.origin, apiKey: 'key', profile, readMs: 2_000 };
  const account = openCarrierAccount({ ...settings, retryPausesMs: [] });
  onTestFinished(() => account.close());
  const placementOf = (url: string) => placementOfCallbackUrl(url, SECRETS);
  return { asked, settings: { account, profile, placementOf } satisfies RecordsSettings };
}

const cdr = (more: object = {}) => ({ cdr: { path: '/cdr', read: READ, ...more } });

async function read(operations: object, ...bodies: (object | string | number)[]) {
  const { asked, settings } = await carrierWith(operations, bodies);
  return { asked, ...(await readCallRecords(settings, SPAN)) };
}

async function one(read_: object, item: object | string) {
  const body = typeof item === 'string' ? `{"rows":[${item}]}` : { rows: [item] };
  const { records } = await read(cdr({ read: { ...READ, ...read_ } }), body);
  return records[0];
}

describe('what cannot be read', () => {
  test('not declared, or with a parameter that nobody gives: nothing is asked', async () => {
    await expect(read({}, {})).rejects.toThrow('only named');
    const query = { query: { owner: '{owner}' } };
    await expect(read(cdr(query), {})).rejects.toThrow('owner is missing');
  });

  test.each([403, 404, 422])('refused with %i', async (status) => {
    await expect(read(cdr(), status)).rejects.toMatchObject({ code: 'unreadable', status });
  });

  test.each([{ rows: {} }, { rows: [1] }, { other: [] }, '<html>'])(
    'no list of objects where it is declared: %j',
    async (body) => {
      await expect(read(cdr(), body)).rejects.toThrow('no list where');
    },
  );

  test('a 5xx proves nothing, and may be repeated', async () => {
    await expect(read(cdr(), 502)).rejects.toMatchObject({ code: 'server' });
  });

  test('an item without a usable id is counted, and the others are read', async () => {
    const rows = [{ id: '' }, { price: 1 }, { id: 'a' }, { id: '..' }];
    const { records, unreadable } = await read(cdr(), { rows });
    expect(records.map(({ carrierCallId }) => carrierCallId)).toEqual(['a']);
    expect(unreadable).toBe(3);
  });
});

describe('pages', () => {
  const rows = (...ids: string[]) => ({ rows: ids.map((id) => ({ id })) });
  const ids = ({ records }: { records: { carrierCallId: string }[] }) =>
    records.map(({ carrierCallId }) => carrierCallId);

  test('without a placeholder there is one', async () => {
    const { asked, ...found } = await read(cdr(), rows('a'), rows('b'));
    expect(asked).toEqual(['/cdr']);
    expect(ids(found)).toEqual(['a']);
  });

  test('a page counts up until one is empty', async () => {
    const query = { query: { p: '{page}' } };
    const { asked, ...found } = await read(cdr(query), rows('a', 'b'), rows('c'), rows());
    expect(asked).toEqual(['/cdr?p=1', '/cdr?p=2', '/cdr?p=3']);
    expect(ids(found)).toEqual(['a', 'b', 'c']);
  });

  test('a carrier that gives the same page again has no more', async () => {
    const { asked, ...found } = await read(cdr({ query: { p: '{page?}' } }), rows('a'));
    expect(asked).toHaveLength(2);
    expect(ids(found)).toEqual(['a']);
  });

  test('a page that brings nothing new is the last, whatever its order', async () => {
    const query = { query: { p: '{page}' } };
    const { asked, ...found } = await read(
      cdr(query),
      rows('a', 'b'),
      rows('c', 'b'),
      rows('b', 'a'),
    );
    expect(asked).toHaveLength(3);
    expect(ids(found)).toEqual(['a', 'b', 'c', 'b']);
  });

  test('items that cannot be read count against the limit', async () => {
    const many = { rows: Array.from({ length: 50_001 }, (_, index) => ({ price: index })) };
    const more = { rows: many.rows.map(({ price }) => ({ price: -1 - price })) };
    const query = { query: { p: '{page}' } };
    await expect(read(cdr(query), many, more)).rejects.toThrow('choose a shorter span');
  });

  test('a cursor is followed until there is none', async () => {
    const declared = cdr({ query: { after: '{cursor?}' }, read: { ...READ, next: '/next' } });
    const first = { ...rows('a'), next: 'x/1' };
    const { asked, ...found } = await read(declared, first, { ...rows('b'), next: null });
    expect(asked).toEqual(['/cdr', '/cdr?after=x%2F1']);
    expect(ids(found)).toEqual(['a', 'b']);
  });
});

test('the span is given in the form that is declared', async () => {
  const forms = ['from', 'to', 'from_date', 'to_date', 'from_unix', 'to_unix'];
  const query = Object.fromEntries(forms.map((name) => [name, `{${name}}`]));
  const { asked } = await read(cdr({ query }), { rows: [] });
  const given = new URL(asked[0]!, 'http://carrier').searchParams;
  expect(Object.fromEntries(given)).toEqual({
    from: '2026-11-21T09:00:00.000Z',
    to: '2026-11-21T17:00:00.500Z',
    from_date: '2026-11-21',
    to_date: '2026-11-21',
    from_unix: '1795251600',
    to_unix: '1795280401',
  });
});

describe('the fields of a record', () => {
  test.each([
    ['a number', '{"id":"a","price":0.0420}', '0.042'],
    [
      'more digits than a float keeps',
      '{"id":"a","price":12345678.0123456789}',
      '12345678.0123456789',
    ],
    ['text', '{"id":"a","price":"0.0420"}', '0.042'],
    ['a credit', '{"id":"a","price":-1e-3}', '-0.001'],
    ['null', '{"id":"a","price":null}', null],
    ['no amount', '{"id":"a","price":"free"}', null],
    ['none', '{"id":"a"}', null],
  ])('a cost that is %s', async (_what, item, cost) => {
    expect(await one({}, item)).toMatchObject({ cost });
  });

  test('a cost that is there and is no amount is counted apart from one that is not there yet', async () => {
    const rows = ['€0.12', {}, null, '', '0.1'].map((price, index) => ({
      id: String(index),
      price,
    }));
    const { records, unreadableCosts } = await read(cdr(), { rows: [...rows, { id: 'x' }] });
    expect(records.map(({ cost }) => cost)).toEqual([null, null, null, null, '0.1', null]);
    expect(unreadableCosts).toBe(2);
  });

  test('the costs of both legs are added; one that is missing leaves the call unpriced', async () => {
    const legs = { items: '/rows', id: '/id', agentCost: '/a', customerCost: '/b' };
    const rows = [
      { id: '1', a: '0.01', b: 0.002 },
      { id: '2', a: '0.01', b: null },
    ];
    const { records } = await read(cdr({ read: legs }), { rows });
    expect(records.map(({ cost }) => cost)).toEqual(['0.012', null]);
  });

  test.each([
    ['2026-11-21T10:00:00Z', Date.UTC(2026, 10, 21, 10)],
    ['2026-11-21T11:00:00+01:00', Date.UTC(2026, 10, 21, 10)],
    ['2026-11-21 10:00:00', Date.UTC(2026, 10, 21, 10)],
    [1_795_255_200, 1_795_255_200_000],
    [1_795_255_200_000, 1_795_255_200_000],
    ['yesterday', null],
  ])('a begin of %j', async (at, startedAtMs) => {
    expect(await one({ startedAt: '/at' }, { id: 'a', at })).toMatchObject({ startedAtMs });
  });

  test('a callback URL counts only if we signed it; another one is still reported', async () => {
    const key = { ref: 'c1.1.1', placement: 2 };
    const url = callbackUrl('https://dialwright.example', key, SECRETS);
    const pointers = { callbackUrl: '/url' };
    expect(await one(pointers, { id: 'a', url })).toMatchObject({ placement: key, namesUrl: true });
    const forged = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`;
    for (const foreign of [forged, 'https://other.example/hooks', 'no url']) {
      const seen = { placement: null, namesUrl: true };
      expect(await one(pointers, { id: 'a', url: foreign })).toMatchObject(seen);
    }
    expect(await one(pointers, { id: 'a', url: null })).toMatchObject({ namesUrl: false });
  });

  test('an end is one of the carrier\u2019s words for states, and no other', async () => {
    for (const [status, ended] of [
      ['completed', 'completed'],
      ['failed', 'failed'],
      ['bridged', null],
      ['ANSWERED', null],
    ]) {
      expect(await one({ status: '/s' }, { id: 'a', s: status })).toMatchObject({ ended });
    }
  });

  test('ids that are numbers keep all their digits', async () => {
    expect(await one({}, '{"id":12345678901234567890}')).toMatchObject({
      carrierCallId: '12345678901234567890',
    });
  });
});

describe('the answer-seizure ratio', () => {
  const asr = (more: object) => ({ asr: { path: '/asr', ...more } });
  const ratioOf = async (operations: object, body: object) => {
    const { asked, settings } = await carrierWith(operations, [body]);
    return { asked, ...(await readSeizureRatio(settings, SPAN)) };
  };

  test('not declared: the answer shows it', async () => {
    await expect(ratioOf({}, {})).rejects.toThrow('only named');
  });

  test.each([
    [{ ratio: '/r' }, { r: '0.54321' }, 0.5432],
    [{ percent: '/p' }, { p: 54.321 }, 0.5432],
    [{ ratio: '/r' }, { r: null }, null],
    [{}, { r: 1 }, null],
  ])('by %j of %j', async (read_, body, ratio) => {
    const found = await ratioOf(asr({ read: read_ }), body);
    expect(found).toMatchObject({ ratio, ofSpan: false, asked: ['/asr'] });
  });

  test('of the span, where the declaration takes one', async () => {
    const declared = asr({ query: { day: '{from_date}' }, read: { ratio: '/r' } });
    const found = await ratioOf(declared, { r: 0.5 });
    expect(found).toMatchObject({ ratio: 0.5, ofSpan: true, asked: ['/asr?day=2026-11-21'] });
  });
});
