import * as z from 'zod';
import {
  CAMPAIGN_KINDS,
  CAMPAIGN_MOVES,
  CAMPAIGN_STATES,
  allowedMoves,
} from '../../domain/campaigns/campaign-state.ts';
import { DEFAULT_POLICY } from '../../domain/campaigns/policy.ts';
import { OWN_RULES } from '../../domain/rules/campaign-rules.ts';
import { WAITING_REASONS } from '../../domain/campaigns/campaign-progress.ts';
import { whyPolled, type WebhookStatus } from '../../domain/account/webhook-health.ts';
import type {
  Campaign,
  CampaignProgress,
  CampaignSettings,
  CampaignTotals,
} from '../../store/campaigns/campaign-store.ts';
import type { ContactJob } from '../../store/campaigns/contact-job-store.ts';
import type { JsonObject } from '../../domain/merge-patch.ts';
import type { Edited } from '../../store/requests.ts';
import { inJson } from '../http/answers/in-json.ts';
import { mergedBy, patchOf, Removed } from '../http/merge-patches.ts';
import { simpleSchema } from './field-schemas.ts';
import { policyView, policyWith, policyWithout } from './policy-view.ts';
import { POLICY_FIELDS, POLICY_VIEW_FIELDS } from './rule-schemas.ts';
import { invalidField } from '../http/problem.ts';
import {
  CallsPlaced,
  Currency,
  Instant,
  Money,
  iso,
  isoOrNull,
  millisOrNull,
} from '../http/schemas.ts';
import { entityTag } from '../http/etags.ts';

const NAME_FIELDS = {
  name: simpleSchema(OWN_RULES.name),
  keep_open: z.boolean(),
};

const Deadline = simpleSchema(OWN_RULES.deadline_at)
  .nullish()
  .meta({ description: OWN_RULES.deadline_at.text });

export const CampaignInput = z
  .strictObject({
    ...NAME_FIELDS,
    keep_open: z.boolean().default(false),
    deadline_at: Deadline,
    ...POLICY_FIELDS,
  })
  .meta({ id: 'CampaignInput' });

const Members = z.strictObject({
  name: NAME_FIELDS.name.optional(),
  keep_open: NAME_FIELDS.keep_open.optional(),
  deadline_at: Deadline,
  ...POLICY_FIELDS,
});
/** The settings that may change while a campaign runs. Those that are left out stay. */
export const CampaignEdit = patchOf(Members).meta({ id: 'CampaignEdit' });

export function settingsOf(input: z.infer<typeof CampaignInput>): CampaignSettings {
  const { name, keep_open: keepOpen, deadline_at: deadline, ...rules } = input;
  return {
    name,
    keepOpen,
    deadlineAtMs: millisOrNull(deadline),
    policy: policyWith(DEFAULT_POLICY, rules),
  };
}

/** The settings of a campaign after a merge patch. @throws Problem 422 */
export function settingsAfter(
  known: CampaignSettings,
  patch: JsonObject,
): Edited<CampaignSettings> {
  if (patch['name'] === null)
    throw invalidField('#/name', 'cannot be removed: every campaign has one');
  const { document, removed } = mergedBy(documentOf(known), patch, Members);
  const { name, keep_open: keepOpen, deadline_at: deadline, ...rules } = document;
  const isNamed = (field: string) => Object.hasOwn(patch, field);
  return {
    name: name ?? known.name,
    keepOpen: isNamed('keep_open') ? (keepOpen ?? false) : known.keepOpen,
    deadlineAtMs: isNamed('deadline_at') ? millisOrNull(deadline) : known.deadlineAtMs,
    policy: policyWith(policyWithout(known.policy, patch), rules),
    removed,
  };
}

const documentOf = ({ name, keepOpen, deadlineAtMs, policy }: CampaignSettings): JsonObject => ({
  name,
  keep_open: keepOpen,
  deadline_at: isoOrNull(deadlineAtMs),
  ...policyView(policy),
});

const CAMPAIGN_FIELDS = {
  id: z.string(),
  kind: z.enum(CAMPAIGN_KINDS).meta({
    description:
      '`list`: dials its contacts and ends. `standing`: dials direct calls or callbacks, and never ends.',
  }),
  name: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  keep_open: z.boolean(),
  starts_at: Instant.nullable().meta({ description: 'When a scheduled campaign starts.' }),
  deadline_at: Instant.nullable(),
  ...POLICY_VIEW_FIELDS,
  presets: z.array(z.object({ id: z.string(), edition: z.int() })).meta({
    description:
      'Presets that the rules were made with, by the edition. The rules may have been edited since.',
  }),
  policy_version: z.int().meta({ description: 'Number of the version of the rules, from 1.' }),
  allowed_moves: z.array(z.enum(CAMPAIGN_MOVES)),
  created_at: Instant,
  state_changed_at: Instant,
  state_reason: z.string().nullable().meta({
    description:
      'Why Dialwright paused or ended it, or the API key that requested the pause, as in the audit; null: no reason is needed.',
  }),
};
export const CampaignView = z.object(CAMPAIGN_FIELDS).meta({ id: 'Campaign' });
export const EditedCampaignView = z
  .object({ ...CAMPAIGN_FIELDS, removed: Removed })
  .meta({ id: 'EditedCampaign' });

export const ContactJobView = z
  .object({
    kind: z.enum(['close', 'copy', 'recheck']),
    done: z.int(),
    total: z.int(),
    begun_at: Instant,
  })
  .meta({
    id: 'ContactJob',
    description:
      'A change of many contacts that is running, with the number of contacts done; null: none. `close`: the campaign is ' +
      'over, and contacts that are due become final; nobody is dialled meanwhile. `copy`: contacts are copied from ' +
      'the campaign that was cloned. `recheck`: after an edit of the rules, contacts that were postponed are due again.',
  });

