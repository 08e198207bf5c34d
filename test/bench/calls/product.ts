/** The whole product as in production: its server, its worker, its store, and a Temporal server, in four processes with the carrier's stub. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordingHookUrl } from '../../../src/carrier/calls/tokens.ts';
import { ApiClient } from '../../../src/terminal/api-client.ts';
import { BenchClient } from '../bench-client.ts';
import type { Campaign, CampaignProgress } from '../../../src/terminal/api-shapes.ts';
import { callWorkflowId } from '../../../src/domain/ids.ts';
import type { Engine } from '../../faults/faults.ts';
import { openBenchStore, type BenchStore } from '../bench-store.ts';
import { end, forkStub, scriptLaunch, startNode, untilAnswers, type Stub } from './processes.ts';
import type { Load, Ran, System } from './system.ts';
import { startTemporal, type TemporalPlan, type TemporalServer } from './temporal-servers.ts';
import { freePort } from '../../free-port.ts';

export interface ProductOptions extends TemporalPlan {
  folder: string;
  /** Of our store. By default SQLite. */
  engine?: Engine;
  /** False: no public URL, so nothing calls back and every call is polled. */
  webhooks: boolean;
  /** Every call has a recording, which is fetched: after its webhook, or by the desk. */
  recordings: 'none' | 'by-webhook' | 'by-desk';
  everyEvent: boolean;
  talkMs: number;
  /** Pauses of the carrier before its answers to POSTs, one after the other. */
  answerMs?: readonly number[];
  /** How many processes of each. By default one. Webhooks go to the servers in turns. */
  servers?: number;
  workers?: number;
  /** How far the workers stand back behind the servers (nice(1)). */
  nice?: number;
  /** That share the calls of a load, and the account's pace and most live calls. By default one, without such limits. */
  campaigns?: number;
  /** Write CPU profiles of the threads of server and worker here, in a folder for each. */
  profileTo?: string;
  /** A module that server and worker load first (`node --import`). It is asked by messages. */
  probe?: string;
}

export interface Product extends System {
  processes: Record<'server' | 'worker', ChildProcess>;
  store: BenchStore;
  api: BenchClient;
  /** The command line's client, for what needs a longer answer or a file. */
  client: ApiClient;
  temporal: TemporalServer;
  stub: Stub;
  /** A campaign with these contacts, ready to be started. */
  load(load: Load): Promise<string>;
  untilOver(campaignId: string, calls: number): Promise<void>;
}

const API_KEY = 'bench-client-key-0123';
const PUBLIC_URL = 'https://dialwright.example';
const HOOK_SECRET = 'a-secret-of-the-bench-that-is-long-enough';
const IMPORT_ROWS = 1_000;
const LOOK_EVERY_MS = 250;
const SAMPLED = 20;
const NO_HINDRANCE_PER_SECOND = 1_000;
/** Polling is measured with the carrier's time compressed: else most of it is the pause before the first poll. */
const POLLING_TIME_FACTOR = '50';

