import * as z from 'zod';
import {
  blockedWait,
  CALL_WAITS,
  callWait,
  type Blocked,
  recordingWait,
  type CallWaitReason,
} from '../../domain/calls/call-wait.ts';
import { callWorkflowId, campaignWorkflowId } from '../../domain/ids.ts';
import { blockedBy } from '../../domain/workflow-fault.ts';
import type { Standstill } from '../../store/workflows/workflow-store.ts';
import { LIVE_STATES } from '../../domain/calls/call-state.ts';
import { DISPOSITIONS } from '../../domain/calls/disposition.ts';
import type {
  Call,
  CallFilter,
  CallNames,
  CallRecordState,
  PlacementView,
  RecordingState,
  Settlement,
  TimelineEntry,
} from '../../store/calls/call-store.ts';
import type { UnreadableWebhook } from '../../store/calls/inbox-store.ts';
import { webUiUrl, type WebUi } from '../../domain/web-ui.ts';
import type { Timing } from '../../domain/timing.ts';
import { inJson } from '../http/answers/in-json.ts';
import type { ApiSettings } from '../http/api-deps.ts';
import { NUMBER_QUERY, searchedNumber } from '../contacts/numbers/requested-number.ts';
import { PageQuery } from '../http/answers/pages.ts';
import {
  Currency,
  GivenInstant,
  Instant,
  Money,
  iso,
  isoOrNull,
  millisOrNull,
} from '../http/schemas.ts';
import { CALL_FACT_FIELDS, callFactsView } from './call-facts-view.ts';
import { CALL_NAME_FIELDS, callNamesView } from './call-names-view.ts';

const CALL_STATES = [
  'queued',
  'claimed',
  'waiting',
  'placing',
  ...LIVE_STATES,
  'unknown',
  'ended',
] as const satisfies CallRecordState[];
const SETTLEMENTS = ['none', 'open', 'settled', 'unsettled'] as const satisfies Settlement[];
const RECORDINGS = [
  'none',
  'expected',
  'delivered',
  'wanted',
  'stored',
  'missing',
] as const satisfies RecordingState[];

const ORDER = {
  order: z.enum(['asc', 'desc']).default('desc').meta({
    description: 'By creation: `desc` shows the newest first, `asc` the oldest.',
  }),
};
/** What selects calls, in lists and in reports. */
const SELECTION = {
  ...NUMBER_QUERY,
  agent: z.string().max(64).optional().meta({ description: 'Id of its last agent.' }),
  from: GivenInstant.optional().meta({ description: 'Created at this instant or later.' }),
  to: GivenInstant.optional().meta({ description: 'Created before this instant.' }),
  state: z.enum(CALL_STATES).optional(),
  disposition: z.enum(DISPOSITIONS).optional(),
  settlement: z.enum(SETTLEMENTS).optional(),
  recording: z.enum(RECORDINGS).optional(),
  outcome: z.string().min(1).max(64).optional().meta({
    description: 'Code of what somebody said that it led to.',
  }),
};
const CAMPAIGN = { campaign: z.string().max(64).optional().meta({ description: 'Its id.' }) };

/** The calls of one campaign. */
export const CampaignCallQuery = PageQuery.extend({ ...SELECTION, ...ORDER });
export const CallQuery = PageQuery.extend({ ...CAMPAIGN, ...SELECTION, ...ORDER });
export const CallSelection = z.strictObject({ ...CAMPAIGN, ...SELECTION });

/** @throws Problem 422 if the number is none */
export function callFilter(query: z.infer<typeof CallSelection>): CallFilter {
  const { state, disposition, settlement, recording, outcome, agent, campaign, from, to } = query;
  return {
    state,
    disposition,
    settlement,
    recording,
    outcome,
    campaignId: campaign,
    number: searchedNumber(query),
    agentId: agent,
    fromMs: millisOrNull(from) ?? undefined,
    toMs: millisOrNull(to) ?? undefined,
  };
}

const CallWaitView = z.object({
  reason: z.enum(Object.keys(CALL_WAITS) as CallWaitReason[]),
  text: z.string(),
  until: Instant.nullable().meta({
    description: 'When it ends at the latest, or is tried next; null: unknown.',
  }),
});

const CALL_FIELDS = {
  ref: z.string(),
  campaign_id: z.string(),
  contact: z.int().meta({ description: 'Position of the contact in its campaign.' }),
  ordinal: z.int().meta({ description: 'Counts the calls of one contact, from 1.' }),
  number: z.string(),
  agent_id: z.string().nullable(),
  ...CALL_NAME_FIELDS,
  state: z.enum(CALL_STATES),
  deepest: z.enum(LIVE_STATES).nullable(),
  disposition: z
    .enum(DISPOSITIONS)
    .nullable()
    .meta({
      description:
        'How it ended. `leg-unknown`: it failed, and nothing shows which leg was reached; it is redialled by the ' +
        'customer\u2019s rule and does not count as a miss of the agent. Later evidence may change it.',
    }),
  reason: z.string().nullable(),
  confirmed: z.boolean().nullable(),
  outcome: z.string().nullable().meta({
    description:
      'Code of what somebody said that it led to; null: nobody has. `GET /v1/calls/{ref}/outcome` has the rest.',
  }),
  carrier_call_id: z.string().nullable(),
  cost: Money.nullable(),
  currency: Currency,
  cost_source: z.enum(['get', 'cdr', 'person']).nullable().meta({
    description:
      'Where the cost comes from: the call itself, the carrier\u2019s call records, or a person.',
  }),
  unreadable_cost: z.string().nullable().meta({
    description:
      'What the carrier shows as the cost if that is no amount: the first 64 characters, as JSON.',
  }),
  record_cost: Money.nullable().meta({
    description: 'What the carrier\u2019s call records show, if they were compared.',
  }),
  settlement: z.enum(SETTLEMENTS),
  recording: z.enum(RECORDINGS),
  recording_reason: z
    .string()
    .nullable()
    .meta({ description: 'What the recording waits for, or why a missing one was given up.' }),
  recording_due_at: Instant.nullable().meta({
    description: 'When a wanted recording may next be looked up.',
  }),
  recording_sha256: z.string().nullable(),
  recording_bytes: z.int().nullable(),
  waiting_for: CallWaitView.nullable().meta({
    description:
      'What the call waits for now, by the table of docs/waits.md; null: for nothing. A cost and a recording are awaited ' +
      'at once: then it shows the cost, and `recording_reason` the recording.',
  }),
  created_at: Instant,
  placed_at: Instant.nullable(),
  ...CALL_FACT_FIELDS,
};
export const CallView = z.object(CALL_FIELDS).meta({ id: 'Call' });

