import * as z from 'zod';
import {
  CAMPAIGN_KINDS,
  CAMPAIGN_MOVES,
  isSetGoing,
  mayDial,
  type CampaignMove,
  CAMPAIGN_STATES,
} from '../../domain/campaigns/campaign-state.ts';
import {
  CLONED_CONTACTS,
  type Campaign,
  type CampaignSettings,
} from '../../store/campaigns/campaign-store.ts';
import { NOT_REACHED } from '../../domain/contacts/not-reached.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { contactSelection, ContactSelectionInput } from './contact-selection-view.ts';
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
  ListedCampaignView,
  listedCampaignView,
} from './campaign-view.ts';
import { ifMatch, taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { routes, routesOf } from '../http/routes.ts';
import { MERGE_PATCH_RULE, patchBody } from '../http/merge-patches.ts';
import { newId } from '../temporal/new-id.ts';
import { POLICY_FIELDS } from './rule-schemas.ts';
import { checkRefusalRules } from './refusal-rules-view.ts';
import { webhooksOf } from './webhook-status.ts';
import { PageQuery, itemsOf, listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { GivenInstant, NoBody, jsonAnswer } from '../http/schemas.ts';

export const CampaignParams = z.object({ campaignId: z.string().max(64) });

const ListQuery = PageQuery.extend({
  kind: z.enum(CAMPAIGN_KINDS).optional(),
  state: z.enum(CAMPAIGN_STATES).optional(),
  name: z.string().trim().min(1).max(200).optional().meta({
    description: 'Part of the name; the case of A to Z does not count.',
    example: 'Spring',
  }),
  order: z.enum(['asc', 'desc']).default('asc').meta({
    description: 'By creation: `asc` shows the oldest first, `desc` the newest.',
  }),
});

const { reads, changes } = routesOf('campaigns');
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export const campaignRoutes = routes(async (app, deps) => {
  const { store, nowMs } = deps;

  app.post(
    '/campaigns',
    changes('operate', {
      operationId: 'createCampaign',
      summary: 'Create a campaign, as a draft',
      body: CampaignInput,
      response: { 201: taggedAnswer('Created', CampaignView) },
    }),
    async (request, reply) => {
      checkRefusalRules(request.body, deps.settings.carrierProfile.place.refusalStatuses);
      const input = { id: newId('c'), settings: settingsOf(request.body), nowMs: nowMs() };
      const campaign = reply.answerOf(await store.createCampaign(input, request.idempotency));
      const view = campaignView(campaign);
      reply.header('etag', campaignTag(campaign));
      return reply.code(201).header('location', `/v1/campaigns/${view.id}`).send(view);
    },
  );

  app.get(
    '/campaigns',
    reads('read', {
      operationId: 'listCampaigns',
      summary: 'List campaigns with their totals, oldest first',
      description:
        'Campaigns of `kind=standing` are built in, for direct calls and callbacks. Totals come from counters.',
      querystring: ListQuery,
      response: { 200: pageAnswer('A page of campaigns', ListedCampaignView) },
    }),
    async ({ query }) => {
      const { kind, state, name, order } = query;
      const page = await store.campaigns(pageRequest(query), { kind, state, name, order });
      const totals = await store.campaignTotals(page.items.map(({ id }) => id));
      const { currency } = deps.settings;
      const items = page.items.map((campaign, index) => {
        return { campaign, totals: totals[index]!, currency };
      });
      return listAnswer({ ...page, items }, listedCampaignView);
    },
  );

  app.get(
    '/campaigns/:campaignId',
    reads('read', {
      operationId: 'getCampaign',
      summary: 'Show a campaign: counts, cost, and why it waits',
      params: CampaignParams,
      response: { 200: taggedAnswer('The campaign', CampaignProgressView) },
    }),
    async (request, reply) => {
      const progress = await store.campaignProgress(request.params.campaignId, nowMs());
      reply.header('etag', campaignTag(progress.campaign));
      const { currency } = deps.settings;
      return campaignProgressView(progress, { webhooks: await webhooksOf(deps), currency });
    },
  );

  await app.register(editRoute(deps));
  await app.register(cloneRoute(deps));
  for (const move of CAMPAIGN_MOVES) await app.register(moveRoute(move)(deps));
});

const editRoute = routes((app, deps) => {
  app.patch(
    '/campaigns/:campaignId',
    changes('operate', {
      operationId: 'editCampaign',
      forbids: 'campaign',
      summary: 'Change a campaign, also while it runs',
      description: `${MERGE_PATCH_RULE} Changed rules make a new version of the policy: calls that are claimed already keep their version.`,
      params: CampaignParams,
      headers: WriteHeaders,
      body: patchBody(CampaignEdit),
      response: { 200: taggedAnswer('The campaign', EditedCampaignView) },
      problems: [409],
    }),
    async (request, reply) => {
      checkRefusalRules(request.body, deps.settings.carrierProfile.place.refusalStatuses);
      const input = {
        id: request.params.campaignId,
        change: (known: CampaignSettings) => settingsAfter(known, request.body),
        precondition: ifMatch(request, campaignTag),
        nowMs: deps.nowMs(),
      };
      const campaign = reply.answerOf(await deps.store.editCampaign(input, request.idempotency));
      signalMove(deps, campaign);
      reply.header('etag', campaignTag(campaign));
      return { ...campaignView(campaign), removed: [...campaign.removed] };
    },
  );
});

const CloneInput = z
  .strictObject({
    name: CampaignInput.shape.name
      .optional()
      .meta({ description: 'Left out: the name of the original.' }),
    contacts: z
      .enum(CLONED_CONTACTS)
      .default('none')
      .meta({
        description:
          `\`not-reached\`: those whose last call ended as ${OR.format(NOT_REACHED)}, and whom the original will not dial again. ` +
          '`refused`: those that the carrier refused; try them again once the reason is fixed, such as ' +
          'a wrong field in the carrier profile.',
      }),
    where: ContactSelectionInput.nullish().meta({
      description: 'Of those contacts only the ones that fit all of this; null or left out: all.',
    }),
    suppression_lists: POLICY_FIELDS.suppression_lists.meta({
      description: 'Left out: those of the original, each of which must exist.',
    }),
  })
  .refine(({ contacts, where }) => where == null || contacts !== 'none', {
    path: ['where'],
    message: 'chooses among contacts: say which with `contacts`, such as all',
  })
  .nullish();

const CloneView = CampaignView.extend({
  contacts_copied: z.int().meta({
    description: 'Number of contacts copied so far; they keep their row keys and are due at once.',
  }),
  contact_job: ContactJobView.nullable(),
}).meta({ id: 'ClonedCampaign' });

const cloneRoute = routes((app, { store, nowMs }) => {
  app.post(
    '/campaigns/:campaignId/clone',
    changes('operate', {
      operationId: 'cloneCampaign',
      summary: 'Clone a campaign: a new draft with the same rules and, if requested, contacts',
      description:
        'A deadline that has passed and a planned start are not copied. For a long list the answer comes when the first ' +
        'contacts are copied, and `contact_job` copies the rest; the clone can be started meanwhile.',
      params: CampaignParams,
      body: CloneInput,
      response: { 201: jsonAnswer('The new campaign', CloneView) },
      problems: [409],
    }),
    async (request, reply) => {
      const { name = null, contacts = 'none', where, suppression_lists } = request.body ?? {};
      const { campaignId: of } = request.params;
      const input = {
        of,
        id: newId('c'),
        name,
        suppressionLists: suppression_lists,
        contacts,
        where: where ? contactSelection(where) : undefined,
        nowMs: nowMs(),
      };
      const cloned = reply.answerOf(await store.cloneCampaign(input, request.idempotency));
      const view = {
        ...campaignView(cloned.campaign),
        contacts_copied: cloned.contacts,
        contact_job: contactJobView(cloned.job),
      };
      return reply.code(201).header('location', `/v1/campaigns/${view.id}`).send(view);
    },
  );
});

const StartInput = z
  .strictObject({
    at: GivenInstant.nullish().meta({
      description: 'Schedules the campaign, which then starts by itself; left out: now.',
    }),
  })
  .nullish();

function plannedStart(body: z.infer<typeof StartInput> | z.infer<typeof NoBody>): number | null {
  const at = body && 'at' in body ? body.at : null;
  return at == null ? null : Date.parse(at);
}

const SUMMARIES: Record<CampaignMove, string> = {
  start: 'Start dialling, now or at an instant',
  unschedule: 'Cancel the scheduled start',
  pause: 'Pause: no new calls; live calls go on to their end',
  resume: 'Resume dialling',
  drain: 'Dial the due contacts, then end',
  cancel: 'End the campaign for good; due contacts are not dialled',
};

const moveRoute = (move: CampaignMove) =>
  routes((app, deps) => {
    app.post(
      `/campaigns/:campaignId/${move}`,
      changes('operate', {
        operationId: `${move}Campaign`,
        forbids: 'campaign',
        summary: SUMMARIES[move],
        params: CampaignParams,
        headers: WriteHeaders,
        body: move === 'start' ? StartInput : NoBody,
        response: { 200: taggedAnswer('The campaign in its new state', CampaignView) },
        problems: [409],
      }),
      async (request, reply) => {
        const { campaignId: id } = request.params;
        const startsAtMs = plannedStart(request.body);
        const precondition = ifMatch(request, campaignTag);
        const input = { id, move, startsAtMs, precondition, nowMs: deps.nowMs() };
        const campaign = reply.answerOf(await deps.store.moveCampaign(input, request.idempotency));
        signalMove(deps, campaign);
        reply.header('etag', campaignTag(campaign));
        return campaignView(campaign);
      },
    );
  });

export function signalMove(
  { background, gateway }: ResourceDeps,
  { id, state }: Pick<Campaign, 'id' | 'state'>,
): void {
  background.run(`signalling campaign ${id} that it is ${state}`, () =>
    isSetGoing(state) ? gateway.wakeCampaign(id) : gateway.signalCampaign(id),
  );
}

/** For changes that concern every campaign: an agent is ready, or a hold was lifted. */
export function signalDiallingCampaigns({ store, gateway, background }: ResourceDeps): void {
  background.run('waking the campaigns that dial', async () => {
    for await (const { id, state } of itemsOf(200, (page) => store.campaigns(page))) {
      if (mayDial(state)) await gateway.wakeCampaign(id);
    }
  });
}
