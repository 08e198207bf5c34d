import type { CallRef } from '../../../../domain/ids.ts';
import { countedCost } from '../../../../domain/campaigns/budget.ts';
import { formatMoney, parseMoney } from '../../../../domain/money.ts';
import { weighCost, type CostSource } from '../../../../domain/reconciliation/reconciliation.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import { costOf, recordCostOf, type CallRow } from '../../rows/call-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { writeTimeline } from '../../rows/timeline.ts';
import { spend } from '../campaigns/spending.ts';

/** A cost is expected from now on, unless one was stored or given up already. */
export async function openSettlement(tx: Tx, ref: CallRef): Promise<void> {
  await tx.run(`UPDATE calls SET settlement = 'open' WHERE ref = :ref AND settlement = 'none'`, {
    ref,
  });
}

/** Stores the cost of a call. The carrier corrects bills, so a later cost replaces an earlier one. */
export async function settle(
  tx: Tx,
  call: CallRow,
  { cost, source }: { cost: string; source: CostSource },
  nowMs: number,
): Promise<void> {
  const units = parseMoney(cost);
  if (units === undefined) throw new RangeError(`not an amount of money: ${cost}`);
  const known = costOf(call);
  const isKnown = known === formatMoney(units) && call.settlement === 'settled';
  if (isKnown && call.cost_source === source) return;
  await tx.run(
    `UPDATE calls SET cost = :units, cost_source = :source, settlement = 'settled'
     WHERE ref = :ref`,
    { ref: call.ref, units, source },
  );
  if (isKnown) return;
  const before = known === null ? 0n : (parseMoney(known) ?? 0n);
  await spend(tx, call, countedCost(units) - countedCost(before), nowMs);
  await tx.run('UPDATE campaigns SET negative_costs = negative_costs + :more WHERE id = :id', {
    id: call.campaign_id,
    more: Number(units < 0n) - Number(before < 0n),
  });
  const negative = units < 0n ? '; it is negative, so the budget counts it as 0' : '';
  const text =
    known === null
      ? `cost ${formatMoney(units)}`
      : `cost corrected from ${known} to ${formatMoney(units)}`;
  await writeTimeline(tx, call.ref, {
    kind: 'settled',
    text: text + SAID_BY[source] + negative,
    nowMs,
  });
}

const SAID_BY: Record<CostSource, string> = {
  get: '',
  cdr: ', by the carrier\u2019s call records',
  person: ', by a person',
};

/**
 * Stores the cost of a call record. It settles the call only if GET has not shown a cost. The cost of a comparison that
 * was requested later is not replaced by that of an older one.
 */
export async function settleByRecord(
  tx: Tx,
  call: CallRow,
  { cost: recorded, serial }: { cost: string; serial: number },
  nowMs: number,
): Promise<void> {
  const units = parseMoney(recorded);
  if (units === undefined) throw new RangeError(`not an amount of money: ${recorded}`);
  if (call.record_serial !== null && call.record_serial > serial) return;
  const isNews = recordCostOf(call) !== formatMoney(units);
  await tx.run('UPDATE calls SET record_cost = :units, record_serial = :serial WHERE ref = :ref', {
    ref: call.ref,
    units,
    serial,
  });
  const cost = costOf(call);
  const meaning = weighCost({ cost, costSource: call.cost_source }, recorded);
  switch (meaning) {
    case 'settles':
      return settle(tx, call, { cost: recorded, source: 'cdr' }, nowMs);
    case 'differs': {
      const text = `the carrier\u2019s call records say ${formatMoney(units)}, its document ${cost}`;
      if (isNews) await writeTimeline(tx, call.ref, { kind: 'note', text, nowMs });
      return;
    }
    case 'equal':
      return;
    default:
      return unreachable(meaning);
  }
}
