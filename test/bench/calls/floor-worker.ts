/** The floor's worker, with the window of calls in it. Nothing of the product. */
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import type { Load, Ran } from './system.ts';

export interface FloorPlan {
  temporalAddress: string;
  stubUrl: string;
}

export type FloorActivities = ReturnType<typeof createFloorActivities>;

export const FLOOR_QUEUE = 'floor';
const DESTINATION = '+12025550123';
const SAMPLED = 20;

function createFloorActivities(stubUrl: string) {
  const pool = new Pool(stubUrl, { connections: 128, pipelining: 1 });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
  return {
    async place(key: string): Promise<{ id: string }> {
      const callback_url = `https://dialwright.example/${key}`;
      const body = JSON.stringify({ destination: DESTINATION, sip_account: key, callback_url });
      const path = '/api/v1/click2call';
      const answer = await pool.request({ path, method: 'POST', headers, body });
      if (answer.statusCode !== 201) throw new Error(`POST: ${answer.statusCode}`);
      return (await answer.body.json()) as { id: string };
    },
    async show(id: string): Promise<unknown> {
      const path = `/api/v1/click2call/${id}`;
      const answer = await pool.request({ path, method: 'GET', headers });
      if (answer.statusCode !== 200) throw new Error(`GET: ${answer.statusCode}`);
      return answer.body.json();
    },
  };
}

async function main(plan: FloorPlan): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const connection = await NativeConnection.connect({ address: plan.temporalAddress });
  const worker = await Worker.create({
    connection,
    taskQueue: FLOOR_QUEUE,
    workflowsPath: fileURLToPath(new URL('./floor-workflow.ts', import.meta.url)),
    activities: createFloorActivities(plan.stubUrl),
  });
  void worker.run();
  const client = new Client({
    connection: await Connection.connect({ address: plan.temporalAddress }),
  });
  let runs = 0;
  process.on('message', (load: Load) => {
    void drive(client, `r${runs++}`, load).then((ran) => process.send?.(ran));
  });
  process.send?.('ready');
}

async function drive(client: Client, prefix: string, load: Load): Promise<Ran> {
  const startedAtMs = Date.now();
  const overAtMs: number[] = [];
  let next = 0;
  const one = async () => {
    const workflowId = `${prefix}-${next++}`;
    await client.workflow.execute('floorCall', {
      workflowId,
      taskQueue: FLOOR_QUEUE,
      args: [workflowId],
    });
    overAtMs.push(Date.now());
  };
  const lane = async () => {
    while (next < load.calls) await one();
  };
  if (load.perSecond > 0) await paced(one, load);
  else await Promise.all(Array.from({ length: load.inFlight }, lane));
  const from = Math.max(0, Math.floor(load.calls / 2) - SAMPLED / 2);
  const workflowIds = Array.from({ length: SAMPLED }, (_, index) => `${prefix}-${from + index}`);
  return { startedAtMs, overAtMs: overAtMs.toSorted((a, b) => a - b), workflowIds };
}

async function paced(one: () => Promise<void>, { calls, perSecond }: Load): Promise<void> {
  const startedAtMs = performance.now();
  const all: Promise<void>[] = [];
  for (let call = 0; call < calls; call++) {
    const waitMs = startedAtMs + (call * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    all.push(one());
  }
  await Promise.all(all);
}

process.once('disconnect', () => process.exit(0));
await main(JSON.parse(process.argv[2]!) as FloorPlan);
