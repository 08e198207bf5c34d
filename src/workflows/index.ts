export { callWorkflow } from './calls/call.ts';
export { callbackWorkflow } from './callback.ts';
export { campaignWorkflow } from './campaign.ts';
export { reconciliation } from './reconciliation.ts';
export { recordingDesk } from './recording-desk.ts';
export { sweep } from './sweep.ts';
