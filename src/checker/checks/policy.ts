import type { Check, Evidence } from '../check.ts';
import type { ClientLog, Departure, Span } from '../records/client-log.ts';
import { closedSpans } from '../limits/closed-spans.ts';
import type { CarrierCall } from '../records/ledger.ts';
import { showPlacement } from '../records/placement-id.ts';

export const nothingWhileClosed: Check = {
  id: 'I8',
  rule: 'no POST left while its campaign was not running or the account was stopped',
  find(evidence) {
    const { client } = evidence;
    if (!client) return { cases: 0, violations: [] };
    const { account, campaigns } = closedSpans(client);
    const left = departures(evidence, client);
    const violations = left.flatMap((departure) => {
      const own = campaignsOf(departure, evidence).map((id) => campaigns.get(id) ?? []);
      // Without a callback URL the number may belong to several campaigns. It is enough if one of them runs.
      const shut = own.length > 0 && own.every((spans) => isShut(spans, departure, evidence));
      if (shut) return [`${name(departure)}: its campaign was not running`];
      return isShut(account, departure, evidence)
        ? [`${name(departure)}: the account was stopped`]
        : [];
    });
    return { cases: left.length, violations };
  },
};

export const oneCallPerAgent: Check = {
  id: 'I8b',
  rule: 'no agent has more live calls than its capacity: one, unless the client set another',
  find(evidence) {
    const { agents } = evidence.limits;
    const calls = [...evidence.ledger.calls.values()].filter(({ agent }) => agent !== null);
    const byAgent = Map.groupBy(calls, (call) => call.agent!);
    const violations: string[] = [];
    const mostOf = new Map<number, number>();
    for (const [agent, group] of byAgent) {
      const capacity = agents.get(agent)?.capacity ?? 1;
      for (const [index, call] of group.entries()) {
        const others = group
          .slice(0, index)
          .filter((earlier) => holdsAgent(earlier, call, evidence));
        mostOf.set(capacity, Math.max(mostOf.get(capacity) ?? 0, others.length + 1));
        if (others.length < capacity) continue;
        const ids = others.map(({ id }) => id).join(', ');
        violations.push(
          `${agent}: call ${call.id} (line ${call.acceptedLine}) while on call ${ids}`,
        );
      }
    }
    const seen = [...mostOf].map(([capacity, most]) => ({
      what:
        capacity === 1 ? 'calls of one agent at once' : `calls at once of an agent of ${capacity}`,
      limit: String(capacity),
      most: String(most),
    }));
    return { cases: calls.length, violations, seen: agents.size === 0 ? [] : seen };
  },
};

/** Departures from the client's log, else the POSTs of the carrier's ledger. */
function departures({ ledger }: Evidence, client: ClientLog): Departure[] {
  return client.departures.length > 0 ? client.departures : ledger.posts;
}

function campaignsOf({ placement, destination }: Departure, { store }: Evidence): string[] {
  if (placement) return [store.calls.get(placement.ref)?.campaign ?? ''];
  const calls = [...store.calls.values()].filter(({ number }) => number === destination);
  return [...new Set(calls.map(({ campaign }) => campaign))];
}

function isShut(spans: Span[], { atMs }: Departure, { client, demands }: Evidence): boolean {
  return spans.some(({ fromMs, toMs }) => {
    if (atMs >= toMs || atMs <= fromMs + demands.stopGraceMs) return false;
    // A process that was frozen in between may send late what it had decided before.
    return !client!.frozen.some((span) => span.toMs > fromMs && span.fromMs < atMs);
  });
}

/**
 * After a POST with an unknown outcome the agent is kept while phones may ring. Whether they talk after that is not
 * known either.
 */
function holdsAgent(
  earlier: CarrierCall,
  later: CarrierCall,
  { store, ledger }: Evidence,
): boolean {
  if (earlier.endedLine !== null && earlier.endedLine < later.acceptedLine) return false;
  const call = store.byCarrierId.get(earlier.id);
  if (call?.disposition === 'carrier-lost') return false;
  const { placement: id } = earlier.post;
  const status = id && call?.placements.find(({ placement }) => placement === id.placement)?.status;
  const wasKnown =
    call !== undefined && (id === null || (status ?? 0) >= 200) && (status ?? 200) < 300;
  if (wasKnown) return true;
  const talked = earlier.stateLines[earlier.states.indexOf('bridged')];
  if (earlier.endedLine === null || (talked ?? Infinity) < later.acceptedLine) return false;
  // Restarts of the carrier prolong the ringing by an unknown time.
  return !ledger.runs.some((line) => line > earlier.acceptedLine && line < later.acceptedLine);
}

function name({ line, placement, destination }: Departure): string {
  return `POST of ${placement ? showPlacement(placement) : destination} (line ${line})`;
}
