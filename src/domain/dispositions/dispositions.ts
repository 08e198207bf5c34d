/**
 * What each disposition means: how a call ended, and all that follows from it. Data that imports nothing, because the dashboard
 * takes it to browsers. Every list of dispositions is made from this table.
 */

/** What comes next for the contact, by itself with the reason, or by the rule of the redial policy. */
type After =
  | { next: 'due' | 'final' | 'locked'; because: string }
  | { next: { rule: string }; because?: undefined };

type Meaning = After & {
  /** On pages, with the colour. */
  text: string;
  tone: 'good' | 'warn' | 'bad' | 'quiet';
  /** The deepest state that it proves; null: the carrier placed no call. All other calls with a POST were placed, or may have been. */
  proves: 'accepted' | 'agent_answered' | 'bridged' | null;
  /** Who is known to have missed the call. */
  missed: 'agent' | 'customer' | null;
  /** A report of more evidence replaces one of less; null: the call was not placed, so nothing was reported. */
  evidence: number | null;
  /** Whether it counts as one of the customer's attempts. `unless-proven`: not if the evidence has no gap. */
  spendsAttempt: 'always' | 'never' | 'unless-proven';
  /** How a person names it who closes a call that ended as `unknown`; null: it cannot be chosen. */
  resolution: string | null;
  /** Why a contact is never reached whose last call ended so; null: it is reached. */
  unreached: string | null;
  /** The end that a rehearsal plays in its place; null: none, because it follows from the rules. */
  rehearsedAs: string | null;
};

export const MEANINGS = {
  /** Agent and customer talked, and the call ended normally. */
  completed: {
    text: 'Completed',
    tone: 'good',
    proves: 'bridged',
    missed: null,
    evidence: 6,
    spendsAttempt: 'always',
    next: 'final',
    because: 'agent and customer were connected',
    resolution: 'Completed: agent and customer talked',
    unreached: null,
    rehearsedAs: 'completed',
  },
  /** Bridged, then ended any other way. */
  dropped: {
    text: 'Dropped',
    tone: 'warn',
    proves: 'bridged',
    missed: null,
    evidence: 5,
    spendsAttempt: 'always',
    next: { rule: 'dropped' },
    resolution: 'Dropped: the customer’s phone was answered, and nobody talked',
    unreached: null,
    rehearsedAs: 'dropped',
  },
  /** The agent answered; the customer was not reached. */
  'customer-unreached': {
    text: 'Customer not reached',
    tone: 'quiet',
    proves: 'agent_answered',
    missed: 'customer',
    evidence: 4,
    spendsAttempt: 'always',
    next: { rule: 'customer-unreached' },
    resolution: 'Customer not reached',
    unreached: 'not reached in all calls that the rules allow',
    rehearsedAs: 'customer-unreached',
  },
  /** The agent's phone was not answered: the customer was never dialled. */
  'agent-unreached': {
    text: 'Agent not reached',
    tone: 'warn',
    proves: 'accepted',
    missed: 'agent',
    evidence: 3,
    spendsAttempt: 'unless-proven',
    next: { rule: 'agent-unreached' },
    resolution: 'Agent not reached',
    unreached: 'no agent answered in all calls that the rules allow',
    rehearsedAs: 'agent-unreached',
  },
  /**
   * The call failed, and nothing shows which leg was reached: the customer's phone may have rung, or been answered. So it follows
   * the customer's rule.
   */
  'leg-unknown': {
    text: 'Leg unknown',
    tone: 'warn',
    proves: 'accepted',
    missed: null,
    evidence: 2,
    spendsAttempt: 'always',
    next: { rule: 'customer-unreached' },
    resolution: 'Failed, and nobody knows which phone was reached',
    unreached: 'failed with an unknown leg, and the rules allow no further call',
    rehearsedAs: 'customer-unreached',
  },
  /** The carrier refused this contact for good: no call, no charge. */
  refused: {
    text: 'Refused',
    tone: 'warn',
    proves: null,
    missed: null,
    evidence: null,
    spendsAttempt: 'always',
    next: 'final',
    because: 'the carrier refused it for good',
    resolution: null,
    unreached: 'the carrier refused the contact',
    rehearsedAs: 'refused',
  },
  /** Nothing was sent to the carrier, or it refused for a reason of the account. */
  'not-dialled': {
    text: 'Not dialled',
    tone: 'quiet',
    proves: null,
    missed: null,
    evidence: null,
    spendsAttempt: 'never',
    next: 'due',
    because: 'it was not dialled',
    resolution: 'Not dialled: the carrier never placed it',
    unreached: 'was final before, and never dialled',
    rehearsedAs: null,
  },
  /** A POST went out and nothing shows whether a call was placed. Never redialled automatically. */
  unknown: {
    text: 'Unknown',
    tone: 'bad',
    proves: 'accepted',
    missed: null,
    evidence: 0,
    spendsAttempt: 'always',
    next: 'locked',
    because: 'it may have been placed, so a person has to resolve it',
    resolution: null,
    unreached: 'the outcome of the call is unknown: waits for a person',
    rehearsedAs: 'unknown',
  },
  /** The carrier accepted the call and then forgot it, or froze it past every deadline. */
  'carrier-lost': {
    text: 'Lost by the carrier',
    tone: 'bad',
    proves: 'accepted',
    missed: null,
    evidence: 1,
    spendsAttempt: 'always',
    next: { rule: 'carrier-lost' },
    resolution: null,
    unreached: 'the carrier lost the call, and the rules allow no further call',
    rehearsedAs: 'carrier-lost',
  },
} as const satisfies Readonly<Record<string, Meaning>>;

