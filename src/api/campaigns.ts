import { randomInt } from 'node:crypto';
import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import { CAMPAIGN_MOVES, mayDial, type CampaignMove } from '../domain/campaign-state.ts';
import type { CampaignId } from '../domain/ids.ts';
import type { Campaign, CampaignSettings } from '../store/campaign-store.ts';
import type { ResourceDeps } from './api-deps.ts';
import {
  CampaignEdit,
  CampaignInput,
  CampaignProgressView,
  CampaignView,
  campaignProgressView,
  campaignView,
  settingsAfter,
  settingsOf,
} from './campaign-view.ts';
import { IdempotencyHeaders, answerOf, onceKey } from './idempotency.ts';
import {
  NoBody,
  PageQuery,
  jsonAnswer,
  listAnswer,
  listOf,
  pageRequest,
  problems,
} from './wire.ts';

export const CampaignParams = z.object({ campaignId: z.string().max(64) });

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
          response: { 201: jsonAnswer('Created', CampaignView), ...problems(400, 401, 422) },
        },
      },
      async (request, reply) => {
        const input = { id: newCampaignId(), settings: settingsOf(request.body), nowMs: nowMs() };
        const once = await store.createCampaign(input, onceKey(request));
        const view = campaignView(answerOf(once, reply));
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
          querystring: PageQuery,
          response: {
            200: jsonAnswer('A page of campaigns', listOf(CampaignView)),
            ...problems(401, 404, 422),
          },
        },
      },
      async (request) =>
        listAnswer(await store.campaigns(pageRequest(request.query)), campaignView),
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
            200: jsonAnswer('The campaign', CampaignProgressView),
            ...problems(401, 404),
          },
        },
      },
      async (request) =>
        campaignProgressView(await store.campaignProgress(request.params.campaignId, nowMs())),
    );

    await app.register(editRoute(deps));
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
          description:
            'Rules that change make a new version of the policy: calls that have been claimed keep theirs.',
          params: CampaignParams,
          headers: IdempotencyHeaders,
          body: CampaignEdit,
          response: {
            200: jsonAnswer('The campaign', CampaignView),
            ...problems(400, 401, 404, 409, 422),
          },
        },
      },
      async (request, reply) => {
        const input = {
          id: request.params.campaignId,
          change: (known: CampaignSettings) => settingsAfter(known, request.body),
          nowMs: deps.nowMs(),
        };
        const campaign = answerOf(await deps.store.editCampaign(input, onceKey(request)), reply);
        tellMove(deps, campaign);
        return campaignView(campaign);
      },
    );
  };

const SUMMARIES: Record<CampaignMove, string> = {
  start: 'Start dialling',
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
          headers: IdempotencyHeaders,
          body: NoBody,
          response: {
            200: jsonAnswer('The campaign in its new state', CampaignView),
            ...problems(401, 404, 409, 422),
          },
        },
      },
      async (request, reply) => {
        const input = { id: request.params.campaignId, move, nowMs: deps.nowMs() };
        const once = await deps.store.moveCampaign(input, onceKey(request));
        const campaign = answerOf(once, reply);
        tellMove(deps, campaign);
        return campaignView(campaign);
      },
    );
  };

function tellMove({ bestEffort, gateway }: ResourceDeps, { id, state }: Campaign): void {
  bestEffort.run(`telling campaign ${id} that it is ${state}`, () =>
    mayDial(state) ? gateway.wakeCampaign(id) : gateway.tellCampaign(id),
  );
}

/** After a change that concerns every campaign: an agent is ready, a hold was lifted. */
export function tellDiallingCampaigns({ store, gateway, bestEffort }: ResourceDeps): void {
  bestEffort.run('telling the campaigns that dial', async () => {
    let after: string | undefined;
    do {
      const page = await store.campaigns({ limit: 200, after });
      const dialling = page.items.filter((campaign) => mayDial(campaign.state));
      for (const { id } of dialling) await gateway.wakeCampaign(id);
      after = page.next;
    } while (after !== undefined);
  });
}

const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 10;

/** Short, opaque, and no other reader's to guess; collisions would be refused by the store. */
function newCampaignId(): CampaignId {
  const letters = Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[randomInt(32)]);
  return `c${letters.join('')}`;
}
