/** The same step, for new runs only: how a workflow is changed while old runs are open. */
import { patched, sleep } from '@temporalio/workflow';
import * as today from '../../../src/workflows/index.ts';

type Workflow<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

function withPatchedStep<Args extends unknown[], Result>(workflow: Workflow<Args, Result>) {
  return async (...args: Args): Promise<Result> => {
    if (patched('an-extra-step')) await sleep('1s');
    return workflow(...args);
  };
}

export const callWorkflow = withPatchedStep(today.callWorkflow);
export const callbackWorkflow = withPatchedStep(today.callbackWorkflow);
export const campaignWorkflow = withPatchedStep(today.campaignWorkflow);
export const gateWorkflow = withPatchedStep(today.gateWorkflow);
export const reconciliationWorkflow = withPatchedStep(today.reconciliationWorkflow);
export const recordingDeskWorkflow = withPatchedStep(today.recordingDeskWorkflow);
export const rehearsalWorkflow = withPatchedStep(today.rehearsalWorkflow);
export const sweepWorkflow = withPatchedStep(today.sweepWorkflow);
export const webhookEndpointWorkflow = withPatchedStep(today.webhookEndpointWorkflow);
export const webhookTestWorkflow = withPatchedStep(today.webhookTestWorkflow);
