import { StoreRefusal, type Once, type OnceKey } from '../store.ts';
import type { Connection } from './connection.ts';

/**
 * One write transaction with its effect and, under a key, its answer: a repeat of the key gets that answer
 * and has no effect. Refusals throw, so they are rolled back and not kept: they may be tried again.
 */
export function once<Answer>(
  db: Connection,
  { key, nowMs }: { key: OnceKey | undefined; nowMs: number },
  effect: () => Answer,
): Promise<Once<Answer>> {
  return db.write(() => {
    if (!hasKey(key)) return { answer: effect(), replayed: false };
    const known = db.get<{ request_digest: string; answer: string }>(
      'SELECT request_digest, answer FROM idempotency_keys WHERE caller = :caller AND key = :key',
      { caller: key.caller, key: key.key },
    );
    if (known === undefined) return { answer: kept(db, key, nowMs, effect()), replayed: false };
    if (known.request_digest !== key.requestDigest) {
      throw new StoreRefusal('key-reused', 'the key was used before, with another request');
    }
    return { answer: JSON.parse(known.answer) as Answer, replayed: true };
  });
}

type Keyed = OnceKey & { key: string };

const hasKey = (key: OnceKey | undefined): key is Keyed => key !== undefined && key.key !== null;

function kept<Answer>(db: Connection, key: Keyed, nowMs: number, answer: Answer): Answer {
  db.run(
    `INSERT INTO idempotency_keys (caller, key, request_digest, answer, created_at_ms)
     VALUES (:caller, :key, :digest, :answer, :nowMs)`,
    {
      caller: key.caller,
      key: key.key,
      digest: key.requestDigest,
      answer: JSON.stringify(answer),
      nowMs,
    },
  );
  return answer;
}
