import * as z from 'zod';
import type { CallList } from '../../store/calls/call-store.ts';
import type { PageRequest } from '../../store/requests.ts';
import {
  CallDetailView,
  CallQuery,
  CampaignCallQuery,
  CallView,
  callDetailView,
  callFilter,
} from './call-view.ts';
import { viewCall, viewCalls } from './view-calls.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { routes, routesOf } from '../http/routes.ts';
import { pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { jsonAnswer } from '../http/schemas.ts';

export const CallParams = z.object({ ref: z.string().max(64) });

const { reads } = routesOf('calls');
const LIST_RULE =
  'Filters may be combined. `from` and `to` are compared with the time of creation (`created_at`). A page may have ' +
  'fewer calls than `limit` although others follow: a bounded number is looked through for each. `next_cursor` decides.';

export const callRoutes = routes((app, deps) => {
  const { store, settings } = deps;
  const listed = async (list: CallList, page: PageRequest) => {
    const { items, next } = await store.calls(list, page);
    const data = await viewCalls(deps, items, await store.standstill());
    return { data, next_cursor: next ?? null };
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
      return listed({ filter, order: query.order }, pageRequest(query));
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
    async ({ query }) =>
      listed({ filter: callFilter(query), order: query.order }, pageRequest(query)),
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
      callDetailView(await viewCall(deps, await store.call(ref), await store.standstill()), {
        placements: await store.placements(ref),
        timeline: await store.timeline(ref),
        unreadable: await store.unreadableWebhooks(ref),
        webUi: settings.webUi,
      }),
  );
});
