import { holdUnderRules, liftHold } from '../../../domain/account/hold.ts';
import type { AccountStore } from '../../account-store.ts';
import { accountOf, accountRow, keepAccountState } from '../rows/account-row.ts';
import { writeAudit } from '../rows/audit.ts';
import type { Database } from '../engine/tx.ts';
import { countPaceFromLastPost } from '../steps/campaigns/pacing.ts';
import { changeHold } from '../steps/hold.ts';
import { isRestoreOpen } from '../steps/restores.ts';
import { writeOnce } from '../engine/idempotency.ts';
import { StoreRefusal } from '../../requests.ts';

const RELEASE_INSTEAD =
  'the database is older than what has happened, so people could be rung twice: look at `dialwright restore`, then release ' +
  'the account with `dialwright restore release`';

export function accountStore(db: Database): AccountStore {
  return {
    async account() {
      return db.read((tx) => accountOf(tx));
    },

    async setAccountStopped({ stopped, reason, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await accountOf(tx);
        precondition?.(known);
        const before = { stopped: known.stopped };
        // A second stop keeps the instant and the reason of the first.
        if (stopped) {
          tx.send(
            `UPDATE account SET stopped_since_ms = :nowMs, stopped_reason = :reason
             WHERE stopped_since_ms IS NULL`,
            { nowMs, reason },
          );
        } else if (await isRestoreOpen(tx)) throw new StoreRefusal('illegal-move', RELEASE_INSTEAD);
        else tx.send('UPDATE account SET stopped_since_ms = NULL, stopped_reason = NULL');
        await keepAccountState(tx, nowMs);
        const what = stopped ? 'account.stopped' : 'account.let-go';
        const after = { stopped: (await accountRow(tx)).stopped };
        await writeAudit(tx, { by: key, what, target: 'account', before, after, nowMs });
        return accountOf(tx);
      });
    },

    async setAccountLimits({ change, precondition, hold: usual, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await accountOf(tx);
        precondition?.(known);
        const { removed = [], ...limits } = change(known.limits);
        const { callsPerSecond, maxLiveCalls, holdRules, pauseAfterUnknown } = limits;
        tx.send(
          `UPDATE account SET calls_per_second = :callsPerSecond, max_live_calls = :maxLiveCalls,
                              hold_rules = :holdRules, pause_after_unknown = :pauseAfterUnknown`,
          {
            callsPerSecond,
            maxLiveCalls,
            holdRules: JSON.stringify(holdRules),
            pauseAfterUnknown,
          },
        );
        const before = known.limits;
        if (before.callsPerSecond === null) await countPaceFromLastPost(tx, callsPerSecond, nowMs);
        const after = { ...(await accountRow(tx)).limits, ...(removed.length > 0 && { removed }) };
        const what = 'account.limited';
        await writeAudit(tx, { by: key, what, target: 'account', before, after, nowMs });
        await changeHold(tx, (hold) => holdUnderRules(hold, holdRules, usual, nowMs), { nowMs });
        await keepAccountState(tx, nowMs);
        return { ...(await accountOf(tx)), removed };
      });
    },

    async liftHold({ precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        precondition?.(await accountOf(tx));
        await changeHold(tx, (hold) => (hold?.open ? liftHold(hold, nowMs) : hold), {
          by: key,
          nowMs,
        });
        return accountOf(tx);
      });
    },
  };
}
