import { CancellationScope, isCancellation } from '@temporalio/workflow';

/**
 * Runs a watching activity until it answers or `heard` settles, because a signal has told the same; undefined
 * in that case. Both are told to leave then.
 */
export async function watchUntil<Answer>(
  watch: () => Promise<Answer>,
  heard: () => Promise<void>,
): Promise<Answer | undefined> {
  const scope = new CancellationScope();
  const answer = scope.run(watch);
  const told = scope.run(heard).then(() => undefined);
  try {
    return await Promise.race([answer, told]);
  } finally {
    scope.cancel();
    await answer.catch(unlessCancelled);
    await told.catch(unlessCancelled);
  }
}

function unlessCancelled(error: unknown): void {
  if (!isCancellation(error)) throw error;
}
