/** The consents and objections of erased numbers, by keyed hashes: an objection holds again if the number is allowed again. */
import { rowsAsJson } from '../../engine/json-rows.ts';
import { hashOf } from '../../engine/keyed-hash.ts';
import type { Tx } from '../../engine/tx.ts';

/** @returns the number of events */
export async function hashConsents(tx: Tx, numbers: readonly string[]): Promise<number> {
  const hash = await hashOf(tx);
  const hashes = numbers.map((number) => ({ number, hash: hash(number) }));
  return tx.run(
    `UPDATE consents SET number = hashed.hash, source = NULL, text_version = NULL, proof = NULL
     FROM (SELECT value ->> 'number' AS number, value ->> 'hash' AS hash FROM ${tx.sql.objects(':hashes')}) AS hashed
     WHERE consents.number = hashed.number`,
    { hashes: rowsAsJson(hashes) },
  );
}

export const restoreConsents = (
  tx: Tx,
  allowed: { number: string; hash: string },
): Promise<number> => tx.run('UPDATE consents SET number = :number WHERE number = :hash', allowed);
