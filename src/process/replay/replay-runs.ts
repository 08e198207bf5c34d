/** Replays open runs of a namespace with the workflows of this build, and counts which would break. */
import type { Client } from '@temporalio/client';
import type { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker, type ReplayWorkerOptions } from '@temporalio/worker';
import type { TypeReplayed } from '../../activities/deploys/type-replayed.ts';
import { GRPC } from '../../contract/grpc.ts';
import { TASK_QUEUE, WORKFLOWS } from '../../contract/messages.ts';
import { hasCode } from '../temporal.ts';

export type History = ReturnType<typeof historyFromJSON>;

export interface OpenReplayed {
  runs: number;
  would_break: number;
  /** Of each type that has open runs. */
  types: TypeReplayed[];
}

interface OpenRun {
  workflowId: string;
  runId: string;
  type: string;
}

export interface ReplayOrder {
  client: Client;
  /** The workflows of this build, and what decodes payloads. */
  build: ReplayWorkerOptions;
  /** A list filter of Temporal (`openRunsOf`). */
  filter: string;
  /** Histories that are read and replayed at once. */
  parallel: number;
  /** Of each type only the first so many are replayed. */
  mostOfEachType?: number;
  /** @throws Error if a history cannot be read, because its replay would differ */
  check?: (history: History) => Promise<void>;
  progress: (replayed: number, broken: number) => void;
}

const EXAMPLES = 3;

/** @throws ServiceError if Temporal does not answer */
export async function replayRuns(order: ReplayOrder): Promise<OpenReplayed> {
  const tally = new Tally(order.progress);
  const runs = openRuns(order);
  const lane = async () => {
    const current = new Map<string, OpenRun>();
    const histories = historiesOf(order, runs, current);
    for await (const { workflowId, error } of Worker.runReplayHistories(order.build, histories)) {
      tally.note(current.get(workflowId)!, error);
      current.delete(workflowId);
    }
  };
  await Promise.all(Array.from({ length: order.parallel }, lane));
  return tally.result();
}

/** @param query in Temporal's list filter language; only runs that match it */
export const openRunsOf = (query: string | undefined): string =>
  [
    `TaskQueue = '${TASK_QUEUE}'`,
    `WorkflowType IN (${Object.values(WORKFLOWS)
      .map((type) => `'${type}'`)
      .join(', ')})`,
    "ExecutionStatus = 'Running'",
    ...(query === undefined ? [] : [`(${query})`]),
  ].join(' AND ');

/** One list for all lanes: each takes the next run. */
async function* openRuns({
  client,
  filter,
  mostOfEachType = Infinity,
}: ReplayOrder): AsyncGenerator<OpenRun, undefined> {
  const taken = new Map<string, number>();
  for await (const { workflowId, runId, type } of client.workflow.list({ query: filter })) {
    const count = taken.get(type) ?? 0;
    taken.set(type, count + 1);
    if (count < mostOfEachType) yield { workflowId, runId, type };
  }
}

/** @param current what this lane replays, by the id that the replayer gives back */
async function* historiesOf(
  { client, check }: ReplayOrder,
  runs: AsyncGenerator<OpenRun, undefined>,
  current: Map<string, OpenRun>,
) {
  for (;;) {
    const { value: run } = await runs.next();
    if (run === undefined) return;
    const history = await historyOf(client, run);
    if (history === undefined) continue;
    await check?.(history);
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
  readonly #progress: ReplayOrder['progress'];
  #runs = 0;
  #broken = 0;

  constructor(progress: ReplayOrder['progress']) {
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
    this.#progress(this.#runs, this.#broken);
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

/** Extracts the message from the dump of a native structure, which the SDK's error quotes. */
export function sentenceIn(dump: string): string {
  const quoted = /message: "((?:[^"\\]|\\.)*)"/.exec(dump)?.[1];
  return (quoted ?? dump).replace(/^\[TMPRL\d+\] /, '');
}
