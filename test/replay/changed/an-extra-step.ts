/** Today's workflows with a step nobody recorded: a change without `patched`, as a history meets it. */
import { sleep } from '@temporalio/workflow';
import * as today from '../../../src/workflows/index.ts';

type Workflow<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

function withExtraStep<Args extends unknown[], Result>(workflow: Workflow<Args, Result>) {
  return async (...args: Args): Promise<Result> => {
    await sleep('1s');
    return workflow(...args);
  };
}

export const callWorkflow = withExtraStep(today.callWorkflow);
export const callbackWorkflow = withExtraStep(today.callbackWorkflow);
export const campaignWorkflow = withExtraStep(today.campaignWorkflow);
export const gateWorkflow = withExtraStep(today.gateWorkflow);
export const reconciliationWorkflow = withExtraStep(today.reconciliationWorkflow);
export const recordingDeskWorkflow = withExtraStep(today.recordingDeskWorkflow);
export const rehearsalWorkflow = withExtraStep(today.rehearsalWorkflow);
export const sweepWorkflow = withExtraStep(today.sweepWorkflow);
export const webhookEndpointWorkflow = withExtraStep(today.webhookEndpointWorkflow);
export const webhookTestWorkflow = withExtraStep(today.webhookTestWorkflow);
