/**
 * What lost webhooks cost: the same campaign without a public URL, so that every call is polled, and with one whose
 * webhooks are all lost, one after the other in the same run, each on a fresh store, carrier and Temporal server.
 *
 *   npm run bench -- webhooks                 40 contacts, 7 agents
 *   … --contacts 100 --agents 10
 *   … --time-factor 10                     how many times faster than the clock the simulated carrier lives (20)
 *
 * Seconds are the carrier's. A busy machine costs both, and more the higher the factor: the ratio is what counts.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { BenchClient } from './bench-client.ts';
import type { Campaign, CampaignProgress } from '../../src/terminal/api-shapes.ts';
import { table } from '../../src/terminal/table.ts';
import { loadConfig } from '../../src/config/config.ts';
import { callWorkflowId } from '../../src/domain/ids.ts';
import { startServer } from '../../src/process/start-server.ts';
import { startSimulator } from '../../src/simulator/start-simulator.ts';
import { startWorker } from '../../src/process/start-worker.ts';
import { readOptions, whole } from '../command-options.ts';
import { runFolder } from './calls/processes.ts';
import { startTemporal } from './calls/temporal-servers.ts';
import { freePort } from '../free-port.ts';

const GOAL = 1.5;
const LOOK_EVERY_MS = 100;
const AREAS = [202, 212, 303, 312, 404, 415, 503, 602, 617, 713];
const API_KEY = 'bench-client-key-0123';
const CARRIER_KEY = 'bench';
const PUBLIC_URL = 'https://dialwright.example';
/** The carrier's, in its own time. */
const PHONES = {
  agentRingMs: [2_000, 4_000],
  customerRingMs: [3_000, 5_000],
  talkMs: [5_000, 9_000],
} satisfies Parameters<typeof startSimulator>[0];

const values = readOptions(import.meta.filename, {
  contacts: { type: 'string', default: '40' },
  agents: { type: 'string', default: '7' },
  'time-factor': { type: 'string', default: '20' },
});
const contacts = whole('contacts', values.contacts, 10 * AREAS.length);
const agents = whole('agents', values.agents, 100);
const timeFactor = whole('time-factor', values['time-factor'], 100);

interface Figures {
  seconds: number;
  reads: number;
  meanEvents: number;
  mostEvents: number;
}

const polled = await measured('polled', undefined);
const lost = await measured('lost', PUBLIC_URL);
const row = (name: string, { seconds, reads, meanEvents, mostEvents }: Figures) => [
  name,
  seconds.toFixed(1),
  (reads / contacts).toFixed(1),
  meanEvents.toFixed(1),
  String(mostEvents),
];
console.log(
  table(
    [
      ['', 'seconds', 'GETs a call', 'events, mean', 'most'],
      row('polled, without a URL', polled),
      row('all webhooks lost', lost),
    ],
    [1, 2, 3, 4],
  ),
);
const ratio = lost.seconds / polled.seconds;
console.log(
  `\n${ratio.toFixed(2)} times the time of polling; the goal is at most ${GOAL}: ${ratio <= GOAL ? 'met' : 'missed'}`,
);

async function measured(name: string, publicUrl: string | undefined): Promise<Figures> {
  const folder = runFolder();
  const temporal = await startTemporal(folder, { sync: 'FULL' });
  process.env['TEMPORAL_ADDRESS'] = temporal.address;
  try {
    const figures = await ofCampaign({ folder, temporalAddress: temporal.address, publicUrl });
    console.error(`${name}: ${figures.seconds.toFixed(1)} s`);
    return figures;
  } finally {
    delete process.env['TEMPORAL_ADDRESS'];
    await temporal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Place {
  folder: string;
  temporalAddress: string;
  publicUrl: string | undefined;
}

async function ofCampaign({ folder, temporalAddress, publicUrl }: Place): Promise<Figures> {
  const ledger = join(folder, 'ledger.ndjson');
  const carrier = { ledger, apiKey: CARRIER_KEY, timeFactor, outcomeByLastDigit: true };
  const simulator = await startSimulator({ ...carrier, ...PHONES, lostWebhooks: 1 });
  const config = loadConfig({
    DIALWRIGHT_CARRIER_URL: simulator.url,
    DIALWRIGHT_CARRIER_API_KEY: CARRIER_KEY,
    ...(publicUrl === undefined ? {} : { DIALWRIGHT_PUBLIC_URL: publicUrl }),
    DIALWRIGHT_HOOK_SECRETS: 'a-secret-of-the-bench-that-is-long-enough',
    DIALWRIGHT_API_KEYS: API_KEY,
    DIALWRIGHT_DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
    DIALWRIGHT_PORT: String(await freePort()),
    DIALWRIGHT_TIME_FACTOR: String(timeFactor),
    DIALWRIGHT_LOG_LEVEL: 'error',
  });
  const server = await startServer(config);
  const worker = await startWorker(config);
  try {
    const api = new BenchClient({ url: server.url, apiKey: API_KEY });
    const id = await campaign(api);
    const startedAtMs = performance.now();
    await api.post(`/v1/campaigns/${id}/start`);
    await until(api, id, ({ state }) => state === 'completed');
    const seconds = ((performance.now() - startedAtMs) / 1_000) * timeFactor;
    await until(api, id, ({ calls }) => (calls.by_settlement['open'] ?? 0) === 0);
    const events = await historyLengths(temporalAddress, id);
    return {
      seconds,
      reads: readFileSync(ledger, 'utf8').split('"fact":"read"').length - 1,
      meanEvents: events.reduce((sum, length) => sum + length, 0) / events.length,
      mostEvents: Math.max(...events),
    };
  } finally {
    await server.stop();
    await worker.stop();
    await simulator.stop();
  }
}

async function campaign(api: BenchClient): Promise<string> {
  for (let agent = 1; agent <= agents; agent++) {
    const body = { id: `a${agent}`, name: `Agent ${agent}`, kind: 'sip', address: `sip-${agent}` };
    await api.post('/v1/agents', { body });
  }
  const redial = { max_attempts: 1, max_calls: 1 };
  const settings = { name: 'Bench', redial, collect_recordings: false };
  const { id } = await api.post<Campaign>('/v1/campaigns', { body: settings });
  const body = { contacts: numbers().map((number) => ({ number })) };
  await api.post(`/v1/campaigns/${id}/contacts`, { body });
  return id;
}

/** From the range for fiction. The last digit decides how the call ends: all are answered. */
function numbers(): string[] {
  return Array.from({ length: contacts }, (_, index) => {
    const area = AREAS[Math.floor(index / 10)];
    return `+1${area}55501${index % 10}6`;
  });
}

async function until(
  api: BenchClient,
  id: string,
  holds: (progress: CampaignProgress) => boolean,
): Promise<void> {
  while (!holds(await api.get<CampaignProgress>(`/v1/campaigns/${id}`))) await sleep(LOOK_EVERY_MS);
}

/** Of every call's workflow, once it has closed. */
async function historyLengths(address: string, id: string): Promise<number[]> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection });
    const lengths: number[] = [];
    for (let contact = 1; contact <= contacts; contact++) {
      const handle = client.workflow.getHandle(callWorkflowId(`${id}.${contact}.1`));
      await handle.result();
      lengths.push((await handle.describe()).historyLength);
    }
    return lengths;
  } finally {
    await connection.close();
  }
}
