import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import {
  defineSearchAttributeKey,
  SearchAttributeType,
  TypedSearchAttributes,
} from '@temporalio/common';
import {
  callWorkflowId,
  campaignWorkflowId,
  parseCallRef,
  type CallRef,
  type CampaignId,
} from '../domain/ids.ts';
import type { Timing } from '../domain/timing.ts';
import {
  SEARCH_ATTRIBUTES,
  SIGNALS,
  TASK_QUEUE,
  WORKFLOWS,
  type CallInput,
  type CampaignInput,
} from '../workflows/messages.ts';
import type { ActivityDeps } from './deps.ts';

const CAMPAIGN = defineSearchAttributeKey(SEARCH_ATTRIBUTES.campaign, SearchAttributeType.KEYWORD);
const STATE = defineSearchAttributeKey(SEARCH_ATTRIBUTES.state, SearchAttributeType.KEYWORD);

export type Occasion =
  /** Claimed now: an id that is known already must not run again. */
  | 'claimed'
  /** Its workflow may have closed with work left: run the id again; intents make that harmless. */
  | 'healing';

/** Starts the workflow of one call. A workflow that runs already is left alone. */
export async function startCall(
  deps: ActivityDeps,
  ref: CallRef,
  occasion: Occasion,
): Promise<void> {
  try {
    await deps.client.workflow.start(WORKFLOWS.call, {
      ...callStart(deps, ref),
      workflowIdReusePolicy: occasion === 'claimed' ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Makes a call look at its inbox, starting its workflow again where it has closed. */
export async function readInboxOfCall(deps: ActivityDeps, ref: CallRef): Promise<void> {
  await deps.client.workflow.signalWithStart(WORKFLOWS.call, {
    ...callStart(deps, ref),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    signal: SIGNALS.readInbox,
    signalArgs: [],
  });
}

export async function startCampaign(client: Client, campaignId: CampaignId): Promise<void> {
  const input: CampaignInput = { campaignId };
  await client.workflow.start(WORKFLOWS.campaign, {
    workflowId: campaignWorkflowId(campaignId),
    taskQueue: TASK_QUEUE,
    args: [input],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `Campaign ${campaignId}`,
    typedSearchAttributes: new TypedSearchAttributes([{ key: CAMPAIGN, value: campaignId }]),
  });
}

function callStart(deps: ActivityDeps, ref: CallRef) {
  const campaignId = parseCallRef(ref)?.campaignId ?? ref;
  const input: CallInput = {
    ref,
    campaignId,
    webhooks: deps.publicUrl !== undefined,
    timing: callTiming(deps.timing),
  };
  return {
    workflowId: callWorkflowId(ref),
    taskQueue: TASK_QUEUE,
    args: [input] as [CallInput],
    staticSummary: `Call ${ref}`,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: CAMPAIGN, value: campaignId },
      { key: STATE, value: 'dialling' },
    ]),
  };
}

function callTiming(timing: Timing): CallInput['timing'] {
  const { silenceMs, horizonMs, unknownAgentMs, settleMs, recordingGraceMs, deskWaitMs } = timing;
  return { silenceMs, horizonMs, unknownAgentMs, settleMs, recordingGraceMs, deskWaitMs };
}
