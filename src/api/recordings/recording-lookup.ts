import { CallView } from '../calls/call-view.ts';
import { CallParams } from '../calls/calls.ts';
import { viewCall } from '../calls/view-calls.ts';
import { Problem } from '../http/problem.ts';
import { routes, routesOf } from '../http/routes.ts';
import { NoBody, jsonAnswer } from '../http/schemas.ts';

const { reads } = routesOf('calls');

/**
 * Puts a call into the queue of the recording desk. Only the desk spends the quota; the sweep wakes it. A repeat has no
 * further effect, so no idempotency key is needed.
 */
export const recordingLookupRoute = routes((app, deps) => {
  const { store, nowMs } = deps;
  app.post(
    '/calls/:ref/recording/look-up',
    reads('operate', {
      operationId: 'lookUpRecording',
      summary: 'Request a recording from the recording desk, also if it was given up',
      params: CallParams,
      body: NoBody,
      response: {
        202: jsonAnswer('The call; `recording_due_at` is the time of the lookup', CallView),
      },
      problems: [409],
    }),
    async ({ params: { ref } }, reply) => {
      await store.askRecording(ref, nowMs());
      const call = await store.call(ref);
      if (call.recording === 'none') {
        const detail = 'The call has no recording: it was not bridged.';
        throw new Problem({ status: 409, code: 'recording_not_expected', detail });
      }
      return reply.code(202).send(await viewCall(deps, call));
    },
  );
});
