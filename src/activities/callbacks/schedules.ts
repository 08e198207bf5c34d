/** Schedules of Temporal, made and changed so that doing it again does no harm. */
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';

/** The schedule becomes this, whether it is there or not. */
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
