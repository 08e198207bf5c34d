import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import type { Call } from '../../store/calls/call-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import {
  CallDetailView,
  CallQuery,
  CallView,
  callDetailView,
  callFilter,
  callView,
} from './call-view.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { jsonAnswer, listAnswer, listOf, pageRequest, problems } from '../http/schemas.ts';

export const CallParams = z.object({ ref: z.string().max(64) });

const tags = ['calls'];

export const callRoutes =
  ({ store, settings: { currency } }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    const view = (call: Call) => callView(call, currency);
    app.get(
      '/campaigns/:campaignId/calls',
      {
        config: { role: 'read' },
        schema: {
          tags,
          operationId: 'listCallsOfCampaign',
          summary: 'List the calls of a campaign',
          params: CampaignParams,
          querystring: CallQuery,
          response: {
            200: jsonAnswer('A page of calls', listOf(CallView)),
            ...problems(401, 404, 422),
          },
        },
      },
      async ({ params: { campaignId }, query }) => {
        await store.campaign(campaignId);
        const input = { campaignId, filter: callFilter(query) };
        return listAnswer(await store.calls(input, pageRequest(query)), view);
      },
    );

    app.get(
      '/calls',
      {
        config: { role: 'read' },
        schema: {
          tags,
          operationId: 'listCalls',
          summary: 'List the calls of all campaigns',
          querystring: CallQuery,
          response: {
            200: jsonAnswer('A page of calls', listOf(CallView)),
            ...problems(401, 404, 422),
          },
        },
      },
      async ({ query }) =>
        listAnswer(await store.calls({ filter: callFilter(query) }, pageRequest(query)), view),
    );

    app.get(
      '/calls/:ref',
      {
        config: { role: 'read' },
        schema: {
          tags,
          operationId: 'getCall',
          summary: 'Show a call with its placements and its timeline',
          params: CallParams,
          response: { 200: jsonAnswer('The call', CallDetailView), ...problems(401, 404) },
        },
      },
      async ({ params: { ref } }) =>
        callDetailView(
          view(await store.call(ref)),
          await store.placements(ref),
          await store.timeline(ref),
          await store.unreadableWebhooks(ref),
        ),
    );
  };
