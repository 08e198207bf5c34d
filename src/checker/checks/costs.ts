import type { Check, Evidence } from '../check.ts';
import { add, equal, parseDecimal, show, ZERO, type Decimal } from '../limits/decimal.ts';
import type { Link } from '../records/links.ts';
import { isUnderWay } from '../under-way.ts';

export const costs: Check = {
  id: 'I4',
  rule: 'costs equal the carrier’s to the last decimal, by call and by campaign',
  find(evidence) {
    const bound = evidence.links.filter((link) => link.kind === 'bound');
    const settled = bound.filter(({ store }) => !isUnderWay(store!, evidence));
    const violations = [...settled.flatMap(costFaults), ...sumFaults(evidence, bound)];
    return { cases: settled.length, violations };
  },
};

export const recordedCosts: Check = {
  id: 'I4b',
  rule: 'a cost from call records is one that the carrier billed, then or later',
  find({ links }) {
    const withRecord = links.filter(
      ({ kind, store }) => kind === 'bound' && store?.record_cost != null,
    );
    const violations = withRecord.flatMap(({ carrier, store }) => {
      const recorded = store!.record_cost!;
      if (carrier.bills.some(({ cost }) => equal(money(cost), money(recorded)))) return [];
      return [
        `${store!.ref} (call ${carrier.id}): call records show ${recorded}, the carrier never billed it`,
      ];
    });
    return { cases: withRecord.length, violations };
  },
};

function costFaults({ carrier, store }: Link): string[] {
  const stored = store!.cost;
  if (stored === null && carrier.cost === null) return [];
  const name = `${store!.ref} (call ${carrier.id}, ${store!.settlement})`;
  if (stored !== null && carrier.cost !== null && equal(money(stored), money(carrier.cost)))
    return [];
  return [
    `${name}: the store shows ${stored}, the carrier billed ${carrier.cost ?? 'nothing yet'}`,
  ];
}

function sumFaults(evidence: Evidence, bound: Link[]): string[] {
  const { store } = evidence;
  return store.campaigns.flatMap(({ id, total_cost, archived_cost = '0' }) => {
    const calls = [...store.calls.values()].filter((call) => call.campaign === id);
    const archived = money(archived_cost);
    const stored = add(archived, sum(calls.map((call) => call.cost)));
    const ofIt = bound.filter((link) => link.store?.campaign === id);
    const billed = add(archived, sum(ofIt.map(({ carrier }) => carrier.cost)));
    const total = money(total_cost);
    const faults: string[] = [];
    if (!equal(total, stored)) faults.push(`its calls add up to ${show(stored)}`);
    const isSettled = !calls.some((call) => isUnderWay(call, evidence));
    if (isSettled && !equal(total, billed)) faults.push(`the carrier billed ${show(billed)}`);
    return faults.map((fault) => `campaign ${id}: total ${total_cost}, but ${fault}`);
  });
}

function sum(amounts: (string | null)[]): Decimal {
  return amounts
    .filter((text) => text !== null)
    .map(money)
    .reduce(add, ZERO);
}

// A text that is no decimal equals no cost.
function money(text: string): Decimal {
  return parseDecimal(text) ?? { units: -1n, scale: 0 };
}
