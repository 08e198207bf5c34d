/** Numbers of erased persons: the store keeps only keyed hashes of them, so that nobody calls them again. */
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import { StoreRefusal } from '../../../requests.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import { hashWith } from '../../engine/keyed-hash.ts';
import type { Tx } from '../../engine/tx.ts';

/** Those of the numbers that were erased, with their hashes. One statement if no number ever was. */
export async function erasedAmong(
  tx: Tx,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const { key, used } = (await tx.get<{ key: string; used: number }>(
    `SELECT erasure_key AS key, EXISTS (SELECT 1 FROM erased_numbers) AS used FROM installation`,
  ))!;
  if (used === 0 || numbers.length === 0) return new Map();
  const hash = hashWith(key);
  const numberOf = new Map(numbers.map((number) => [hash(number), number]));
  const found = await tx.all<{ hash: string }>(
    `SELECT hash FROM erased_numbers WHERE hash IN (SELECT value FROM ${tx.sql.texts(':hashes')})`,
    { hashes: rowsAsJson([...numberOf.keys()]) },
  );
  return new Map(found.map(({ hash: each }) => [numberOf.get(each)!, each]));
}

/** @throws StoreRefusal number-erased */
export async function mustNotBeErased(tx: Tx, number: string): Promise<void> {
  if (number !== ERASED && !(await erasedAmong(tx, [number])).has(number)) return;
  throw new StoreRefusal(
    'number-erased',
    'the person with this number was erased and is not called any more; ' +
      '`POST /v1/privacy/allow` allows it if the person asks for calls again',
  );
}
