/** Callbacks: the store decides what has come, a schedule of Temporal is the clock that asks it. */
import { ScheduleOverlapPolicy, type CalendarSpec, type ScheduleOptions } from '@temporalio/client';
import { skippedTurns, type Recurrence } from '../../domain/callbacks/callback.ts';
import { callbackWorkflowId, type CallbackId } from '../../domain/ids.ts';
import { dateOf, type LocalTime } from '../../domain/zone.ts';
import type { CallbackSchedule } from '../../store/campaigns/callback-store.ts';
import { WORKFLOWS } from '../../workflows/messages.ts';
import { callbackStart } from '../../workflows/starts.ts';
import { wakeCampaign } from '../campaigns/call-starter.ts';
import type { ActivityDeps } from '../deps.ts';
import { dropSchedule, putSchedule } from './schedules.ts';

export interface SyncedCallback {
  /** A contact was made due. */
  rang: boolean;
  schedule: 'as it was' | 'put' | 'dropped';
}

export function callbackActivities(deps: ActivityDeps) {
  return {
    /**
     * Makes due what has come, and lets the schedule follow. Harmless to repeat: each turn is made once.
     * @param atMs the server's clock; the later of the two counts
     */
    async syncCallback(id: CallbackId, atMs: number): Promise<SyncedCallback> {
      return syncCallback(deps, id, Math.max(atMs, deps.nowMs()));
    },
  };
}

/** The contact comes first: it does not need the schedule. */
export async function syncCallback(
  deps: ActivityDeps,
  id: CallbackId,
  nowMs: number,
): Promise<SyncedCallback> {
  const { store, client } = deps;
  const ringing = await store.ringCallback(id, nowMs);
  for (const campaignId of new Set(ringing)) await wakeCampaign(client, campaignId);
  const wanted = await store.callbackSchedule(id);
  const rang = ringing.length > 0;
  if (!wanted.behind) return { rang, schedule: 'as it was' };
  const options = scheduleOf(id, wanted, nowMs);
  if (options) await putSchedule(client, options);
  else await dropSchedule(client, callbackWorkflowId(id));
  await store.noteCallbackSchedule(id, wanted.version);
  return { rang, schedule: options ? 'put' : 'dropped' };
}

/** One turn is enough to make all that have come, and the sweep sees to those that are older. */
const CATCH_UP = '1 hour';

function scheduleOf(
  id: CallbackId,
  { spec }: CallbackSchedule,
  nowMs: number,
): ScheduleOptions | undefined {
  if (!spec) return undefined;
  // The server leaves out what clocks skip.
  const skipped = skippedTurns(spec.every, spec.zone, nowMs).map(dateTimeOf);
  return {
    scheduleId: callbackWorkflowId(id),
    spec: { calendars: [calendarOf(spec.every), ...skipped], timezone: spec.zone },
    action: { type: 'startWorkflow', workflowType: WORKFLOWS.callback, ...callbackStart(id) },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP },
    state: { paused: spec.paused },
  };
}

const DAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;

/** One time, once. */
function dateTimeOf({ day, minuteOfDay }: LocalTime): CalendarSpec {
  const [year, month, dayOfMonth] = dateOf(day).split('-').map(Number);
  return {
    year: year!,
    month: MONTHS[month! - 1]!,
    dayOfMonth: dayOfMonth!,
    ...clockOf(minuteOfDay),
  };
}

const clockOf = (minuteOfDay: number) => ({
  hour: Math.floor(minuteOfDay / 60),
  minute: minuteOfDay % 60,
});

/** Its first and last day and its jitter are the store's to keep. */
function calendarOf({ minuteOfDay, weekdays, daysOfMonth }: Recurrence): CalendarSpec {
  return {
    ...clockOf(minuteOfDay),
    ...(weekdays && { dayOfWeek: weekdays.map((day) => DAYS[day - 1]!) }),
    ...(daysOfMonth && { dayOfMonth: [...daysOfMonth] }),
  };
}
