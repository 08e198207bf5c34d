import { StoreRefusal, type Idempotent, type IdempotencyKey } from '../../requests.ts';
import { hashOf } from './keyed-hash.ts';
import type { Database, Tx } from './tx.ts';

/**
 * Runs `effect` in one write transaction and stores its answer under the key. A repeat of the key gets that answer and
 * has no further effect. A refusal throws and is rolled back, so it is not stored and may be tried again. The key is
 * written first: of two requests with one key at the same time, the second waits until the first is committed.
 */
export function writeOnce<Answer>(
  db: Database,
  { key, nowMs }: { key: IdempotencyKey | undefined; nowMs: number },
  effect: (tx: Tx) => Promise<Answer>,
): Promise<Idempotent<Answer>> {
  return db.write(async (tx) => {
    const before = await takeKey<Answer>(tx, key, nowMs);
    if (before) return before;
    const answer = await effect(tx);
    await keepAnswer(tx, key, answer);
    return { answer, replayed: false };
  });
}

/**
 * The same for an effect of several transactions. Each step is one. The answer is stored with the last step, which
 * returns it. Requests with one key at the same time take turns, step by step.
 */
export async function onceInSteps<Answer>(
  db: Database,
  { key, nowMs }: { key: IdempotencyKey | undefined; nowMs: number },
  step: (tx: Tx, done: number) => Promise<Answer | undefined>,
): Promise<Idempotent<Answer>> {
  for (let done = 0; ; done++) {
    const ended = await db.write(async (tx): Promise<Idempotent<Answer> | undefined> => {
      const before = await takeKey<Answer>(tx, key, nowMs);
      if (before) return before;
      const answer = await step(tx, done);
      await (answer === undefined ? giveKeyBack(tx, key) : keepAnswer(tx, key, answer));
      return answer === undefined ? undefined : { answer, replayed: false };
    });
    if (ended) return ended;
  }
}

/** Of the transaction that holds the key. No other one sees it. */
const NO_ANSWER = '';

/**
 * Undefined: the key is this transaction's own.
 * @returns the answer that is stored under the key
 * @throws StoreRefusal key-reused
 */
async function takeKey<Answer>(
  tx: Tx,
  key: IdempotencyKey | undefined,
  nowMs: number,
): Promise<Idempotent<Answer> | undefined> {
  if (!hasKey(key)) return undefined;
  const digest = await storedDigest(tx, key);
  const inserted = await tx.run(
    `INSERT INTO idempotency_keys (caller, key, request_digest, answer, created_at_ms)
     VALUES (:caller, :key, :digest, '${NO_ANSWER}', :nowMs)
     ON CONFLICT (caller, key) DO NOTHING`,
    { caller: key.caller, key: key.key, digest, nowMs },
  );
  if (inserted === 1) return undefined;
  const known = await tx.get<{ requestDigest: string; answer: string }>(
    `SELECT request_digest, answer FROM idempotency_keys WHERE ${OF_KEY}`,
    { caller: key.caller, key: key.key },
  );
  // The transaction before gave it back meanwhile.
  if (known === undefined) return takeKey(tx, key, nowMs);
  if (known.requestDigest !== digest) throw keyReused();
  return { answer: JSON.parse(known.answer) as Answer, replayed: true };
}

/** A body with a number can be guessed from a plain digest, by trying all numbers. */
export const storedDigest = async (tx: Tx, { requestDigest }: IdempotencyKey): Promise<string> =>
  (await hashOf(tx))(requestDigest);

const OF_KEY = 'caller = :caller AND key = :key';

/** Of the transaction that took the key, or of one that knows more. */
export async function keepAnswer(
  tx: Tx,
  key: IdempotencyKey | undefined,
  answer: unknown,
): Promise<void> {
  if (!hasKey(key)) return;
  tx.send(`UPDATE idempotency_keys SET answer = :answer WHERE ${OF_KEY}`, {
    caller: key.caller,
    key: key.key,
    answer: JSON.stringify(answer),
  });
}

/** A repeat of the request counts as the first. */
export async function giveKeyBack(tx: Tx, key: IdempotencyKey | undefined): Promise<void> {
  if (!hasKey(key)) return;
  tx.send(`DELETE FROM idempotency_keys WHERE ${OF_KEY}`, {
    caller: key.caller,
    key: key.key,
  });
}

export const keyReused = () =>
  new StoreRefusal('key-reused', 'the key was used before, with another request');

export type Keyed = IdempotencyKey & { key: string };

export const hasKey = (key: IdempotencyKey | undefined): key is Keyed =>
  key !== undefined && key.key !== null;
