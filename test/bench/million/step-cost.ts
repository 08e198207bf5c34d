/** What one step costs the server, the worker and the store. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchStore } from '../bench-store.ts';
import type { Product } from '../calls/product.ts';
import { cpuMs, forgetPeakRss, peakRssMb } from '../calls/process-cost.ts';
import { message } from '../calls/processes.ts';
import type { Halts } from './event-loop-halts.ts';

export interface ProcessCost extends Halts {
  peakRssMb: number;
  cpuSeconds: number;
}

export interface StepCost {
  step: string;
  seconds: number;
  /** What came of it, or why it failed. */
  outcome: string;
  hasFailed: boolean;
  /** Undefined: the process has ended. */
  server: ProcessCost | undefined;
  worker: ProcessCost | undefined;
  /** Of the store's log: the most that was on the disk at once. */
  largestLogMb: number;
  /** What was added to the log; undefined: SQLite does not count it. */
  loggedMb: number | undefined;
  /** Of the store with its log, at the end of the step. */
  storedMb: number;
}

type Processes = Product['processes'];
type Process = Processes[keyof Processes];

const SAMPLE_EVERY_MS = 1_000;
const MEGABYTE = 1e6;

/** @param work returns what came of it. Where it throws, the step has failed, and its cost is measured all the same */
export async function costOf(
  step: string,
  { processes, store }: Pick<Product, 'processes' | 'store'>,
  work: () => Promise<string>,
): Promise<StepCost> {
  await store.truncateLog();
  const before = { server: await begun(processes.server), worker: await begun(processes.worker) };
  const loggedBefore = await loggedMb(store);
  const log = watchLog(store);
  const beganAtMs = performance.now();
  const result = await work().then(
    (outcome) => ({ outcome, hasFailed: false }),
    (error: unknown) => ({ outcome: reasonOf(error), hasFailed: true }),
  );
  const seconds = (performance.now() - beganAtMs) / 1_000;
  const loggedAfter = await loggedMb(store);
  return {
    step,
    seconds,
    ...result,
    server: await ended(processes.server, before.server),
    worker: await ended(processes.worker, before.worker),
    largestLogMb: await log.stop(),
    loggedMb: loggedAfter === undefined ? undefined : loggedAfter - (loggedBefore ?? 0),
    storedMb: (await store.bytes()) / MEGABYTE,
  };
}

/** The processor time that it has used so far. From here on its peak and its halts count anew. */
async function begun(child: Process): Promise<number> {
  if (!isAlive(child)) return 0;
  forgetPeakRss(child.pid!);
  await haltsOf(child);
  return cpuMs(child.pid!);
}

async function ended(child: Process, cpuMsBefore: number): Promise<ProcessCost | undefined> {
  if (!isAlive(child)) return undefined;
  const halts = await haltsOf(child).catch(() => undefined);
  if (halts === undefined) return undefined;
  const cpuSeconds = (cpuMs(child.pid!) - cpuMsBefore) / 1_000;
  return { ...halts, cpuSeconds, peakRssMb: peakRssMb(child.pid!) };
}

const isAlive = (child: Process) => child.exitCode === null && child.signalCode === null;

async function haltsOf(child: Process): Promise<Halts> {
  const answer = message(child);
  // A process that has just ended is reported by the line above.
  child.send('halts', () => undefined);
  return (await answer) as Halts;
}

async function loggedMb(store: BenchStore): Promise<number | undefined> {
  const figures = await store.figures();
  return figures && figures.walBytes / MEGABYTE;
}

function watchLog(store: BenchStore) {
  const stopping = new AbortController();
  let most = 0;
  const sample = async () => void (most = Math.max(most, await store.logBytes()));
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await sample();
      await sleep(SAMPLE_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    /** Megabytes. */
    async stop(): Promise<number> {
      stopping.abort();
      await watching;
      await sample();
      return most / MEGABYTE;
    },
  };
}

/** In one line. The client's errors have a message of several. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
