/**
 * Each server and each worker looks every few seconds whether Temporal is well, makes again what is missing there, and
 * tells the store what it sees. So whoever lives mends what it can, and alerts name what is truly wrong.
 */
import { hostname } from 'node:os';
import type { Client } from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import { turnsEvery } from '../../background/turns.ts';
import { GRPC } from '../../contract/grpc.ts';
import { hasCode } from '../temporal.ts';
import type { ProcessSign, TemporalTrouble } from '../../domain/temporal-trouble.ts';
import { watchEveryMs } from '../../domain/timing.ts';
import type { WorkflowStore } from '../../store/workflows/workflow-store.ts';
import { StartError } from '../start-error.ts';
import { reasonOf } from '../../domain/workflow-fault.ts';
import { mendSchedules, type ScheduleConfig } from './mend-schedules.ts';

interface Watched {
  client: Client;
  config: ScheduleConfig;
  /** Host and port, for texts. */
  address: string;
  store: WatchStore;
  role: ProcessSign['role'];
  work: readonly string[];
  nowMs: () => number;
  log: Log;
}

type WatchStore = Pick<
  WorkflowStore,
  'noteProcess' | 'noteProcessStopped' | 'forgetProcesses' | 'processes' | 'sweptAtMs'
> & { installationId(): Promise<string> };

interface Log {
  warn(facts: object, message: string): void;
}

/** Requests to Temporal. A server that hangs is no reason to be silent. */
const ANSWER_WITHIN_MS = 3_000;
/** Looks in a row without an answer: one may fail while Temporal restarts. */
const FAILED_LOOKS = 2;
/** What was mended is told for so long at least, so that somebody hears of it. */
const TOLD_FOR_MS = 15_000;

export function watchTemporal(watched: Watched): { stop(): Promise<void> } {
  const { store, config, role, work, nowMs, log } = watched;
  const name = `${hostname()}:${process.pid}`;
  const looks = new Looks(watched);
  const look = async () => {
    const trouble = await looks.look();
    await store.noteProcess({ name, role, work, atMs: nowMs(), trouble });
    await forgetKilled(store, name);
  };
  const turns = turnsEvery(watchEveryMs(config.timing), () =>
    look().catch((error: unknown) =>
      log.warn({ err: error }, 'what this process sees of Temporal could not be stored'),
    ),
  );
  turns.begin();
  return {
    async stop() {
      await turns.stop();
      await store
        .noteProcessStopped({ role, name, nowMs: nowMs() })
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the end of this process could not be stored'),
        );
    },
  };
}

/** A process of this machine whose id is free was killed. A frozen one keeps its id. */
async function forgetKilled(store: WatchStore, self: string): Promise<void> {
  const prefix = `${hostname()}:`;
  const killed = (await store.processes())
    .map(({ name }) => name)
    .filter(
      (name) => name !== self && name.startsWith(prefix) && !isAlive(name.slice(prefix.length)),
    );
  if (killed.length > 0) await store.forgetProcesses(killed);
}

function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

class Looks {
  readonly #watched: Watched;
  #failed = 0;
  /** A worker has made the schedules at its start. */
  #sawSchedule: boolean;
  #mended: { trouble: TemporalTrouble; atMs: number } | undefined;

  constructor(watched: Watched) {
    this.#watched = watched;
    this.#sawSchedule = watched.role === 'worker';
  }

  /** Null: all is well. */
  async look(): Promise<TemporalTrouble | null> {
    const { client, store, config, log } = this.#watched;
    try {
      const mending = {
        installation: await store.installationId(),
        hadSchedule: this.#sawSchedule || (await store.sweptAtMs()) !== null,
      };
      const found = await client.connection.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
        mendSchedules(client, config, mending),
      );
      this.#failed = 0;
      this.#sawSchedule = true;
      if (found === undefined) return await this.#toldStill();
      if (!found.mended) return found.trouble;
      log.warn({}, found.trouble.text);
      this.#mended = { trouble: found.trouble, atMs: this.#watched.nowMs() };
      return found.trouble;
    } catch (error) {
      this.#failed += 1;
      if (error instanceof StartError) return { kind: 'sweep', text: error.message };
      return this.#failed < FAILED_LOOKS ? null : troubleOf(error, this.#watched);
    }
  }

  /** Until the sweep has run since. */
  async #toldStill(): Promise<TemporalTrouble | null> {
    if (this.#mended === undefined) return null;
    const { trouble, atMs } = this.#mended;
    const sweptAtMs = (await this.#watched.store.sweptAtMs()) ?? 0;
    if (sweptAtMs < atMs || this.#watched.nowMs() - atMs < TOLD_FOR_MS) return trouble;
    this.#mended = undefined;
    return null;
  }
}

function troubleOf(error: unknown, { client, address, role }: Watched): TemporalTrouble {
  const { namespace } = client.options;
  const kind = 'temporal';
  if (hasCode(error, GRPC.UNAVAILABLE, GRPC.DEADLINE_EXCEEDED, GRPC.CANCELLED)) {
    const text = `Temporal at ${address} cannot be reached from a ${role}: start it, or correct TEMPORAL_ADDRESS`;
    return { kind, text };
  }
  if (error instanceof NamespaceNotFoundError || hasCode(error, GRPC.NOT_FOUND)) {
    const text =
      `Temporal at ${address} has no namespace ${namespace}: it came back empty, or TEMPORAL_NAMESPACE is wrong; create the ` +
      `namespace (temporal operator namespace create --namespace ${namespace} --retention 30d), and all runs are started ` +
      'again from the store';
    return { kind, text };
  }
  const why = reasonOf(error instanceof Error ? error.message : String(error));
  return {
    kind,
    text: `Temporal at ${address} refuses a ${role}: ${why}; \`dialwright doctor\` says more`,
  };
}
