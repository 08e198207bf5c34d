/**
 * Outcomes: what a person says that a call led to, by a code of the account. How the call ended is the carrier's fact, its
 * disposition. Neither overwrites the other.
 */
import { isIn, NOT_PLACED, type Disposition } from '../dispositions/dispositions.ts';
import {
  isSpent,
  type ContactNext,
  type ContactTally,
  type RedialPolicy,
  type RedialRule,
} from '../calls/redial.ts';
import { OTHER_NUMBER } from '../rules/due-reasons.ts';
import { unreachable } from '../unreachable.ts';
import type { OutcomeGroup } from './outcome-groups.ts';

/** What comes next for the contact. Plain JSON. */
export type OutcomeNext =
  /** The redial policy decides by the disposition. */
  | { kind: 'policy' }
  | { kind: 'final' }
  /** The contact is final, and another number of the person is called, if there is one. */
  | { kind: 'next_number' }
  /** `most`: of the contact's calls with this code; after so many it is final. */
  | { kind: 'redial'; rule: RedialRule }
  /** The contact is final, and a callback is made for the time that is given with the outcome. */
  | { kind: 'callback'; agent: 'own' | 'any' };

export interface OutcomeCode {
  id: string;
  label: string;
  group: OutcomeGroup;
  next: OutcomeNext;
  /** Id of the suppression list that gets the number; null: none. */
  suppress: string | null;
  /** `person`: all numbers of the contact's person. Left out: the number that was called. */
  suppressWhom?: SuppressedBy;
}

export const SUPPRESSED_BY = ['number', 'person'] as const;
export type SuppressedBy = (typeof SUPPRESSED_BY)[number];

/** Kept with the call. A later edit of the code changes nothing about it. */
export interface OutcomeOfCall extends Pick<OutcomeCode, 'group' | 'next'> {
  code: string;
}

/** One thing that follows from an outcome, and whether it was done. */
export interface OutcomeEffect {
  what: 'contact' | 'callback' | 'suppression' | 'wrap-up';
  done: boolean;
  /** For people, without names and numbers. */
  text: string;
}

/** How a call stands, for the question whether somebody can say what it led to. */
export interface OutcomeFacts {
  /** Whether the carrier accepted it, or may have. */
  placed: boolean;
  disposition: Disposition | null;
  erased: boolean;
}

/** Undefined: an outcome may be set. */
export function outcomeRefused({ placed, disposition, erased }: OutcomeFacts): string | undefined {
  if (erased) return 'the person was erased';
  if (!placed) return 'nobody was called yet';
  if (disposition !== null && isIn(NOT_PLACED, disposition))
    return `nobody was called: the call ended as ${disposition}`;
  return undefined;
}

interface EndWithOutcome {
  disposition: Disposition;
  tally: Pick<ContactTally, 'attempts' | 'calls'>;
  /** Calls of the contact with the code, this one included. */
  sameCode: number;
  policy: RedialPolicy;
  endedAtMs: number;
  spread: number;
}

/**
 * The next state of a contact by the outcome of its last call, whichever came first, the outcome or the end. Undefined: the
 * redial policy decides. A call that may still be live at the carrier stays locked, whatever a person says.
 */
export function contactByOutcome(
  { next }: OutcomeOfCall,
  { disposition, tally, sameCode, policy, endedAtMs, spread }: EndWithOutcome,
): ContactNext | undefined {
  if (disposition === 'unknown' || isIn(NOT_PLACED, disposition)) return undefined;
  switch (next.kind) {
    case 'policy':
      return undefined;
    case 'final':
    case 'callback':
      return FINAL;
    case 'next_number':
      return { ...FINAL, passesOn: true };
    case 'redial': {
      const { delayMs, jitter, most } = next.rule;
      if (isSpent(tally, policy) || sameCode >= most) return FINAL;
      return { kind: 'due', dueAtMs: endedAtMs + delayMs + Math.floor(delayMs * jitter * spread) };
    }
    default:
      return unreachable(next);
  }
}

/** The reason of contacts that are final by an outcome. */
export const BY_OUTCOME = 'outcome';
const FINAL = { kind: 'final', reason: BY_OUTCOME } as const satisfies ContactNext;

/** How a contact stands when an outcome is set after the end of its call. */
export interface ContactFacts {
  /** The call is its last one: it was not called, or claimed, again since. */
  isLastCall: boolean;
  state: 'due' | 'claimed' | 'final' | 'locked';
  /** Another rule or a person made it final, such as a suppression list. */
  dueReason: string | null;
  campaignIsOver: boolean;
}

/** Undefined: the contact follows the outcome. Else why it stays as it is. */
export function contactStays({
  isLastCall,
  state,
  dueReason,
  campaignIsOver,
}: ContactFacts): string | undefined {
  if (!isLastCall) return 'the contact was called again since, so it stays as it is';
  if (campaignIsOver) return 'the campaign is over, so the contact stays as it is';
  switch (state) {
    case 'claimed':
      return 'the contact has a live call, so it stays as it is';
    case 'locked':
      return 'the contact may still be on a call that nobody has resolved, so it stays locked';
    case 'final':
      if ([null, '', BY_OUTCOME, OTHER_NUMBER].includes(dueReason)) return undefined;
      return `the contact is final by another rule (${dueReason}), so it stays so`;
    case 'due':
      return undefined;
    default:
      return unreachable(state);
  }
}
