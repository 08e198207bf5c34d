/** Statements for the sessions of browsers. */
import { MOST_SESSIONS, MOST_SESSIONS_OF_KEY, type Session } from '../../../keys/key-store.ts';
import type { IdempotencyKey } from '../../../requests.ts';
import type { Tx } from '../../engine/tx.ts';
import { writeAudit } from '../../rows/audit.ts';

type By = Pick<IdempotencyKey, 'who'>;

const TARGET = 'session';

export async function startSession(
  tx: Tx,
  { digest, caller, expiresAtMs, nowMs }: Session & { nowMs: number },
  by: By,
): Promise<void> {
  tx.send('DELETE FROM sessions WHERE expires_at_ms <= :nowMs', { nowMs });
  tx.send(
    `INSERT INTO sessions (digest, caller, created_at_ms, expires_at_ms)
     VALUES (:digest, :caller, :nowMs, :expiresAtMs)`,
    { digest, caller, expiresAtMs, nowMs },
  );
  const endedOfKey = await tx.run(
    `DELETE FROM sessions WHERE caller = :caller AND serial NOT IN
       (SELECT serial FROM sessions WHERE caller = :caller ORDER BY serial DESC LIMIT :most)`,
    { caller, most: MOST_SESSIONS_OF_KEY },
  );
  const endedOfAll = await tx.run(
    `DELETE FROM sessions WHERE serial NOT IN
       (SELECT serial FROM sessions ORDER BY serial DESC LIMIT :most)`,
    { most: MOST_SESSIONS },
  );
  const oldestEnded = endedOfKey + endedOfAll;
  const after = { expiresAtMs, ...(oldestEnded > 0 ? { oldestEnded } : {}) };
  await writeAudit(tx, { by, what: 'session.started', target: TARGET, after, nowMs });
}

export async function endSession(
  tx: Tx,
  { digest, nowMs }: Pick<Session, 'digest'> & { nowMs: number },
  by: By,
): Promise<void> {
  const ended = await tx.run('DELETE FROM sessions WHERE digest = :digest', { digest });
  if (ended > 0) await writeAudit(tx, { by, what: 'session.ended', target: TARGET, nowMs });
}

export async function endSessionsOf(tx: Tx, caller: string): Promise<void> {
  tx.send('DELETE FROM sessions WHERE caller = :caller', { caller });
}