type Meanings = typeof MEANINGS;
export type Disposition = keyof Meanings;
/** Those with this meaning. */
export type DispositionWith<Part extends Partial<Meaning>> = {
  [Name in Disposition]: Meanings[Name] extends Part ? Name : never;
}[Disposition];

/** How a call ended. */
export const DISPOSITIONS = Object.keys(MEANINGS) as readonly Disposition[];

export const meaningOf = (disposition: Disposition): Meaning => MEANINGS[disposition];

const those = (have: (meaning: Meaning) => boolean): readonly Disposition[] =>
  DISPOSITIONS.filter((each) => have(meaningOf(each)));

/** Whether `name` is one of `list`. */
export const isIn = <One extends string>(list: readonly One[], name: string): name is One =>
  (list as readonly string[]).includes(name);

/** The carrier placed no call: it refused, or nothing was sent. */
export const NOT_PLACED = those(({ proves }) => proves === null) as readonly DispositionWith<{
  proves: null;
}>[];

/** Dispositions of calls in which agent and customer were connected. */
export const REACHED = those(
  ({ proves, missed }) => proves === 'bridged' && missed === null,
) as readonly DispositionWith<{ proves: 'bridged'; missed: null }>[];

/** The agent took the call, so the customer was dialled, and wrap-up follows. */
export const AGENT_ANSWERED = those(
  ({ proves }) => proves === 'agent_answered' || proves === 'bridged',
);

/** The agent's phone rang: the agent took the call, or is known to have missed it. */
export const AGENT_RANG = those(
  ({ proves, missed }) => proves === 'agent_answered' || proves === 'bridged' || missed === 'agent',
);

/** What comes next is not a question of the redial policy. */
export type Settled = DispositionWith<{ next: 'due' | 'final' | 'locked' }>;
export const SETTLED = those(({ next }) => typeof next === 'string') as readonly Settled[];

export type Resolution = Exclude<Disposition, DispositionWith<{ resolution: null }>>;
/** How a person may close a call that ended as `unknown`: first what is least likely to have cost anything. */
export const RESOLUTIONS: readonly Resolution[] = those(
  ({ resolution }) => resolution !== null,
).toReversed() as Resolution[];
