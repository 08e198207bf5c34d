import {
  hasForgotten,
  restoreReason,
  type HighWater,
  type KnownPlacements,
  type RestoreSign,
} from '../../../../domain/restore/restore.ts';
import type { CallRef, PlacementKey } from '../../../../domain/ids.ts';
import {
  RESTORED_OUTCOMES,
  type Restore,
  type RestoredOutcome,
  type RestoreStore,
} from '../../../restore-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import { accountOf, accountRow, keepAccountState } from '../../rows/account-row.ts';
import { writeAudit } from '../../rows/audit.ts';
import { deletedAmong } from '../../rows/calls/missing-calls.ts';
import { LAST_PLACEMENT, OPEN_STATES, UNANSWERED_STATES } from '../../rows/placement-rows.ts';
import { sqlList } from '../../engine/sql-list.ts';
import { openRestore, type RestoreRow } from '../../steps/restores.ts';
import { keepOutcome, writeForgottenCall } from '../../steps/calls/forgotten-calls.ts';

/** Lost calls that are listed. */
const LISTED = 100;

export function restoreStore(db: Database): RestoreStore {
  return {
    async highWater() {
      return (await db.get<HighWater>(
        `SELECT epoch, ${LAST_PLACEMENT} AS placement FROM installation`,
      ))!;
    },

    async restore() {
      return db.read(async (tx) => {
        const row = await openRestore(tx);
        return row && toRestore(tx, row);
      });
    },

    async noteRestore(sign, nowMs) {
      // Usually it is noted already, and reading delays nobody.
      const known = await db.read((tx) => openRestore(tx));
      if (known && (sign.missing === null || known.missing !== null)) return false;
      return db.write((tx) => stopForRestore(tx, sign, nowMs));
    },

    async knownPlacements(refs) {
      return db.read((tx) => knownOf(tx, refs));
    },

    async writeForgotten(call, nowMs) {
      return db.write(async (tx) => {
        const restore = await openRestore(tx);
        const { ref, seen } = call;
        if (!restore || !hasForgotten((await knownOf(tx, [ref])).get(ref), seen)) return undefined;
        const outcome = await writeForgottenCall(tx, call, nowMs);
        const carrierCallId = seen.open?.carrierCallId ?? null;
        await keepOutcome(tx, { restoreId: restore.id, ref, outcome, carrierCallId });
        return outcome;
      });
    },

    async placementsInInboxOnly() {
      return db.all<PlacementKey>(
        `SELECT ref, max(placement) AS placement FROM inbox
         WHERE relayed IS NULL AND NOT EXISTS (
           SELECT 1 FROM placements
           WHERE placements.ref = inbox.ref AND placements.placement >= inbox.placement)
         GROUP BY ref ORDER BY min(id) LIMIT 1000`,
      );
    },

    async noteRestoreRead(nowMs) {
      await db.write(async (tx) =>
        tx.send('UPDATE restores SET read_at_ms = :nowMs WHERE released_at_ms IS NULL', { nowMs }),
      );
    },

    async releaseRestore({ unexplained: accepted, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const row = await openRestore(tx);
        if (!row) throw new StoreRefusal('illegal-move', NOT_OPEN);
        if (row.readAtMs === null) throw new StoreRefusal('illegal-move', NOT_READ);
        const { calls, unexplained } = await toRestore(tx, row);
        if (unexplained && accepted !== unexplained) throw notExplained(unexplained);
        tx.send('UPDATE restores SET released_at_ms = :nowMs WHERE id = :id', {
          nowMs,
          id: row.id,
        });
        tx.send('UPDATE installation SET epoch = epoch + 1');
        await endStop(tx, row);
        await keepAccountState(tx, nowMs);
        const { stopped } = await accountRow(tx);
        const change = { what: 'account.let-go', target: 'account' } as const;
        const [before, after] = [{ restored: row.text }, { stopped, calls }];
        await writeAudit(tx, { by: key, ...change, before, after, nowMs });
        return accountOf(tx);
      });
    },
  };
}

const NOT_OPEN = 'the database is not known to be older than what has happened';
const NOT_READ =
  'the calls in Temporal have not been read yet: a worker reads them within a minute; look again with `dialwright restore`';

const notExplained = (unexplained: number) =>
  new StoreRefusal(
    'illegal-move',
    `nobody knows whom ${unexplained} placements have called: look their numbers up in the carrier\u2019s records and suppress ` +
      `them, then release with unexplained: ${unexplained}`,
    { unexplained },
  );

const unexplainedOf = (missing: number, { followed, unknown }: Restore['calls']): number =>
  Math.max(0, missing - followed - unknown);

