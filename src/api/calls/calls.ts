import * as z from 'zod';
import type { Call } from '../../store/calls/call-store.ts';
import {
  CallDetailView,
  CallQuery,
  CampaignCallQuery,
  CallView,
  callDetailView,
  callFilter,
  callView,
} from './call-view.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { routes, routesOf } from '../http/routes.ts';
import { listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { jsonAnswer } from '../http/schemas.ts';

export const CallParams = z.object({ ref: z.string().max(64) });

const { reads } = routesOf('calls');
const LIST_RULE =
  'Filters may be combined. `from` and `to` are compared with the time of creation (`created_at`). A page may have ' +
  'fewer calls than `limit` although others follow: a bounded number is looked through for each. `next_cursor` decides.';

export const callRoutes = routes((app, { store, settings, nowMs }) => {
  const viewNow = async () => {
    const standstill = await store.standstill();
    return (call: Call) => callView(call, settings, nowMs(), standstill);
  };
  app.get(
    '/campaigns/:campaignId/calls',
    reads('read', {
      operationId: 'listCallsOfCampaign',
      summary: 'List the calls of a campaign, newest first',
      description: LIST_RULE,
      params: CampaignParams,
      querystring: CampaignCallQuery,
      response: { 200: pageAnswer('A page of calls', CallView) },
    }),
    async ({ params: { campaignId }, query }) => {
      await store.campaign(campaignId);
      const filter = callFilter({ ...query, campaign: campaignId });
      const list = { filter, order: query.order };
      return listAnswer(await store.calls(list, pageRequest(query)), await viewNow());
    },
  );

  app.get(
    '/calls',
    reads('read', {
      operationId: 'listCalls',
      summary: 'List or search the calls of all campaigns, newest first',
      description: LIST_RULE,
      querystring: CallQuery,
      response: { 200: pageAnswer('A page of calls', CallView) },
    }),
    async ({ query }) => {
      const list = { filter: callFilter(query), order: query.order };
      return listAnswer(await store.calls(list, pageRequest(query)), await viewNow());
    },
  );

  app.get(
    '/calls/:ref',
    reads('read', {
      operationId: 'getCall',
      summary: 'Show a call with its placements and its timeline',
      params: CallParams,
      response: { 200: jsonAnswer('The call', CallDetailView) },
    }),
    async ({ params: { ref } }) =>
      callDetailView((await viewNow())(await store.call(ref)), {
        placements: await store.placements(ref),
        timeline: await store.timeline(ref),
        unreadable: await store.unreadableWebhooks(ref),
        webUi: settings.webUi,
      }),
  );
});
