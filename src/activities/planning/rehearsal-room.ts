import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ApplicationFailure } from '@temporalio/common';
import type { PlannedContact } from '../../domain/planning/planned-contact.ts';
import type { Forecast } from '../../domain/planning/rehearsal/forecast.ts';
import { REHEARSAL_FAULTS, REHEARSAL_WITHIN_MS } from '../../contract/messages.ts';
import type { FromProcess, ProcessOrder, ToProcess } from './rehearsal-process.ts';

const PROGRAM = fileURLToPath(new URL('./rehearsal-process.ts', import.meta.url));
/** Limit of the process. A rehearsal that needs more memory ends without affecting the worker. */
const MOST_HEAP_MB = 1_024;
/** How V8 ends a process that has reached its limit. */
const OUT_OF_MEMORY = 'SIGABRT';

/** Runs one rehearsal of this worker at a time, in its own process. */
export class RehearsalRoom {
  readonly #mostHeapMb: number;
  #isTaken = false;

  constructor(mostHeapMb = MOST_HEAP_MB) {
    this.#mostHeapMb = mostHeapMb;
  }

  /**
   * @throws ApplicationFailure if this rehearsal fails, or needs too much time or memory; a retryable one if another rehearsal runs
   * @throws the signal's reason if it aborts
   */
  async rehearse(
    order: ProcessOrder,
    pages: AsyncIterable<PlannedContact[]>,
    signal: AbortSignal,
  ): Promise<Forecast> {
    if (this.#isTaken) throw ApplicationFailure.retryable('another rehearsal runs on this worker');
    this.#isTaken = true;
    const child = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${this.#mostHeapMb}`],
      // It needs none of the worker's settings.
      env: {},
      // Contacts have instants that are infinite, which JSON cannot express.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    try {
      const answer = answerOf(child, signal);
      await Promise.race([sendOrder(child, order, pages), answer]);
      return await answer;
    } finally {
      child.kill('SIGKILL');
      this.#isTaken = false;
    }
  }
}

async function sendOrder(
  child: ChildProcess,
  order: ProcessOrder,
  pages: AsyncIterable<PlannedContact[]>,
): Promise<void> {
  // If the process has ended, its exit says why.
  const send = (message: ToProcess) =>
    new Promise<void>((resolve) => child.send(message, () => resolve()));
  for await (const contacts of pages) {
    if (!child.connected) return;
    await send({ contacts });
  }
  await send({ order });
}

function answerOf(child: ChildProcess, signal: AbortSignal): Promise<Forecast> {
  const { promise, resolve, reject } = Promise.withResolvers<Forecast>();
  const within = AbortSignal.timeout(REHEARSAL_WITHIN_MS);
  child.once('message', (message) => {
    const answer = message as FromProcess;
    if ('forecast' in answer) resolve(answer.forecast);
    // The same contacts give the same error again.
    else reject(ApplicationFailure.fromError(answer.error, { nonRetryable: true }));
  });
  child.once('error', reject);
  child.once('exit', (code, endedBy) =>
    reject(
      endedBy === OUT_OF_MEMORY
        ? fault('needs more memory than it is allowed', REHEARSAL_FAULTS.tooLarge)
        : new Error(`the process of the rehearsal ended (${endedBy ?? code})`),
    ),
  );
  within.addEventListener('abort', () => reject(fault('takes too long', REHEARSAL_FAULTS.tooLong)));
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  return promise;
}

const fault = (why: string, type: string) =>
  ApplicationFailure.nonRetryable(`the rehearsal ${why}`, type);
