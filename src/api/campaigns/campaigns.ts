import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import {
  CAMPAIGN_KINDS,
  CAMPAIGN_MOVES,
  isSetGoing,
  mayDial,
  type CampaignMove,
} from '../../domain/campaigns/campaign-state.ts';
import {
  CLONED_CONTACTS,
  type Campaign,
  type CampaignSettings,
} from '../../store/campaigns/campaign-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import {
  campaignTag,
  CampaignEdit,
  CampaignInput,
  CampaignProgressView,
  CampaignView,
  ContactJobView,
  EditedCampaignView,
  campaignProgressView,
  campaignView,
  contactJobView,
  settingsAfter,
  settingsOf,
} from './campaign-view.ts';
import { ifMatch, taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { IdempotencyHeaders, answerOf, idempotencyKeyOf } from '../http/idempotency.ts';
import { MERGE_PATCH_RULE, patchBody } from '../http/merge-patches.ts';
import { newId } from '../temporal/new-id.ts';
import { POLICY_FIELDS } from './policy-view.ts';
import { checkRefusalRules } from './refusal-rules-view.ts';
import { webhooksOf } from './webhook-standing.ts';
import {
  GivenInstant,
  NoBody,
  PageQuery,
  jsonAnswer,
  listAnswer,
  listOf,
  pageRequest,
  problems,
} from '../http/schemas.ts';

export const CampaignParams = z.object({ campaignId: z.string().max(64) });

const ListQuery = PageQuery.extend({ kind: z.enum(CAMPAIGN_KINDS).optional() });

const tags = ['campaigns'];

export const campaignRoutes =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    const { store, nowMs } = deps;

    app.post(
      '/campaigns',
      {
        schema: {
          tags,
          operationId: 'createCampaign',
          summary: 'Create a campaign, as a draft',
          headers: IdempotencyHeaders,
          body: CampaignInput,
          response: { 201: taggedAnswer('Created', CampaignView), ...problems(400, 401, 422) },
        },
      },
      async (request, reply) => {
        checkRefusalRules(request.body, deps.settings.carrierProfile.place.refusalStatuses);
        const input = { id: newId('c'), settings: settingsOf(request.body), nowMs: nowMs() };
        const written = await store.createCampaign(input, idempotencyKeyOf(request));
        const campaign = answerOf(written, reply);
        const view = campaignView(campaign);
        reply.header('etag', campaignTag(campaign));
        return reply.code(201).header('location', `/v1/campaigns/${view.id}`).send(view);
      },
    );

    app.get(
      '/campaigns',
      {
        schema: {
          tags,
          operationId: 'listCampaigns',
          summary: 'All campaigns, oldest first',
          description:
            'Those of `kind=standing` are the account’s own, for direct calls and callbacks.',
          querystring: ListQuery,
          response: {
            200: jsonAnswer('A page of campaigns', listOf(CampaignView)),
            ...problems(401, 404, 422),
          },
        },
      },
      async (request) =>
        listAnswer(
          await store.campaigns(pageRequest(request.query), { kind: request.query.kind }),
          campaignView,
        ),
    );

    app.get(
      '/campaigns/:campaignId',
      {
        schema: {
          tags,
          operationId: 'getCampaign',
          summary: 'How a campaign stands: counts, cost, and why it waits',
          params: CampaignParams,
          response: {
            200: taggedAnswer('The campaign', CampaignProgressView),
            ...problems(401, 404),
          },
        },
      },
      async (request, reply) => {
        const progress = await store.campaignProgress(request.params.campaignId, nowMs());
        reply.header('etag', campaignTag(progress.campaign));
        return campaignProgressView(progress, await webhooksOf(deps));
      },
    );

    await app.register(editRoute(deps));
    await app.register(cloneRoute(deps));
    for (const move of CAMPAIGN_MOVES) await app.register(moveRoute(deps, move));
  };

const editRoute =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.patch(
      '/campaigns/:campaignId',
      {
        schema: {
          tags,
          operationId: 'editCampaign',
          summary: 'Change a campaign, running or not',
          description: `${MERGE_PATCH_RULE} Rules that change make a new version of the policy: calls that have been claimed keep theirs.`,
          params: CampaignParams,
          headers: WriteHeaders,
          body: patchBody(CampaignEdit),
          response: {
            200: taggedAnswer('The campaign', EditedCampaignView),
            ...problems(400, 401, 404, 409, 412, 415, 422),
          },
        },
      },
      async (request, reply) => {
        checkRefusalRules(request.body, deps.settings.carrierProfile.place.refusalStatuses);
        const input = {
          id: request.params.campaignId,
          change: (known: CampaignSettings) => settingsAfter(known, request.body),
          precondition: ifMatch(request, campaignTag),
          nowMs: deps.nowMs(),
        };
        const campaign = answerOf(
          await deps.store.editCampaign(input, idempotencyKeyOf(request)),
          reply,
        );
        signalMove(deps, campaign);
        reply.header('etag', campaignTag(campaign));
        return { ...campaignView(campaign), removed: [...campaign.removed] };
      },
    );
  };

