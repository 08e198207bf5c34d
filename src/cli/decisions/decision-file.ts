/** The lines of a decision file (docs/decision-records.md). The checker reads them without this code. */
import { createHmac, randomBytes } from 'node:crypto';
import { holdRuleView } from '../../api/account/hold-rules-view.ts';
import { policyVersionView } from '../../api/decisions/decisions.ts';
import { iso, isoOrNull } from '../../domain/decisions/instants.ts';
import { PRODUCT_VERSION } from '../../domain/product-version.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type {
  DecisionLine,
  DecisionSeal,
  DecisionSelection,
  ExportedDecision,
} from '../../store/decision-store.ts';
import { HashChain } from '../../store/hash-chain.ts';

export interface WrittenDecisions {
  decisions: number;
  lastHash: string;
}

/** @param written is filled as the lines are made */
export async function* decisionFile(
  lines: AsyncIterable<DecisionLine>,
  selection: DecisionSelection,
  written: WrittenDecisions,
): AsyncGenerator<string> {
  const chain = new HashChain();
  const numbers = new NumberHashes();
  yield chain.next(headOf(selection));
  for await (const line of lines) {
    yield chain.next(shown(line, numbers));
    if (line.type === 'decision') written.decisions += 1;
  }
  yield chain.next({ type: 'end', decisions: written.decisions });
  written.lastHash = chain.hash;
}

/**
 * Numbers are few enough to try them all, so a hash alone would hide nothing. The key is random and is not kept: equal
 * numbers are equal in one file, and nobody can find out which they are.
 */
class NumberHashes {
  readonly #key = randomBytes(32);

  /** Null: the number was erased. */
  of(number: string): string | null {
    return /^\+\d+$/.test(number) ? this.#hash(number) : null;
  }

  ofPerson(person: string): string {
    return this.#hash(`person ${person}`);
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex').slice(0, 32);
  }
}

const headOf = ({ campaigns, fromMs, toMs }: DecisionSelection) => ({
  type: 'decisions',
  format: 1,
  product: PRODUCT_VERSION,
  exported_at: iso(Date.now()),
  campaigns,
  from: isoOrNull(fromMs),
  to: isoOrNull(toMs),
  numbers: 'HMAC-SHA-256 with a random key that was not kept',
});

function shown(line: DecisionLine, numbers: NumberHashes): object {
  switch (line.type) {
    case 'policy':
      return {
        type: 'policy',
        campaign: line.campaignId,
        last_placement: line.lastPlacement,
        ...policyVersionView(line),
      };
    case 'campaign':
      return {
        type: 'campaign',
        campaign: line.campaignId,
        at: iso(line.atMs),
        last_placement: line.lastPlacement,
        state: line.state,
        deadline_at: isoOrNull(line.deadlineAtMs),
      };
    case 'account':
      return accountOf(line);
    case 'probe':
      return { type: 'probe', sealed: line.sealed, outcome: outcomeOf(line) };
    case 'suppressed': {
      const { list, version, untilMs } = line;
      const number = numbers.of(line.number);
      return { type: 'suppressed', number, list, version, until: isoOrNull(untilMs) };
    }
    case 'consent': {
      const { kind, purpose, version, expiresAtMs } = line;
      const number = numbers.of(line.number);
      const times = { at: iso(line.atMs), expires_at: isoOrNull(expiresAtMs) };
      return { type: 'consent', number, kind, purpose, ...times, version };
    }
    case 'person': {
      const person = numbers.ofPerson(line.person);
      return { type: 'person', person, number: numbers.of(line.number), since: iso(line.sinceMs) };
    }
    case 'dial': {
      const number = numbers.of(line.number);
      const times = { at: iso(line.atMs), counted_at: iso(line.countedAtMs) };
      return { type: 'dial', number, ref: line.ref, ...times, ended_at: isoOrNull(line.endedAtMs) };
    }
    case 'outcome': {
      const { ref, group } = line;
      const times = { ended_at: iso(line.endedAtMs), said_at: iso(line.saidAtMs) };
      return { type: 'outcome', number: numbers.of(line.number), ref, group, ...times };
    }
    case 'decision':
      return decisionOf(line, numbers);
    case 'unselected':
      return { type: 'unselected', campaign: line.campaignId, sealed: line.sealed };
    case 'archived': {
      const { campaignId: campaign, id, digest } = line;
      return { type: 'archived', campaign, id, digest };
    }
    case 'seal':
      return { type: 'seal', ...sealView(line) };
    default:
      return unreachable(line);
  }
}

const accountOf = ({ atMs, lastPlacement, ...line }: DecisionLine & { type: 'account' }) => ({
  type: 'account',
  at: iso(atMs),
  last_placement: lastPlacement,
  stopped_since: isoOrNull(line.stoppedSinceMs),
  calls_per_second: line.limits.callsPerSecond,
  max_live_calls: line.limits.maxLiveCalls,
  hold_rules: line.limits.holdRules.map(holdRuleView),
  hold: line.hold && {
    opened_at: iso(line.hold.openedAtMs),
    reason: line.hold.reason,
    status: line.hold.status,
    code: line.hold.code ?? null,
  },
});

const outcomeOf = ({ outcome }: Pick<ExportedDecision, 'outcome'>) => ({
  state: outcome.state,
  at: isoOrNull(outcome.atMs),
  status: outcome.status,
  code: outcome.code,
});

const decisionOf = (line: ExportedDecision, numbers: NumberHashes) => ({
  type: 'decision',
  campaign: line.campaignId,
  sealed: line.sealed,
  number: numbers.of(line.number),
  outcome: outcomeOf(line),
  call: {
    claimed_at: iso(line.call.claimedAtMs),
    ended_at: isoOrNull(line.call.endedAtMs),
    disposition: line.call.disposition,
    counted_at: isoOrNull(line.call.countedAtMs),
    settlement: line.call.settlement,
    costs: line.call.costs.map(({ atMs, cost }) => ({ at: iso(atMs), cost })),
  },
  contact: {
    zones: line.contact.zones,
    zone_source: line.contact.zoneSource,
    person: line.contact.person === null ? null : numbers.ofPerson(line.contact.person),
    area: line.contact.area,
  },
});

export const sealView = (seal: DecisionSeal) => ({
  campaign: seal.campaignId,
  seal: seal.seal,
  from_id: seal.fromId,
  to_id: seal.toId,
  placements: seal.placements,
  previous: seal.previous,
  seal_hash: seal.hash,
  sealed_at: iso(seal.sealedAtMs),
});
