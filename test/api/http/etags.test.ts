/** `ETag` and `If-Match` of what a person may change. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

const tagOf = async (path: string) => String((await on.get(path)).headers['etag']);
const patch = (path: string, payload: object, etag?: string) =>
  on.call('PATCH', path, { payload, ...(etag !== undefined && { headers: { 'if-match': etag } }) });

type Kind = 'campaigns' | 'callbacks' | 'agents';
let agents = 0;
async function made(kind: Kind): Promise<string> {
  if (kind === 'campaigns') return `/v1/campaigns/${await on.campaign()}`;
  if (kind === 'agents') {
    const agent = { name: 'Ada', kind: 'sip', address: `ada-${(agents += 1)}` };
    return `/v1/agents/${(await on.post('/v1/agents', agent)).json<{ id: string }>().id}`;
  }
  const every = { number: '+442079460101', every: { at: '10:00' } };
  return `/v1/callbacks/${(await on.post('/v1/callbacks', every)).json<{ id: string }>().id}`;
}

test.each<Kind>(['campaigns', 'callbacks', 'agents'])(
  'of %s: an edit by a tag that is old is 412 and changes nothing; by the tag that was read it is made',
  async (kind) => {
    const path = await made(kind);
    const read = await tagOf(path);
    expect(read).toMatch(/^"[\w-]+"$/);
    const other = await patch(path, { name: 'other' }, read);
    expect(other.headers['etag']).toBe(await tagOf(path));
    expect(other.headers['etag']).not.toBe(read);
    const late = await patch(path, { name: 'late' }, read);
    expect(late.statusCode).toBe(412);
    expect(late.headers['content-type']).toContain('problem+json');
    expect(late.json()).toMatchObject({
      code: 'precondition_failed',
      etag: other.headers['etag'],
    });
    expect((await on.get(path)).json()).toMatchObject({ name: 'other' });
    expect((await patch(path, { name: 'any' }, '*')).statusCode).toBe(200);
    expect((await patch(path, { name: 'weak' }, `W/${await tagOf(path)}`)).statusCode).toBe(412);
  },
);

test.each([
  ['campaigns', 'start', { state: 'draft' }],
  ['callbacks', 'pause', { state: 'scheduled' }],
  ['agents', 'pause', { state: 'ready' }],
] as const)('of %s: %s by a tag that is old is refused too', async (kind, move, unmoved) => {
  const path = await made(kind);
  const etag = await tagOf(path);
  await patch(path, { name: 'other' });
  const late = await on.post(`${path}/${move}`, undefined, { 'if-match': etag });
  expect(late.statusCode).toBe(412);
  expect((await on.get(path)).json()).toMatchObject(unmoved);
  const read = { 'if-match': await tagOf(path) };
  const moved = await on.post(`${path}/${move}`, undefined, read);
  expect(moved.statusCode).toBe(200);
  expect(moved.headers['etag']).toBe(await tagOf(path));
});

test('of the account: limits, stop and go by a tag that is old are 412 and change nothing', async () => {
  const read = await tagOf('/v1/account');
  const first = await patch('/v1/account', { calls_per_second: 2 }, read);
  expect(first.statusCode).toBe(200);
  expect(first.headers['etag']).toBe(await tagOf('/v1/account'));
  const old = { 'if-match': read };
  const late = [
    await patch('/v1/account', { hold_rules: [{ status: 402, action: 'by-person' }] }, read),
    await on.post('/v1/account/stop', { reason: 'late' }, old),
    await on.post('/v1/account/go', undefined, old),
    await on.post('/v1/account/hold/lift', undefined, old),
  ];
  expect(late.map(({ statusCode }) => statusCode)).toEqual([412, 412, 412, 412]);
  expect((await on.get('/v1/account')).json()).toMatchObject({
    stopped: null,
    hold_rules: [],
    calls_per_second: 2,
  });
});

test('a tag is that of settings and state, and not of figures', async () => {
  const path = '/v1/campaigns/direct';
  await on.post('/v1/calls', { number: '+12025550141' });
  const [campaign, account] = [await tagOf(path), await tagOf('/v1/account')];
  await on.post('/v1/calls', { number: '+12025550142' });
  expect([await tagOf(path), await tagOf('/v1/account')]).toEqual([campaign, account]);
});
