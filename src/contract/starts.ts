/** Start options of workflows, for the API and the activities: ids, queue, and texts for the Web UI. */
import {
  defineSearchAttributeKey,
  SearchAttributeType,
  TypedSearchAttributes,
} from '@temporalio/common';
import {
  callbackWorkflowId,
  callWorkflowId,
  campaignWorkflowId,
  parseCallRef,
  RECORDING_DESK_WORKFLOW_ID,
  reconciliationWorkflowId,
  rehearsalWorkflowId,
  type CallbackId,
  type CallRef,
  type CampaignId,
  type ReconciliationId,
  webhookEndpointWorkflowId,
  webhookTestWorkflowId,
} from '../domain/ids.ts';
import { searchableName } from '../domain/campaigns/searchable-name.ts';
import {
  REHEARSAL_WITHIN_MS,
  SEARCH_ATTRIBUTES,
  SIGNALS,
  TASK_QUEUE,
  type CallbackInput,
  type CallInput,
  type CallTiming,
  type CampaignInput,
  type DeskInput,
  type ReconciliationInput,
  type RehearsalInput,
  WEBHOOK_TEST_WITHIN_MS,
  type WebhookEndpointInput,
} from './messages.ts';

/** The state of a run for late events. It has no disposition, because the run that followed the call has it. */
export const LATE_EVENTS_STATE = 'late-events';

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

export const CAMPAIGN_ATTRIBUTE = keyword(SEARCH_ATTRIBUTES.campaign);
export const CAMPAIGN_NAME_ATTRIBUTE = keyword(SEARCH_ATTRIBUTES.campaignName);
export const STATE_ATTRIBUTE = keyword(SEARCH_ATTRIBUTES.state);
export const DISPOSITION_ATTRIBUTE = keyword(SEARCH_ATTRIBUTES.disposition);

// The Web UI shows four lines of about 75 characters.
const CAMPAIGN_HELP =
  'Claims contacts that are due and starts one workflow per call. The heartbeat of its activity has newer counts than ' +
  'its details. Pause or cancel a campaign in Dialwright: Cancel, Terminate and Reset here do not end it.';
const CALL_HELP =
  'One call. A signal is a webhook of the carrier, an activity is a request of ours or a write to the store. ' +
  'Hang up in Dialwright: Cancel here has an effect only before the POST. Terminate and Reset cause no second POST.';
const LATE_EVENTS_HELP =
  'Reads events that came after the call had ended. An earlier run of the same workflow id followed the call.';

/** A workflow with one input. If it has closed, it may run again. A running workflow is left as it is. */
const startOf = <Input>(workflowId: string, input: Input, staticSummary: string) =>
  ({
    workflowId,
    taskQueue: TASK_QUEUE,
    args: [input] as [Input],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary,
  }) as const;

export const campaignStart = (campaignId: CampaignId) => ({
  ...startOf<CampaignInput>(
    campaignWorkflowId(campaignId),
    { campaignId },
    `Campaign ${campaignId}`,
  ),
  staticDetails: CAMPAIGN_HELP,
  typedSearchAttributes: new TypedSearchAttributes([
    { key: CAMPAIGN_ATTRIBUTE, value: campaignId },
  ]),
});

/** Makes the campaign's workflow dispatch again, and starts it if it does not run. */
export const campaignWake = (campaignId: CampaignId) => ({
  ...campaignStart(campaignId),
  signal: SIGNALS.changed,
  signalArgs: [] as [],
});

/** What the Web UI shows and finds of a call from its start on. */
export interface CallLabels {
  summary: string;
  /** Undefined: it must not be shown to the Temporal server. */
  campaignName: string | undefined;
}

/** Without a reuse policy: whether a known id may run again depends on the reason of the start. */
export function callStart(input: Omit<CallInput, 'campaignId'>, labels: CallLabels) {
  const campaignId = parseCallRef(input.ref)?.campaignId ?? input.ref;
  return {
    workflowId: callWorkflowId(input.ref),
    taskQueue: TASK_QUEUE,
    args: [{ ...input, campaignId }] as [CallInput],
    staticSummary: labels.summary,
    staticDetails: input.lateEvents ? LATE_EVENTS_HELP : CALL_HELP,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: CAMPAIGN_ATTRIBUTE, value: campaignId },
      ...campaignNamePairs(labels.campaignName),
      { key: STATE_ATTRIBUTE, value: input.lateEvents ? LATE_EVENTS_STATE : 'dialling' },
    ]),
  };
}

