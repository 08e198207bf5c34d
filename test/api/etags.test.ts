/** `ETag` and `If-Match` of what a person may change. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

const tagOf = async (path: string) => String((await on.get(path)).headers['etag']);
const patch = (path: string, payload: object, etag?: string) =>
  on.call('PATCH', path, { payload, ...(etag !== undefined && { headers: { 'if-match': etag } }) });

async function made(kind: 'campaigns' | 'callbacks'): Promise<string> {
  if (kind === 'campaigns') return `/v1/campaigns/${await on.campaign()}`;
  const every = { number: '+442079460101', every: { at: '10:00' } };
  return `/v1/callbacks/${(await on.post('/v1/callbacks', every)).json<{ id: string }>().id}`;
}

test.each(['campaigns', 'callbacks'] as const)(
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

test('a move by a tag that is old is refused too', async () => {
  const path = await made('campaigns');
  const etag = await tagOf(path);
  await patch(path, { weight: 2 });
  const late = await on.post(`${path}/start`, undefined, { 'if-match': etag });
  expect(late.statusCode).toBe(412);
  expect((await on.get(path)).json()).toMatchObject({ state: 'draft' });
});
