/** Presets of rules, what one would change in a campaign, and the edit that applies it. */
import * as z from 'zod';
import { applyPreset, APPLY_MODES, type ApplyMode } from '../../domain/presets/apply-preset.ts';
import type { Preset } from '../../domain/presets/preset.ts';
import { Preflight } from '../../domain/planning/preflight/preflight.ts';
import type { Policy } from '../../domain/campaigns/policy.ts';
import type { CampaignSettings } from '../../store/campaigns/campaign-store.ts';
import { CampaignParams, signalMove } from '../campaigns/campaigns.ts';
import { CampaignView, campaignTag, campaignView } from '../campaigns/campaign-view.ts';
import { wholeList, wholeListAnswer } from '../http/answers/pages.ts';
import { ifMatch, taggedAnswer, WriteHeaders } from '../http/etags.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';
import { plannedPages } from '../../store/campaigns/planned-pages.ts';
import { knownPresets } from './preset-files.ts';
import {
  AppliedPresetView,
  appliedPresets,
  ChangeView,
  changeViews,
  PresetView,
  presetView,
} from './preset-view.ts';

const { reads, changes } = routesOf('rule-presets');

const PresetParams = z.object({ presetId: z.string().max(64) });
const OfCampaign = CampaignParams.extend(PresetParams.shape);

const Mode = z.enum(APPLY_MODES).default('stricter').meta({
  description:
    '`stricter`: of each rule what forbids more is kept. `replace`: the preset’s own, also where the campaign forbade more.',
});

const Counts = z.object({ to_dial: z.int(), now: z.int(), later: z.int(), skipped: z.int() });

const EffectView = z
  .object({
    preset: PresetView,
    mode: z.enum(APPLY_MODES),
    changes: z
      .array(ChangeView)
      .meta({ description: 'Empty: the rules forbid all of it already.' }),
    never_open: z.boolean().meta({
      description:
        'The hours of the campaign and of the preset have nothing in common, so it cannot be applied so.',
    }),
    contacts: z.object({ before: Counts, after: Counts }).nullable().meta({
      description: 'By preflight, if the campaign went on now; null: it cannot be applied.',
    }),
  })
  .meta({ id: 'RulePresetEffect' });

export const presetRoutes = routes((app, deps) => {
  const { store, nowMs } = deps;

  app.get(
    '/rule-presets',
    reads('read', {
      operationId: 'listRulePresets',
      summary: 'List the presets of rules by area: facts with their sources, no legal advice',
      querystring: z.strictObject({
        area: z.string().max(10).optional().meta({
          description: 'A country or subdivision, such as US or US-FL: those that hold there.',
        }),
      }),
      response: { 200: wholeListAnswer('All of them', PresetView) },
    }),
    ({ query: { area } }) => {
      const found = knownPresets().filter(
        (preset) => area === undefined || holdsIn(preset, area.toUpperCase()),
      );
      return wholeList(found, (preset) => presetView(preset, nowMs()));
    },
  );

  app.get(
    '/rule-presets/:presetId',
    reads('read', {
      operationId: 'getRulePreset',
      summary: 'Show a preset of rules',
      params: PresetParams,
      response: { 200: jsonAnswer('The preset', PresetView) },
    }),
    ({ params: { presetId } }) => presetView(presetNamed(presetId), nowMs()),
  );

  app.get(
    '/campaigns/:campaignId/rule-presets',
    reads('read', {
      operationId: 'listAppliedRulePresets',
      summary:
        'List the presets that a campaign’s rules were made with, and whether newer editions are there',
      params: CampaignParams,
      response: { 200: wholeListAnswer('All of them', AppliedPresetView) },
    }),
    async ({ params: { campaignId } }) => {
      const { plan } = await store.campaignOutlook(campaignId, nowMs());
      return wholeList(appliedPresets(plan.policy, nowMs()), (applied) => applied);
    },
  );

  app.get(
    '/campaigns/:campaignId/rule-presets/:presetId',
    reads('read', {
      operationId: 'previewRulePreset',
      summary: 'Show what a preset would change in a campaign, and whom it would forbid to dial',
      params: OfCampaign,
      querystring: z.strictObject({ mode: Mode }),
      response: { 200: jsonAnswer('The changes; nothing is written', EffectView) },
    }),
    async ({ params: { campaignId, presetId }, query: { mode } }) => {
      const preset = presetNamed(presetId);
      const at = nowMs();
      const { plan } = await store.campaignOutlook(campaignId, at);
      const applied = applyPreset(plan.policy, preset, mode);
      const tallies =
        'fault' in applied
          ? null
          : [new Preflight(plan, at), new Preflight({ ...plan, policy: applied.policy }, at)];
      for await (const page of tallies === null
        ? []
        : plannedPages(store, campaignId, { nowMs: at })) {
        for (const contact of page) for (const each of tallies!) each.add(contact);
      }
      const [before, after] = (tallies ?? []).map(countsOf);
      return {
        preset: presetView(preset, at),
        mode,
        changes: 'fault' in applied ? [] : changeViews(applied.changes),
        never_open: 'fault' in applied,
        contacts: before && after ? { before, after } : null,
      };
    },
  );

  app.post(
    '/campaigns/:campaignId/rule-presets/:presetId',
    changes('operate', {
      operationId: 'applyRulePreset',
      forbids: 'campaign',
      summary: 'Apply a preset to a campaign, as a new version of its policy',
      description:
        'By default it never allows what the campaign forbade. Facts in `not_enforced` are kept by no rule.',
      params: OfCampaign,
      headers: WriteHeaders,
      body: z.strictObject({ mode: Mode }).meta({ id: 'ApplyRulePreset' }),
      response: { 200: taggedAnswer('The campaign', CampaignView) },
      problems: [409],
    }),
    async (request, reply) => {
      const { campaignId: id, presetId } = request.params;
      const preset = presetNamed(presetId);
      const { mode } = request.body;
      const input = {
        id,
        change: (known: CampaignSettings) => ({
          ...known,
          policy: appliedTo(known.policy, preset, mode),
          removed: [],
        }),
        precondition: ifMatch(request, campaignTag),
        nowMs: nowMs(),
      };
      const campaign = reply.answerOf(await store.editCampaign(input, request.idempotency));
      signalMove(deps, campaign);
      reply.header('etag', campaignTag(campaign));
      return campaignView(campaign);
    },
  );
});

function appliedTo(policy: Policy, preset: Preset, mode: ApplyMode): Policy {
  const applied = applyPreset(policy, preset, mode);
  if ('policy' in applied) return applied.policy;
  throw invalidField(
    '#/mode',
    'must be `replace`, or the hours of the campaign must change first: they and those of the preset have nothing in common',
  );
}

const countsOf = ({ tally }: Preflight): z.infer<typeof Counts> => {
  const later = Object.values(tally.later).reduce((sum, contacts) => sum + contacts, 0);
  const skipped = Object.values(tally.skipped).reduce((sum, contacts) => sum + contacts, 0);
  return { to_dial: tally.now + later, now: tally.now, later, skipped };
};

/** Rules of a country hold in its subdivisions. */
const holdsIn = ({ area }: Preset, wanted: string): boolean =>
  area === wanted || wanted.startsWith(`${area}-`) || area.startsWith(`${wanted}-`);

function presetNamed(id: string): Preset {
  const preset = knownPresets().find((each) => each.id === id);
  if (preset) return preset;
  throw new Problem({
    status: 404,
    code: 'not_found',
    detail: `no rule preset is named ${id}: GET /v1/rule-presets lists them`,
  });
}
