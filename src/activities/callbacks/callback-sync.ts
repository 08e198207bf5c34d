/** Runs callbacks. The store decides which turns are due; a Temporal schedule asks it at the planned times. */
import { ScheduleOverlapPolicy, type CalendarSpec, type ScheduleOptions } from '@temporalio/client';
import { skippedTurns, type Recurrence } from '../../domain/callbacks/callback.ts';
import { callbackWorkflowId, type CallbackId } from '../../domain/ids.ts';
import { dateOf, type LocalTime } from '../../domain/zone.ts';
import type { CallbackSchedule } from '../../store/campaigns/callback-store.ts';
import { WORKFLOWS } from '../../contract/messages.ts';
import { callbackStart } from '../../contract/starts.ts';
import { wakeCampaign } from '../campaigns/call-starter.ts';
import type { ActivityDeps } from '../deps.ts';
import { dropSchedule, putSchedule } from './schedules.ts';

export interface SyncedCallback {
  /** Whether a contact was made due. */
  madeDue: boolean;
  schedule: 'as it was' | 'put' | 'dropped';
}

/**
 * Makes turns due whose time has come, then updates the schedule. It may be repeated: each turn is made due once. The
 * contact comes first, because it does not need the schedule.
 * @param atMs the time by the Temporal server's clock; the later of it and our own time counts
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

/** Temporal makes up for runs that it missed in this time. It is short, because one run makes all past turns due, and the sweep helps too. */
const CATCH_UP = '1 hour';

function scheduleOf(
  id: CallbackId,
  { spec }: CallbackSchedule,
  nowMs: number,
): ScheduleOptions | undefined {
  if (!spec) return undefined;
  // The schedule has no run for these turns: their local time does not exist, because clocks are set forward over it.
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

/** A calendar that matches this one local time. */
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

/** Without the first and last day and the jitter, which the store applies. */
function calendarOf({ minuteOfDay, weekdays, daysOfMonth }: Recurrence): CalendarSpec {
  return {
    ...clockOf(minuteOfDay),
    ...(weekdays && { dayOfWeek: weekdays.map((day) => DAYS[day - 1]!) }),
    ...(daysOfMonth && { dayOfMonth: [...daysOfMonth] }),
  };
}