export const CallDetailView = z
  .object({
    ...CALL_FIELDS,
    placements: z.array(
      z.object({
        placement: z.int(),
        state: z.string(),
        intent_at: Instant,
        outcome_at: Instant.nullable(),
        status: z.int().nullable(),
        code: z.string().nullable(),
        reason: z.string().nullable(),
        zone_rules: z.string().nullable().meta({
          description: 'The release of the IANA time zone data by which clocks were read for it.',
        }),
      }),
    ),
    timeline: z.array(
      z.object({
        at: Instant,
        kind: z.string(),
        text: z.string(),
        placement: z.int().nullable(),
        seq: z.int().nullable().meta({
          description:
            'The carrier’s `event_seq`. Events of a placement are in its order, whenever they arrived.',
        }),
      }),
    ),
    web_ui_url: z.string().nullable().meta({
      description:
        'The page of its workflow in Temporal’s Web UI, by the setting `TEMPORAL_WEB_UI_URL`; null: it is not set.',
      example: 'http://127.0.0.1:8233/namespaces/default/workflows/call.cabcdefghi.5.1',
    }),
    unreadable_webhooks: z
      .array(
        z.object({
          at: Instant,
          placement: z.int(),
          reason: z.string(),
          body: z.string().meta({ description: 'Its first 2,048 bytes, as text.' }),
          bytes: z
            .int()
            .nullable()
            .meta({ description: 'Of the whole body; null: more than 65,536.' }),
        }),
      )
      .meta({
        description:
          'Webhooks on the call\u2019s URL that could not be read: the newest 16 different bodies. Each made the call poll by GET.',
      }),
  })
  .meta({ id: 'CallDetail' });

export interface CallViewSettings extends Pick<ApiSettings, 'currency' | 'publicUrl'> {
  timing: Pick<Timing, 'horizonMs' | 'settleAtMostMs'>;
}

export interface CallShown {
  nowMs: number;
  names: CallNames | undefined;
  standstill?: Standstill | undefined;
}

export function callView(
  call: Call,
  { currency, timing, publicUrl }: CallViewSettings,
  { nowMs, names, standstill }: CallShown,
): z.infer<typeof CallView> {
  const wait = blockedWait(
    callWait(call, { ...timing, webhooks: publicUrl !== undefined }, nowMs),
    standstill ? blockedOf(call, standstill) : null,
  );
  return {
    ref: call.ref,
    campaign_id: call.campaignId,
    contact: call.contact,
    ordinal: call.ordinal,
    number: call.number,
    agent_id: call.agentId,
    ...callNamesView(names),
    state: call.state,
    deepest: call.deepest,
    disposition: call.disposition,
    reason: call.reason,
    confirmed: call.confirmed,
    outcome: call.outcome?.code ?? null,
    carrier_call_id: call.carrierCallId,
    cost: call.cost,
    currency,
    cost_source: call.costSource,
    unreadable_cost: call.unreadableCost,
    record_cost: call.recordCost,
    settlement: call.settlement,
    recording: call.recording,
    recording_reason: call.recordingReason ?? recordingWait(call, nowMs)?.text ?? null,
    recording_due_at: isoOrNull(call.recordingDueAtMs),
    recording_sha256: call.recordingSha256,
    recording_bytes: call.recordingBytes,
    waiting_for: wait && { reason: wait.reason, text: wait.text, until: isoOrNull(wait.untilMs) },
    created_at: iso(call.createdAtMs),
    placed_at: isoOrNull(call.placedAtMs),
    ...callFactsView(call),
  };
}

/** A call that is not claimed yet is moved by the workflow of its campaign. */
function blockedOf(
  { ref, campaignId, state }: Call,
  { workflows, away }: Standstill,
): Blocked | null {
  const workflowId = state === 'queued' ? campaignWorkflowId(campaignId) : callWorkflowId(ref);
  return blockedBy([workflowId], workflows) ?? (away && { ...away, untilMs: null });
}

interface CallDetailParts {
  placements: readonly PlacementView[];
  timeline: readonly TimelineEntry[];
  unreadable: readonly UnreadableWebhook[];
  /** Undefined: nothing links to the Web UI. */
  webUi: WebUi | undefined;
}

export function callDetailView(
  call: z.infer<typeof CallView>,
  { placements, timeline, unreadable, webUi }: CallDetailParts,
): z.infer<typeof CallDetailView> {
  return {
    ...call,
    placements: placements.map(({ why, ...rest }) => ({ ...inJson(rest), reason: why })),
    timeline: timeline.map(inJson),
    web_ui_url: webUi ? webUiUrl(call.ref, webUi) : null,
    unreadable_webhooks: unreadable.map(({ why, ...rest }) => ({ ...inJson(rest), reason: why })),
  };
}