export const contactJobView = (job: ContactJob | null): z.infer<typeof ContactJobView> | null =>
  job && inJson(job);

const Held = z.object({ calls: z.int(), set_aside: Money });
const Counts = z.record(z.string(), z.int());

export const ListedCampaignView = z
  .object({
    ...CAMPAIGN_FIELDS,
    contacts: z.object({ total: z.int(), by_state: Counts }),
    calls: z.object({ total: z.int(), placed: CallsPlaced }),
    total_cost: Money,
    currency: Currency,
  })
  .meta({ id: 'ListedCampaign' });

export function listedCampaignView({
  campaign,
  totals: { contacts, calls, callsPlaced, cost },
  currency,
}: {
  campaign: Campaign;
  totals: CampaignTotals;
  currency: string | null;
}): z.infer<typeof ListedCampaignView> {
  return {
    ...campaignView(campaign),
    contacts: { total: sumOf(contacts), by_state: contacts },
    calls: { total: calls, placed: callsPlaced },
    total_cost: cost,
    currency,
  };
}

const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const CampaignProgressView = z
  .object({
    ...CAMPAIGN_FIELDS,
    contacts: z.object({
      total: z.int(),
      by_state: Counts,
      by_disposition: Counts.meta({ description: 'Contacts that are `final` or `locked`.' }),
      by_last_disposition: Counts.meta({
        description:
          'Contacts of every state, by the disposition of their last call that has ended. Contacts without such a call are left out.',
      }),
    }),
    calls: z.object({
      total: z.int(),
      placed: CallsPlaced,
      by_state: Counts,
      by_disposition: Counts,
      by_settlement: Counts,
      by_recording: Counts,
    }),
    total_cost: Money,
    currency: Currency,
    negative_costs: z.int().meta({
      description:
        'Calls that the carrier shows with a cost below 0. The total includes them; a budget counts them as 0.',
    }),
    money: z
      .object({
        settled: z.object({ calls: z.int(), amount: Money }),
        pending: Held.meta({
          description: 'Live calls, and ended calls that wait for their bill.',
        }),
        never_settled: Held.meta({
          description:
            'No bill came in time, or the call is unknown: only a late event or a person settles it.',
        }),
        budget_alert: z
          .object({ cap: z.enum(['total', 'per-day']), since: Instant })
          .nullable()
          .meta({
            description:
              'Raised once for each setting of the budget, when `alert_at` of a cap is reached.',
          }),
      })
      .meta({
        description: 'Each call that was placed and not refused is in one of the three groups.',
      }),
    agent_idle: z
      .object({ calls: z.int(), mean_ms: z.int(), p50_ms: z.int(), p95_ms: z.int() })
      .nullable()
      .meta({
        description:
          'How long agents stood idle although work was waiting: from the moment that a SIP agent was free (its work ' +
          'after the last call done), the contact due and the campaign running, to the POST. Of the last 1,000 calls; ' +
          'null before the first.',
      }),
    contact_job: ContactJobView.nullable(),
    polled_reason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why new calls are polled by GET from their start although there is a public URL, such as lost webhooks; ' +
          'null: they wait for webhooks, or there is no public URL.',
      }),
    waiting_for: z
      .object({
        reason: z.enum(WAITING_REASONS),
        text: z.string(),
        until: Instant.nullable().meta({ description: 'Null: unknown.' }),
        since: Instant,
      })
      .nullable()
      .meta({
        description:
          'Why the campaign is not dialling, by the table of docs/waits.md; null while it is.',
      }),
  })
  .meta({ id: 'CampaignProgress' });

export function campaignView(campaign: Campaign): z.infer<typeof CampaignView> {
  return {
    id: campaign.id,
    kind: campaign.kind,
    name: campaign.name,
    state: campaign.state,
    keep_open: campaign.keepOpen,
    starts_at: isoOrNull(campaign.startsAtMs),
    deadline_at: isoOrNull(campaign.deadlineAtMs),
    ...policyView(campaign.policy),
    presets: [...(campaign.policy.presets ?? [])],
    policy_version: campaign.policyVersion,
    allowed_moves: allowedMoves(campaign.state, campaign.kind),
    created_at: iso(campaign.createdAtMs),
    state_changed_at: iso(campaign.stateChangedAtMs),
    state_reason: campaign.stateReason,
  };
}

export function campaignProgressView(
  progress: CampaignProgress,
  { webhooks, currency }: { webhooks: WebhookStatus | undefined; currency: string | null },
): z.infer<typeof CampaignProgressView> {
  const { contacts, calls, waitingFor } = progress;
  return {
    ...campaignView(progress.campaign),
    contacts: {
      total: sumOf(contacts),
      by_state: contacts,
      by_disposition: known(progress.contactsByDisposition),
      by_last_disposition: known(progress.contactsByLastDisposition),
    },
    calls: { ...inJson(calls), by_disposition: known(calls.byDisposition) },
    total_cost: progress.totalCost,
    currency,
    negative_costs: progress.negativeCosts,
    money: moneyView(progress.money),
    agent_idle: progress.agentIdle && inJson(progress.agentIdle),
    contact_job: contactJobView(progress.contactJob),
    polled_reason: (webhooks && whyPolled(webhooks)) ?? null,
    waiting_for: waitingFor && inJson(waitingFor),
  };
}

function moneyView({ settled, pending, neverSettled, alert }: CampaignProgress['money']) {
  return {
    settled,
    pending: inJson(pending),
    never_settled: inJson(neverSettled),
    budget_alert: alert && inJson(alert),
  };
}

function known(counts: Partial<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count ?? 0]));
}

export const campaignTag = (campaign: Campaign): string => entityTag(campaignView(campaign));
