import { countedCost, type Spending } from '../../../../domain/campaigns/budget.ts';
import { formatMoney, parseMoney } from '../../../../domain/money.ts';
import { weighCost, type CostSource } from '../../../../domain/reconciliation/reconciliation.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import {
  changeCall,
  changedCall,
  costOf,
  recordCostOf,
  type CallChange,
  type CallRow,
} from '../../rows/call-rows.ts';
import { campaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { addToTimeline, writeTimeline, type NewTimelineEntry } from '../../rows/timeline.ts';
import { changeCounters, dayOf, heldBy, raiseAlerts } from '../campaigns/spending.ts';

/** A cost is expected from now on, unless one was stored or given up already. */
export async function openSettlement(tx: Tx, call: CallRow): Promise<void> {
  if (call.settlement === 'none') await changeCall(tx, call.ref, { settlement: 'open' });
}

/** A cost of a call, and from when on it counted. */
export interface CostChange {
  at_ms: number;
  cost: string;
}

/** What a cost changes. */
export interface Bill {
  change: CallChange;
  /** Undefined: the cost is known, and only who says so is new. */
  news: { spending: Spending; negativeCosts: number; entry: NewTimelineEntry } | undefined;
}

/** Undefined: nothing is new. The carrier corrects bills, so a later cost replaces an earlier one. */
export function billOf(
  call: CallRow,
  { cost, source }: { cost: string; source: CostSource },
  nowMs: number,
): Bill | undefined {
  const units = parseMoney(cost);
  if (units === undefined) throw new RangeError(`not an amount of money: ${cost}`);
  const known = costOf(call);
  const isKnown = known === formatMoney(units) && call.settlement === 'settled';
  if (isKnown && call.costSource === source) return undefined;
  const change: CallChange = { cost: units, costSource: source, settlement: 'settled' };
  if (isKnown) return { change, news: undefined };
  const before = known === null ? 0n : (parseMoney(known) ?? 0n);
  const negative = units < 0n ? '; it is negative, so the budget counts it as 0' : '';
  const text =
    known === null
      ? `cost ${formatMoney(units)}`
      : `cost corrected from ${known} to ${formatMoney(units)}`;
  return {
    change: {
      ...change,
      reserved: 0n,
      costs: withCost(call, { at_ms: nowMs, cost: formatMoney(units) }),
    },
    news: {
      spending: { spent: countedCost(units) - countedCost(before), reserved: -heldBy(call) },
      negativeCosts: Number(units < 0n) - Number(before < 0n),
      entry: { kind: 'settled', text: text + SAID_BY[source] + negative, nowMs },
    },
  };
}

/** The check of decisions computes from these what was spent at an instant. */
const withCost = ({ costs }: CallRow, change: CostChange): string =>
  JSON.stringify([...(JSON.parse(costs) as CostChange[]), change]);

/** Stores the cost of a call. Returns the call as it is then. */
export async function settle(
  tx: Tx,
  call: CallRow,
  said: { cost: string; source: CostSource },
  nowMs: number,
): Promise<CallRow> {
  const bill = billOf(call, said, nowMs);
  if (!bill) return call;
  const { change, news } = bill;
  const touched = news && { touchedAtMs: nowMs };
  const row = await changedCall(tx, call.ref, { ...change, ...touched });
  if (!news) return row;
  await addToTimeline(tx, call.ref, news.entry);
  await changeCounters(tx, call.campaignId, { ...news, day: dayOf(call) });
  await raiseAlerts(tx, await campaignRow(tx, call.campaignId), nowMs);
  return row;
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
  if (call.recordSerial !== null && call.recordSerial > serial) return;
  const isNews = recordCostOf(call) !== formatMoney(units);
  tx.send('UPDATE calls SET record_cost = :units, record_serial = :serial WHERE ref = :ref', {
    ref: call.ref,
    units,
    serial,
  });
  const cost = costOf(call);
  const meaning = weighCost({ cost, costSource: call.costSource }, recorded);
  switch (meaning) {
    case 'settles':
      await settle(tx, call, { cost: recorded, source: 'cdr' }, nowMs);
      return;
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
