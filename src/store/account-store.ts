import type { Hold } from '../domain/account/hold.ts';
import type { HoldRuleFor } from '../domain/account/hold-rules.ts';
import type { RetryAfter } from '../domain/account/retry-after.ts';
import type { Edit, Edited, Idempotent, IdempotencyKey, Precondition } from './requests.ts';
import type { HoldTiming } from '../domain/timing.ts';

export interface Account {
  /** Set by a person, or because the database is an old copy. While it is set, no POST leaves. */
  stopped: { sinceMs: number; reason: string | null } | null;
  hold: Hold | undefined;
  /** The last pause that the carrier asked for. It may be over. */
  retryAfter: RetryAfter | undefined;
  limits: AccountLimits;
  liveCalls: number;
}

/** Limits over all campaigns; null: no limit. */
export interface AccountLimits {
  callsPerSecond: number | null;
  maxLiveCalls: number | null;
  /** At most one rule for each status and code. A status without a rule has the usual one. */
  holdRules: readonly HoldRuleFor[];
  /** Unknown placements in a row, at which the campaign of the last one is paused. */
  pauseAfterUnknown: number | null;
}

export interface AccountStore {
  account(): Promise<Account>;
  /** Idempotent. It does not need Temporal. */
  setAccountStopped(
    input: {
      stopped: boolean;
      reason: string | null;
      precondition?: Precondition<Account>;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Account>>;
  /**
   * The new rules apply to an open hold at once.
   * @param input.hold for the usual rules
   */
  setAccountLimits(
    input: Edit<Account, AccountLimits> & { hold: HoldTiming },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Edited<Account>>>;
  /** Lifts the hold by hand. Without a hold it has no effect. */
  liftHold(
    input: { precondition?: Precondition<Account>; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Account>>;
}
