/** Calls and POSTs as the checks of limits look at them. */
import type { Evidence } from '../check.ts';
import type { CarrierCall, Post } from '../records/ledger.ts';
import { rulesOf, type Rules } from './limits.ts';
import { showPlacement } from '../records/placement-id.ts';
import type { StoreCall } from '../records/store-export.ts';

/** A POST that came to the carrier, and the call it belongs to, as its callback URL says. */
export interface Departure {
  post: Post;
  /**
   * When the store shows that it was decided on; where a clock of ours was wrong, when it came to the carrier. Whatever
   * was promised before holds for it, to the millisecond.
   */
  decidedMs: number;
  call: StoreCall;
  /** Those it was claimed under. */
  rules: Rules;
}

/** In the order in which they came. POSTs without a callback URL belong to nobody, and are not looked at. */
export function departuresUnderRules({ ledger, store, limits, client }: Evidence): Departure[] {
  return ledger.posts.flatMap((post): Departure[] => {
    const call = post.placement === null ? undefined : store.calls.get(post.placement.ref);
    const rules = rulesOf(limits, call);
    if (!call || !rules) return [];
    const intent = call.placements.find(({ placement }) => placement === post.placement!.placement);
    const isTrusted = (client?.clockErrorMs ?? 0) === 0;
    const saidMs = isTrusted ? Date.parse(intent?.intent_at ?? '') : NaN;
    return [{ post, decidedMs: saidMs || post.atMs, call, rules }];
  });
}

/** The carrier's calls with their departures, in the order in which they were accepted. */
export function placedUnderRules(evidence: Evidence): (Departure & { carrier: CarrierCall })[] {
  const byPost = new Map(departuresUnderRules(evidence).map((one) => [one.post, one]));
  return [...evidence.ledger.calls.values()].flatMap((carrier) => {
    const departure = byPost.get(carrier.post);
    return departure ? [{ ...departure, carrier }] : [];
  });
}

export const rangCustomer = ({ states }: CarrierCall): boolean =>
  states.includes('customer_ringing') || states.includes('bridged');

export function nameOf({ post }: { post: Post }): string {
  const what = post.placement ? showPlacement(post.placement) : post.destination;
  return `POST of ${what} (line ${post.line})`;
}
