/** The worker of the floor and of the limit, with the window of calls in it. Nothing of the product. */
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { fileURLToPath } from 'node:url';
import { openStubClient } from './stub-client.ts';
import type { Load, Ran } from './system.ts';
import { keepUnderWay } from './window.ts';

export interface FloorPlan {
  temporalAddress: string;
  stubUrl: string;
  kind: FloorKind;
}

/** `limit`: the workflow is empty, and no call is made. */
export type FloorKind = 'floor' | 'limit';
export type FloorActivities = ReturnType<typeof openStubClient>;
export type LimitActivities = Pick<Notes, 'note'>;

export const FLOOR_QUEUE = 'floor';
const SAMPLED = 20;

/** Tells who drives a workflow of the limit that its local activity has run. */
class Notes {
  readonly #waiting = new Map<string, () => void>();

  note = async (key: string): Promise<void> => this.#waiting.get(key)?.();

  noted(key: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(key, resolve);
    return promise.finally(() => this.#waiting.delete(key));
  }
}

async function main(plan: FloorPlan): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const notes = new Notes();
  const connection = await NativeConnection.connect({ address: plan.temporalAddress });
  const worker = await Worker.create({
    connection,
    taskQueue: FLOOR_QUEUE,
    workflowsPath: fileURLToPath(new URL('./floor-workflow.ts', import.meta.url)),
    activities: { ...openStubClient(plan.stubUrl), note: notes.note },
  });
  void worker.run();
  const makeCall =
    plan.kind === 'limit'
      ? limitCall(new Client({ connection }), notes)
      : floorCall(
          new Client({ connection: await Connection.connect({ address: plan.temporalAddress }) }),
        );
  let runs = 0;
  process.on('message', (load: Load) => {
    void drive(makeCall, `r${runs++}`, load).then((ran) => process.send?.(ran));
  });
  process.send?.('ready');
}

type MakeCall = (workflowId: string) => Promise<unknown>;

const floorCall =
  (client: Client): MakeCall =>
  (workflowId) =>
    client.workflow.execute('floorCall', started(workflowId));

/** Over when its local activity has run: nobody asks Temporal for the end. */
const limitCall =
  (client: Client, notes: Notes): MakeCall =>
  async (workflowId) => {
    const noted = notes.noted(workflowId);
    await client.workflow.start('limitCall', { ...started(workflowId), requestEagerStart: true });
    await noted;
  };

const started = (workflowId: string) => ({
  workflowId,
  taskQueue: FLOOR_QUEUE,
  args: [workflowId],
});

async function drive(makeCall: MakeCall, prefix: string, load: Load): Promise<Ran> {
  const ran = await keepUnderWay(load, (number) => makeCall(`${prefix}-${number}`));
  const from = Math.max(0, Math.floor(load.calls / 2) - SAMPLED / 2);
  const workflowIds = Array.from({ length: SAMPLED }, (_, index) => `${prefix}-${from + index}`);
  return { ...ran, workflowIds };
}

process.once('disconnect', () => process.exit(0));
await main(JSON.parse(process.argv[2]!) as FloorPlan);
