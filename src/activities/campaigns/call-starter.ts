import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import type { CallRef, CampaignId, ReconciliationId } from '../../domain/ids.ts';
import type { Timing } from '../../domain/timing.ts';
import { SIGNALS, WORKFLOWS, type CallInput } from '../../workflows/messages.ts';
import {
  callStart,
  campaignStart,
  campaignWake,
  deskStart,
  reconciliationStart,
  webhookEndpointStart,
} from '../../workflows/starts.ts';
import type { ActivityDeps } from '../deps.ts';

export type StartReason =
  /** The contact was just claimed. If Temporal knows the id already, nothing is started. */
  | 'claimed'
  /** The workflow may have closed with work left, so it may run again. Intents prevent a second POST. */
  | 'healing';

/**
 * Starts the workflow of one call. Its first task runs in this process (eager start), which saves a fifth of a call's time
 * (docs/performance.md), unless this process has more than its share of the calls. A running workflow is left as it is.
 */
export async function startCall(
  deps: ActivityDeps,
  ref: CallRef,
  reason: StartReason,
): Promise<void> {
  try {
    await deps.client.workflow.start(WORKFLOWS.call, {
      ...callStart(callInput(deps, ref)),
      workflowIdReusePolicy: reason === 'claimed' ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
      requestEagerStart: deps.callShare.takesNext(),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Makes a call read its inbox. If its workflow has closed, starts it again. */
export const readInboxOfCall = (deps: ActivityDeps, ref: CallRef): Promise<void> =>
  signalCall(deps, ref, SIGNALS.readInbox);

/** The same for a call that has ended: a run that is started is marked as a run for late events. */
export const startLateNewsRun = (deps: ActivityDeps, ref: CallRef): Promise<void> =>
  signalCall(deps, ref, SIGNALS.readInbox, { lateNews: true });

/** Makes a call poll. If its workflow has closed, starts it again. */
export const pokeCall = (deps: ActivityDeps, ref: CallRef): Promise<void> =>
  signalCall(deps, ref, SIGNALS.poke);

async function signalCall(
  deps: ActivityDeps,
  ref: CallRef,
  signal: string,
  more: Pick<CallInput, 'lateNews'> = {},
): Promise<void> {
  await deps.client.workflow.signalWithStart(WORKFLOWS.call, {
    ...callStart({ ...callInput(deps, ref), ...more }),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    signal,
    signalArgs: [],
  });
}

export async function startCampaign(client: Client, campaignId: CampaignId): Promise<void> {
  await client.workflow.start(WORKFLOWS.campaign, campaignStart(campaignId));
}

export async function startReconciliation(client: Client, id: ReconciliationId): Promise<void> {
  await client.workflow.start(WORKFLOWS.reconciliation, reconciliationStart(id));
}

export async function startWebhookEndpoint(client: Client, id: string): Promise<void> {
  await client.workflow.start(WORKFLOWS.webhookEndpoint, webhookEndpointStart(id));
}

/** Makes the campaign's workflow dispatch again, and starts it if it does not run. */
export async function wakeCampaign(client: Client, campaignId: CampaignId): Promise<void> {
  await client.workflow.signalWithStart(WORKFLOWS.campaign, campaignWake(campaignId));
}

/** Wakes the recording desk, and starts it if it does not run. */
export async function wakeDesk({ client, timing }: ActivityDeps): Promise<void> {
  await client.workflow.signalWithStart(WORKFLOWS.recordingDesk, {
    ...deskStart(timing.deskSpacingMs),
    signal: SIGNALS.wake,
    signalArgs: [],
  });
}

function callInput(deps: ActivityDeps, ref: CallRef): Omit<CallInput, 'campaignId'> {
  return { ref, webhooks: deps.publicUrl !== undefined, timing: callTiming(deps.timing) };
}

function callTiming(timing: Timing): CallInput['timing'] {
  return {
    silenceMs: timing.silenceMs,
    pollMs: timing.pollMs,
    pollRetryAtMostMs: timing.pollRetryAtMostMs,
    placeWithinMs: timing.placeWithinMs,
    horizonMs: timing.horizonMs,
    unknownAgentMs: timing.unknownAgentMs,
    settleMs: timing.settleMs,
    recordingGraceMs: timing.recordingGraceMs,
    deskWaitMs: timing.deskWaitMs,
  };
}
