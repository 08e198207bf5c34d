import type { Check } from '../check.ts';
import { isAck, type WebhookTry } from '../records/ledger.ts';
import { showPlacement } from '../records/placement-id.ts';
import type { StoreExport } from '../records/store-export.ts';

const CALL_EVENT = 'click2call.';

export const acksAreDurable: Check = {
  id: 'I5',
  rule: 'every webhook answered 2xx is in the store',
  find({ ledger, store }) {
    const acked = ledger.tries.filter((one) => isCallEvent(one) && one.end && isAck(one.end));
    return { cases: acked.length, violations: acked.flatMap((one) => missing(one, store)) };
  },
};

export const noWebhookTurnedAway: Check = {
  id: 'I6',
  rule: 'no webhook is rejected permanently or answered too late',
  find({ ledger }) {
    const ended = ledger.tries.filter((one) => one.end !== null);
    return { cases: ended.length, violations: ended.flatMap(answerFaults) };
  },
};

function isCallEvent({ event }: WebhookTry): boolean {
  return event.startsWith(CALL_EVENT);
}

function missing(one: WebhookTry, store: StoreExport): string[] {
  if (one.placement === null)
    return [`${name(one)}: answered 2xx at a URL that names no placement`];
  const { ref, placement } = one.placement;
  // Several names may have one seq. Each event must be stored with its own name.
  const names = (store.calls.get(ref)?.events ?? [])
    .filter((event) => event.placement === placement && event.seq === one.seq)
    .map((event) => event.name);
  if (names.length === 0)
    return [`${name(one)}: answered ${one.end?.status}, but not in the store`];
  return names.includes(one.event)
    ? []
    : [`${name(one)}: the store calls it ${names.join(' and ')}`];
}

function answerFaults(one: WebhookTry): string[] {
  const { status = null, error = null, latency_ms = 0 } = one.end ?? {};
  if (error === 'timeout' || latency_ms > one.patienceMs)
    return [`${name(one)}: no answer within ${one.patienceMs} ms (${latency_ms} ms)`];
  const turnedAway = status !== null && status >= 300 && status < 500;
  if (!turnedAway || status === 408 || status === 429) return [];
  return [`${name(one)}: answered ${status}, so it is never retried`];
}

function name(one: WebhookTry): string {
  const placement = one.placement ? ` of ${showPlacement(one.placement)}` : '';
  return `${one.event} seq ${one.seq}${placement}, try ${one.try} (line ${one.line})`;
}
