import type { Check, Evidence } from '../check.ts';
import { add, equal, parseDecimal, show, ZERO, type Decimal } from '../limits/decimal.ts';
import type { Link } from '../records/links.ts';
import { isUnderWay } from '../under-way.ts';

export const costs: Check = {
  id: 'I4',
  says: 'costs equal the carrier’s to the last decimal, by call and by campaign',
  find(evidence) {
    const bound = evidence.links.filter((link) => link.kind === 'bound');
    const settled = bound.filter(({ store }) => !isUnderWay(store!, evidence));
    const violations = [...settled.flatMap(costFaults), ...sumFaults(evidence, bound)];
    return { looked: settled.length, violations };
  },
};

export const recordedCosts: Check = {
  id: 'I4b',
  says: 'what call records told of a cost is what the carrier billed, then or later',
  find({ links }) {
    const told = links.filter(({ kind, store }) => kind === 'bound' && store?.record_cost != null);
    const violations = told.flatMap(({ carrier, store }) => {
      const said = store!.record_cost!;
      if (carrier.bills.some(({ cost }) => equal(money(cost), money(said)))) return [];
      return [
        `${store!.ref} (call ${carrier.id}): records told ${said}, the carrier never billed it`,
      ];
    });
    return { looked: told.length, violations };
  },
};

function costFaults({ carrier, store }: Link): string[] {
  const said = store!.cost;
  if (said === null && carrier.cost === null) return [];
  const name = `${store!.ref} (call ${carrier.id}, ${store!.settlement})`;
  if (said !== null && carrier.cost !== null && equal(money(said), money(carrier.cost))) return [];
  return [`${name}: the store says ${said}, the carrier billed ${carrier.cost ?? 'nothing yet'}`];
}

function sumFaults(evidence: Evidence, bound: Link[]): string[] {
  const { store } = evidence;
  return store.campaigns.flatMap(({ id, total_cost }) => {
    const calls = [...store.calls.values()].filter((call) => call.campaign === id);
    const said = sum(calls.map((call) => call.cost));
    const ofIt = bound.filter((link) => link.store?.campaign === id);
    const billed = sum(ofIt.map(({ carrier }) => carrier.cost));
    const total = money(total_cost);
    const faults: string[] = [];
    if (!equal(total, said)) faults.push(`its calls add up to ${show(said)}`);
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

// What is no decimal at all equals no cost.
function money(text: string): Decimal {
  return parseDecimal(text) ?? { units: -1n, scale: 0 };
}
