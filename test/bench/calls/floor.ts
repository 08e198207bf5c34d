/**
 * The floor: what one call costs on Temporal when nothing is promised, on the same server and against the same stub. The limit:
 * what an empty workflow costs there.
 */
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FloorKind, FloorPlan } from './floor-worker.ts';
import type { IngressPlan } from './floor-ingress.ts';
import { end, forkStub, keep, message } from './processes.ts';
import type { Ran, System } from './system.ts';
import { startTemporal, type TemporalPlan } from './temporal-servers.ts';
import { freePort } from '../../free-port.ts';

export async function startFloor(
  options: TemporalPlan & { folder: string; talkMs: number; kind: FloorKind },
): Promise<System> {
  mkdirSync(options.folder, { recursive: true });
  const temporal = await startTemporal(options.folder, options);
  const [port, stubPort] = [await freePort(), await freePort()];
  const deliverTo = [`http://127.0.0.1:${port}`];
  const stub = await forkStub({ port: stubPort, deliverTo, talkMs: options.talkMs });
  const where = { temporalAddress: temporal.address };
  const ingress = await started('floor-ingress.ts', { ...where, port } satisfies IngressPlan);
  const worker = await started('floor-worker.ts', {
    ...where,
    stubUrl: stub.url,
    kind: options.kind,
  } satisfies FloorPlan);
  return {
    pids: {
      worker: [worker.pid!],
      server: [ingress.pid!],
      temporal: [temporal.pid],
      ...(temporal.postgres ? { temporalStore: [temporal.postgres.pid] } : {}),
      stub: [stub.pid],
    },
    temporalAddress: temporal.address,
    stub,
    bytes: async () => ({ temporal: await temporal.bytes() }),
    postgres: temporal.postgres ? { temporal: temporal.postgres.server } : {},
    async run(load) {
      worker.send(load);
      return (await message(worker)) as Ran;
    },
    async stop() {
      await Promise.all([end(worker), end(ingress)]);
      await Promise.all([stub.stop(), temporal.stop()]);
    },
  };
}

async function started(file: string, plan: object) {
  const child = keep(fork(join(import.meta.dirname, file), [JSON.stringify(plan)]));
  await message(child);
  return child;
}
