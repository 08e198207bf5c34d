/** One schedule's processes, the links between them, and its client. */
import { join } from 'node:path';
import { openClient, type Client } from './client-log.ts';
import type { Schedule } from './faults.ts';
import { HttpLink, type Passing } from './link.ts';
import { takePorts } from './port-block.ts';
import { API_KEY, Processes } from './processes.ts';
import { TcpLink } from './tcp-link.ts';

export interface World {
  schedule: Schedule;
  folder: string;
  processes: Processes;
  carrier: HttpLink;
  webhooks: HttpLink;
  temporal: TcpLink;
  temporalAddress: string;
  client: Client;
  stop(): Promise<void>;
}

export async function openWorld(root: string, folder: string, schedule: Schedule): Promise<World> {
  const { ports, release } = await takePorts();
  const processes = new Processes({ root, folder, ports }, schedule);
  const url = `http://127.0.0.1:${ports.server}`;
  const client = openClient({ url, apiKey: API_KEY, logPath: join(folder, 'client.ndjson') });
  // What a link holds back left the product when it came here, not when the carrier hears of it.
  const carrier = new HttpLink(ports.simulator, (passing) => {
    client.note({ fact: 'left', ...orderOf(passing) });
  });
  const webhooks = new HttpLink(ports.server);
  const temporal = new TcpLink(ports.temporal);
  await carrier.open(ports.carrierLink);
  await webhooks.open(ports.webhooksLink);
  await temporal.open(ports.temporalLink);
  return {
    schedule,
    folder,
    processes,
    carrier,
    webhooks,
    temporal,
    temporalAddress: `127.0.0.1:${ports.temporal}`,
    client,
    async stop() {
      await processes.killAll();
      await Promise.all([carrier.close(), webhooks.close(), temporal.close()]);
      await release();
    },
  };
}

function orderOf({ body }: Passing): { destination: unknown; callback_url: unknown } {
  const order = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  return { destination: order['destination'], callback_url: order['callback_url'] ?? null };
}
