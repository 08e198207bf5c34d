/** Another system that does the floor's work: its server, an ingress and a worker, each one process, and the carrier's stub. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { end, forkStub, keep, message } from '../calls/processes.ts';
import type { Load, Ran, System } from '../calls/system.ts';
import type { Peer } from './programs.ts';
import { STORES, type Store } from './stores.ts';
import { freePort } from '../../free-port.ts';

export type PeerPlan = { peer: Peer; store: Store['address'] } & (
  { role: 'ingress'; port: number } | { role: 'worker'; stubUrl: string }
);

type Ask = { ask: 'run'; load: Load } | { ask: 'stored' };

export async function startPeer(
  peer: Peer,
  options: { folder: string; talkMs: number },
): Promise<System> {
  const store = await STORES[peer](options.folder);
  const [port, stubPort] = [await freePort(), await freePort()];
  const deliverTo = [`http://127.0.0.1:${port}`];
  const stub = await forkStub({ port: stubPort, deliverTo, talkMs: options.talkMs });
  const common = { peer, store: store.address };
  // The worker first: it makes the tables.
  const worker = await started({ ...common, role: 'worker', stubUrl: stub.url });
  const ingress = await started({ ...common, role: 'ingress', port });
  const ask = (asked: Ask): Promise<unknown> => {
    worker.send(asked);
    return message(worker);
  };
  return {
    pids: {
      worker: [worker.pid!],
      server: [ingress.pid!],
      store: [store.pid],
      stub: [stub.pid],
    },
    stub,
    bytes: () => ({ store: store.bytes() }),
    run: async (load) => (await ask({ ask: 'run', load })) as Ran,
    stored: async () => (await ask({ ask: 'stored' })) as number,
    async stop() {
      await Promise.all([end(worker), end(ingress)]);
      await Promise.all([stub.stop(), store.stop()]);
    },
  };
}

/** Restate's SDK prints a line for each call, where the others print nothing; DBOS's use of pg causes a warning at each start. */
const QUIET = { RESTATE_LOGGING: 'ERROR', NODE_NO_WARNINGS: '1' };

async function started(plan: PeerPlan) {
  const file = join(import.meta.dirname, 'process.js');
  const env = { ...process.env, ...QUIET };
  const child = keep(fork(file, [JSON.stringify(plan)], { env }));
  await message(child);
  return child;
}
