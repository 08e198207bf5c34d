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
  type CampaignId,
  type ReconciliationId,
  webhookEndpointWorkflowId,
  webhookTestWorkflowId,
} from '../domain/ids.ts';
import {
  REHEARSAL_WITHIN_MS,
  SEARCH_ATTRIBUTES,
  SIGNALS,
  TASK_QUEUE,
  type CallbackInput,
  type CallInput,
  type CampaignInput,
  type DeskInput,
  type ReconciliationInput,
  type RehearsalInput,
  WEBHOOK_TEST_WITHIN_MS,
  type WebhookEndpointInput,
} from './messages.ts';

/** The state of a run for late events. It has no disposition, because the run that followed the call has it. */
export const LATE_NEWS_STATE = 'late-news';

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

export const CAMPAIGN_ATTRIBUTE = keyword(SEARCH_ATTRIBUTES.campaign);
export const STATE_ATTRIBUTE = keyword(SEARCH_ATTRIBUTES.state);
export const DISPOSITION_ATTRIBUTE = keyword(SEARCH_ATTRIBUTES.disposition);

export function campaignStart(campaignId: CampaignId) {
  const input: CampaignInput = { campaignId };
  return {
    workflowId: campaignWorkflowId(campaignId),
    taskQueue: TASK_QUEUE,
    args: [input] as [CampaignInput],
    // A campaign whose workflow has closed may run again. A running workflow is left as it is.
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `Campaign ${campaignId}`,
    staticDetails: 'Claims contacts that are due and starts one workflow per call.',
    typedSearchAttributes: new TypedSearchAttributes([
      { key: CAMPAIGN_ATTRIBUTE, value: campaignId },
    ]),
  } as const;
}

/** Makes the campaign's workflow dispatch again, and starts it if it does not run. */
export const campaignWake = (campaignId: CampaignId) => ({
  ...campaignStart(campaignId),
  signal: SIGNALS.changed,
  signalArgs: [] as [],
});

/** Without a reuse policy: whether a known id may run again depends on the reason of the start. */
export function callStart(input: Omit<CallInput, 'campaignId'>) {
  const campaignId = parseCallRef(input.ref)?.campaignId ?? input.ref;
  return {
    workflowId: callWorkflowId(input.ref),
    taskQueue: TASK_QUEUE,
    args: [{ ...input, campaignId }] as [CallInput],
    staticSummary: input.lateNews
      ? `Late events of call ${input.ref}, which has ended: nobody is dialled`
      : `Call ${input.ref}`,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: CAMPAIGN_ATTRIBUTE, value: campaignId },
      { key: STATE_ATTRIBUTE, value: input.lateNews ? LATE_NEWS_STATE : 'dialling' },
    ]),
  };
}

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

export function reconciliationStart(reconciliationId: ReconciliationId) {
  const input: ReconciliationInput = { reconciliationId, spanMs: 0 };
  return {
    workflowId: reconciliationWorkflowId(reconciliationId),
    taskQueue: TASK_QUEUE,
    args: [input] as [ReconciliationInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `Reconciliation ${reconciliationId}`,
    staticDetails: 'Compares the carrier\u2019s call records with our calls.',
  } as const;
}

/** One rehearsal of a campaign at a time. Its result waits in the workflow's history for the request. */
export function rehearsalStart(campaignId: CampaignId, order: string) {
  const input: RehearsalInput = { campaignId, order };
  return {
    workflowId: rehearsalWorkflowId(campaignId),
    taskQueue: TASK_QUEUE,
    args: [input] as [RehearsalInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'FAIL',
    workflowExecutionTimeout: REHEARSAL_WITHIN_MS + 40_000,
    staticSummary: `Rehearsal of campaign ${campaignId}`,
  } as const;
}

export function deskStart(spacingMs: number) {
  const input: DeskInput = { spacingMs };
  return {
    workflowId: RECORDING_DESK_WORKFLOW_ID,
    taskQueue: TASK_QUEUE,
    args: [input] as [DeskInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: 'Recording desk: one lookup at a time',
  } as const;
}

export function webhookEndpointStart(endpointId: string) {
  const input: WebhookEndpointInput = { endpointId };
  return {
    workflowId: webhookEndpointWorkflowId(endpointId),
    taskQueue: TASK_QUEUE,
    args: [input] as [WebhookEndpointInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `Webhook endpoint ${endpointId}`,
    staticDetails: 'Sends events in the order of their ids, one request for each.',
  } as const;
}

/** Ends a wait after a failure, and starts the workflow if it does not run. */
export const webhookEndpointWake = (endpointId: string) => ({
  ...webhookEndpointStart(endpointId),
  signal: SIGNALS.endpointChanged,
  signalArgs: [] as [],
});

/** One test at a time. */
export function webhookTestStart(endpointId: string) {
  const input: WebhookEndpointInput = { endpointId };
  return {
    workflowId: webhookTestWorkflowId(endpointId),
    taskQueue: TASK_QUEUE,
    args: [input] as [WebhookEndpointInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowExecutionTimeout: WEBHOOK_TEST_WITHIN_MS + 10_000,
    staticSummary: `Test of webhook endpoint ${endpointId}`,
  } as const;
}
