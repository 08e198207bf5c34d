/** Calls and POSTs with the rules they were made under, for the checks of limits. */
import type { Evidence } from '../check.ts';
import type { CarrierCall, Post } from '../records/ledger.ts';
import { rulesOf, type Rules } from './limits.ts';
import { showPlacement } from '../records/placement-id.ts';
import type { StoreCall } from '../records/store-export.ts';

/** A POST that reached the carrier, and its call by the callback URL. */
export interface Departure {
  post: Post;
  /**
   * When it was decided, by the store; if one of our clocks was wrong, when it reached the carrier. Promises made
   * before hold for it, to the millisecond.
   */
  decidedMs: number;
  call: StoreCall;
  /** The rules it was claimed under. */
  rules: Rules;
}

/** In order of arrival. POSTs without a callback URL are left out, because their call is not known. */
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

/** After such an end a call may still be live, so it is not judged. */
const LEFT_ALONE = ['unknown', 'carrier-lost'];

/** Whether the earlier call, which ended with this disposition, was live when the carrier accepted the later one. */
export function isLive(earlier: CarrierCall, later: CarrierCall, disposition: string): boolean {
  if (earlier.endedLine !== null && earlier.endedLine < later.acceptedLine) return false;
  return !LEFT_ALONE.includes(disposition);
}
