/** Whether a person's will, as far as it is recorded, allows a campaign's call. What is not recorded is no consent. */
import { CONSENT_KINDS, type ConsentKind, type ConsentNeed } from '../rules/consent-kinds.ts';

/** What a campaign needs. */
export interface ConsentRule {
  needed: ConsentNeed;
  /** What the campaign calls for, such as `offers`; null: not said. */
  purpose: string | null;
}

/** One of the events of a number. They are only added, never changed. */
export interface ConsentFact {
  kind: ConsentKind;
  /** What it is about; null: all calls. */
  purpose: string | null;
  /** When the person said or did it. */
  atMs: number;
  /** From this instant on it allows nothing; null: it does not expire. */
  expiresAtMs: number | null;
  /** Of the lists of the account, when it was recorded: each addition counts as a change of them. */
  version: number;
}

export interface ConsentVerdict {
  allowed: boolean;
  /** What decided: that which allows, or forbids. Null: nothing is recorded that counts. */
  by: ConsentFact | null;
}

/** Which events allow calls, by need. */
const ALLOWING: Readonly<Record<ConsentNeed, readonly ConsentKind[]>> = {
  'no-objection': ['granted'],
  relation: ['granted', 'inquiry', 'contract'],
  'prior-consent': ['granted'],
};

/**
 * The newest objection holds until the person consents again; a relation does not lift it. A consent for one purpose allows no
 * other, and an objection to one forbids no other. If a campaign does not say its purpose, every objection counts and no consent
 * for a purpose does.
 */
export function askConsent(
  { needed, purpose }: ConsentRule,
  facts: readonly ConsentFact[],
  nowMs: number,
): ConsentVerdict {
  const objection = newest(facts, ({ kind, purpose: of }) => {
    const counts = of === null || purpose === null || of === purpose;
    return CONSENT_KINDS[kind].says === 'no' && counts;
  });
  const allows = (kinds: readonly ConsentKind[]) =>
    newest(facts, (fact) => {
      const counts = fact.purpose === null || fact.purpose === purpose;
      const isInForce = fact.expiresAtMs === null || fact.expiresAtMs > nowMs;
      return kinds.includes(fact.kind) && counts && isInForce;
    });
  const consent = allows(['granted']);
  const isLifted = objection !== null && consent !== null && isNewer(consent, objection);
  if (objection !== null && !isLifted) return { allowed: false, by: objection };
  const by = allows(ALLOWING[needed]);
  return { allowed: needed === 'no-objection' || by !== null, by };
}

function newest(
  facts: readonly ConsentFact[],
  counts: (fact: ConsentFact) => boolean,
): ConsentFact | null {
  return facts
    .filter(counts)
    .reduce<ConsentFact | null>((last, fact) => (last && isNewer(last, fact) ? last : fact), null);
}

/** At the same instant, the event that was recorded later counts. If both were recorded together, neither is newer: an objection then holds. */
function isNewer(one: ConsentFact, other: ConsentFact): boolean {
  if (one.atMs !== other.atMs) return one.atMs > other.atMs;
  return one.version > other.version;
}
