/** Replays a history with the current workflows, and finds the event at which it fails. */
import type { DataConverter } from '@temporalio/common';
import { Worker, type ReplayWorkerOptions } from '@temporalio/worker';
import { createLog, logTemporal } from '../../process/logging.ts';
import { sentenceIn, type History } from '../../process/replay/replay-runs.ts';
import { bundleWorkflows } from '../../process/workflow-bundle.ts';

const ATTRIBUTES = 'EventAttributes';

type Event = NonNullable<History['events']>[number];

export interface ReplayFault {
  message: string;
  /** The event that the current workflows do not produce, or else the workflow task with another decision. */
  event_id: number | null;
  event: string | null;
}

/** Undefined: the history replays. */
export async function replayFault(
  history: History,
  dataConverter: DataConverter,
): Promise<ReplayFault | undefined> {
  const options = await thisBuild(dataConverter);
  const error = (await firstFault(options, [history]))?.error;
  if (error === undefined) return undefined;
  const message = sentenceIn(error.message);
  const id = /HistoryEvent\(id: (\d+)/.exec(message)?.[1];
  const event = id === undefined ? await decidedOtherwise(options, history) : eventOf(history, id);
  return {
    message,
    event_id: event === undefined ? null : Number(event.eventId),
    event: event === undefined ? null : nameOf(event),
  };
}

/** The workflows as a worker of this build has them. Loaded only now, because the SDK's runtime keeps a process alive. */
export async function thisBuild(dataConverter: DataConverter): Promise<ReplayWorkerOptions> {
  await logTemporal(createLog('silent'));
  return { workflowBundle: { code: await bundleWorkflows() }, dataConverter };
}

async function firstFault(options: ReplayWorkerOptions, histories: Iterable<History>) {
  const inOrder = [...histories];
  const pushed = inOrder.map((history, index) => ({ workflowId: String(index), history }));
  for await (const { workflowId, error } of Worker.runReplayHistories(options, pushed)) {
    if (error) return { error, history: inOrder[Number(workflowId)]! };
  }
  return undefined;
}

/** Replays growing prefixes of the history. Returns the last task of the first prefix that fails. */
async function decidedOtherwise(
  options: ReplayWorkerOptions,
  { events }: History,
): Promise<Event | undefined> {
  const all = events ?? [];
  const ends = [...all.keys()].filter((index) => all[index]?.workflowTaskScheduledEventAttributes);
  const beginnings = [...ends.slice(1), all.length].map((end) => ({ events: all.slice(0, end) }));
  const found = await firstFault(options, beginnings);
  return found?.history.events?.findLast((event) => event.workflowTaskCompletedEventAttributes);
}

const eventOf = ({ events }: History, id: string): Event | undefined =>
  events?.find(({ eventId }) => String(eventId) === id);

/** The event's name as in the Web UI, with its activity or signal. */
function nameOf(event: Event): string {
  const [key = ''] =
    Object.entries(event).find(([key, value]) => key.endsWith(ATTRIBUTES) && value !== null) ?? [];
  const name = key.charAt(0).toUpperCase() + key.slice(1, -ATTRIBUTES.length);
  const subject =
    event.activityTaskScheduledEventAttributes?.activityType?.name ??
    event.workflowExecutionSignaledEventAttributes?.signalName;
  return subject ? `${name} ${subject}` : name;
}
