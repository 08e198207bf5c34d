/** The gate of a deploy: replays open runs that would move to this build. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityDeps } from '../deps.ts';
import type { TypeReplayed } from './type-replayed.ts';

/**
 * Returns what was replayed, as a line. Changes nothing.
 * @throws ApplicationFailure that names what would break
 */
export async function replayOpenRuns(
  { replayMovingRuns }: Pick<ActivityDeps, 'replayMovingRuns'>,
  mostOfEachType: number,
): Promise<string> {
  const { heartbeat } = Context.current();
  const types = await replayMovingRuns(mostOfEachType, (replayed) => heartbeat(replayed));
  const broken = types.filter((type) => type.would_break > 0);
  if (broken.length > 0)
    throw ApplicationFailure.nonRetryable(broken.map(sentenceOf).join('; '), 'would_break');
  const replayed = types.map(({ workflow_type, runs }) => `${runs} ${workflow_type}`);
  return replayed.length === 0
    ? 'no run would move to this build'
    : `${replayed.join(', ')} replay`;
}

const sentenceOf = ({ workflow_type, runs, would_break, first_error, examples }: TypeReplayed) =>
  `${would_break} of ${runs} runs of ${workflow_type} would break on this build, such as ${examples[0]}: ${first_error}`;
