/** The floor's worker, with the window of calls in it. Nothing of the product. */
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { fileURLToPath } from 'node:url';
import { openStubClient } from './stub-client.ts';
import type { Load, Ran } from './system.ts';
import { keepUnderWay } from './window.ts';

export interface FloorPlan {
  temporalAddress: string;
  stubUrl: string;
}

export type FloorActivities = ReturnType<typeof openStubClient>;

export const FLOOR_QUEUE = 'floor';
const SAMPLED = 20;

async function main(plan: FloorPlan): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const connection = await NativeConnection.connect({ address: plan.temporalAddress });
  const worker = await Worker.create({
    connection,
    taskQueue: FLOOR_QUEUE,
    workflowsPath: fileURLToPath(new URL('./floor-workflow.ts', import.meta.url)),
    activities: openStubClient(plan.stubUrl),
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
  const ran = await keepUnderWay(load, (number) => {
    const workflowId = `${prefix}-${number}`;
    const args = [workflowId];
    return client.workflow.execute('floorCall', { workflowId, taskQueue: FLOOR_QUEUE, args });
  });
  const from = Math.max(0, Math.floor(load.calls / 2) - SAMPLED / 2);
  const workflowIds = Array.from({ length: SAMPLED }, (_, index) => `${prefix}-${from + index}`);
  return { ...ran, workflowIds };
}

process.once('disconnect', () => process.exit(0));
await main(JSON.parse(process.argv[2]!) as FloorPlan);
