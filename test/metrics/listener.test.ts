import { expect, onTestFinished, test } from 'vitest';
import { listenForScrapes } from '../../src/metrics/listener.ts';
import { createProcessMetrics } from '../../src/metrics/process-metrics.ts';
import { valueOf } from './exposition.ts';

async function listening(ready: () => Promise<void>, others?: () => Promise<string>) {
  const metrics = createProcessMetrics({ role: 'worker', version: '1.2.3' });
  const listener = await listenForScrapes(metrics, { host: '127.0.0.1', port: 0, ready, others });
  onTestFinished(() => listener.close());
  return (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${listener.port}${path}`, init);
}

test('a scrape has our metrics and those of the other exporter, in the format that its type names', async () => {
  const get = await listening(
    async () => undefined,
    async () => 'temporal_long_request_total 3\n',
  );
  const answer = await get('/metrics');
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  const build = { role: 'worker', version: '1.2.3', node: process.version };
  expect(valueOf(text, 'dialwright_build_info', build)).toBe(1);
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(valueOf(text, 'temporal_long_request_total')).toBe(3);
});

test('liveness asks nobody, and readiness says why not', async () => {
  const get = await listening(async () => Promise.reject(new Error('the database is locked')));
  expect((await get('/livez')).status).toBe(200);
  expect((await get('/healthz')).status).toBe(200);
  const ready = await get('/readyz');
  expect([ready.status, await ready.text()]).toEqual([503, 'the database is locked\n']);
});

test('a store that does not answer makes the process not ready within the second that probes wait', async () => {
  const get = await listening(() => new Promise(() => undefined));
  const ready = await get('/readyz', { signal: AbortSignal.timeout(1_000) });
  expect([ready.status, await ready.text()]).toEqual([503, 'no answer within 800 ms\n']);
});

test('probes that come often share one check', async () => {
  let checks = 0;
  const get = await listening(async () => void (checks += 1));
  await Promise.all([get('/readyz'), get('/readyz')]);
  await get('/readyz');
  expect(checks).toBe(1);
});

test('nothing else is served', async () => {
  const get = await listening(async () => undefined);
  expect((await get('/v1/campaigns')).status).toBe(404);
  expect((await get('/constructor')).status).toBe(404);
  expect((await get('/metrics', { method: 'POST' })).status).toBe(405);
  expect((await get('/metrics?x=1')).status).toBe(200);
});
