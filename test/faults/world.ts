/** One schedule's processes, the links between them, and its client. */
import { join } from 'node:path';
import { recordingHookUrl } from '../../src/carrier/calls/tokens.ts';
import { DatabaseServer } from './database-server.ts';
import { openClient, type Client } from './client-log.ts';
import type { Schedule } from './faults.ts';
import { incompatibleBuild } from './incompatible-build.ts';
import { HttpLink, type Passing } from './link.ts';
import { SmallDisk } from './small-disk.ts';
import { takePorts, type Ports } from './port-block.ts';
import { API_KEY, HOOK_SECRET, Processes, PUBLIC_URL, type MoreSettings } from './processes.ts';
import { TcpLink } from './tcp-link.ts';

export interface World {
  schedule: Schedule;
  folder: string;
  ports: Ports;
  processes: Processes;
  carrier: HttpLink;
  webhooks: HttpLink;
  temporal: TcpLink;
  /** Leads nowhere where the store is a SQLite file. */
  postgres: TcpLink;
  database: DatabaseServer | undefined;
  /** Only of a schedule that fills it. */
  disk: SmallDisk | undefined;
  temporalAddress: string;
  serverUrl: string;
  /** Origin of the carrier's storage. */
  storageUrl: string;
  /** Where the account's recording webhooks go, behind the server's public origin. */
  recordingHookUrl: string;
  client: Client;
  /** When each call was first forged to have ended, by the carrier's id. */
  forged: Map<string, number>;
  /** Calls whose workflow was terminated by hand. */
  terminated: { ref: string; atMs: number }[];
  /** Null: not seen to be back. */
  schedulesBroken: { which: string; act: string; atMs: number; backMs: number | null }[];
  stop(): Promise<void>;
}

/** @param env more settings of the product */
export async function openWorld(
  root: string,
  folder: string,
  schedule: Schedule,
  env: MoreSettings = {},
): Promise<World> {
  const { ports, release } = await takePorts();
  const database =
    schedule.engine === 'postgres' ? await startDatabase(ports, schedule) : undefined;
  const processes = new Processes(
    { root, folder, ports, env, ...(database ? { database } : {}) },
    schedule,
  );
  const disk = schedule.faults.some((fault) => fault.do === 'fill-disk')
    ? SmallDisk.mountFor(processes.file('dialwright.sqlite'))
    : undefined;
  if (schedule.faults.some((fault) => fault.do === 'incompatible'))
    processes.useIncompatible(await incompatibleBuild(root));
  const url = `http://127.0.0.1:${ports.server}`;
  const client = openClient({ url, apiKey: API_KEY, logPath: join(folder, 'client.ndjson') });
  // What a link holds back left the product when it came here, not when the carrier receives it.
  const carrier = new HttpLink(ports.simulator, (passing) => {
    client.note({ fact: 'left', ...orderOf(passing) });
  });
  const webhooks = new HttpLink(ports.server);
  const temporal = new TcpLink(ports.temporal);
  const postgres = new TcpLink(ports.postgres);
  await carrier.open(ports.carrierLink);
  await webhooks.open(ports.webhooksLink);
  await temporal.open(ports.temporalLink);
  await postgres.open(ports.postgresLink);
  return {
    schedule,
    folder,
    ports,
    processes,
    carrier,
    webhooks,
    temporal,
    postgres,
    database,
    disk,
    temporalAddress: `127.0.0.1:${ports.temporal}`,
    serverUrl: url,
    storageUrl: `http://127.0.0.1:${ports.storage}`,
    recordingHookUrl: recordingHookUrl(PUBLIC_URL, [HOOK_SECRET]),
    client,
    forged: new Map(),
    terminated: [],
    schedulesBroken: [],
    async stop() {
      await processes.killAll();
      await Promise.all([carrier.close(), webhooks.close(), temporal.close(), postgres.close()]);
      await database?.stop();
      disk?.unmount();
      await release();
    },
  };
}

function startDatabase(ports: Ports, { faults }: Schedule): Promise<DatabaseServer> {
  return DatabaseServer.start(ports, { standby: faults.some((fault) => fault.do === 'fail-over') });
}

function orderOf({ body }: Passing): { destination: unknown; callback_url: unknown } {
  const order = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  return { destination: order['destination'], callback_url: order['callback_url'] ?? null };
}
