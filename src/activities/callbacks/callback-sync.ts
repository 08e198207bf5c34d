/** Callbacks: the store decides which turns have come; a Temporal schedule is the clock that asks it. */
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
  madeDue: boolean;
  schedule: 'as it was' | 'put' | 'dropped';
}

/**
 * Makes due the turns that have come, then brings the schedule up to date. Harmless to repeat: each turn is made due
 * once. The contact comes first, because it does not need the schedule.
 * @param atMs the server's clock; the later of it and ours counts
 */
export async function syncCallback(
  { store, client, nowMs: clockMs }: ActivityDeps,
  id: CallbackId,
  atMs: number,
): Promise<SyncedCallback> {
  const nowMs = Math.max(atMs, clockMs());
  const ringing = await store.makeDueTurns(id, nowMs);
  for (const campaignId of new Set(ringing)) await wakeCampaign(client, campaignId);
  const wanted = await store.callbackSchedule(id);
  const madeDue = ringing.length > 0;
  if (!wanted.behind) return { madeDue, schedule: 'as it was' };
  const options = scheduleOf(id, wanted, nowMs);
  if (options) await putSchedule(client, options);
  else await dropSchedule(client, callbackWorkflowId(id));
  await store.noteCallbackSchedule(id, wanted.version);
  return { madeDue, schedule: options ? 'put' : 'dropped' };
}

/** One run makes all turns due that have come, and the sweep handles older ones. */
const CATCH_UP = '1 hour';

function scheduleOf(
  id: CallbackId,
  { spec }: CallbackSchedule,
  nowMs: number,
): ScheduleOptions | undefined {
  if (!spec) return undefined;
  // The server leaves out these turns, whose local time does not exist because clocks skip it.
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

/** The store keeps the first and last day and the jitter. */
function calendarOf({ minuteOfDay, weekdays, daysOfMonth }: Recurrence): CalendarSpec {
  return {
    ...clockOf(minuteOfDay),
    ...(weekdays && { dayOfWeek: weekdays.map((day) => DAYS[day - 1]!) }),
    ...(daysOfMonth && { dayOfMonth: [...daysOfMonth] }),
  };
}
