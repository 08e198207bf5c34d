/** Matches the calls of the store with the calls of the carrier. */
import type { CarrierCall, Ledger } from './ledger.ts';
import type { StoreCall, StoreExport, StorePlacement } from './store-export.ts';

export interface Link {
  carrier: CarrierCall;
  store: StoreCall | null;
  /** `bound`: the store knows the carrier's id. `unknown`: it lists that placement as unknown. */
  kind: 'bound' | 'unknown' | 'lost';
}

export function linkCalls(ledger: Ledger, store: StoreExport): Link[] {
  const spent = new Set<StorePlacement>();
  return [...ledger.calls.values()].map((carrier): Link => {
    const bound = store.byCarrierId.get(carrier.id);
    if (bound) return { carrier, store: bound, kind: 'bound' };
    const found = findUnknown(carrier, store, spent);
    if (!found) return { carrier, store: storeCallOf(carrier, store), kind: 'lost' };
    spent.add(found.placement);
    return { carrier, store: found.call, kind: 'unknown' };
  });
}

function storeCallOf(carrier: CarrierCall, store: StoreExport): StoreCall | null {
  const { placement } = carrier.post;
  return placement === null ? null : (store.calls.get(placement.ref) ?? null);
}

/** By the callback URL. Without one, any call to the number with an unknown placement matches. */
function findUnknown(carrier: CarrierCall, store: StoreExport, spent: Set<StorePlacement>) {
  const { placement: id, destination } = carrier.post;
  const calls = id
    ? [store.calls.get(id.ref)].filter((call) => call !== undefined)
    : [...store.calls.values()].filter((call) => call.number === destination);
  for (const call of calls) {
    const placement = call.placements.find(
      (one) =>
        one.state === 'unknown' && !spent.has(one) && (!id || one.placement === id.placement),
    );
    if (placement) return { call, placement };
  }
  return undefined;
}
