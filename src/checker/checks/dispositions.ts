import type { Check, Evidence } from '../check.ts';
import { ENDS_OF_A_CALL, FAILED_ENDS } from '../dispositions.ts';
import type { CarrierCall } from '../records/ledger.ts';
import type { Link } from '../records/links.ts';
import { showPlacement } from '../records/placement-id.ts';
import { isUnderWay } from '../under-way.ts';

export const dispositions: Check = {
  id: 'I3',
  rule: 'every accepted call has one disposition, and it is true',
  find(evidence) {
    const violations = [
      ...evidence.links.flatMap((link) => dispositionFaults(link, evidence)),
      ...sharedCalls(evidence.links),
      ...evidence.store.doubles.map((name) => `${name} is in two calls of the store`),
      ...inventedCalls(evidence),
    ];
    return { cases: evidence.links.length, violations };
  },
};

/** Null: the carrier never ended the call. */
function trueDisposition({ states }: CarrierCall): string | null {
  if (states.includes('completed')) return 'completed';
  return states.includes('failed') ? failedAfter((state) => states.includes(state)) : null;
}

function failedAfter(has: (state: string) => boolean): string {
  if (has('bridged')) return 'dropped';
  return has('agent_answered') || has('customer_ringing')
    ? 'customer-unreached'
    : 'agent-unreached';
}

/**
 * Webhooks get lost, and GET shows only the present. So a failed call may have a shallower disposition than the truth.
 * `agent-unreached` must be true, though: a customer who talked must not be dialled again so soon.
 */
function possibleDispositions(carrier: CarrierCall, truth: string | null): string[] {
  if (truth === null || !FAILED_ENDS.includes(truth)) return [truth ?? 'carrier-lost'];
  const reported = failedAfter((state) => carrier.reported.has(state));
  const least = reported === 'agent-unreached' ? 'leg-unknown' : reported;
  return FAILED_ENDS.slice(FAILED_ENDS.indexOf(least), FAILED_ENDS.indexOf(truth) + 1).filter(
    (one) => one !== 'agent-unreached' || mayBeAgents(carrier, truth),
  );
}

/** After a GET with `agent_ringing`, the next GET may already show the end of a call to a busy customer. */
function mayBeAgents({ shown }: CarrierCall, truth: string): boolean {
  return (
    truth === 'agent-unreached' || (truth === 'customer-unreached' && shown.has('agent_ringing'))
  );
}

function dispositionFaults({ carrier, store, kind }: Link, evidence: Evidence): string[] {
  if (!store || kind === 'lost') return [];
  const truth = trueDisposition(carrier);
  const stored = store.disposition;
  if (stored !== null && possibleDispositions(carrier, truth).includes(stored)) return [];
  if (kind === 'unknown' && stored === 'unknown') return [];
  if (stored === null && isUnderWay(store, evidence)) return [];
  const seen = carrier.states.join(', ') || 'accepted only';
  return [`${store.ref}: the store shows ${stored}, the carrier ${truth ?? 'no end'} (${seen})`];
}

function sharedCalls(links: Link[]): string[] {
  const known = links.filter((link) => link.store !== null && link.kind !== 'lost');
  const groups = Map.groupBy(known, (link) => link.store!.ref);
  return [...groups]
    .filter(([, group]) => group.length > 1)
    .map(([ref, group]) => {
      const ids = group.map(({ carrier }) => carrier.id).join(', ');
      return `${ref}: the carrier accepted ${group.length} calls for it (${ids})`;
    });
}

function inventedCalls({ ledger, store, links }: Evidence): string[] {
  const real = new Set(links.map((link) => link.store?.ref));
  return [...store.calls.values()].flatMap((call) => {
    const { ref, carrier_call_id: id, disposition } = call;
    if (id !== null && !ledger.calls.has(id)) return [`${ref}: the carrier has no call ${id}`];
    if (id !== null) return misbound(ref, ledger.calls.get(id)!);
    if (!real.has(ref) && ENDS_OF_A_CALL.includes(disposition ?? ''))
      return [`${ref}: the store shows ${disposition}, the carrier accepted no call for it`];
    return [];
  });
}

function misbound(ref: string, { id, post }: CarrierCall): string[] {
  if (post.placement === null || post.placement.ref === ref) return [];
  return [`${ref} is bound to call ${id}, which is that of ${showPlacement(post.placement)}`];
}