const CloneInput = z
  .strictObject({
    name: CampaignInput.shape.name.optional().meta({ description: 'Left out: that of the other.' }),
    contacts: z
      .enum(CLONED_CONTACTS)
      .default('none')
      .meta({
        description:
          '`not-reached`: those whose last call ended as not-dialled, agent-unreached, leg-unknown, ' +
          'customer-unreached, dropped or carrier-lost, and whom the other campaign will not dial again. ' +
          '`refused`: those whom the carrier would not call, worth another try once the reason is mended, such as ' +
          'a wrong field in the carrier profile.',
      }),
    suppression_lists: POLICY_FIELDS.suppression_lists.meta({
      description: 'Left out: those of the other, each of which must exist.',
    }),
  })
  .nullish();

const CloneView = CampaignView.extend({
  contacts_copied: z.int().meta({ description: 'So far; with their row keys, due at once.' }),
  contact_job: ContactJobView.nullable(),
}).meta({ id: 'ClonedCampaign' });

const cloneRoute =
  ({ store, nowMs }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.post(
      '/campaigns/:campaignId/clone',
      {
        schema: {
          tags,
          operationId: 'cloneCampaign',
          summary: 'A new draft with the same rules, and contacts if asked',
          description:
            'A deadline that has passed, and a planned start, are left behind. Of a long list the answer has the first ' +
            'contacts copied and `contact_job` copies the rest; the clone may be started meanwhile.',
          params: CampaignParams,
          headers: IdempotencyHeaders,
          body: CloneInput,
          response: {
            201: jsonAnswer('The new campaign', CloneView),
            ...problems(400, 401, 404, 409, 422),
          },
        },
      },
      async (request, reply) => {
        const { name = null, contacts = 'none', suppression_lists } = request.body ?? {};
        const { campaignId: of } = request.params;
        const input = {
          of,
          id: newId('c'),
          name,
          suppressionLists: suppression_lists,
          contacts,
          nowMs: nowMs(),
        };
        const cloned = answerOf(await store.cloneCampaign(input, idempotencyKeyOf(request)), reply);
        const view = {
          ...campaignView(cloned.campaign),
          contacts_copied: cloned.contacts,
          contact_job: contactJobView(cloned.job),
        };
        return reply.code(201).header('location', `/v1/campaigns/${view.id}`).send(view);
      },
    );
  };

const StartInput = z
  .strictObject({
    at: GivenInstant.nullish().meta({
      description: 'The campaign is scheduled, and starts by itself; left out: now.',
    }),
  })
  .nullish();

function plannedStart(body: z.infer<typeof StartInput> | z.infer<typeof NoBody>): number | null {
  const at = body && 'at' in body ? body.at : null;
  return at == null ? null : Date.parse(at);
}

const SUMMARIES: Record<CampaignMove, string> = {
  start: 'Start dialling, now or at an instant',
  unschedule: 'Take a planned start back',
  pause: 'Stop new calls; live ones end properly',
  resume: 'Go on dialling',
  drain: 'Dial what is due, then end',
  cancel: 'End for good; contacts that are due are not dialled',
};

const moveRoute =
  (deps: ResourceDeps, move: CampaignMove): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.post(
      `/campaigns/:campaignId/${move}`,
      {
        schema: {
          tags,
          operationId: `${move}Campaign`,
          summary: SUMMARIES[move],
          params: CampaignParams,
          headers: WriteHeaders,
          body: move === 'start' ? StartInput : NoBody,
          response: {
            200: taggedAnswer('The campaign in its new state', CampaignView),
            ...problems(400, 401, 404, 409, 412, 422),
          },
        },
      },
      async (request, reply) => {
        const { campaignId: id } = request.params;
        const startsAtMs = plannedStart(request.body);
        const precondition = ifMatch(request, campaignTag);
        const input = { id, move, startsAtMs, precondition, nowMs: deps.nowMs() };
        const written = await deps.store.moveCampaign(input, idempotencyKeyOf(request));
        const campaign = answerOf(written, reply);
        signalMove(deps, campaign);
        reply.header('etag', campaignTag(campaign));
        return campaignView(campaign);
      },
    );
  };

export function signalMove(
  { background, gateway }: ResourceDeps,
  { id, state }: Pick<Campaign, 'id' | 'state'>,
): void {
  background.run(`telling campaign ${id} that it is ${state}`, () =>
    isSetGoing(state) ? gateway.wakeCampaign(id) : gateway.signalCampaign(id),
  );
}

/** After a change that concerns every campaign: an agent is ready, a hold was lifted. */
export function signalDiallingCampaigns({ store, gateway, background }: ResourceDeps): void {
  background.run('telling the campaigns that dial', async () => {
    let after: string | undefined;
    do {
      const page = await store.campaigns({ limit: 200, after });
      const dialling = page.items.filter((campaign) => mayDial(campaign.state));
      for (const { id } of dialling) await gateway.wakeCampaign(id);
      after = page.next;
    } while (after !== undefined);
  });
}
