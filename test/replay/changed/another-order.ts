/** An interceptor: the recording is asked for a moment later than it was, so that one step far down the path has moved. */
import { sleep, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

export const MOVED_ACTIVITY = 'askDesk';

export const interceptors: WorkflowInterceptorsFactory = () => ({
  outbound: [
    {
      async scheduleActivity(input, next) {
        if (input.activityType === MOVED_ACTIVITY) await sleep('1s');
        return next(input);
      },
    },
  ],
});
