import * as z from 'zod';
import { CAMPAIGN_MOVES, CAMPAIGN_STATES, allowedMoves } from '../domain/campaign-state.ts';
import { DEFAULT_REDIAL_POLICY, type RedialPolicy } from '../domain/redial.ts';
import type { Campaign, CampaignProgress, CampaignSettings } from '../store/campaign-store.ts';
import { Duration, Instant, Money, durationMs, formatDuration, iso, isoOrNull } from './wire.ts';

const E164_OR_DIGITS = /^\+?[1-9][0-9]{1,14}$/;

const RedialInput = z
  .strictObject({
    max_attempts: z.int().min(1).max(100).optional(),
    max_calls: z.int().min(1).max(1_000).optional(),
    customer_unreached_delay: Duration.optional(),
    agent_unreached_delay: Duration.optional(),
  })
  .meta({ description: 'When a contact is called again. Delays count from the end of a call.' });

export const CampaignInput = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    keep_open: z.boolean().default(false),
    redial: RedialInput.optional(),
    max_live_calls: z.int().min(1).max(100_000).nullish(),
    agent_caller_id: z
      .string()
      .regex(E164_OR_DIGITS, 'must be an E.164 number of at most 15 digits, + optional')
      .nullish()
      .meta({ description: "Shown on the agent's phone; by default the destination number." }),
  })
  .meta({ id: 'CampaignInput' });

export function settingsOf(input: z.infer<typeof CampaignInput>): CampaignSettings {
  return {
    name: input.name,
    keepOpen: input.keep_open,
    redial: redialOf(input.redial ?? {}),
    maxLiveCalls: input.max_live_calls ?? null,
    agentCallerId: input.agent_caller_id ?? null,
  };
}

function redialOf(input: z.infer<typeof RedialInput>): RedialPolicy {
  const byDefault = DEFAULT_REDIAL_POLICY;
  const delay = (text: string | undefined, otherwiseMs: number) =>
    text === undefined ? otherwiseMs : durationMs(text);
  return {
    maxAttempts: input.max_attempts ?? byDefault.maxAttempts,
    maxCalls: input.max_calls ?? byDefault.maxCalls,
    customerUnreachedDelayMs: delay(
      input.customer_unreached_delay,
      byDefault.customerUnreachedDelayMs,
    ),
    agentUnreachedDelayMs: delay(input.agent_unreached_delay, byDefault.agentUnreachedDelayMs),
  };
}

const CAMPAIGN_FIELDS = {
  id: z.string(),
  name: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  keep_open: z.boolean(),
  redial: z.object({
    max_attempts: z.int(),
    max_calls: z.int(),
    customer_unreached_delay: Duration,
    agent_unreached_delay: Duration,
  }),
  max_live_calls: z.int().nullable(),
  agent_caller_id: z.string().nullable(),
  allowed_moves: z.array(z.enum(CAMPAIGN_MOVES)),
  created_at: Instant,
  state_changed_at: Instant,
};
export const CampaignView = z.object(CAMPAIGN_FIELDS).meta({ id: 'Campaign' });

const Counts = z.record(z.string(), z.int());

export const CampaignProgressView = z
  .object({
    ...CAMPAIGN_FIELDS,
    contacts: z.object({ total: z.int(), by_state: Counts, by_disposition: Counts }),
    calls: z.object({
      total: z.int(),
      by_state: Counts,
      by_disposition: Counts,
      by_settlement: Counts,
      by_recording: Counts,
    }),
    total_cost: Money,
    waiting_for: z
      .object({
        reason: z.string(),
        text: z.string(),
        until: Instant.nullable().meta({ description: 'Null when nobody can tell.' }),
        since: Instant,
      })
      .nullable()
      .meta({ description: 'Why the campaign is not dialling; null while it is.' }),
  })
  .meta({ id: 'CampaignProgress' });

export function campaignView(campaign: Campaign): z.infer<typeof CampaignView> {
  const { redial } = campaign;
  return {
    id: campaign.id,
    name: campaign.name,
    state: campaign.state,
    keep_open: campaign.keepOpen,
    redial: {
      max_attempts: redial.maxAttempts,
      max_calls: redial.maxCalls,
      customer_unreached_delay: formatDuration(redial.customerUnreachedDelayMs),
      agent_unreached_delay: formatDuration(redial.agentUnreachedDelayMs),
    },
    max_live_calls: campaign.maxLiveCalls,
    agent_caller_id: campaign.agentCallerId,
    allowed_moves: allowedMoves(campaign.state),
    created_at: iso(campaign.createdAtMs),
    state_changed_at: iso(campaign.stateChangedAtMs),
  };
}

export function campaignProgressView(
  progress: CampaignProgress,
): z.infer<typeof CampaignProgressView> {
  const { contacts, calls, waitingFor } = progress;
  return {
    ...campaignView(progress.campaign),
    contacts: {
      total: Object.values(contacts).reduce((sum, count) => sum + count, 0),
      by_state: contacts,
      by_disposition: known(progress.contactsByDisposition),
    },
    calls: {
      total: calls.total,
      by_state: calls.byState,
      by_disposition: known(calls.byDisposition),
      by_settlement: calls.bySettlement,
      by_recording: calls.byRecording,
    },
    total_cost: progress.totalCost,
    waiting_for: waitingFor && {
      reason: waitingFor.reason,
      text: waitingFor.text,
      until: isoOrNull(waitingFor.untilMs),
      since: iso(waitingFor.sinceMs),
    },
  };
}

function known(counts: Partial<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count ?? 0]));
}
