import type { CallRef } from '../../domain/ids.ts';
import { formatMoney, parseMoney } from '../../domain/money.ts';
import { costOf, type CallRow } from './call-rows.ts';
import type { Connection } from './connection.ts';
import { journal } from './journal.ts';
import { spend } from './spending.ts';

/** From now on a cost is expected, unless one came or was given up already. */
export function openSettlement(db: Connection, ref: CallRef): void {
  db.run(`UPDATE calls SET settlement = 'open' WHERE ref = :ref AND settlement = 'none'`, { ref });
}

/** The cost of a call. The carrier corrects bills, so a later one replaces it. */
export function settle(db: Connection, call: CallRow, cost: string, nowMs: number): void {
  const units = parseMoney(cost);
  if (units === undefined) throw new RangeError(`not an amount of money: ${cost}`);
  const known = costOf(call);
  if (known === formatMoney(units) && call.settlement === 'settled') return;
  db.run(`UPDATE calls SET cost = :units, settlement = 'settled' WHERE ref = :ref`, {
    ref: call.ref,
    units,
  });
  spend(db, call, units - (known === null ? 0n : (parseMoney(known) ?? 0n)), nowMs);
  const text =
    known === null
      ? `cost ${formatMoney(units)}`
      : `cost corrected from ${known} to ${formatMoney(units)}`;
  journal(db, call.ref, { kind: 'settled', text, nowMs });
}
