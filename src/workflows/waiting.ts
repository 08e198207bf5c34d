import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { utcMinute } from '../domain/utc-time.ts';
import { asMarkdown } from './markdown.ts';

/**
 * Runs a watching activity until it answers. Undefined: `untilNews` settled first, because a signal brought the same
 * facts. Either way, the other is cancelled.
 */
export async function watchUntil<Answer>(
  watch: () => Promise<Answer>,
  untilNews: () => Promise<void>,
): Promise<Answer | undefined> {
  const scope = new CancellationScope();
  const answer = scope.run(watch);
  const news = scope.run(untilNews).then(() => undefined);
  try {
    return await Promise.race([answer, news]);
  } finally {
    scope.cancel();
    await answer.catch(unlessCancelled);
    await news.catch(unlessCancelled);
  }
}

function unlessCancelled(error: unknown): void {
  if (!isCancellation(error)) throw error;
}

/** A wait, for current details: what the workflow waits for, and until when. */
export function formatWait({ text, untilMs }: { text: string; untilMs: number | null }): string {
  const until = untilMs === null ? '' : ` until ${utcMinute(untilMs)}`;
  return `waiting${until}: ${asMarkdown(text)}`;
}