export async function startProduct(options: ProductOptions): Promise<Product> {
  const { folder, campaigns = 1 } = options;
  mkdirSync(folder, { recursive: true });
  const temporal = await startTemporal(folder, options);
  const ports = await portsFor(options.servers ?? 1);
  const stubPort = await freePort();
  const [url = '', ...otherUrls] = ports.map((port) => `http://127.0.0.1:${port}`);
  const stub = await forkStub({
    port: stubPort,
    deliverTo: [url, ...otherUrls],
    talkMs: options.talkMs,
    ...(options.answerMs ? { answerMs: options.answerMs } : {}),
    ...(options.recordings === 'by-webhook'
      ? { recordingHook: new URL(recordingHookUrl(PUBLIC_URL, [HOOK_SECRET])).pathname }
      : {}),
  });
  const store = await openBenchStore(options.engine ?? 'sqlite', folder);
  const env = {
    PATH: process.env['PATH'],
    TEMPORAL_ADDRESS: temporal.address,
    DIALWRIGHT_CARRIER_URL: stub.url,
    DIALWRIGHT_CARRIER_API_KEY: 'bench',
    DIALWRIGHT_HOOK_SECRETS: HOOK_SECRET,
    DIALWRIGHT_API_KEYS: API_KEY,
    DIALWRIGHT_DATABASE_URL: store.url,
    DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
    DIALWRIGHT_RECORDING_ORIGINS: stub.url,
    DIALWRIGHT_LOG_LEVEL: 'warn',
    ...(options.webhooks
      ? { DIALWRIGHT_PUBLIC_URL: PUBLIC_URL }
      : { DIALWRIGHT_TIME_FACTOR: POLLING_TIME_FACTOR }),
    ...(options.everyEvent ? { DIALWRIGHT_EVERY_EVENT_BELOW: '1000000' } : {}),
  };
  const start = (script: 'server' | 'worker', number: number) => {
    const name = number === 0 ? script : `${script}-${number + 1}`;
    const launch = scriptLaunch(script);
    return startNode({
      args: [...probing(options), ...profiling(options, name), ...launch.args],
      env: { ...env, DIALWRIGHT_PORT: String(ports[number] ?? ports[0]), ...launch.env },
      logFile: join(folder, `${name}.log`),
      ipc: options.probe !== undefined,
      nice: script === 'worker' ? (options.nice ?? 0) : 0,
    });
  };
  const server = start('server', 0);
  await untilAnswers(`${url}/healthz`, server);
  const otherServers = otherUrls.map((_, index) => start('server', index + 1));
  for (const [index, each] of otherServers.entries())
    await untilAnswers(`${otherUrls[index]}/healthz`, each);
  const workers = Array.from({ length: options.workers ?? 1 }, (_, index) =>
    start('worker', index),
  );
  const [worker] = workers as [ChildProcess];
  const api = new BenchClient({ url, apiKey: API_KEY });
  const client = new ApiClient({ url, apiKey: API_KEY });
  const agents = new Set<number>();

  async function load({ calls, inFlight, perSecond }: Load): Promise<string> {
    for (let agent = 1; agent <= inFlight; agent++) {
      if (agents.has(agent)) continue;
      agents.add(agent);
      const body = {
        id: `a${agent}`,
        name: `Agent ${agent}`,
        kind: 'sip',
        address: `sip-${agent}`,
      };
      await api.post('/v1/agents', { body });
    }
    const settings = {
      name: 'Bench',
      collect_recordings: options.recordings !== 'none',
      ...(perSecond > 0 ? { calls_per_second: perSecond } : {}),
      ...(campaigns > 1 && limitsOfCampaign(inFlight, campaigns)),
    };
    const { id } = await api.post<Campaign>('/v1/campaigns', { body: settings });
    for (let from = 0; from < calls; from += IMPORT_ROWS) {
      const length = Math.min(IMPORT_ROWS, calls - from);
      const contacts = Array.from({ length }, (_, index) => ({
        number: nextNumber(),
        name: `Somebody ${from + index}`,
      }));
      await api.post(`/v1/campaigns/${id}/contacts`, { body: { contacts } });
    }
    return id;
  }

  const limitAccount = ({ inFlight }: Load) =>
    client.edit('/v1/account', {}, () => ({
      calls_per_second: NO_HINDRANCE_PER_SECOND,
      max_live_calls: inFlight,
    }));

  async function untilOver(id: string, calls: number): Promise<void> {
    for (;;) {
      const { state, money } = await api.get<CampaignProgress>(`/v1/campaigns/${id}`);
      if (state === 'completed' && money.settled.calls === calls) return;
      await sleep(LOOK_EVERY_MS);
    }
  }

  async function run(asked: Load): Promise<Ran> {
    if (campaigns > 1) await limitAccount(asked);
    const ids: string[] = [];
    const calls = asked.calls / campaigns;
    for (let count = 0; count < campaigns; count++) ids.push(await load({ ...asked, calls }));
    const startedAtMs = Date.now();
    await Promise.all(ids.map((id) => api.post(`/v1/campaigns/${id}/start`)));
    // One after the other, so that looking costs as little as with one campaign.
    for (const id of ids) await untilOver(id, calls);
    const { agent_idle: idle } = await api.get<CampaignProgress>(`/v1/campaigns/${ids[0]}`);
    return {
      startedAtMs,
      ...(await readStore(store, ids)),
      ...(idle === null ? {} : { agentIdle: { p50: idle.p50_ms, p95: idle.p95_ms } }),
    };
  }

  return {
    pids: {
      worker: workers.map(({ pid }) => pid!),
      server: [server, ...otherServers].map(({ pid }) => pid!),
      temporal: [temporal.pid],
      ...(temporal.postgres ? { temporalStore: [temporal.postgres.pid] } : {}),
      ...(store.pid === undefined ? {} : { store: [store.pid] }),
      stub: [stub.pid],
    },
    temporalAddress: temporal.address,
    temporal,
    stub,
    processes: { server, worker },
    store,
    api,
    client,
    bytes: async () => ({ temporal: await temporal.bytes(), store: await store.bytes() }),
    postgres: {
      ...(temporal.postgres ? { temporal: temporal.postgres.server } : {}),
      ...(store.postgres ? { store: store.postgres } : {}),
    },
    load,
    untilOver,
    run,
    async stop() {
      await Promise.all([...workers, server, ...otherServers].map((child) => end(child)));
      await Promise.all([stub.stop(), temporal.stop(), store.stop()]);
    },
  };
}

const probing = ({ probe }: ProductOptions): string[] =>
  probe === undefined ? [] : ['--import', probe];

function profiling({ profileTo }: ProductOptions, name: string): string[] {
  if (profileTo === undefined) return [];
  // Node names the files, one for each thread.
  return ['--cpu-prof', `--cpu-prof-dir=${join(profileTo, name)}`];
}

let numbers = 0;
/** Not dialled by anything: the stub is a process of ours. Area codes given out, so that the import takes them. */
function nextNumber(): string {
  const line = (numbers++ * 7_919) % 8_000_000;
  return `+1${[202, 212, 303, 312, 404][line % 5]}${2_000_000 + line}`;
}

/** Each is checked at every claim, and none holds a call up. */
const limitsOfCampaign = (inFlight: number, campaigns: number) => ({
  calls_per_second: NO_HINDRANCE_PER_SECOND,
  max_live_calls: Math.ceil((2 * inFlight) / campaigns),
  caps: { least_gap: '1h', per_day: 3, rolling: [{ days: 7, most: 3 }] },
});

async function portsFor(servers: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < servers) ports.add(await freePort());
  return [...ports];
}

async function readStore(
  store: BenchStore,
  campaigns: readonly string[],
): Promise<Pick<Ran, 'overAtMs' | 'workflowIds'>> {
  const rows = await store.ask<{ ref: string; over: number | string }>(
    `SELECT ref, ended_at_ms AS over FROM calls WHERE campaign_id IN (${campaigns.map((id) => `'${id}'`).join()}) ORDER BY ended_at_ms`,
  );
  const from = Math.max(0, Math.floor(rows.length / 2) - SAMPLED / 2);
  return {
    overAtMs: rows.map(({ over }) => Number(over)),
    workflowIds: rows.slice(from, from + SAMPLED).map(({ ref }) => callWorkflowId(ref)),
  };
}
