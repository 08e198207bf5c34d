import { Writable } from 'node:stream';
import { fastify, LogController } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { logRequests } from '../../../src/api/http/request-log.ts';
import { startApi } from '../api-under-test.ts';

async function logged(send: (app: ReturnType<typeof fastify>) => Promise<unknown>) {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const app = fastify({
    logger: { stream, level: 'debug' },
    logController: new LogController({ disableRequestLogging: true }),
  });
  logRequests(app);
  app.get('/open', { config: { open: true } }, async () => 'ok');
  app.get(
    '/keyed',
    { onRequest: async (request) => Object.assign(request, { caller: { id: 'crm' } }) },
    async () => 'ok',
  );
  app.post('/hooks/:token', { config: { open: true, isHook: true } }, async (request, reply) =>
    reply.code((request.params as { token: string }).token === 'right' ? 204 : 404).send(),
  );
  await send(app);
  await app.close();
  return lines.filter(({ msg }) => msg === 'request');
}

const many = <Result>(count: number, one: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, one));

test('of many requests without a key some get a line, and the next one says how many got none', async () => {
  const lines = await logged((app) => many(500, () => app.inject('/open')));
  expect(lines.length).toBeGreaterThanOrEqual(200);
  expect(lines.length).toBeLessThan(400);
});

test('requests with a key and webhooks with a right token always get one', async () => {
  const lines = await logged(async (app) => {
    await many(300, () => app.inject('/open'));
    await many(300, () => app.inject('/keyed'));
    await many(300, () => app.inject({ method: 'POST', url: '/hooks/right' }));
  });
  expect(lines.filter(({ route }) => route === '/keyed')).toHaveLength(300);
  expect(lines.filter(({ route }) => route === '/hooks/:token')).toHaveLength(300);
});

test('the line of a webhook with a wrong token has the address of the client, and no token', async () => {
  const [line] = await logged((app) => app.inject({ method: 'POST', url: '/hooks/wrong' }));
  expect(line).toMatchObject({ route: '/hooks/:token', status: 404, client: '127.0.0.1' });
  expect(JSON.stringify(line)).not.toContain('wrong');
});

test('the line of a webhook that was taken is for debugging only', async () => {
  const lines = await logged(async (app) => {
    await app.inject({ method: 'POST', url: '/hooks/right' });
    await app.inject({ method: 'POST', url: '/hooks/wrong' });
    await app.inject('/keyed');
  });
  expect(lines.map(({ level, route, status }) => [level, route, status])).toEqual([
    [20, '/hooks/:token', 204],
    [30, '/hooks/:token', 404],
    [30, '/keyed', 200],
  ]);
});

test('the id of a request is that of no other, nor of another process', async () => {
  const apis = [await startApi(), await startApi()];
  onTestFinished(async () => {
    for (const on of apis) await on.stop();
  });
  for (const on of [...apis, apis[0]!]) await on.get('/healthz');
  const ids = () =>
    apis
      .flatMap(({ logged: lines }) => lines)
      .map((line) => JSON.parse(line) as { reqId?: string; msg: string })
      .flatMap(({ reqId, msg }) => (msg === 'request' ? [reqId] : []));
  await expect.poll(ids).toHaveLength(3);
  expect(new Set(ids()).size).toBe(3);
});
