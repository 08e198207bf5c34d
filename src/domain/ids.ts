/**
 * Ids are built and parsed here only. A call's reference is `{campaign}.{contact}.{ordinal}`: opaque
 * and short, so that the callback URL built from it stays far below the carrier's 255 characters.
 */
export type CampaignId = string;
export type CallRef = string;
export type CallbackId = string;
export type ReconciliationId = string;

export interface CallRefParts {
  campaignId: CampaignId;
  /** Position of the contact in its campaign, from 1. */
  contact: number;
  /** Counts the calls of one contact, from 1. The attempts of the policy are counted by dispositions instead. */
  ordinal: number;
}

/** One POST to the carrier: a call reference and the number of the try, from 1. */
export interface PlacementKey {
  ref: CallRef;
  placement: number;
}

const REF = /^([a-z][a-z0-9]{1,15})\.([1-9][0-9]{0,8})\.([1-9][0-9]{0,5})$/;
const PLACEMENT = /^(.+)\.([1-9][0-9]{0,3})$/;

export function callRef({ campaignId, contact, ordinal }: CallRefParts): CallRef {
  return `${campaignId}.${contact}.${ordinal}`;
}

export function parseCallRef(text: string): CallRefParts | undefined {
  const match = REF.exec(text);
  if (!match) return undefined;
  return { campaignId: match[1]!, contact: Number(match[2]), ordinal: Number(match[3]) };
}

/** `{ref}.{placement}`, as it stands in the callback URL. */
export function placementId({ ref, placement }: PlacementKey): string {
  return `${ref}.${placement}`;
}

export function parsePlacementId(text: string): PlacementKey | undefined {
  const match = PLACEMENT.exec(text);
  if (!match || !parseCallRef(match[1]!)) return undefined;
  return { ref: match[1]!, placement: Number(match[2]) };
}

export const callWorkflowId = (ref: CallRef): string => `call.${ref}`;
export const campaignWorkflowId = (id: CampaignId): string => `campaign.${id}`;
/** The id of its workflow and of the schedule that starts it. */
export const callbackWorkflowId = (id: CallbackId): string => `callback.${id}`;
export const reconciliationWorkflowId = (id: ReconciliationId): string => `reconciliation.${id}`;
export const rehearsalWorkflowId = (id: CampaignId): string => `rehearsal.${id}`;
export const webhookEndpointWorkflowId = (id: string): string => `webhook-endpoint.${id}`;
export const webhookTestWorkflowId = (id: string): string => `webhook-test.${id}`;
/** The id of the schedule, and the prefix of the ids of the workflows it starts. */
export const RECONCILIATION_SCHEDULE_ID = 'reconciliation';
export const RECORDING_DESK_WORKFLOW_ID = 'recording-desk';
export const SWEEP_SCHEDULE_ID = 'sweep';

/** The first standing campaign for callbacks. The ids of others have a number after it. */
export const CALLBACK_CAMPAIGN_ID: CampaignId = 'callbacks';

/** The standing campaign of single calls (`POST /v1/calls`). */
export const DIRECT_CAMPAIGN_ID: CampaignId = 'direct';
