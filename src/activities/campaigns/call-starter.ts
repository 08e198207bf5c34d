import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import {
  parseCallRef,
  type CallRef,
  type CampaignId,
  type ReconciliationId,
} from '../../domain/ids.ts';
import { utcTimeOfDay } from '../../domain/utc-time.ts';
import type { Claim } from '../../store/campaigns/campaign-store.ts';
import { SIGNALS, WORKFLOWS, type CallInput } from '../../contract/messages.ts';
import {
  callAgain,
  callInput,
  callStart,
  type CallLabels,
  campaignStart,
  campaignWake,
  deskStart,
  reconciliationStart,
  STARTED_AGAIN,
  webhookEndpointStart,
} from '../../contract/starts.ts';
import type { ActivityDeps } from '../deps.ts';
import { mayStartAgain } from '../restore/forgotten-runs.ts';

/**
 * Starts the workflow of one call. Its first task runs in this process (eager start), which saves a fifth of a call's time
 * (docs/evidence/tried.md), unless this process has more than its share of the calls. A running workflow is left as it is.
 */
async function startCall(
  deps: ActivityDeps,
  ref: CallRef,
  options: { labels: CallLabels; workflowIdReusePolicy: 'REJECT_DUPLICATE' | 'ALLOW_DUPLICATE' },
): Promise<void> {
  const { labels, workflowIdReusePolicy } = options;
  await deps.client.workflow.start(WORKFLOWS.call, {
    ...callStart(inputOf(deps, ref), labels),
    workflowIdReusePolicy,
    workflowIdConflictPolicy:
      workflowIdReusePolicy === 'REJECT_DUPLICATE' ? 'FAIL' : 'USE_EXISTING',
    requestEagerStart: deps.callShare.takesNext(),
  });
}

/**
 * The first start of a call. A run that Temporal knows already was started by a killed attempt of this claim; or the claim
 * is one of a restored store, and the call was made before.
 */
async function startFirst(deps: ActivityDeps, ref: CallRef, labels: CallLabels): Promise<void> {
  try {
    await startCall(deps, ref, { labels, workflowIdReusePolicy: 'REJECT_DUPLICATE' });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    await mayStartAgain(deps, ref);
  }
}

/** Starts a call that was just claimed. If Temporal knows the id already, nothing is started. */
export const startClaimed = (
  deps: ActivityDeps,
  { ref, agentId, claimedAtMs }: Claim,
  campaignName: string,
): Promise<void> =>
  startFirst(deps, ref, {
    summary: [`claimed ${utcTimeOfDay(claimedAtMs)}`, agentId ?? []].flat().join(' · '),
    campaignName: deps.namesSearchable ? campaignName : undefined,
  });

/** Starts a call of which no workflow may have been started. */
export const startUnstarted = async (deps: ActivityDeps, ref: CallRef): Promise<void> =>
  startFirst(deps, ref, await labelsOf(deps, ref, STARTED_BY_SWEEP));

/**
 * The workflow may have closed with work left, so it may run again. Intents prevent a second POST, unless the store has
 * forgotten them.
 */
export async function healCall(deps: ActivityDeps, ref: CallRef): Promise<void> {
  if (!(await mayStartAgain(deps, ref))) return;
  const labels = await labelsOf(deps, ref, STARTED_AGAIN);
  await startCall(deps, ref, { labels, workflowIdReusePolicy: 'ALLOW_DUPLICATE' });
}

const STARTED_BY_SWEEP = 'started by the sweep';

/** For starts that are rare enough to read the campaign. */
async function labelsOf(deps: ActivityDeps, ref: CallRef, summary: string): Promise<CallLabels> {
  const campaignId = parseCallRef(ref)?.campaignId;
  if (!deps.namesSearchable || campaignId === undefined)
    return { summary, campaignName: undefined };
  return { summary, campaignName: (await deps.store.campaign(campaignId)).name };
}

/** Makes a call read its inbox. If its workflow has closed, starts it again. */
export const readInboxOfCall = (deps: ActivityDeps, ref: CallRef): Promise<void> =>
  signalCall(deps, ref, SIGNALS.readInbox);

/** The same for a call that has ended: a run that is started is marked as a run for late events. */
export const startLateEventsRun = (deps: ActivityDeps, ref: CallRef): Promise<void> =>
  signalCall(deps, ref, SIGNALS.readInbox, { lateEvents: true });

/** Makes a call poll. If its workflow has closed, starts it again. */
export const pokeCall = (deps: ActivityDeps, ref: CallRef): Promise<void> =>
  signalCall(deps, ref, SIGNALS.poke);

async function signalCall(
  deps: ActivityDeps,
  ref: CallRef,
  signal: string,
  more: Pick<CallInput, 'lateEvents'> = {},
): Promise<void> {
  if (!(await mayStartAgain(deps, ref))) return;
  const { campaignName } = await labelsOf(deps, ref, STARTED_AGAIN);
  const input = { ...inputOf(deps, ref), ...more };
  await deps.client.workflow.signalWithStart(
    WORKFLOWS.call,
    callAgain(input, { signal, campaignName }),
  );
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

const inputOf = ({ publicUrl, timing }: ActivityDeps, ref: CallRef) =>
  callInput(ref, { webhooks: publicUrl !== undefined, timing });
