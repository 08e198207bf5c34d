import { Worker } from 'node:worker_threads';
import type { PlannedContact } from '../../domain/planning/planned-contact.ts';
import type { Forecast } from '../../domain/planning/rehearsal/forecast.ts';
import { Problem } from '../http/problem.ts';
import type { FromWorker, RehearsalOrder, ToWorker } from './rehearsal-worker.ts';

const WORKER = new URL('./rehearsal-worker.ts', import.meta.url);
const WITHIN_MS = 120_000;
/** Limit of the thread. A rehearsal that needs more memory ends without affecting the server. */
const MOST_HEAP_MB = 1_024;

/** Runs one rehearsal at a time, in its own thread. */
export class RehearsalRoom {
  #worker: Worker | undefined;

  /** @throws Problem if another rehearsal runs, or this one needs too much time or memory */
  async rehearse(
    order: RehearsalOrder,
    pages: AsyncIterable<PlannedContact[]>,
    signal: AbortSignal,
  ): Promise<Forecast> {
    if (this.#worker) throw busy();
    const worker = new Worker(WORKER, {
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      // The thread needs none of the server's settings.
      env: {},
    });
    this.#worker = worker;
    try {
      const answer = answerOf(worker, AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]));
      await Promise.race([sendOrder(worker, order, pages), answer]);
      return await answer;
    } finally {
      this.#worker = undefined;
      await worker.terminate();
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

async function sendOrder(
  worker: Worker,
  order: RehearsalOrder,
  pages: AsyncIterable<PlannedContact[]>,
): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  const post = (message: ToWorker) => worker.postMessage(message);
  for await (const contacts of pages) post({ contacts });
  post({ order });
}

function answerOf(worker: Worker, signal: AbortSignal): Promise<Forecast> {
  const { promise, resolve, reject } = Promise.withResolvers<Forecast>();
  worker.once('message', ({ forecast }: FromWorker) => resolve(forecast));
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
  );
  worker.once('exit', () => reject(closing()));
  signal.addEventListener('abort', () => reject(tooLong()), { once: true });
  return promise;
}

const unable = (code: string, detail: string) =>
  new Problem({ status: 503, code, detail, headers: { 'retry-after': '10' } });

const busy = () =>
  unable('rehearsal_busy', 'Another rehearsal is running; only one can run at a time.');
const closing = () => unable('closing', 'The server is shutting down.');
const tooLong = () =>
  unable(
    'rehearsal_too_long',
    `The rehearsal took longer than ${WITHIN_MS / 1_000} s: request fewer runs.`,
  );
const tooLarge = () =>
  unable(
    'rehearsal_too_large',
    'The rehearsal needs more memory than it is allowed: request fewer runs.',
  );
