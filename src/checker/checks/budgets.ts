import type { Check } from '../check.ts';
import { add, compare, parseDecimal, show, ZERO, type Decimal } from '../limits/decimal.ts';
import { nameOf, placedUnderRules } from '../limits/departures.ts';
import type { CarrierCall } from '../records/ledger.ts';

/**
 * A call counts with its reserve until it is billed, and with its bill afterwards. The product cannot prevent a bill
 * that exceeds the reserve.
 */
export const budgets: Check = {
  id: 'BUDGET',
  rule: 'no call is placed that might exceed the budget of its campaign (client’s log)',
  find(evidence) {
    const limited = placedUnderRules(evidence).filter(({ rules }) => rules.budget?.total != null);
    const byCampaign = Map.groupBy(limited, ({ call }) => call.campaign);
    const found = [...byCampaign.values()].map((calls) => judged(calls));
    return {
      cases: limited.length,
      violations: found.flatMap(({ violations }) => violations),
      seen: found.map(({ seen }) => seen),
    };
  },
};

type Limited = ReturnType<typeof placedUnderRules>;

function judged(calls: Limited) {
  const violations: string[] = [];
  let most = ZERO;
  let cap = '';
  for (const [index, one] of calls.entries()) {
    const { total, reserve_per_call: reserve } = one.rules.budget!;
    cap = total!;
    let held = money(reserve);
    let allowed = money(total!);
    for (const { carrier, rules } of calls.slice(0, index)) {
      const aside = money(rules.budget!.reserve_per_call);
      held = add(held, billBefore(carrier, one.carrier.acceptedLine) ?? aside);
      const bill = carrier.cost === null ? ZERO : money(carrier.cost);
      if (compare(bill, aside) > 0) allowed = add(allowed, minus(bill, aside));
    }
    if (compare(held, most) > 0) most = held;
    if (compare(held, allowed) > 0)
      violations.push(`${nameOf(one)}: ${show(held)} spent or set aside, at most ${total}`);
  }
  const spent = calls.map(({ carrier }) => money(carrier.cost ?? '0')).reduce(add, ZERO);
  const text = `${show(most)} (billed in the end: ${show(spent)})`;
  return {
    violations,
    seen: { what: `spent or set aside, ${calls[0]!.rules.name}`, limit: cap, most: text },
  };
}

function billBefore({ bills }: CarrierCall, line: number): Decimal | undefined {
  const bill = bills.findLast((one) => one.line < line);
  return bill && money(bill.cost);
}

const money = (text: string): Decimal => parseDecimal(text) ?? ZERO;

const minus = (one: Decimal, { units, scale }: Decimal): Decimal =>
  add(one, { units: -units, scale });
