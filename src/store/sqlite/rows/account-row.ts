import type { Hold } from '../../../domain/account/hold.ts';
import type { HoldRuleFor } from '../../../domain/account/hold-rules.ts';
import type { PacedBy } from '../../../domain/account/pace.ts';
import type { Account, AccountLimits } from '../../account-store.ts';
import type { Connection } from '../engine/connection.ts';

export function accountLimits(db: Connection): AccountLimits {
  const { holdRules, ...limits } = db.get<Omit<AccountLimits, 'holdRules'> & { holdRules: string }>(
    `SELECT calls_per_second AS callsPerSecond, max_live_calls AS maxLiveCalls,
            hold_rules AS holdRules FROM account`,
  )!;
  return { ...limits, holdRules: JSON.parse(holdRules) as HoldRuleFor[] };
}

export function accountRow(db: Connection): Pick<Account, 'stopped' | 'hold'> {
  const row = db.get<{
    stopped_since_ms: number | null;
    stopped_reason: string | null;
    hold: string | null;
  }>('SELECT stopped_since_ms, stopped_reason, hold FROM account')!;
  return {
    stopped:
      row.stopped_since_ms === null
        ? null
        : { sinceMs: row.stopped_since_ms, reason: row.stopped_reason },
    hold: row.hold === null ? undefined : (JSON.parse(row.hold) as Hold),
  };
}

/** Undefined: the account has no limit of calls per second. */
export function accountPace(db: Connection): PacedBy | undefined {
  const row = db.get<Omit<PacedBy, 'perSecond'> & { perSecond: number | null }>(
    `SELECT calls_per_second AS perSecond, next_slot_ms AS nextSlotMs, last_post_ms AS lastPostMs
     FROM account`,
  )!;
  return row.perSecond === null ? undefined : { ...row, perSecond: row.perSecond };
}

/** How many more calls the account may have live; Infinity without a limit. */
export function roomOfAccount(db: Connection): number {
  const { maxLiveCalls: most } = accountLimits(db);
  return most === null ? Infinity : Math.max(0, most - liveCallsOfAccount(db));
}

/** Calls without a disposition, in the whole account. */
export function liveCallsOfAccount(db: Connection): number {
  return db.get<{ live: number }>(`SELECT count(*) AS live FROM calls WHERE state <> 'ended'`)!
    .live;
}
