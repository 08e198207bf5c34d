import type { Hold } from '../../../domain/account/hold.ts';
import type { HoldRuleFor } from '../../../domain/account/hold-rules.ts';
import type { RetryAfter } from '../../../domain/account/retry-after.ts';
import type { PacedBy } from '../../../domain/account/pace.ts';
import type { Account, AccountLimits } from '../../account-store.ts';
import type { Tx } from '../engine/tx.ts';
import { LAST_PLACEMENT } from './placement-rows.ts';

export interface AccountRow extends Pick<Account, 'stopped' | 'hold' | 'retryAfter' | 'limits'> {
  /** Undefined: the account has no limit of calls per second. */
  pace: PacedBy | undefined;
  /** Counts the changes of all suppression lists. */
  suppressionVersion: number;
  /** When the first copy of a registry among the suppression lists is too old; null: there is none. */
  copiesDueMs: number | null;
  /** Placements without a clear answer since the last acceptance. */
  unknownsInARow: number;
}

interface Stored
  extends
    Omit<AccountLimits, 'holdRules'>,
    Pick<AccountRow, 'suppressionVersion' | 'copiesDueMs' | 'unknownsInARow'>,
    Pick<PacedBy, 'nextSlotMs' | 'lastPostMs'> {
  stoppedSinceMs: number | null;
  stoppedReason: string | null;
  hold: string | null;
  retryAfter: string | null;
  holdRules: string;
}

const ACCOUNT = `
  SELECT stopped_since_ms, stopped_reason, hold,
         retry_after, calls_per_second, max_live_calls,
         hold_rules, pause_after_unknown,
         unknowns_in_a_row, next_slot_ms, last_post_ms,
         suppression_version, copies_due_ms
  FROM account`;

export const accountRow = async (tx: Tx): Promise<AccountRow> =>
  toAccount((await tx.get<Stored>(ACCOUNT))!);

/** The last lock that a transaction takes, because all campaigns share this row. */
export const lockAccount = async (tx: Tx): Promise<AccountRow> =>
  toAccount((await tx.get<Stored>(`${ACCOUNT} ${tx.sql.forUpdate()}`))!);

function toAccount(row: Stored): AccountRow {
  const { stoppedSinceMs, stoppedReason, callsPerSecond, maxLiveCalls, nextSlotMs, lastPostMs } =
    row;
  return {
    stopped: stoppedSinceMs === null ? null : { sinceMs: stoppedSinceMs, reason: stoppedReason },
    hold: row.hold === null ? undefined : (JSON.parse(row.hold) as Hold),
    retryAfter: row.retryAfter === null ? undefined : (JSON.parse(row.retryAfter) as RetryAfter),
    limits: {
      callsPerSecond,
      maxLiveCalls,
      holdRules: JSON.parse(row.holdRules) as HoldRuleFor[],
      pauseAfterUnknown: row.pauseAfterUnknown,
    },
    pace:
      callsPerSecond === null ? undefined : { perSecond: callsPerSecond, nextSlotMs, lastPostMs },
    suppressionVersion: row.suppressionVersion,
    copiesDueMs: row.copiesDueMs,
    unknownsInARow: row.unknownsInARow,
  };
}

export async function accountOf(tx: Tx): Promise<Account> {
  const { stopped, hold, retryAfter, limits } = await accountRow(tx);
  return { stopped, hold, retryAfter, limits, liveCalls: await liveCallsOfAccount(tx) };
}

/** Keeps what the account allows for the check of decisions. A unit that changes it runs alone. */
export async function keepAccountState(tx: Tx, nowMs: number): Promise<void> {
  tx.send(
    `INSERT INTO account_states (at_ms, last_placement, stopped_since_ms, hold, calls_per_second,
                                 max_live_calls, hold_rules)
     SELECT CAST(:nowMs AS BIGINT), ${LAST_PLACEMENT}, stopped_since_ms, hold, calls_per_second,
            max_live_calls, hold_rules
     FROM account`,
    { nowMs },
  );
}

/** How many more calls the account may have live; Infinity without a limit. */
export async function liveCallsLeftOfAccount(tx: Tx, { limits }: AccountRow): Promise<number> {
  const { maxLiveCalls: most } = limits;
  return most === null ? Infinity : Math.max(0, most - (await liveCallsOfAccount(tx)));
}

/** Calls without a disposition, in the whole account. */
export async function liveCallsOfAccount(tx: Tx): Promise<number> {
  return (await tx.get<{ live: number }>(
    `SELECT count(*) AS live FROM calls WHERE ${tx.sql.live()}`,
  ))!.live;
}
