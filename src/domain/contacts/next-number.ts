/** The numbers of one person in a campaign: which of them is called next. At most one of them is due, claimed or locked. */
import { REACHED } from '../calls/disposition.ts';
import type { RedialDecision } from '../calls/redial-decision.ts';
import { ruleOfEnd } from '../calls/redial.ts';
import { isIn, type Disposition } from '../dispositions/dispositions.ts';
import { OTHER_NUMBER } from '../rules/due-reasons.ts';
import type { NextNumber } from '../rules/next-numbers.ts';
import { unreachable } from '../unreachable.ts';

/** A row of a list has at most so many. */
export const MOST_OF_PERSON = 10;

/** What the end of a call means for the person's other numbers. */
export type NumberTurn =
  /** This number stays in turn, or the person has no further one in turn. */
  | 'stays'
  /** The next number is called. */
  | 'passes'
  /** The person is not called at another number any more; at this one only if it is due. */
  | 'ends'
  /** Somebody answered at another number of the person, so this one is out of turn. */
  | 'leaves';

/** What came after a call, as far as it counts here. */
export interface NumberEnd extends Pick<RedialDecision, 'kind' | 'rule'> {
  disposition: Disposition;
  /** An outcome says that the next number is to be called, such as after a wrong one. */
  passesOn?: boolean | undefined;
  /** Where somebody answered an earlier call of the person, or may have. */
  answered?: AnsweredAt | undefined;
}

export interface AnsweredAt {
  /** At the number of the call. */
  own: boolean;
  /** At another number, of which nobody said that the next one is to be called. */
  other: boolean;
}
const NOWHERE: AnsweredAt = { own: false, other: false };

/** After these somebody answered, or may have. */
export const ANSWERED: readonly Disposition[] = [...REACHED, 'carrier-lost'];

export function numberTurn(
  { kind, rule, disposition, passesOn, answered = NOWHERE }: NumberEnd,
  when: NextNumber,
): NumberTurn {
  if (kind !== 'locked' && answered.other) return 'leaves';
  switch (kind) {
    case 'locked':
      return 'stays';
    case 'due': {
      const tried = ruleOfEnd(disposition) === 'customer-unreached';
      // Whoever answered is called again at this number only.
      if (answered.own) return 'ends';
      return when === 'after-each-try' && tried ? 'passes' : 'stays';
    }
    case 'final':
      if (passesOn === true) return 'passes';
      if (answered.own || endsForPerson(disposition, rule)) return 'ends';
      return when === 'never' ? 'stays' : 'passes';
    default:
      return unreachable(kind);
  }
}

/** Whoever was reached, or may have been, is rung at no other number. What people decide counts for all numbers. */
const endsForPerson = (disposition: Disposition, rule: RedialDecision['rule']): boolean =>
  isIn(ANSWERED, disposition) ||
  rule === 'person' ||
  rule === 'outcome' ||
  rule === 'campaign-over';

/** A contact that is a number of the person. */
export interface OneNumber {
  position: number;
  state: 'due' | 'claimed' | 'final' | 'locked';
  dueReason: string | null;
  erased: boolean;
}

/** What changes among the person's numbers. */
export interface NumberChange {
  /** The number whose call ended is out of turn: final for now. */
  parksOwn: boolean;
  /** It is due instead. */
  next: number | null;
  /** The others, as far as they were in turn, are final because of this number. */
  closesOthers: boolean;
}

const NOTHING: NumberChange = { parksOwn: false, next: null, closesOthers: false };

/**
 * @param own state of the number whose call ended, as its own rules have it
 * @param others of the person, by position
 */
export function numberChange(
  own: Pick<OneNumber, 'position' | 'state'>,
  others: readonly OneNumber[],
  turn: NumberTurn,
): NumberChange {
  if (turn === 'ends') {
    // Nobody takes a call away from another number.
    const isTaken = others.some(({ state }) => state === 'claimed' || state === 'locked');
    return { ...NOTHING, parksOwn: own.state === 'due' && isTaken, closesOthers: true };
  }
  if (turn === 'leaves') return { ...NOTHING, parksOwn: own.state === 'due' };
  // After a restore another number may be in turn already.
  const elsewhere = others.some(({ state }) => state !== 'final');
  if (elsewhere) return { ...NOTHING, parksOwn: own.state === 'due' };
  if (turn === 'stays') return NOTHING;
  const waiting = others.filter(({ dueReason, erased }) => dueReason === OTHER_NUMBER && !erased);
  const next = waiting.find(({ position }) => position > own.position) ?? waiting[0];
  if (!next) return NOTHING;
  return { parksOwn: own.state === 'due', next: next.position, closesOthers: false };
}
