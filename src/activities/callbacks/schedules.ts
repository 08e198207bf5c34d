/** Creates, updates and deletes Temporal schedules. Each function may be repeated. */
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';

/** Creates the schedule, or updates it if it exists. */
export async function putSchedule(client: Client, options: ScheduleOptions): Promise<void> {
  try {
    await client.schedule.create(options);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { spec, action, policies, state } = options;
    await client.schedule.getHandle(options.scheduleId).update((previous) => ({
      spec,
      action: { ...previous.action, ...action },
      ...(policies && { policies }),
      state: { ...previous.state, ...state },
    }));
  }
}

export async function dropSchedule(client: Client, scheduleId: string): Promise<void> {
  try {
    await client.schedule.getHandle(scheduleId).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}