async function toRestore(tx: Tx, row: RestoreRow): Promise<Restore> {
  const { id, foundAtMs, kind, text, missing, asOfMs, readAtMs } = row;
  const counts = await tx.all<{ outcome: RestoredOutcome; calls: number }>(
    'SELECT outcome, count(*) AS calls FROM restored_calls WHERE restore_id = :id GROUP BY outcome',
    { id },
  );
  const countOf = (outcome: RestoredOutcome) =>
    counts.find((each) => each.outcome === outcome)?.calls ?? 0;
  const calls = Object.fromEntries(RESTORED_OUTCOMES.map((each) => [each, countOf(each)]));
  const lost = await tx.all<Restore['lost'][number]>(
    `SELECT ref, carrier_call_id FROM restored_calls
     WHERE restore_id = :id AND outcome = 'lost' ORDER BY ref LIMIT ${LISTED}`,
    { id },
  );
  return {
    foundAtMs,
    sign: { kind, text, missing },
    unexplained: missing === null ? null : unexplainedOf(missing, calls as Restore['calls']),
    asOfMs,
    readAtMs,
    calls: calls as Restore['calls'],
    lost,
  };
}

async function stopForRestore(tx: Tx, sign: RestoreSign, nowMs: number): Promise<boolean> {
  const noted = await tx.run(
    `INSERT INTO restores (found_at_ms, sign, text, missing, as_of_ms)
     VALUES (:nowMs, :kind, :text, :missing, (SELECT at_ms FROM timeline ORDER BY id DESC LIMIT 1))
     ON CONFLICT DO NOTHING`,
    { ...sign, nowMs },
  );
  if (noted === 0) {
    tx.send(
      'UPDATE restores SET missing = coalesce(missing, :missing) WHERE released_at_ms IS NULL',
      { missing: sign.missing },
    );
    return false;
  }
  endSignIns(tx);
  const { stopped: before } = await accountRow(tx);
  tx.send(
    `UPDATE account SET stopped_since_ms = :nowMs, stopped_reason = :reason
     WHERE stopped_since_ms IS NULL`,
    { nowMs, reason: restoreReason(sign) },
  );
  await keepAccountState(tx, nowMs);
  const after = (await accountRow(tx)).stopped;
  const change = { what: 'account.stopped', target: 'account' } as const;
  await writeAudit(tx, { by: undefined, ...change, before, after, nowMs });
  return true;
}

/** What was ended since the copy was made would be valid again: everybody signs in anew. */
function endSignIns(tx: Tx): void {
  tx.send('DELETE FROM sessions');
  tx.send('DELETE FROM user_links');
  tx.send('DELETE FROM user_browsers');
}

/** A stop that a person had set before stays. */
async function endStop(tx: Tx, { text }: RestoreRow): Promise<void> {
  tx.send(
    `UPDATE account SET stopped_since_ms = NULL, stopped_reason = NULL WHERE stopped_reason = :reason`,
    { reason: restoreReason({ text }) },
  );
}

interface KnownRow {
  ref: CallRef;
  made: number;
  open: number;
  unanswered: number;
}

/** A call that ended otherwise than as not dialled, or was deleted, needs nothing: it is not dialled again. */
async function knownOf(tx: Tx, refs: readonly CallRef[]): Promise<Map<CallRef, KnownPlacements>> {
  const rows = await tx.all<KnownRow>(
    `SELECT calls.ref, coalesce(max(placements.placement), 0) AS made,
            max(CASE WHEN placements.state IN (${sqlList(OPEN_STATES)})
                       OR coalesce(calls.disposition, 'not-dialled') <> 'not-dialled' THEN 1 ELSE 0 END) AS open,
            max(CASE WHEN placements.state IN (${sqlList(UNANSWERED_STATES)}) AND calls.carrier_call_id IS NULL
                       AND coalesce(calls.disposition, 'unknown') = 'unknown' THEN 1 ELSE 0 END) AS unanswered
     FROM calls LEFT JOIN placements ON placements.ref = calls.ref
     WHERE calls.ref IN (SELECT value FROM ${tx.sql.texts(':refs')})
     GROUP BY calls.ref`,
    { refs: JSON.stringify(refs) },
  );
  const over = { made: 0, open: 1, unanswered: 0 };
  const deleted = [...(await deletedAmong(tx, refs))].map((ref) => ({ ref, ...over }));
  return new Map(
    [...rows, ...deleted].map(({ ref, made, open, unanswered }) => [
      ref,
      {
        made,
        isOpen: open === 1,
        isUnanswered: unanswered === 1,
      },
    ]),
  );
}
