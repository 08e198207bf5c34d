/** `dialwright replay --open`: replays all open runs of a namespace with the workflows of this build. */
import type { Client } from '@temporalio/client';
import { isGrpcServiceError } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { GRPC } from '../../contract/grpc.ts';
import { TASK_QUEUE, WORKFLOWS } from '../../contract/messages.ts';
import { hasCode, historyConverterFrom } from '../../process/temporal.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import { sentenceIn, thisBuild } from './replay-fault.ts';
import { withTemporal, type Place } from './replay-server.ts';
import { checkReadable, type History } from './replay-source.ts';

export interface OpenOptions extends Place {
  /** In Temporal's list filter language. Only runs that match it are replayed. */
  query?: string;
  /** Histories that are read and replayed at once. */
  parallel: number;
}

export interface OpenReplayed {
  runs: number;
  would_break: number;
  /** Of each type that has open runs. */
  types: TypeReplayed[];
}

export interface TypeReplayed {
  workflow_type: string;
  runs: number;
  would_break: number;
  /** Why the first one that breaks does not replay; null: all replay. */
  first_error: string | null;
  /** Workflow ids of some that break. */
  examples: string[];
}

interface OpenRun {
  workflowId: string;
  runId: string;
  type: string;
}

const EXAMPLES = 3;

/** @throws CommandError, ConfigError */
export async function replayOpen(
  { query, parallel, ...place }: OpenOptions,
  progress: (text: string) => void,
): Promise<OpenReplayed> {
  const converter = historyConverterFrom(process.env);
  return withTemporal(place, async ({ client }) => {
    const filter = openRunsOf(query);
    const total = await countOf(client, filter);
    const tally = new Tally((text) => progress(`${text} of ${total}`));
    const runs = openRuns(client, filter);
    const build = await thisBuild(converter);
    const lane = async () => {
      const current = new Map<string, OpenRun>();
      const histories = historiesOf({ client, converter, runs, current });
      for await (const { workflowId, error } of Worker.runReplayHistories(build, histories)) {
        tally.note(current.get(workflowId)!, error);
        current.delete(workflowId);
      }
    };
    await Promise.all(Array.from({ length: parallel }, lane));
    return tally.result();
  });
}

const openRunsOf = (query: string | undefined): string =>
  [
    `TaskQueue = '${TASK_QUEUE}'`,
    `WorkflowType IN (${Object.values(WORKFLOWS)
      .map((type) => `'${type}'`)
      .join(', ')})`,
    "ExecutionStatus = 'Running'",
    ...(query === undefined ? [] : [`(${query})`]),
  ].join(' AND ');

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

/** One list for all lanes: each takes the next run. */
async function* openRuns(client: Client, query: string): AsyncGenerator<OpenRun, undefined> {
  for await (const { workflowId, runId, type } of client.workflow.list({ query }))
    yield { workflowId, runId, type };
}

interface Lane {
  client: Client;
  converter: DataConverter;
  runs: AsyncGenerator<OpenRun, undefined>;
  /** What this lane replays, by the id that the replayer gives back. */
  current: Map<string, OpenRun>;
}

async function* historiesOf({ client, converter, runs, current }: Lane) {
  for (;;) {
    const { value: run } = await runs.next();
    if (run === undefined) return;
    const history = await historyOf(client, run);
    if (history === undefined) continue;
    await checkReadable(history, converter);
    const workflowId = `${run.workflowId}/${run.runId}`;
    current.set(workflowId, run);
    yield { workflowId, history };
  }
}

/** Undefined: it was deleted since it was listed. One that has closed since replays as well. */
async function historyOf(client: Client, run: OpenRun): Promise<History | undefined> {
  try {
    return await client.workflow.getHandle(run.workflowId, run.runId).fetchHistory();
  } catch (error) {
    if (hasCode(error, GRPC.NOT_FOUND)) return undefined;
    throw error;
  }
}

class Tally {
  readonly #types = new Map<string, TypeReplayed>();
  readonly #progress: (text: string) => void;
  #runs = 0;
  #broken = 0;

  constructor(progress: (text: string) => void) {
    this.#progress = progress;
  }

  note({ type, workflowId }: OpenRun, error: Error | undefined): void {
    const known = this.#types.get(type) ?? emptyType(type);
    this.#types.set(type, known);
    known.runs += 1;
    this.#runs += 1;
    if (error !== undefined) {
      this.#broken += 1;
      known.would_break += 1;
      known.first_error ??= sentenceIn(error.message);
      if (known.examples.length < EXAMPLES) known.examples.push(workflowId);
    }
    this.#progress(`  ${this.#broken} would break, ${this.#runs} replayed`);
  }

  result(): OpenReplayed {
    const types = [...this.#types.values()].toSorted(
      (one, other) =>
        other.would_break - one.would_break || one.workflow_type.localeCompare(other.workflow_type),
    );
    return { runs: this.#runs, would_break: this.#broken, types };
  }
}

const emptyType = (type: string): TypeReplayed => ({
  workflow_type: type,
  runs: 0,
  would_break: 0,
  first_error: null,
  examples: [],
});
