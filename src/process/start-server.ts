/** Opens what the server needs, listens, and starts the loops that run beside the API. */
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { CarrierAccess, DevTools } from '../api/http/api-deps.ts';
import { watchAlerts } from '../api/events/alert-watch.ts';
import { createApi } from '../api/create-api.ts';
import { LISTEN_BACKLOG } from '../api/http/connections.ts';
import { archiveCalls } from '../api/privacy/archive-calls.ts';
import { runRetention } from '../api/privacy/run-retention.ts';
import { runErasures } from '../api/privacy/run-erasures.ts';
import { runContactJobs } from '../api/contacts/contact-jobs.ts';
import { ReceivedWebhooks, startHeartbeat } from '../api/ingress/heartbeat.ts';
import { writeReports } from '../api/reports/write-reports.ts';
import { watchSilentCalls } from '../api/ingress/silent-calls.ts';
import { createTemporalGateway, type ConnectedGateway } from '../api/temporal/temporal-gateway.ts';
import { clockOf } from './clock.ts';
import { dataConverterWith } from '../codec/data-converter.ts';
import { createEncryptionCodec } from '../codec/encryption-codec.ts';
import { campaignCheck, CHECK_WITHIN_MS } from '../carrier/carrier-account/campaign-check.ts';
import { checkInput, openCarrierAccount } from '../carrier/carrier-account/account.ts';
import { listedOperations } from '../carrier/carrier-account/operations.ts';
import type { ServerConfig } from '../config/config.ts';
import { isGuessable } from '../domain/keys/guessable-key.ts';
import { makeFirstSuppressionList } from '../api/contacts/first-suppression-list.ts';
import { createLog } from './logging.ts';
import { DRAIN_WITHIN_MS } from './run-until-signal.ts';
import type { WebUi } from '../domain/web-ui.ts';
import { openArchive } from '../recordings-archive/open-archive.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/sql/open-store.ts';
import { openMetrics, type OpenMetrics } from './metrics.ts';
import { lazyTemporalClient, temporalSettings } from './temporal.ts';
import { watchTemporal } from './watch/temporal-watch.ts';
import { buildOf } from './workflow-bundle.ts';
import { logZoneRules, zoneRulesInUse } from './zone-rules.ts';
import { StartError } from './start-error.ts';

export interface RunningServer {
  /** The URL at which it listens, with the actual port. */
  url: string;
  /** Accepts no more requests, finishes the running ones, then closes everything. */
  stop(): Promise<void>;
}

/** Where the dashboard is built. From `src` and, in the published package, from `dist` this is the same path. */
const DASHBOARD = fileURLToPath(new URL('../../dist/dashboard', import.meta.url));

const GUESSABLE =
  'a key of DIALWRIGHT_API_KEYS may be found by trying: use random ones, such as those of `openssl rand -hex 24`';

