import { DEFAULT_NEXT_NUMBER, type NextNumber } from '../rules/next-numbers.ts';
import { DISPOSITIONS, MEANINGS, type Disposition } from '../dispositions/dispositions.ts';

/** The rules by which a contact may be called again. */
export const REDIALLED = [
  'customer-unreached',
  'agent-unreached',
  'dropped',
  'carrier-lost',
] as const satisfies Disposition[];
export type Redialled = (typeof REDIALLED)[number];

/** The rule by which an end is redialled. */
export function ruleOfEnd(disposition: Disposition): Redialled | undefined {
  const { next } = MEANINGS[disposition];
  return typeof next === 'object' ? next.rule : undefined;
}

/** The dispositions that share the `most` of one rule. */
export const countedWith = (disposition: Disposition): Disposition[] => {
  const rule = ruleOfEnd(disposition);
  if (rule === undefined) return [disposition];
  return DISPOSITIONS.filter((one) => ruleOfEnd(one) === rule);
};

export interface RedialRule {
  /** From the end of the call to the next one. */
  delayMs: number;
  /** At most this share of the delay, from 0 to 1, is added, so that a burst of calls is spread at its redial. */
  jitter: number;
  /** The contact is final after this many of its calls ended in a way that follows this rule. */
  most: number;
}

/** When a contact is called again. A disposition without a rule is final. */
export interface RedialPolicy {
  /** Most calls of a contact in which the customer's phone rang or may have rung. It limits all rules together. */
  maxAttempts: number;
  /** Most dialled calls per contact, failures of the agent's leg included, for campaigns whose agents never answer. */
  maxCalls: number;
  rules: Partial<Record<Redialled, RedialRule>>;
  /** When another number of the person is called. Left out, as in policies before schema 7: after the last try. */
  nextNumber?: NextNumber;
}

const MINUTE_MS = 60_000;

/** The defaults of a rule that names only its delay. */
export const DEFAULT_REDIAL_RULE = { jitter: 0, most: 100 } satisfies Partial<RedialRule>;

export const DEFAULT_REDIAL_POLICY: RedialPolicy = {
  maxAttempts: 3,
  maxCalls: 10,
  rules: {
    'customer-unreached': { delayMs: 30 * MINUTE_MS, ...DEFAULT_REDIAL_RULE },
    'agent-unreached': { delayMs: MINUTE_MS, ...DEFAULT_REDIAL_RULE },
  },
  nextNumber: DEFAULT_NEXT_NUMBER,
};

export interface ContactTally {
  /** Calls that spent one of the customer's attempts, the one just ended included. */
  attempts: number;
  /** Calls that were dialled, the one just ended included. */
  calls: number;
  /** Those of `calls` that follow the same rule as the one just ended, which is included. */
  sameRule: number;
}

export type ContactNext =
  /** `reason`: the rule that decided `dueAtMs`, if one did. */
  | { kind: 'due'; dueAtMs: number; reason?: string }
  /** Nothing more to do for this contact. `reason`: the rule that decided it, if it was not its last call. `passesOn`: another number
   * of the person is called, whatever the campaign's rule. */
  | { kind: 'final'; reason?: string; passesOn?: boolean }
  /** Waits for a person, because it may have been dialled. */
  | { kind: 'locked' };

/** Checked when a call ends, and again when the next is claimed, because the rules may have been edited since. */
export const isSpent = (
  { attempts, calls }: Pick<ContactTally, 'attempts' | 'calls'>,
  { maxAttempts, maxCalls }: Pick<RedialPolicy, 'maxAttempts' | 'maxCalls'>,
): boolean => attempts >= maxAttempts || calls >= maxCalls;

/**
 * The next state of a contact after one of its calls ended with `disposition`.
 * @param spread the used share of the jitter, from 0 up to 1, always the same for the same call (`spreadOf`)
 */
export function contactAfter(
  disposition: Disposition,
  tally: ContactTally,
  policy: RedialPolicy,
  { endedAtMs, spread }: { endedAtMs: number; spread: number },
): ContactNext {
  const { next } = MEANINGS[disposition];
  if (typeof next === 'object')
    return again(policy.rules[next.rule], tally, policy, { endedAtMs, spread });
  return next === 'due' ? { kind: next, dueAtMs: endedAtMs } : { kind: next };
}

function again(
  rule: RedialRule | undefined,
  tally: ContactTally,
  policy: RedialPolicy,
  { endedAtMs, spread }: { endedAtMs: number; spread: number },
): ContactNext {
  const spent = isSpent(tally, policy) || tally.sameRule >= (rule?.most ?? 0);
  if (!rule || spent) return { kind: 'final' };
  const jitterMs = Math.floor(rule.delayMs * rule.jitter * spread);
  return { kind: 'due', dueAtMs: endedAtMs + rule.delayMs + jitterMs };
}

/** A pseudo-random number from 0 up to 1, always the same for the same text. */
export const spreadOf = (text: string): number => (fnv1a(text) >>> 0) / 2 ** 32;

/** FNV-1a of a text, as 32 bits with a sign. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
