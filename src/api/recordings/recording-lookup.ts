import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import type { ResourceDeps } from '../http/api-deps.ts';
import { CallView, callView } from '../calls/call-view.ts';
import { CallParams } from '../calls/calls.ts';
import { Problem } from '../http/problem.ts';
import { NoBody, jsonAnswer, problems } from '../http/schemas.ts';

/**
 * Puts a call into the queue of the recording desk. Only the desk spends the quota; the sweep wakes it. A repeat has no
 * further effect, so no idempotency key is needed.
 */
export const recordingLookupRoute =
  ({ store, nowMs, settings }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.post(
      '/calls/:ref/recording/look-up',
      {
        config: { role: 'operate' },
        schema: {
          tags: ['calls'],
          operationId: 'lookUpRecording',
          summary: 'Request a recording from the recording desk, also if it was given up',
          params: CallParams,
          body: NoBody,
          response: {
            202: jsonAnswer('The call; `recording_due_at` is the time of the lookup', CallView),
            ...problems(401, 404, 409),
          },
        },
      },
      async ({ params: { ref } }, reply) => {
        await store.askRecording(ref, nowMs());
        const call = await store.call(ref);
        if (call.recording === 'none') {
          const detail = 'The call has no recording: it was not bridged.';
          throw new Problem({ status: 409, code: 'recording_not_expected', detail });
        }
        return reply.code(202).send(callView(call, settings, nowMs()));
      },
    );
  };
