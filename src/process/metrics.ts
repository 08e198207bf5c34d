/** Opens the metrics of a process where `DIALWRIGHT_METRICS` asks for them. Without it, nothing of them is loaded. */
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { CarrierClient } from '../carrier/client.ts';
import type { ServerConfig } from '../config/config.ts';
import { PRODUCT_VERSION } from '../domain/product-version.ts';
import type { ZoneRules } from '../domain/zone-release.ts';
import type { AnsweredWebhook } from '../metrics/webhook-metrics.ts';
import type { FiguresStore } from '../store/statistics/figures-store.ts';
import type { ObserveTransaction } from '../store/sql/engine/observed-database.ts';
import { StartError } from './start-error.ts';

export interface OpenMetrics {
  observeTransaction: ObserveTransaction;
  /** Figures of the installation, for a server. */
  showInstallation(source: { store: FiguresStore; nowMs: () => number }): void;
  /** Counts the webhooks of an API that does not listen yet. */
  countWebhooks(api: FastifyInstance): void;
  measured(carrier: CarrierClient): CarrierClient;
  /** Listens. @throws StartError */
  listen(probe: { ready: () => Promise<void> }): Promise<void>;
  close(): Promise<void>;
}

export interface MetricsOptions {
  config: ServerConfig;
  role: 'server' | 'worker';
  zoneRules: () => ZoneRules;
  /** Where Temporal's SDK shows its own metrics on this machine. */
  sdkPort?: number | undefined;
}

/** Undefined: the setting is not set. */
export async function openMetrics(options: MetricsOptions): Promise<OpenMetrics | undefined> {
  const { config, role, zoneRules, sdkPort } = options;
  if (config.metrics === undefined) return undefined;
  const { host, port } = config.metrics;
  const parts = await import('../metrics/parts.ts');
  const metrics = parts.createProcessMetrics({ role, version: PRODUCT_VERSION });
  const { database, recordings } = config;
  parts.machineMetrics(metrics, {
    databaseFile: database.engine === 'sqlite' ? database.path : undefined,
    recordingsFolder: recordings.kind === 'folder' ? recordings.path : undefined,
    zoneRules,
  });
  let listener: { close(): Promise<void> } | undefined;
  return {
    observeTransaction: parts.storeMetrics(metrics),
    showInstallation: (source) => parts.installationMetrics(metrics, source),
    countWebhooks: (api) => countWebhooks(api, parts.webhookMetrics(metrics)),
    measured: (carrier) =>
      parts.measuredCarrier(carrier, config.carrierProfile.place.refusalStatuses, metrics),
    async listen({ ready }) {
      const others = sdkPort === undefined ? undefined : () => sdkMetrics(sdkPort);
      listener = await parts
        .listenForScrapes(metrics, { host, port, ready, others })
        .catch((error: unknown) => {
          throw cannotListen(`${host}:${port}`, error);
        });
    },
    close: async () => listener?.close(),
  };
}

function cannotListen(address: string, error: unknown): StartError {
  const { code } = error as NodeJS.ErrnoException;
  return new StartError(
    `The metrics cannot be shown at ${address} (${code}); stop the program that uses the port, or set DIALWRIGHT_METRICS ` +
      'to another one: server and worker on one machine need different ports.',
    { cause: error },
  );
}

/** A hook of the whole API, so that the ingress itself knows of no metrics. */
function countWebhooks(api: FastifyInstance, note: (answered: AnsweredWebhook) => void): void {
  api.addHook('onResponse', async ({ routeOptions }, reply) => {
    const { isHook = false } = routeOptions.config;
    if (!isHook) return;
    const kind = routeOptions.url?.startsWith('/hooks/recordings/') ? 'recording' : 'call';
    note({ kind, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
  });
}

const SDK_ANSWERS_WITHIN_MS = 2_000;

/** Empty where it does not answer: the other metrics are shown all the same. */
async function sdkMetrics(port: number): Promise<string> {
  try {
    const signal = AbortSignal.timeout(SDK_ANSWERS_WITHIN_MS);
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal });
    return answer.ok ? await answer.text() : '';
  } catch {
    return '';
  }
}

/** The SDK takes an address and does not tell which port it got, so it is given one that is free. */
export async function freeLoopbackPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
