import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_KEY, startApi, type ApiUnderTest } from '../api-under-test.ts';
import { resolved } from '../openapi/resolved.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

const under = (key: string) => ({ 'idempotency-key': key });

test('a repeat gets the first answer and has no effect', async () => {
  const first = await on.post('/v1/campaigns', { name: 'once' }, under('create-1'));
  const again = await on.post('/v1/campaigns', { name: 'once' }, under('create-1'));
  expect(first.statusCode).toBe(201);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.statusCode).toBe(201);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.body).toBe(first.body);
});

test('the same key with another body is a conflict', async () => {
  await on.post('/v1/campaigns', { name: 'a' }, under('create-2'));
  const other = await on.post('/v1/campaigns', { name: 'b' }, under('create-2'));
  expect(other.statusCode).toBe(422);
  expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' });
});

test('the same key on another path is a conflict', async () => {
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/start`, undefined, under('move-1'));
  const other = await on.post(`/v1/campaigns/${id}/pause`, undefined, under('move-1'));
  expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' });
});

test('the same key with another query is a conflict, and has no effect', async () => {
  for (const list of ['kept', 'asked']) {
    await on.call('PUT', `/v1/suppressions/${list}`, { payload: { name: list } });
  }
  await on.campaign({ suppression_lists: ['asked'] });
  const drop = (query: string) =>
    on.call('DELETE', `/v1/suppressions/asked?${query}`, { headers: under('drop-1') });
  expect((await drop('force=asked')).statusCode).toBe(200);
  expect((await drop('force=asked')).headers['idempotency-replayed']).toBe('true');
  const other = await drop('replace_with=kept');
  expect(other.statusCode).toBe(422);
  expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' });
});

test('a repeated move is no illegal move', async () => {
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/start`, undefined, under('move-2'));
  const again = await on.post(`/v1/campaigns/${id}/start`, undefined, under('move-2'));
  expect(again.statusCode).toBe(200);
  expect(again.json()).toMatchObject({ state: 'running' });
  const bare = await on.post(`/v1/campaigns/${id}/start`);
  expect(bare.statusCode).toBe(409);
});

test('a repeated import answers with the same counts and adds nothing', async () => {
  const id = await on.campaign();
  const contacts = [{ number: '+12025550101' }, { number: '+12025550101' }, { number: 'x' }];
  const path = `/v1/campaigns/${id}/contacts`;
  const first = await on.post(path, { contacts }, under('import-1'));
  const again = await on.post(path, { contacts }, under('import-1'));
  expect(first.json()).toMatchObject({ rows_read: 3, accepted: 1 });
  expect(again.body).toBe(first.body);
});

test('callers cannot meet on one key', async () => {
  const authorization = `Bearer ${OTHER_KEY}`;
  const mine = await on.post('/v1/campaigns', { name: 'mine' }, under('shared'));
  const theirs = await on.post(
    '/v1/campaigns',
    { name: 'theirs' },
    { ...under('shared'), authorization },
  );
  expect(theirs.statusCode).toBe(201);
  expect(theirs.json<{ id: string }>().id).not.toBe(mine.json<{ id: string }>().id);
});

test('many at once with one key: one effect', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      on.post('/v1/calls', { number: '+12025550123' }, under('call-1')),
    ),
  );
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(answers.filter((answer) => !answer.headers['idempotency-replayed'])).toHaveLength(1);
});

test.each(['', 'with space', 'ä', 'x'.repeat(256)])('the key "%s" is refused', async (key) => {
  const answer = await on.post('/v1/campaigns', { name: 'x' }, under(key));
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ errors: [{ parameter: 'idempotency-key' }] });
});

test('every POST of the document that changes something takes the key', async () => {
  const document = (await on.get('/openapi.json')).json<{
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  }>();
  const without = Object.entries(resolved(document).paths)
    .filter(([, methods]) => methods.post)
    .filter(([, { post }]) => !post!.parameters?.some((p) => p.name === 'idempotency-key'))
    .map(([path]) => path);
  // These change nothing, or nothing more when asked twice.
  expect(without).toEqual([
    '/v1/calls/{ref}/recording/look-up',
    '/v1/campaigns/{campaignId}/preflight',
    '/v1/campaigns/{campaignId}/rehearse',
    // Its cookie is a secret, which a stored answer would keep.
    '/v1/session',
    // Nothing of it is kept.
    '/v1/users/current/new-second-factor',
    '/v1/privacy/erase/preview',
    '/v1/webhook-endpoints/{endpointId}/test',
  ]);
});
