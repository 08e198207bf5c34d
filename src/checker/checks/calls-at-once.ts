import type { Check, Evidence, Seen } from '../check.ts';
import {
  departuresUnderRules,
  isLive,
  nameOf,
  placedUnderRules,
  type Departure,
} from '../limits/departures.ts';
import type { CarrierCall } from '../records/ledger.ts';
import { durationMs } from '../limits/duration.ts';
import { loosest, oneOf } from '../limits/limits.ts';

/** A slot may be given this long before its time, so a POST of that slot was decided on before the pause (docs/decisions/0007). */
const SLOT_AHEAD_MS = 50;

type Placed = Departure & { carrier: CarrierCall };

export const callsAtOnce: Check = {
  id: 'LIVE',
  rule: 'never more live calls than account and campaign allow (client’s log)',
  find(evidence) {
    const placed = placedUnderRules(evidence);
    const violations: string[] = [];
    const peaks = new Map<string, Peak>();
    let live: Placed[] = [];
    let cases = 0;
    for (const one of placed) {
      live = live.filter(({ carrier }) => isLive(carrier, one.carrier, endOf(carrier, evidence)));
      live.push(one);
      const { campaign } = one.call;
      const ofCampaign = live.filter(({ call }) => call.campaign === campaign).length;
      const groups = [
        { name: 'account', count: live.length, limit: limitOfAccount(evidence, one.post.atMs) },
        { name: one.rules.name, count: ofCampaign, limit: one.rules.max_live_calls },
      ];
      cases += Number(groups.some(({ limit }) => limit !== null));
      for (const { name, count, limit } of groups) {
        notePeak(peaks, name, count, limit);
        if (limit !== null && count > limit)
          violations.push(`${nameOf(one)}: ${count} calls live of ${name}, at most ${limit}`);
      }
    }
    return { cases, violations, seen: [...peaks].flatMap(shown) };
  },
};

export const agentsFree: Check = {
  id: 'I8d',
  rule: 'no call to an agent who is paused, of another pool, or in wrap-up (client’s log)',
  find(evidence) {
    const { agents } = evidence.limits;
    const placed = placedUnderRules(evidence).filter(({ carrier }) =>
      agents.has(carrier.agent ?? ''),
    );
    const pauses = pausesIn(evidence);
    const last = new Map<string, Placed>();
    const violations = placed.flatMap((one) => {
      const address = one.carrier.agent!;
      const { id, pools, capacity } = agents.get(address)!;
      const before = capacity === 1 ? last.get(address) : undefined;
      last.set(address, one);
      const faults: string[] = [];
      const { pool } = one.rules.agents;
      if (pool !== null && !pools.includes(pool))
        faults.push(`to ${address} of ${pools.join(', ')}, only ${pool} may take it`);
      if (
        pauses
          .get(id)
          ?.some(
            ({ fromMs, toMs }) => one.decidedMs > fromMs + SLOT_AHEAD_MS && one.decidedMs < toMs,
          )
      )
        faults.push(`to ${address}, who was paused`);
      const leftMs = before ? wrapUpLeftMs(before, one) : 0;
      if (leftMs > 0)
        faults.push(`to ${address}, ${leftMs} ms before the work after a call was over`);
      return faults.map((fault) => `${nameOf(one)} ${fault}`);
    });
    return { cases: placed.length, violations };
  },
};

export const newRulesCount: Check = {
  id: 'EDIT',
  rule: 'an edit of the rules holds for calls that are dialled after it (client’s log)',
  find(evidence) {
    const { campaigns } = evidence.limits;
    const departures = departuresUnderRules(evidence).filter(
      ({ post, call }) =>
        post.placement?.placement === 1 && campaigns.get(call.campaign)!.length > 1,
    );
    const violations = departures.flatMap((one) => {
      const versions = campaigns.get(one.call.campaign)!;
      const newest = versions.findLast(
        ({ answeredMs }) => answeredMs + evidence.demands.claimGraceMs < one.decidedMs,
      );
      const known = newest?.value.policy_version ?? 1;
      if (one.rules.policy_version >= known) return [];
      return [`${nameOf(one)}: by version ${one.rules.policy_version} of the rules, ${known} held`];
    });
    return { cases: departures.length, violations };
  },
};

const endOf = ({ id }: CarrierCall, { store }: Evidence): string =>
  store.byCarrierId.get(id)?.disposition ?? 'unknown';

function limitOfAccount({ limits, demands }: Evidence, atMs: number): number | null {
  return loosest(limits.account, 'max_live_calls', atMs - demands.claimGraceMs, atMs);
}

interface Peak {
  count: number;
  limits: Set<number>;
}

function notePeak(peaks: Map<string, Peak>, name: string, count: number, limit: number | null) {
  const peak = peaks.get(name) ?? { count: 0, limits: new Set() };
  if (limit !== null) peak.limits.add(limit);
  peaks.set(name, { ...peak, count: Math.max(peak.count, count) });
}

function shown([name, { count, limits }]: [string, Peak]): Seen[] {
  if (limits.size === 0) return [];
  return [{ what: `live calls, ${name}`, limit: oneOf(limits), most: String(count) }];
}

/**
 * Only for completed calls. For others the product may have learned late that the agent answered. A call that is still
 * live is judged by I8b, which knows when a carrier that was restarted may ring longer than the agent is kept.
 */
function wrapUpLeftMs(before: Placed, { post, carrier: next }: Placed): number {
  const { carrier, rules } = before;
  if (carrier.endedAtMs === null || carrier.states.at(-1) !== 'completed') return 0;
  if (carrier.endedLine! > next.acceptedLine) return 0;
  return carrier.endedAtMs + durationMs(rules.agents.wrap_up) - post.atMs;
}

const AGENT_MOVE = /^\/v1\/agents\/([^/]+)\/(pause|ready)$/;

/** From the answer to a pause until the next `ready`. */
function pausesIn({ client }: Evidence): Map<string, { fromMs: number; toMs: number }[]> {
  const pauses = new Map<string, { fromMs: number; toMs: number }[]>();
  for (const { path, askedMs, answer } of client?.requests ?? []) {
    const [, id, move] = AGENT_MOVE.exec(path) ?? [];
    if (id === undefined) continue;
    const spans = pauses.get(id) ?? [];
    pauses.set(id, spans);
    const last = spans.at(-1);
    if (move === 'ready' && last?.toMs === Infinity) last.toMs = askedMs;
    if (move === 'pause' && answer && answer.status < 300 && last?.toMs !== Infinity)
      spans.push({ fromMs: answer.atMs, toMs: Infinity });
  }
  return pauses;
}