/** The input of a call's workflow, from the settings of the process that starts it. */
export function callInput(
  ref: CallRef,
  { webhooks, timing }: { webhooks: boolean; timing: CallTiming },
): Omit<CallInput, 'campaignId'> {
  const own = Object.fromEntries(CALL_TIMINGS.map((name) => [name, timing[name]]));
  return { ref, webhooks, timing: own as unknown as CallTiming };
}

const CALL_TIMINGS = [
  'silenceMs',
  'pollMs',
  'pollRetryAtMostMs',
  'placeWithinMs',
  'horizonMs',
  'unknownAgentMs',
  'settleMs',
  'recordingGraceMs',
  'deskWaitMs',
] as const satisfies readonly (keyof CallTiming)[];

export const STARTED_AGAIN = 'started again; a call that was placed is not placed twice';
const LATE_EVENTS = 'late events; nothing is dialled';

/** Signals a call. If its workflow has closed, it runs again; of a call that has ended, as a run for late events. */
export function callAgain(
  { lateEvents, ...input }: Omit<CallInput, 'campaignId'>,
  { signal, campaignName }: { signal: string; campaignName: string | undefined },
) {
  const labels = { summary: lateEvents ? LATE_EVENTS : STARTED_AGAIN, campaignName };
  return {
    ...callStart({ ...input, ...(lateEvents && { lateEvents }) }, labels),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    signal,
    signalArgs: [] as [],
  } as const;
}

const campaignNamePairs = (name: string | undefined) =>
  name === undefined ? [] : [{ key: CAMPAIGN_NAME_ATTRIBUTE, value: searchableName(name) }];

/** For a callback sync, by the schedule or after a change of the callback. */
export function callbackStart(callbackId: CallbackId) {
  const input: CallbackInput = { callbackId };
  return {
    workflowId: callbackWorkflowId(callbackId),
    taskQueue: TASK_QUEUE,
    args: [input] as [CallbackInput],
    staticSummary: `Callback ${callbackId}`,
  };
}

export const reconciliationStart = (reconciliationId: ReconciliationId) => ({
  ...startOf<ReconciliationInput>(
    reconciliationWorkflowId(reconciliationId),
    { reconciliationId, spanMs: 0 },
    `Reconciliation ${reconciliationId}`,
  ),
  staticDetails: 'Compares the carrier\u2019s call records with our calls.',
});

/** One rehearsal of a campaign at a time. Its result waits in the workflow's history for the request. */
export const rehearsalStart = (campaignId: CampaignId, order: string) =>
  ({
    ...startOf<RehearsalInput>(
      rehearsalWorkflowId(campaignId),
      { campaignId, order },
      `Rehearsal of campaign ${campaignId}`,
    ),
    workflowIdConflictPolicy: 'FAIL',
    workflowExecutionTimeout: REHEARSAL_WITHIN_MS + 40_000,
  }) as const;

export const deskStart = (spacingMs: number) =>
  startOf<DeskInput>(
    RECORDING_DESK_WORKFLOW_ID,
    { spacingMs },
    'Recording desk: one lookup at a time',
  );

export const webhookEndpointStart = (endpointId: string) => ({
  ...startOf<WebhookEndpointInput>(
    webhookEndpointWorkflowId(endpointId),
    { endpointId },
    `Webhook endpoint ${endpointId}`,
  ),
  staticDetails: 'Sends events in the order of their ids, one request for each.',
});

/** Ends a wait after a failure, and starts the workflow if it does not run. */
export const webhookEndpointWake = (endpointId: string) => ({
  ...webhookEndpointStart(endpointId),
  signal: SIGNALS.endpointChanged,
  signalArgs: [] as [],
});

/** One test at a time. */
export const webhookTestStart = (endpointId: string) => ({
  ...startOf<WebhookEndpointInput>(
    webhookTestWorkflowId(endpointId),
    { endpointId },
    `Test of webhook endpoint ${endpointId}`,
  ),
  workflowExecutionTimeout: WEBHOOK_TEST_WITHIN_MS + 10_000,
});
