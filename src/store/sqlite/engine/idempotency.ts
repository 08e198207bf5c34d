import { StoreRefusal, type Idempotent, type IdempotencyKey } from '../../store.ts';
import type { Connection } from './connection.ts';

/**
 * Runs `work` in one write transaction and stores its answer under the key. A repeat of the key gets that answer and
 * has no further effect. A refusal throws and is rolled back, so it is not stored and may be tried again.
 */
export function writeOnce<Answer>(
  db: Connection,
  { key, nowMs }: { key: IdempotencyKey | undefined; nowMs: number },
  effect: () => Answer,
): Promise<Idempotent<Answer>> {
  return db.write(() => {
    const answer = answerBefore<Answer>(db, key);
    return answer ?? { answer: kept(db, key, nowMs, effect()), replayed: false };
  });
}

/**
 * The same for an effect of several transactions. Each step is one. The answer is stored with the last step, which
 * returns it.
 */
export async function onceInSteps<Answer>(
  db: Connection,
  { key, nowMs }: { key: IdempotencyKey | undefined; nowMs: number },
  step: () => Answer | undefined,
): Promise<Idempotent<Answer>> {
  for (;;) {
    const ended = await db.write((): Idempotent<Answer> | undefined => {
      const before = answerBefore<Answer>(db, key);
      if (before) return before;
      const answer = step();
      if (answer === undefined) return undefined;
      return { answer: kept(db, key, nowMs, answer), replayed: false };
    });
    if (ended) return ended;
  }
}

/** @throws StoreRefusal key-reused */
function answerBefore<Answer>(
  db: Connection,
  key: IdempotencyKey | undefined,
): Idempotent<Answer> | undefined {
  if (!hasKey(key)) return undefined;
  const known = db.get<{ request_digest: string; answer: string }>(
    'SELECT request_digest, answer FROM idempotency_keys WHERE caller = :caller AND key = :key',
    { caller: key.caller, key: key.key },
  );
  if (known === undefined) return undefined;
  if (known.request_digest !== key.requestDigest) throw keyReused();
  return { answer: JSON.parse(known.answer) as Answer, replayed: true };
}

export const keyReused = () =>
  new StoreRefusal('key-reused', 'the key was used before, with another request');

export type Keyed = IdempotencyKey & { key: string };

export const hasKey = (key: IdempotencyKey | undefined): key is Keyed =>
  key !== undefined && key.key !== null;

function kept<Answer>(
  db: Connection,
  key: IdempotencyKey | undefined,
  nowMs: number,
  answer: Answer,
): Answer {
  if (!hasKey(key)) return answer;
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
