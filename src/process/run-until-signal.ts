/** The life of a process of its own: it starts, runs until a signal or its own end, and stops in order. */
import { constants } from 'node:os';
import { listenForInterrupts } from './interrupts.ts';
import { exitOnStartError } from './start-error.ts';

/** A server waits this long for running requests. It is also the time limit for a webhook's body. */
export const DRAIN_WITHIN_MS = 10_000;
/** Longer than a POST may take, so that a shutdown does not interrupt one. */
export const SHUTDOWN_GRACE_MS = 20_000;
/** For connections to close, and for a loop to end its turn. */
const CLOSING_MS = 10_000;

/** In seconds: whoever stops a process (deploy, docker-compose.yml) waits so long before it kills. For each process alone, and both in one. */
export const STOPS_WITHIN_S = {
  server: (DRAIN_WITHIN_MS + CLOSING_MS) / 1_000,
  worker: (SHUTDOWN_GRACE_MS + CLOSING_MS) / 1_000,
  both: (DRAIN_WITHIN_MS + SHUTDOWN_GRACE_MS + CLOSING_MS) / 1_000,
} as const;

export interface RunningPart {
  stop(): Promise<void>;
  /** Settles when the part has ended by itself. Absent: it runs until it is stopped. */
  readonly ended?: Promise<void>;
}

/** A signal during the start ends the process at once. As process 1 of a container it would otherwise ignore the signal. */
export async function runUntilSignal(start: () => Promise<RunningPart>): Promise<void> {
  const interrupts = listenForInterrupts(['SIGINT', 'SIGTERM'], exitBy);
  const { signal } = interrupts;
  const duringStart = () => exitBy(signal.reason as NodeJS.Signals);
  signal.addEventListener('abort', duringStart);
  const part = await exitOnStartError(start);
  signal.removeEventListener('abort', duringStart);
  await Promise.race([aborted(signal), ...(part.ended ? [part.ended] : [])]);
  await part.stop();
  interrupts.off();
}

const exitBy = (name: NodeJS.Signals): never => process.exit(128 + constants.signals[name]);

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
