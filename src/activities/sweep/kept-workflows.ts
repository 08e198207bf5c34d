/** The workflows that must run, each by its id and what starts it again. */
import {
  callWorkflowId,
  campaignWorkflowId,
  RECORDING_DESK_WORKFLOW_ID,
  reconciliationWorkflowId,
  webhookEndpointWorkflowId,
  type CallRef,
  type CampaignId,
  type ReconciliationId,
} from '../../domain/ids.ts';
import {
  healCall,
  startCampaign,
  startReconciliation,
  startWebhookEndpoint,
  wakeDesk,
} from '../campaigns/call-starter.ts';
import type { ActivityDeps } from '../deps.ts';

export interface KeptWorkflow {
  workflowId: string;
  start: () => Promise<unknown>;
}

export const keptWorkflows = (deps: ActivityDeps) => ({
  call: (ref: CallRef): KeptWorkflow => ({
    workflowId: callWorkflowId(ref),
    start: () => healCall(deps, ref),
  }),
  campaign: (id: CampaignId): KeptWorkflow => ({
    workflowId: campaignWorkflowId(id),
    start: () => startCampaign(deps.client, id),
  }),
  reconciliation: (id: ReconciliationId): KeptWorkflow => ({
    workflowId: reconciliationWorkflowId(id),
    start: () => startReconciliation(deps.client, id),
  }),
  endpoint: (id: string): KeptWorkflow => ({
    workflowId: webhookEndpointWorkflowId(id),
    start: () => startWebhookEndpoint(deps.client, id),
  }),
  recordingDesk: (): KeptWorkflow => ({
    workflowId: RECORDING_DESK_WORKFLOW_ID,
    start: () => wakeDesk(deps),
  }),
});
