/** Creates, updates and deletes Temporal schedules. Each function may be repeated. */
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';

/** False: there is one of this id already, and it stays as it is. */
export async function createSchedule(client: Client, options: ScheduleOptions): Promise<boolean> {
  try {
    await client.schedule.create(options);
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

/** Creates the schedule, or updates it if it exists. */
export async function putSchedule(client: Client, options: ScheduleOptions): Promise<void> {
  if (await createSchedule(client, options)) return;
  const { spec, action, policies, state: { triggerImmediately: _, ...state } = {} } = options;
  await client.schedule.getHandle(options.scheduleId).update((previous) => ({
    spec,
    action: { ...previous.action, ...action },
    ...(policies && { policies }),
    state: { ...previous.state, ...state },
  }));
}

export async function dropSchedule(client: Client, scheduleId: string): Promise<void> {
  try {
    await client.schedule.getHandle(scheduleId).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}
