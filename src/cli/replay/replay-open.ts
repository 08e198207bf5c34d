/** `dialwright replay --open`: replays all open runs of a namespace with the workflows of this build. */
import type { Client } from '@temporalio/client';
import { isGrpcServiceError } from '@temporalio/client';
import { GRPC } from '../../contract/grpc.ts';
import { openRunsOf, replayRuns, type OpenReplayed } from '../../process/replay/replay-runs.ts';
import { hasCode, historyConverterFrom } from '../../process/temporal.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import { thisBuild } from './replay-fault.ts';
import { withTemporal, type Place } from './replay-server.ts';
import { checkReadable } from './replay-source.ts';

export interface OpenOptions extends Place {
  /** In Temporal's list filter language. Only runs that match it are replayed. */
  query?: string;
  /** Histories that are read and replayed at once. */
  parallel: number;
}

/** @throws CommandError, ConfigError */
export async function replayOpen(
  { query, parallel, ...place }: OpenOptions,
  progress: (text: string) => void,
): Promise<OpenReplayed> {
  const converter = historyConverterFrom(process.env);
  return withTemporal(place, async ({ client }) => {
    const filter = openRunsOf(query);
    const total = await countOf(client, filter);
    return replayRuns({
      client,
      build: await thisBuild(converter),
      filter,
      parallel,
      check: (history) => checkReadable(history, converter),
      progress: (replayed, broken) =>
        progress(`  ${broken} would break, ${replayed} replayed of ${total}`),
    });
  });
}

async function countOf(client: Client, query: string): Promise<number> {
  try {
    return (await client.workflow.count(query)).count;
  } catch (error) {
    if (!hasCode(error, GRPC.INVALID_ARGUMENT)) throw error;
    const { cause } = error as Error;
    throw new CommandError({
      code: EXIT.usage,
      what: 'The open runs cannot be listed',
      why: isGrpcServiceError(cause) ? cause.details : 'Temporal refuses the filter',
      next: 'correct --query; it is a list filter of Temporal, such as "WorkflowType = \'callWorkflow\'"',
      cause: error,
    });
  }
}
