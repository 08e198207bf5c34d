import * as z from 'zod';
import type { PolicyVersion } from '../../store/decision-store.ts';
import { CallParams } from '../calls/calls.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { policyView } from '../campaigns/policy-view.ts';
import { POLICY_VIEW_FIELDS } from '../campaigns/rule-schemas.ts';
import { routes, routesOf } from '../http/routes.ts';
import { PageQuery, listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { Instant, iso, jsonAnswer } from '../http/schemas.ts';
import { DecisionsView, decisionsView } from './decision-view.ts';

const PresetsView = z.array(z.object({ id: z.string(), edition: z.int() }));

const PolicyVersionView = z
  .object({ version: z.int(), made_at: Instant, ...POLICY_VIEW_FIELDS, presets: PresetsView })
  .meta({ id: 'PolicyVersion' });

const VersionParams = CampaignParams.extend({ version: z.coerce.number().int().min(1) });

export const policyVersionView = ({
  version,
  madeAtMs,
  policy,
}: PolicyVersion): z.infer<typeof PolicyVersionView> => ({
  version,
  made_at: iso(madeAtMs),
  ...policyView(policy),
  presets: [...(policy.presets ?? [])],
});

const { reads } = routesOf('decisions');

export const decisionRoutes = routes((app, { store, settings }) => {
  app.get(
    '/calls/:ref/decision',
    reads('read', {
      operationId: 'getDecision',
      summary: 'Show what each POST of a call was decided on',
      params: CallParams,
      response: { 200: jsonAnswer('All placements of the call', DecisionsView) },
    }),
    async ({ params: { ref } }) => decisionsView(await store.decisions(ref), settings.currency),
  );

  app.get(
    '/campaigns/:campaignId/policy',
    reads('read', {
      operationId: 'listPolicyVersions',
      summary: 'List the versions of a campaign’s policy, oldest first',
      params: CampaignParams,
      querystring: PageQuery,
      response: { 200: pageAnswer('A page of versions', PolicyVersionView) },
    }),
    async ({ params: { campaignId }, query }) =>
      listAnswer(await store.policyVersions(campaignId, pageRequest(query)), policyVersionView),
  );

  app.get(
    '/campaigns/:campaignId/policy/:version',
    reads('read', {
      operationId: 'getPolicyVersion',
      summary: 'Show one version of a campaign’s policy',
      params: VersionParams,
      response: { 200: jsonAnswer('The version', PolicyVersionView) },
    }),
    async ({ params: { campaignId, version } }) =>
      policyVersionView(await store.policyVersion(campaignId, version)),
  );
});
