import { Worker } from 'node:worker_threads';
import { ApplicationFailure } from '@temporalio/common';
import type { PlannedContact } from '../../domain/planning/planned-contact.ts';
import type { Forecast } from '../../domain/planning/rehearsal/forecast.ts';
import { REHEARSAL_FAULTS, REHEARSAL_WITHIN_MS } from '../../workflows/messages.ts';
import type { FromThread, ThreadOrder, ToThread } from './rehearsal-thread.ts';

const THREAD = new URL('./rehearsal-thread.ts', import.meta.url);
/** Limit of the thread. A rehearsal that needs more memory ends without affecting the worker. */
const MOST_HEAP_MB = 1_024;

/** Runs one rehearsal of this process at a time, in its own thread. */
export class RehearsalRoom {
  #isTaken = false;

  /**
   * @throws ApplicationFailure if this rehearsal needs too much time or memory; a retryable one if another rehearsal runs
   * @throws the signal's reason if it aborts
   */
  async rehearse(
    order: ThreadOrder,
    pages: AsyncIterable<PlannedContact[]>,
    signal: AbortSignal,
  ): Promise<Forecast> {
    if (this.#isTaken) throw ApplicationFailure.retryable('another rehearsal runs on this worker');
    this.#isTaken = true;
    const thread = new Worker(THREAD, {
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      // The thread needs none of the worker's settings.
      env: {},
    });
    try {
      const answer = answerOf(thread, signal);
      await Promise.race([sendOrder(thread, order, pages), answer]);
      return await answer;
    } finally {
      await thread.terminate();
      this.#isTaken = false;
    }
  }
}

async function sendOrder(
  thread: Worker,
  order: ThreadOrder,
  pages: AsyncIterable<PlannedContact[]>,
): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  const post = (message: ToThread) => thread.postMessage(message);
  for await (const contacts of pages) post({ contacts });
  post({ order });
}

function answerOf(thread: Worker, signal: AbortSignal): Promise<Forecast> {
  const { promise, resolve, reject } = Promise.withResolvers<Forecast>();
  const within = AbortSignal.timeout(REHEARSAL_WITHIN_MS);
  thread.once('message', ({ forecast }: FromThread) => resolve(forecast));
  thread.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? fault('needs more memory than it is allowed', REHEARSAL_FAULTS.tooLarge)
        : error,
    ),
  );
  thread.once('exit', () => reject(new Error('the thread of the rehearsal ended')));
  within.addEventListener('abort', () => reject(fault('takes too long', REHEARSAL_FAULTS.tooLong)));
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  return promise;
}

const fault = (why: string, type: string) =>
  ApplicationFailure.nonRetryable(`the rehearsal ${why}`, type);
