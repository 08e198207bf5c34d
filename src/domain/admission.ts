import { mayDial, type CampaignState } from './campaign-state.ts';
import type { HoldVerdict } from './hold.ts';

/** Read in the transaction that writes the intent, so that nothing can change between "yes" and the POST. */
export interface AdmissionFacts {
  campaignState: CampaignState;
  accountStopped: boolean;
  suppressed: boolean;
  hangupAsked: boolean;
  hold: HoldVerdict;
  /** The agent this call holds or could take now. */
  agentFree: boolean;
  nowMs: number;
  /** How soon to look again where nothing tells when the reason will pass. */
  lookAgainMs: number;
}

export const WAIT_REASONS = {
  hold: 'the account is on hold',
  agent: 'no agent is free',
} as const;
export type WaitReason = keyof typeof WAIT_REASONS;

export const NOT_DIALLED_REASONS = {
  'campaign-stopped': 'the campaign is not running',
  'account-stopped': 'the account is stopped',
  suppressed: 'the number is on a suppression list',
  'hung-up': 'hung up before it was dialled',
} as const;
export type NotDialledReason = keyof typeof NOT_DIALLED_REASONS;

export type Admission =
  | { kind: 'yes' }
  /** The call waits: its contact is the next to be dialled when the reason passes. */
  | { kind: 'wait'; reason: WaitReason; untilMs: number }
  /** The call ends as `not-dialled`; the contact stays due unless it is `final`. */
  | { kind: 'no'; reason: NotDialledReason; final: boolean };

/** The last check before a POST. Each "no" carries its reason; each "wait" the next instant it may be "yes". */
export function admit(facts: AdmissionFacts): Admission {
  if (facts.hangupAsked) return { kind: 'no', reason: 'hung-up', final: true };
  if (facts.suppressed) return { kind: 'no', reason: 'suppressed', final: true };
  if (facts.accountStopped) return { kind: 'no', reason: 'account-stopped', final: false };
  if (!mayDial(facts.campaignState)) {
    return { kind: 'no', reason: 'campaign-stopped', final: facts.campaignState === 'cancelled' };
  }
  if (facts.hold.kind === 'wait') {
    return { kind: 'wait', reason: 'hold', untilMs: facts.hold.untilMs };
  }
  if (!facts.agentFree) {
    return { kind: 'wait', reason: 'agent', untilMs: facts.nowMs + facts.lookAgainMs };
  }
  return { kind: 'yes' };
}
