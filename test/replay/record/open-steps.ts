/** What is under way in a history. */
import type { History } from '../history-files.ts';

type Event = NonNullable<History['events']>[number];

/** Summaries of the timers and activities that have begun and not ended. */
export function openSteps({ events }: History): string[] {
  const open = new Map<string, string>();
  for (const event of events ?? []) {
    const summary = summaryOf(event);
    if (summary !== undefined) open.set(String(event.eventId), summary);
    const ended = endedStep(event);
    if (ended !== undefined) open.delete(String(ended));
  }
  return [...open.values()];
}

/** Whether only a signal can move it on. */
export const isIdle = (history: History): boolean =>
  openSteps(history).length === 0 &&
  Boolean(history.events?.at(-1)?.workflowTaskCompletedEventAttributes);

/** Whether an activity of the type has been completed, or failed for good. */
export function hasDone({ events = [] }: History, activityType: string): boolean {
  const ended = new Set(events?.map((event) => String(endedStep(event))));
  return Boolean(
    events?.some(
      ({ eventId, activityTaskScheduledEventAttributes: scheduled }) =>
        scheduled?.activityType?.name === activityType && ended.has(String(eventId)),
    ),
  );
}

function summaryOf(event: Event): string | undefined {
  const { timerStartedEventAttributes: timer, activityTaskScheduledEventAttributes: activity } =
    event;
  const data = event.userMetadata?.summary?.data;
  if (!data || !(timer || activity)) return undefined;
  return JSON.parse(Buffer.from(data).toString()) as string;
}

const endedStep = (event: Event) =>
  event.timerFiredEventAttributes?.startedEventId ??
  event.timerCanceledEventAttributes?.startedEventId ??
  event.activityTaskCompletedEventAttributes?.scheduledEventId ??
  event.activityTaskFailedEventAttributes?.scheduledEventId ??
  event.activityTaskTimedOutEventAttributes?.scheduledEventId ??
  event.activityTaskCanceledEventAttributes?.scheduledEventId;
