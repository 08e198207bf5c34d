export { callWorkflow } from './calls/call.ts';
export { callbackWorkflow } from './callback.ts';
export { campaignWorkflow } from './campaign.ts';
export { gateWorkflow } from './gate.ts';
export { reconciliationWorkflow } from './reconciliation.ts';
export { rehearsalWorkflow } from './rehearsal.ts';
export { recordingDeskWorkflow } from './recording-desk.ts';
export { sweepWorkflow } from './sweep.ts';
export { webhookEndpointWorkflow, webhookTestWorkflow } from './webhook-endpoint.ts';
