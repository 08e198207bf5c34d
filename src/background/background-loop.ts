import { setTimeout as sleep } from 'node:timers/promises';

interface Log {
  warn(facts: object, message: string): void;
}

interface RepeatedTask {
  run: (stopping: AbortSignal) => Promise<void>;
  /** What the log says when it fails. */
  failure: string;
  /** More for that line of the log. */
  facts?: object;
}

/** A pause that ends early when the server stops. */
export const pause = (ms: number, stopping: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: stopping }).catch(() => undefined);

/**
 * Runs the tasks one after the other, again and again, while the server runs. A task that fails runs again in the next
 * round. `stop` waits for the task under way, which should look at its signal.
 */
export function runInBackground(
  tasks: readonly RepeatedTask[],
  { everyMs, log }: { everyMs: number; log: Log },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      for (const { run, failure, facts } of tasks) {
        await run(signal).catch((error: unknown) => log.warn({ err: error, ...facts }, failure));
      }
      await pause(everyMs, signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
