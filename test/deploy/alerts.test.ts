import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { expect, onTestFinished, test } from 'vitest';
import type { CarrierClient } from '../../src/carrier/client.ts';
import { measuredCarrier } from '../../src/metrics/carrier-metrics.ts';
import { installationMetrics } from '../../src/metrics/installation-metrics.ts';
import { machineMetrics } from '../../src/metrics/machine-metrics.ts';
import { createProcessMetrics, scrape } from '../../src/metrics/process-metrics.ts';
import { storeMetrics } from '../../src/metrics/store-metrics.ts';
import { webhookMetrics } from '../../src/metrics/webhook-metrics.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';
import { phone, World } from '../store/contract/world.ts';
import { openSqliteUnderTest } from '../store/sqlite-files.ts';
import { seriesOf } from '../metrics/exposition.ts';
import { FAULTS, HEALTHY } from './alert-faults.ts';
import { alertRules, ALERTS_FILE, boardQueries, seriesAskedFor } from './queries.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/watching.md'), 'utf8');

/** Every metric of a server and of a worker, after one call with a budget and a webhook. */
async function exposition(): Promise<string> {
  const opened = openSqliteUnderTest();
  const metrics = createProcessMetrics({ role: 'server', version: '1.2.3' });
  const store = openSqliteStore({ path: opened.path, observe: storeMetrics(metrics) });
  const world = new World({ ...opened, store });
  installationMetrics(metrics, { store, nowMs: () => world.nowMs });
  webhookMetrics(metrics);
  measuredCarrier({} as CarrierClient, [], metrics);
  machineMetrics(metrics, {
    databaseFile: opened.path,
    recordingsFolder: tmpdir(),
    zoneRules: () => ({ release: '2026c', machineRelease: null, maxAgeDays: 120 }),
  });
  const budget = { total: '10', perDay: null, reservePerCall: '1', alertAt: 1 };
  await world.agents('a1');
  await world.campaign('c1', [phone(1)], { budget });
  const [ref] = await world.claim('c1', 1);
  await world.receive(await world.live(ref!), 'agent_ringing');
  await store.sweep({ nowMs: world.nowMs, graceMs: 1_000, limit: 10 });
  const text = await scrape(metrics);
  await store.close();
  await opened.drop();
  return text;
}

test('every series that a rule or the board asks for is in a scrape', async () => {
  const shown = new Set(seriesOf(await exposition()).map(({ name }) => name));
  const asked = ['dialwright', 'nodejs', 'process'].flatMap(seriesAskedFor);
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.filter((name) => !shown.has(name))).toEqual([]);
});

test('every metric of ours is on the board, or in a rule', async () => {
  const asked = new Set(seriesAskedFor('dialwright'));
  const shown = seriesOf(await exposition()).map(({ name }) => name);
  const ours = shown.filter(
    (name) => name.startsWith('dialwright_') && !/_(sum|count)$/.test(name),
  );
  const idle = [...new Set(ours)].filter((name) => !asked.has(name));
  // How long it lasts is shown beside the hold itself, on the dashboard.
  expect(idle).toEqual(['dialwright_account_hold_age_seconds', 'dialwright_processes']);
});

test('the table of the page has every metric of ours, and no other', async () => {
  const shown = seriesOf(await exposition())
    .map(({ name }) => name.replace(/_(bucket|sum|count)$/, ''))
    .filter((name) => name.startsWith('dialwright_'));
  const told = [...PAGE.matchAll(/^\| `(dialwright_\w+)`/gm)].map(([, name]) => name!);
  expect(told).toEqual([...new Set(shown)].toSorted());
});

test('every alert has a section that says what it means and what to do, and every section an alert', () => {
  const links = alertRules().map(({ annotations }) => annotations.runbook_url);
  const headings = [...PAGE.matchAll(/^### (Dialwright\w+)$/gm)].map(([, name]) => name!);
  expect(links).toEqual(alertRules().map(({ alert }) => `docs/watching.md#${alert.toLowerCase()}`));
  expect(headings).toEqual(alertRules().map(({ alert }) => alert));
});

test('every alert has a fault that must fire it', () => {
  expect(Object.keys(FAULTS)).toEqual(alertRules().map(({ alert }) => alert));
});

const promtool = spawnSync('promtool', ['--version']);

test.skipIf(promtool.error)(
  'each alert fires under its fault, and none but the watchdog while all is well (promtool)',
  { timeout: 60_000 },
  () => {
    expect(promtoolSays(['check', 'rules', ALERTS_FILE])).toMatch(/SUCCESS/);
    const folder = mkdtempSync(join(tmpdir(), 'dialwright-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'alerts.test.yml');
    writeFileSync(file, stringify(ruleTests()));
    expect(promtoolSays(['test', 'rules', file])).toMatch(/SUCCESS/);
  },
);

test.skipIf(promtool.error)('the queries of the board are valid (promtool)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-board-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'board.yml');
  const rules = boardQueries().map((expr, n) => ({ record: `board:query_${n}`, expr }));
  writeFileSync(file, stringify({ groups: [{ name: 'board', rules }] }));
  expect(promtoolSays(['check', 'rules', file])).toMatch(/SUCCESS/);
});

function promtoolSays(args: readonly string[]): string {
  const { stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return stdout + stderr;
}

function ruleTests(): object {
  const healthy = Object.keys(FAULTS).filter((alert) => alert !== 'DialwrightWatchdog');
  return {
    rule_files: [ALERTS_FILE],
    evaluation_interval: '1m',
    tests: [
      {
        name: 'all is well',
        interval: '1m',
        input_series: inputs({}),
        promql_expr_test: healthy.map((alertname) => ({
          expr: `count(ALERTS{alertname="${alertname}"})`,
          eval_time: '80m',
          exp_samples: [],
        })),
      },
      ...Object.entries(FAULTS).map(([alertname, { series, afterMinutes }]) => ({
        name: alertname,
        interval: '1m',
        input_series: inputs(series),
        promql_expr_test: [
          {
            expr: `sum(ALERTS{alertname="${alertname}",alertstate="firing"}) > bool 0`,
            eval_time: `${afterMinutes}m`,
            exp_samples: [{ labels: '{}', value: 1 }],
          },
        ],
      })),
    ],
  };
}

const inputs = (fault: Record<string, string>) =>
  Object.entries({ ...HEALTHY, ...fault }).map(([series, values]) => ({ series, values }));
