import { CancellationScope, isCancellation } from '@temporalio/workflow';

/**
 * Runs a watching activity until it answers or `heard` says that a signal has told the same; undefined in
 * that case. The activity is told to leave either way.
 */
export async function watchUntil<Answer>(
  watch: () => Promise<Answer>,
  heard: () => Promise<void>,
): Promise<Answer | undefined> {
  const scope = new CancellationScope();
  const answer = scope.run(watch);
  const told = heard().then(() => undefined);
  try {
    return await Promise.race([answer, told]);
  } finally {
    scope.cancel();
    await answer.catch((error: unknown) => {
      if (!isCancellation(error)) throw error;
    });
  }
}
