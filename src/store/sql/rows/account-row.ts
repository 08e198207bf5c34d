import type { Hold } from '../../../domain/account/hold.ts';
import type { HoldRuleFor } from '../../../domain/account/hold-rules.ts';
import type { PacedBy } from '../../../domain/account/pace.ts';
import type { Account, AccountLimits } from '../../account-store.ts';
import type { Tx } from '../engine/tx.ts';

export async function accountLimits(tx: Tx): Promise<AccountLimits> {
  const { holdRules, ...limits } = (await tx.get<
    Omit<AccountLimits, 'holdRules'> & { holdRules: string }
  >(
    `SELECT calls_per_second AS callsPerSecond, max_live_calls AS maxLiveCalls,
            hold_rules AS holdRules FROM account`,
  ))!;
  return { ...limits, holdRules: JSON.parse(holdRules) as HoldRuleFor[] };
}

export async function accountRow(tx: Tx): Promise<Pick<Account, 'stopped' | 'hold'>> {
  const row = (await tx.get<{
    stopped_since_ms: number | null;
    stopped_reason: string | null;
    hold: string | null;
  }>('SELECT stopped_since_ms, stopped_reason, hold FROM account'))!;
  return {
    stopped:
      row.stopped_since_ms === null
        ? null
        : { sinceMs: row.stopped_since_ms, reason: row.stopped_reason },
    hold: row.hold === null ? undefined : (JSON.parse(row.hold) as Hold),
  };
}

/** Undefined: the account has no limit of calls per second. */
export async function accountPace(tx: Tx): Promise<PacedBy | undefined> {
  const row = (await tx.get<Omit<PacedBy, 'perSecond'> & { perSecond: number | null }>(
    `SELECT calls_per_second AS perSecond, next_slot_ms AS nextSlotMs, last_post_ms AS lastPostMs
     FROM account`,
  ))!;
  return row.perSecond === null ? undefined : { ...row, perSecond: row.perSecond };
}

/** How many more calls the account may have live; Infinity without a limit. */
export async function roomOfAccount(tx: Tx): Promise<number> {
  const { maxLiveCalls: most } = await accountLimits(tx);
  return most === null ? Infinity : Math.max(0, most - (await liveCallsOfAccount(tx)));
}

/** Calls without a disposition, in the whole account. */
export async function liveCallsOfAccount(tx: Tx): Promise<number> {
  return (await tx.get<{ live: number }>(
    `SELECT count(*) AS live FROM calls WHERE state <> 'ended'`,
  ))!.live;
}
