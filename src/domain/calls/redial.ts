import { DISPOSITIONS, type Disposition } from './disposition.ts';
import { unreachable } from '../unreachable.ts';

/** Ends after which a contact may be called again by policy. */
export const REDIALLED = [
  'customer-unreached',
  'agent-unreached',
  'dropped',
  'carrier-lost',
] as const satisfies Disposition[];
export type Redialled = (typeof REDIALLED)[number];

/**
 * The rule by which an end is redialled. A call whose leg is not known follows the customer's rule, because the
 * customer's phone may have rung.
 */
export function ruleOfEnd(disposition: Disposition): Redialled | undefined {
  if (disposition === 'leg-unknown') return 'customer-unreached';
  return REDIALLED.find((one) => one === disposition);
}

/** The ends that count together against a rule's `most`. */
export const countedWith = (disposition: Disposition): Disposition[] => {
  const rule = ruleOfEnd(disposition);
  if (rule === undefined) return [disposition];
  return DISPOSITIONS.filter((one) => ruleOfEnd(one) === rule);
};

export interface RedialRule {
  /** From the end of the call to the next one. */
  delayMs: number;
  /** At most this share of the delay is added, from 0 to 1, so that a burst does not come back as one. */
  jitter: number;
  /** No more calls once so many of the contact's ended in a way that follows this rule. */
  most: number;
}

/** When a contact is called again. A disposition without a rule is final. */
export interface RedialPolicy {
  /** Most calls in which the customer's phone rang or may have rung, per contact, whatever the rules allow. */
  maxAttempts: number;
  /** Most dialled calls per contact, agent-side failures included: bounds a campaign whose agents never answer. */
  maxCalls: number;
  rules: Partial<Record<Redialled, RedialRule>>;
}

const MINUTE_MS = 60_000;

/** What a rule that names only its delay has. */
export const DEFAULT_REDIAL_RULE = { jitter: 0, most: 100 } satisfies Partial<RedialRule>;

export const DEFAULT_REDIAL_POLICY: RedialPolicy = {
  maxAttempts: 3,
  maxCalls: 10,
  rules: {
    'customer-unreached': { delayMs: 30 * MINUTE_MS, ...DEFAULT_REDIAL_RULE },
    'agent-unreached': { delayMs: MINUTE_MS, ...DEFAULT_REDIAL_RULE },
  },
};

export interface ContactTally {
  /** Calls that spent one of the customer's attempts, the one just ended included. */
  attempts: number;
  /** Calls that were dialled, the one just ended included. */
  calls: number;
  /** Those of them that follow the rule of this one's end, itself included. */
  sameRule: number;
}

export type ContactNext =
  /** `reason`: why not before, where a rule decided it. */
  | { kind: 'due'; dueAtMs: number; reason?: string }
  /** Nothing more to do for this contact. `reason`: where a rule decided it and not its last call. */
  | { kind: 'final'; reason?: string }
  /** Waits for a person: it may have been dialled. */
  | { kind: 'locked' };

/** Checked when a call ends, and again when the next is claimed, because the rules may have been edited since. */
export const isSpent = (
  { attempts, calls }: Pick<ContactTally, 'attempts' | 'calls'>,
  { maxAttempts, maxCalls }: Pick<RedialPolicy, 'maxAttempts' | 'maxCalls'>,
): boolean => attempts >= maxAttempts || calls >= maxCalls;

/**
 * What becomes of a contact after one of its calls ended with `disposition`.
 * @param spread from 0 up to 1, the same for the same call (`spreadOf`): how much of the jitter is taken
 */
export function contactAfter(
  disposition: Disposition,
  tally: ContactTally,
  policy: RedialPolicy,
  { endedAtMs, spread }: { endedAtMs: number; spread: number },
): ContactNext {
  switch (disposition) {
    case 'completed':
    case 'refused':
      return { kind: 'final' };
    case 'customer-unreached':
    case 'agent-unreached':
    case 'dropped':
    case 'carrier-lost':
    case 'leg-unknown':
      return again(ruleIn(policy, disposition), tally, policy, { endedAtMs, spread });
    case 'not-dialled':
      return { kind: 'due', dueAtMs: endedAtMs };
    case 'unknown':
      return { kind: 'locked' };
    default:
      return unreachable(disposition);
  }
}

function ruleIn({ rules }: RedialPolicy, disposition: Disposition): RedialRule | undefined {
  const rule = ruleOfEnd(disposition);
  return rule && rules[rule];
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

/** A number from 0 up to 1 that looks random and is always the same for the same text (FNV-1a). */
export function spreadOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) / 2 ** 32;
}
