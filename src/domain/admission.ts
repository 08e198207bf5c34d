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
}

export const NOT_DIALLED_REASONS = {
  'campaign-stopped': 'the campaign is not running',
  'account-stopped': 'the account is stopped',
  suppressed: 'the number is on a suppression list',
  'hung-up': 'hung up before it was dialled',
  'on-hold': 'the account is on hold',
  'no-agent': 'no agent is free',
} as const;
export type NotDialledReason = keyof typeof NOT_DIALLED_REASONS;

export type Admission =
  | { kind: 'yes' }
  /**
   * The call ends as `not-dialled`. Its contact stays due, unless the no is `final`; whatever closed the
   * way keeps it from being claimed again until it opens, so that no call waits behind it.
   */
  | { kind: 'no'; reason: NotDialledReason; final: boolean };

/** The last check before a POST. Each "no" carries its reason. */
export function admit(facts: AdmissionFacts): Admission {
  if (facts.hangupAsked) return no('hung-up', true);
  if (facts.suppressed) return no('suppressed', true);
  if (facts.accountStopped) return no('account-stopped');
  if (!mayDial(facts.campaignState)) {
    return no('campaign-stopped', facts.campaignState === 'cancelled');
  }
  if (facts.hold.kind === 'closed') return no('on-hold');
  if (!facts.agentFree) return no('no-agent');
  return { kind: 'yes' };
}

const no = (reason: NotDialledReason, final = false): Admission => ({ kind: 'no', reason, final });
