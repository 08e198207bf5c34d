import { StoreRefusal, type Idempotent, type IdempotencyKey } from '../../store.ts';
import type { Database, Tx } from './tx.ts';

/**
 * Runs `work` in one write transaction and stores its answer under the key. A repeat of the key gets that answer and
 * has no further effect. A refusal throws and is rolled back, so it is not stored and may be tried again.
 */
export function writeOnce<Answer>(
  db: Database,
  { key, nowMs }: { key: IdempotencyKey | undefined; nowMs: number },
  effect: (tx: Tx) => Promise<Answer>,
): Promise<Idempotent<Answer>> {
  return db.write(async (tx) => {
    const before = await answerBefore<Answer>(tx, key);
    if (before) return before;
    return { answer: await kept(tx, key, nowMs, await effect(tx)), replayed: false };
  });
}

/**
 * The same for an effect of several transactions. Each step is one. The answer is stored with the last step, which
 * returns it.
 */
export async function onceInSteps<Answer>(
  db: Database,
  { key, nowMs }: { key: IdempotencyKey | undefined; nowMs: number },
  step: (tx: Tx, done: number) => Promise<Answer | undefined>,
): Promise<Idempotent<Answer>> {
  for (let done = 0; ; done++) {
    const ended = await db.write(async (tx): Promise<Idempotent<Answer> | undefined> => {
      const before = await answerBefore<Answer>(tx, key);
      if (before) return before;
      const answer = await step(tx, done);
      if (answer === undefined) return undefined;
      return { answer: await kept(tx, key, nowMs, answer), replayed: false };
    });
    if (ended) return ended;
  }
}

/** @throws StoreRefusal key-reused */
async function answerBefore<Answer>(
  tx: Tx,
  key: IdempotencyKey | undefined,
): Promise<Idempotent<Answer> | undefined> {
  if (!hasKey(key)) return undefined;
  const known = await tx.get<{ request_digest: string; answer: string }>(
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

async function kept<Answer>(
  tx: Tx,
  key: IdempotencyKey | undefined,
  nowMs: number,
  answer: Answer,
): Promise<Answer> {
  if (!hasKey(key)) return answer;
  await tx.run(
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
