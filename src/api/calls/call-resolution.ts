import * as z from 'zod';
import { RESOLUTIONS } from '../../domain/calls/disposition.ts';
import { parseMoney } from '../../domain/money.ts';
import type { CallResolution } from '../../store/calls/call-store.ts';
import { CallView } from './call-view.ts';
import { CallParams } from './calls.ts';
import { viewCall } from './view-calls.ts';
import { routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';

const { changes } = routesOf('calls');

const ResolutionInput = z
  .strictObject({
    disposition: z.enum(RESOLUTIONS).meta({
      description: 'What became of the call; `not-dialled` when the carrier never placed it.',
    }),
    reason: z.string().trim().min(1).max(500).meta({
      description: 'How you know, for the timeline of the call.',
      example: 'not in the carrier\u2019s call records of that hour',
    }),
    cost: z
      .string()
      .refine((text) => parseMoney(text) !== undefined, 'must be a decimal such as 0.0420')
      .nullish()
      .meta({ description: 'From the carrier\u2019s bill.' }),
    redial: z.boolean().default(true).meta({
      description: 'False: the contact is not dialled again, whatever the redial policy is.',
    }),
  })
  .refine(({ disposition, cost }) => disposition !== 'not-dialled' || (cost ?? null) === null, {
    path: ['cost'],
    message: 'a call that was not dialled has no cost',
  })
  .meta({ id: 'ResolutionInput' });

export const resolutionRoute = routes((app, deps) => {
  const { store, gateway, background, nowMs } = deps;
  app.post(
    '/calls/:ref/resolve',
    changes('operate', {
      operationId: 'resolveCall',
      summary: 'Close a call that ended as unknown',
      params: CallParams,
      body: ResolutionInput,
      response: { 200: jsonAnswer('The call', CallView) },
      problems: [409],
    }),
    async (request, reply) => {
      const { cost, ...rest } = request.body;
      const resolution: CallResolution = { ...rest, cost: cost ?? null };
      const input = { ref: request.params.ref, resolution, nowMs: nowMs() };
      const { call, freed } = reply.answerOf(await store.resolveCall(input, request.idempotency));
      for (const id of freed) {
        background.run('waking the campaign of a resolved call', () => gateway.wakeCampaign(id));
      }
      return viewCall(deps, call);
    },
  );
});
