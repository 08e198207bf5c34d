/**
 * Preflight, and a rehearsal, of a long list over HTTP, on a real store: seconds, the longest that the event loop
 * stood still, and the memory that the process had at most.
 *
 *   npm run bench:preflight -- --contacts 100000
 *   … --rehearse    a rehearsal as well
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { createApi } from '../../src/api/create-api.ts';
import type { TemporalGateway } from '../../src/api/temporal/temporal-gateway.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../src/carrier/http/profile.ts';
import { timingFor } from '../../src/domain/timing.ts';
import { recordingsFolder } from '../../src/recordings-archive/recordings-folder.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';
import { zoneRulesInUse } from '../../src/process/zone-rules.ts';
import type { Store } from '../../src/store/store.ts';
import { readOptions, whole } from '../command-options.ts';

const values = readOptions(import.meta.filename, {
  contacts: { type: 'string', default: '100000' },
  rehearse: { type: 'boolean', default: false },
});
const count = whole('contacts', values.contacts);

const ID = 'cbench';
const KEY = 'a-key-for-the-benchmark';
const ZONES = ['Europe/Paris', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo'];
const BATCH = 1_000;

/** Nothing is started, so there is nothing to signal. */
const nobody: TemporalGateway = {
  rehearse: async () => ({ kind: 'busy' }),
  wakeWebhookEndpoint: async () => undefined,
  testWebhook: async () => null,
  wakeCampaign: async () => {},
  syncCallback: async () => {},
  signalCampaign: async () => 'signalled',
  reconcile: async () => {},
  hangUp: async () => 'signalled',
  signalRecordingDelivered: async () => 'signalled',
  pollCall: async () => 'signalled',
  signalEvents: async () => 'signalled',
  startLateEvents: async () => {},
  check: async () => {},
};

const folder = mkdtempSync(join(tmpdir(), 'dialwright-bench-'));
const store = openSqliteStore({ path: join(folder, 'store.sqlite') });
const api = createApi({
  store,
  gateway: nobody,
  recordings: recordingsFolder(folder),
  settings: {
    apiKeys: [KEY],
    hookSecrets: ['a-hook-secret-of-at-least-32-characters'],
    trustedProxies: [],
    carrierProfile: DEFAULT_CARRIER_PROFILE,
    everyEventBelow: 100,
    currency: null,
    codecOrigins: [],
    webhookOrigins: [],
    timing: timingFor(DEFAULT_CARRIER_PROFILE.timing),
  },
  log: pino({ level: 'silent' }),
  nowMs: Date.now,
  zoneRules: () => zoneRulesInUse(120),
});

try {
  await api.listen({ host: '127.0.0.1', port: 0 });
  await ask('PUT', '/v1/suppressions/optout', { name: 'Opted out' });
  await ask('POST', '/v1/agents', {
    name: 'Bench',
    kind: 'stream',
    address: 'wss://agents.example/1',
    capacity: 200,
  });
  await fill(store);
  await measured('preflight', () => ask('POST', `/v1/campaigns/${ID}/preflight`, {}));
  if (values.rehearse) {
    await measured('rehearse, 1 run', () =>
      ask('POST', `/v1/campaigns/${ID}/rehearse`, { runs: 1 }),
    );
  }
} finally {
  await api.close();
  await store.close();
  rmSync(folder, { recursive: true });
}

/** A campaign with all rules, and one contact in fifty on a list. */
async function fill(store: Store): Promise<void> {
  const nowMs = Date.now();
  const { DEFAULT_POLICY } = await import('../../src/domain/campaigns/policy.ts');
  const policy = {
    ...DEFAULT_POLICY,
    zone: 'Europe/Paris',
    window: {
      hours: [{ weekdays: [1, 2, 3, 4, 5], fromMinute: 540, toMinute: 1_200 }],
      closedDates: [],
      ringMarginMs: 120_000,
    },
    caps: { perDay: 2, rolling: [{ days: 7, most: 3 }], leastGapMs: 7_200_000 },
    budget: { total: '50000', perDay: null, reservePerCall: '0.5', alertAt: 0.8 },
  };
  const settings = { name: 'Bench', keepOpen: false, deadlineAtMs: null, policy };
  await store.createCampaign({ id: ID, settings, nowMs });
  await store.beginImport({ id: 'ibench', campaignId: ID, dedupe: { scope: 'campaign' }, nowMs });
  for (let from = 0; from < count; from += BATCH) {
    const numbers = Array.from(
      { length: Math.min(BATCH, count - from) },
      (_, index) => from + index,
    );
    const rows = numbers.map((n) => ({
      line: n + 1,
      written: {},
      contact: {
        number: numberOf(n),
        rowKey: `row-${n}`,
        name: null,
        zones: [ZONES[n % ZONES.length]!],
        zoneSource: 'row' as const,
      },
    }));
    const last = from + BATCH >= count;
    await store.addImportRows({ id: 'ibench', from, rows, last, nowMs });
    const opted = numbers.filter((n) => n % 50 === 0).map(numberOf);
    await store.suppress({ list: 'optout', numbers: opted, untilMs: null, nowMs });
  }
  process.stdout.write(`${count} contacts stored\n`);
}

function numberOf(n: number): string {
  return `+999${String(n).padStart(9, '0')}`;
}

async function measured(what: string, work: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedMs = performance.now();
  await work();
  const seconds = (performance.now() - startedMs) / 1_000;
  delay.disable();
  const line = [
    `${what}: ${seconds.toFixed(2)} s`,
    `the event loop stood still for ${(delay.max / 1e6).toFixed(0)} ms at most, ${(delay.percentile(99) / 1e6).toFixed(0)} ms in 99 % of its turns`,
    `peak RSS ${(process.resourceUsage().maxRSS / 1_024).toFixed(0)} MB`,
  ];
  process.stdout.write(`${line.join('; ')}\n`);
}

async function ask(method: string, path: string, body: object): Promise<unknown> {
  const address = api.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
