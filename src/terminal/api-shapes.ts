/** Names of the API's answers that the command line shows. Their types are made from the document. */
import type { Schemas } from '../client/client.ts';

export type PreflightAnswer = Schemas['Preflight'];
export type RehearsalAnswer = Schemas['Rehearsal'];
export type WhyAnswer = Schemas['Why'];

export type Account = Schemas['Account'];
export type AccountState = Schemas['AccountState'];
export type Restore = Schemas['Restore'];
export type HoldRule = Schemas['HoldRule'];
export type Campaign = Schemas['Campaign'];
export type ListedCampaign = Schemas['ListedCampaign'];
export type CampaignProgress = Schemas['CampaignProgress'];
export type ClonedCampaign = Schemas['ClonedCampaign'];
export type AuditEntry = Schemas['AuditEntry'];
export type Call = Schemas['Call'];
export type Callback = Schemas['Callback'];
export type CallbackTurn = Schemas['CallbackTurn'];
export type CallDetail = Schemas['CallDetail'];

export type Event = Schemas['Event'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type Forecast = Schemas['Forecast'];
export type Contact = Schemas['Contact'];
export type Erasure = Schemas['Erasure'];
export type CreatedKey = Schemas['CreatedKey'];
export type Reconciliation = Schemas['Reconciliation'];
export type Import = Schemas['Import'];
export type ImportAnswer = Schemas['ImportAnswer'];
export type ImportNotice = Schemas['ImportNotice'];
export type ImportReport = Schemas['ImportReport'];
export type ImportDryRun = Schemas['ImportDryRun'];
