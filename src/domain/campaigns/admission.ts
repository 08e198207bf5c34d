import type { BudgetVerdict } from './budget.ts';
import { mayDial, type CampaignState } from './campaign-state.ts';
import { TIME_REASONS, type DialTime } from '../contacts/dial-time.ts';
import type { HoldVerdict } from '../account/hold.ts';
import { OTHER_NUMBER } from '../rules/due-reasons.ts';
import { unreachable } from '../unreachable.ts';

/** Read in the transaction that writes the intent, so that nothing changes between the decision and the POST. */
export interface AdmissionFacts {
  campaignState: CampaignState;
  accountStopped: boolean;
  suppressed: boolean;
  /** The campaign needs a consent that is not recorded, or the person objected. */
  noConsent: boolean;
  /** Somebody answered at another number of the person since the call was claimed. */
  answeredElsewhere: boolean;
  /** The campaign names a suppression list that does not exist. */
  listMissing: boolean;
  /** A list that counts is a copy of a registry that is too old. */
  listTooOld: boolean;
  hangupAsked: boolean;
  hold: HoldVerdict;
  /** The carrier asked for a pause that is too long for this call to wait. */
  retryAfter: boolean;
  time: DialTime;
  budget: BudgetVerdict;
  /** The agent this call holds or could take now. */
  agentFree: boolean;
}

export const NOT_DIALLED_REASONS = {
  'campaign-stopped': 'the campaign is not running',
  'account-stopped': 'the account is stopped',
  suppressed: 'suppressed: the number is on a suppression list',
  'no-consent': 'no consent for calls of the campaign is recorded, or the person objected',
  [OTHER_NUMBER]: 'somebody answered at another number of the person',
  'list-missing': 'the campaign names a suppression list that does not exist',
  'list-too-old': 'a suppression list is a copy of a registry that is too old',
  'hung-up': 'hung up before it was dialled',
  'on-hold': 'the account is on hold',
  'retry-after': 'the carrier asked for a pause',
  'no-budget': 'the budget is spent or set aside',
  'no-agent': 'no agent is free',
  ...TIME_REASONS,
} as const;
export type NotDialledReason = keyof typeof NOT_DIALLED_REASONS;

export type Admission =
  | { kind: 'yes' }
  /**
   * The call ends as `not-dialled`. Its contact is due again at `dueAtMs`, or final where that is null.
   * `now`: it stays due, because the rule that refused the call also prevents its claim.
   */
  | { kind: 'no'; reason: NotDialledReason; dueAtMs: number | 'now' | null };

/** The last check before a POST. Each "no" has a reason and says what happens to the contact. */
export function admit(facts: AdmissionFacts): Admission {
  if (facts.hangupAsked) return no('hung-up', null);
  if (facts.suppressed) return no('suppressed', null);
  if (facts.noConsent) return no('no-consent', null);
  if (facts.answeredElsewhere) return no(OTHER_NUMBER, null);
  if (facts.accountStopped) return no('account-stopped');
  if (!mayDial(facts.campaignState)) {
    return no('campaign-stopped', facts.campaignState === 'cancelled' ? null : 'now');
  }
  if (facts.listMissing) return no('list-missing');
  if (facts.listTooOld) return no('list-too-old');
  if (facts.hold.kind === 'closed') return no('on-hold');
  if (facts.retryAfter) return no('retry-after');
  if (facts.time.kind !== 'now') return noByTime(facts.time);
  if (facts.budget.kind === 'closed') return no('no-budget');
  if (!facts.agentFree) return no('no-agent');
  return { kind: 'yes' };
}

function noByTime(time: Exclude<DialTime, { kind: 'now' }>): Admission {
  switch (time.kind) {
    case 'later':
      return no(time.reason, time.atMs);
    case 'never':
      return no(time.reason, null);
    default:
      return unreachable(time);
  }
}

const no = (reason: NotDialledReason, dueAtMs: number | 'now' | null = 'now'): Admission => ({
  kind: 'no',
  reason,
  dueAtMs,
});
