/**
 * Names and payloads of workflows and signals. They are plain JSON, because histories contain them, and must not contain
 * names or numbers of people.
 */
import type { CallEvent } from '../domain/calls/call-state.ts';
import type { Disposition } from '../domain/calls/disposition.ts';
import type { CallbackId, CallRef, CampaignId, ReconciliationId } from '../domain/ids.ts';
import type { Timing } from '../domain/timing.ts';

/** All workflows, and the activities of calls. The names of the other task queues begin with it. */
export const TASK_QUEUE = 'dialwright';
/** The dispatcher's activity runs for minutes. It has its own queue, so that it does not block other activities. */
export const DISPATCH_TASK_QUEUE = `${TASK_QUEUE}.dispatch`;
export const RECORDINGS_TASK_QUEUE = `${TASK_QUEUE}.recordings`;
export const BOOKKEEPING_TASK_QUEUE = `${TASK_QUEUE}.bookkeeping`;
/** Deliveries to webhook endpoints run for minutes, as dispatchers do. */
export const WEBHOOKS_TASK_QUEUE = `${TASK_QUEUE}.webhooks`;

/** The kinds of work that a worker may serve, and their task queues. */
export const WORK = {
  dispatching: [DISPATCH_TASK_QUEUE],
  calling: [TASK_QUEUE],
  recordings: [RECORDINGS_TASK_QUEUE],
  bookkeeping: [BOOKKEEPING_TASK_QUEUE, WEBHOOKS_TASK_QUEUE],
} as const;
export type Work = keyof typeof WORK;
export const WORKS = Object.keys(WORK) as Work[];

export const WORKFLOWS = {
  call: 'callWorkflow',
  callback: 'callbackWorkflow',
  campaign: 'campaignWorkflow',
  gate: 'gateWorkflow',
  reconciliation: 'reconciliationWorkflow',
  rehearsal: 'rehearsalWorkflow',
  recordingDesk: 'recordingDeskWorkflow',
  sweep: 'sweepWorkflow',
  webhookEndpoint: 'webhookEndpointWorkflow',
  webhookTest: 'webhookTestWorkflow',
} as const;

/** A global that a worker with Worker Versioning sets before the code of the workflows is loaded. */
export const VERSIONED_WORKER = 'dialwrightVersionedWorker';

/** Search attributes, all of type Keyword. The server reads them, so they are never encrypted. */
export const SEARCH_ATTRIBUTES = {
  campaign: 'DialwrightCampaign',
  campaignName: 'DialwrightCampaignName',
  disposition: 'DialwrightDisposition',
  state: 'DialwrightState',
} as const;

/** The waits of one call, fixed when it starts, so that a new setting cannot change a running one. */
export type CallTiming = Pick<
  Timing,
  | 'placeWithinMs'
  | 'silenceMs'
  | 'pollMs'
  | 'pollRetryAtMostMs'
  | 'horizonMs'
  | 'unknownAgentMs'
  | 'settleMs'
  | 'recordingGraceMs'
  | 'deskWaitMs'
>;

export interface CallInput {
  ref: CallRef;
  campaignId: CampaignId;
  /** False without a public URL: no webhooks will come, so the call is polled from the start. */
  webhooks: boolean;
  /** The call had ended when this run was started: the run handles late events and dials nobody. */
  lateEvents?: boolean;
  timing: CallTiming;
}

export interface CallResult {
  disposition: Disposition;
  /** Decimal string; null: the call was not accepted, or its cost is unknown. */
  cost: string | null;
  recording: string;
}

export interface CampaignInput {
  campaignId: CampaignId;
}

export interface CallbackInput {
  callbackId: CallbackId;
}

export interface ReconciliationInput {
  /** Null: a run of the schedule, which requests a reconciliation of the last `spanMs`. */
  reconciliationId: ReconciliationId | null;
  spanMs: number;
}

export interface RehearsalInput {
  campaignId: CampaignId;
  /** Model and settings as text (`writeOrder`). */
  order: string;
}

/** Of the gate of a deploy. */
export interface GateInput {
  /** Open runs of each workflow type that are replayed. */
  runsOfEachType?: number;
}
export const DEFAULT_GATE_RUNS = 25;

/** Contacts of a rehearsal, and how long it may take. */
export const MOST_REHEARSED = 1_000_000;
export const REHEARSAL_WITHIN_MS = 120_000;
/** Types of its failures. */
export const REHEARSAL_FAULTS = {
  tooLong: 'rehearsal_too_long',
  tooLarge: 'rehearsal_too_large',
} as const;

export interface WebhookEndpointInput {
  endpointId: string;
}

/** A test request, with the time that a worker has to take it. */
export const WEBHOOK_TEST_WITHIN_MS = 30_000;

export interface DeskInput {
  /** Pause after a failed turn. The spacing of lookups is the worker's own setting. */
  spacingMs: number;
}

/**
 * Webhook events reach a call in a signal named after the newest of them (`click2call.bridged`), or as `poke` when a
 * body could not be read, because the Web UI's timeline prints signal names.
 */
export interface CallEventsSignal {
  placement: number;
  events: CallEvent[];
}

export const SIGNALS = {
  /** To a call: end it. No payload. */
  hangup: 'call.hangup',
  /**
   * To a call: poll, because only GET can explain what happened: a webhook that could not be read, a call record
   * that bound the call, or silence where webhooks should have come.
   */
  poke: 'poke',
  /** To a call: its inbox holds events that no signal has relayed. No payload. */
  readInbox: 'inbox.read',
  /** To a call: the recording webhook came. No payload. */
  recordingDelivered: 'recording.delivered',
  /** To a call: the recording desk has finished it, with or without a recording. No payload. */
  recordingSettled: 'recording.settled',
  /** To a campaign: its state, contacts or agents changed. No payload. */
  changed: 'campaign.changed',
  /** To a webhook endpoint: it was changed, so a wait after a failure may be over. No payload. */
  endpointChanged: 'webhook-endpoint.changed',
  /** To the recording desk: the queue is not empty. No payload. */
  wake: 'desk.wake',
} as const;