export async function startServer(
  config: ServerConfig,
  options: { log?: FastifyBaseLogger; dev?: DevTools } = {},
): Promise<RunningServer> {
  const log = options.log ?? createLog(config.logLevel, { build: await buildOf(config) });
  const recordings = await openArchive(config.recordings);
  const zoneRules = () => zoneRulesInUse(config.zoneRulesMaxAgeDays);
  const metrics = await openMetrics({ config, role: 'server', zoneRules });
  const store = await openStore(config.database, metrics?.observeTransaction);
  const nowMs = clockOf(store, log);
  await makeFirstSuppressionList(store, nowMs());
  const client = lazyTemporalClient(dataConverterWith(config.payloadKeys));
  const gateway = createTemporalGateway(client, {
    webhooks: config.publicUrl !== undefined,
    timing: config.timing,
    namesSearchable: config.payloadKeys.length === 0,
  });
  const carrier = openCarrier(config);
  logZoneRules(log, zoneRules());
  if (config.apiKeys.some(isGuessable)) log.warn(GUESSABLE);
  const webhooks = new ReceivedWebhooks();
  const api = createApi(
    {
      noteWebhook: () => webhooks.note(nowMs()),
      store,
      gateway,
      recordings,
      settings: { ...config, webUi: webUiOf(config) },
      log,
      nowMs,
      zoneRules,
      dev: options.dev,
      ...(carrier ? { carrierAccess: carrier } : {}),
      ...(config.payloadKeys.length > 0
        ? { payloadCodec: createEncryptionCodec(config.payloadKeys) }
        : {}),
    },
    { dashboardFolder: DASHBOARD },
  );
  metrics?.countWebhooks(api);
  metrics?.showInstallation({ store, nowMs });
  try {
    await metrics?.listen({ ready: () => store.check() });
    await api.listen({ host: config.host, port: config.port, backlog: LISTEN_BACKLOG });
  } catch (error) {
    await closeAll({ api, carrier, gateway, client, store, metrics });
    throw cannotListen(config, error);
  }
  const url = urlOf(api, config.host);
  const name = `${hostname()}:${new URL(url).port}`;
  const heartbeat = startHeartbeat({ store, name, webhooks, nowMs, log });
  const contactJobs = runContactJobs({ store, gateway, nowMs, log });
  const { timing, recordingQuota: quota } = config;
  const reports = writeReports({ store, recordings, quota, settings: config, nowMs, log });
  const erasures = runErasures({ store, recordings, nowMs, log });
  const retention = runRetention({ store, retention: config.retention, nowMs, log });
  const archives = archiveCalls({
    store,
    recordings,
    quota,
    keptMs: config.callsKeptMs,
    nowMs,
    log,
  });
  const temporal = watchTemporal({
    client,
    config,
    address: temporalSettings().address,
    store,
    role: 'server',
    work: [],
    nowMs,
    log,
  });
  const alerts = watchAlerts({ store, timing, nowMs, log });
  const silentCalls =
    config.publicUrl === undefined
      ? undefined
      : watchSilentCalls({ store, gateway, timing, nowMs, log });
  return {
    url,
    async stop() {
      const loops = [contactJobs, reports, alerts, temporal, erasures, retention, archives];
      await Promise.all([...loops.map((loop) => loop.stop()), silentCalls?.stop()]);
      await closeAll({ api, carrier, gateway, client, store, metrics, heartbeat });
    },
  };
}

const webUiOf = ({ webUiUrl: url }: ServerConfig): WebUi | undefined =>
  url === undefined ? undefined : { url, namespace: temporalSettings().namespace };

function cannotListen({ host, port }: ServerConfig, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error;
  return new StartError(
    `Port ${port} of ${host} cannot be used (${code}); stop the program that uses it, or set ` +
      'DIALWRIGHT_PORT and DIALWRIGHT_HOST to a port and an address that are free.',
    { cause: error },
  );
}

/** Reads for preflight have a time limit and are not retried. Other reads are. */
function openCarrier(config: ServerConfig): OpenCarrierAccess | undefined {
  const { carrierUrl: baseUrl, carrierApiKey: apiKey, carrierProfile: profile } = config;
  if (baseUrl === undefined || apiKey === undefined) return undefined;
  const access = { baseUrl, apiKey, profile };
  const reads = openCarrierAccount({ ...access, readMs: CHECK_WITHIN_MS, retryPausesMs: [] });
  const account = openCarrierAccount({ ...access, readMs: config.timing.readMs });
  const { publicAddresses } = config;
  return {
    checkCampaign: campaignCheck({ account: reads, profile, publicAddresses }),
    account,
    checkInput: (question) => checkInput(question, profile),
    operations: listedOperations(profile),
    async close() {
      await Promise.all([reads.close(), account.close()]);
    },
  };
}

interface OpenCarrierAccess extends CarrierAccess {
  close(): Promise<void>;
}

interface Parts {
  api: FastifyInstance;
  carrier: OpenCarrierAccess | undefined;
  gateway: ConnectedGateway;
  client: Client;
  store: Store;
  metrics: OpenMetrics | undefined;
  heartbeat?: ReturnType<typeof startHeartbeat>;
}

async function closeAll(parts: Parts): Promise<void> {
  const { api, carrier, gateway, client, store, metrics, heartbeat } = parts;
  const patience = setTimeout(() => api.server.closeAllConnections(), DRAIN_WITHIN_MS);
  await api.close();
  clearTimeout(patience);
  await heartbeat?.stop();
  await metrics?.close();
  await carrier?.close();
  await gateway.settled();
  await client.connection.close();
  await store.close();
}

function urlOf(api: FastifyInstance, host: string): string {
  const address = api.server.address();
  const port = typeof address === 'string' ? address : address?.port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
