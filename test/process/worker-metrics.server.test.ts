/** A worker shows the metrics of Temporal's SDK beside its own, and answers probes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { seriesAskedFor } from '../deploy/queries.ts';
import { freePort } from '../free-port.ts';
import { seriesOf, valueOf } from '../metrics/exposition.ts';
import { useOwnNamespace } from '../temporal/own-namespace.ts';
import { startNpmScript } from './npm-process.ts';

/** Shown only once something has failed. */
const OF_FAILURES = [
  'temporal_workflow_failed_total',
  'temporal_workflow_task_execution_failed_total',
  'temporal_request_failure_total',
];
/** Those that the alert rules and the board ask for. The sweep, which runs at once, is a workflow. */
const OF_THE_SDK = seriesAskedFor('temporal').filter((name) => !OF_FAILURES.includes(name));

test('one scrape of a worker has the metrics of the SDK and ours, and it is ready while it runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-worker-metrics-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { address, namespace } = await useOwnNamespace();
  const metrics = `127.0.0.1:${await freePort()}`;
  const npm = startNpmScript(['worker'], {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
    DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
    DIALWRIGHT_HOOK_SECRETS: 'a-hook-secret-of-at-least-32-characters',
    DIALWRIGHT_API_KEYS: 'operator-key-0123456789',
    DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
    DIALWRIGHT_METRICS: metrics,
  });
  await expect.poll(() => npm.printed, { timeout: 45_000 }).toContain('the worker serves');
  const status = async (path: string) => (await fetch(`http://${metrics}${path}`)).status;
  await expect.poll(() => status('/readyz'), { timeout: 10_000 }).toBe(200);
  const scraped = async () => (await fetch(`http://${metrics}/metrics`)).text();
  await expect
    .poll(async () => seriesOf(await scraped()).map(({ name }) => name), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(OF_THE_SDK));
  expect(OF_THE_SDK).toHaveLength(3);
  const text = await scraped();
  expect(valueOf(text, 'dialwright_build_info', { role: 'worker' })).toBe(1);
  expect(valueOf(text, 'dialwright_posts_total', { outcome: 'unknown' })).toBe(0);
  npm.signal('SIGTERM');
  expect(await npm.ended).toBe(0);
  await expect.poll(() => npm.anyRuns()).toBe(false);
});
