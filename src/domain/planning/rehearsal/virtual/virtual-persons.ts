/** The numbers of persons with several, in one rehearsal: one of each is in turn, by the rule that decides about real ones. */
import {
  ANSWERED,
  numberChange,
  numberTurn,
  type OneNumber,
} from '../../../contacts/next-number.ts';
import { redialDecision } from '../../../calls/redial-decision.ts';
import type { Disposition } from '../../../calls/disposition.ts';
import type { ContactNext, ContactTally, RedialPolicy } from '../../../calls/redial.ts';
import { OTHER_NUMBER } from '../../../rules/due-reasons.ts';
import { DEFAULT_NEXT_NUMBER } from '../../../rules/next-numbers.ts';
import type { PastCalls } from '../../planned-contact.ts';
import type { VirtualContact } from './waiting-line.ts';

interface OneOfPerson {
  contact: VirtualContact;
  waits: boolean;
  answered: boolean;
  /** How its last call ended. */
  shown: Disposition;
}

interface EndOfCall {
  disposition: Disposition;
  next: ContactNext;
  tally: ContactTally;
}

export interface Turn {
  /** Another number is called before this one, if this one is called again at all. */
  parksOwn: boolean;
  /** It is due instead. */
  next: VirtualContact | undefined;
}

const STAYS: Turn = { parksOwn: false, next: undefined };

const isAnswered = ({ byDisposition }: PastCalls): boolean =>
  ANSWERED.some((disposition) => (byDisposition[disposition] ?? 0) > 0);

export class VirtualPersons {
  readonly #numbers = new Map<string, OneOfPerson[]>();
  readonly #policy: RedialPolicy;

  constructor(policy: RedialPolicy) {
    this.#policy = policy;
  }

  /** @returns whether it waits until it is in turn */
  know(contact: VirtualContact): boolean {
    const { person, waitsItsTurn: waits } = contact.contact;
    if (person === null) return false;
    const { disposition: shown } = contact.contact;
    const answered = isAnswered(contact.past);
    const number = { contact, waits, answered, shown: shown ?? ('not-dialled' as const) };
    const known = this.#numbers.get(person);
    if (known) known.push(number);
    else this.#numbers.set(person, [number]);
    return waits;
  }

  /** After a call of the number has ended. */
  afterCall(contact: VirtualContact, { disposition, next, tally }: EndOfCall): Turn {
    const [own, others] = this.#of(contact);
    if (!own || others.length === 0) return STAYS;
    const given = { isGiven: false, outcome: null, campaignIsOver: false };
    const redial = redialDecision({ disposition, next, tally, policy: this.#policy, ...given });
    const answered = { own: own.answered, other: others.some((other) => other.answered) };
    const when = this.#policy.nextNumber ?? DEFAULT_NEXT_NUMBER;
    const turn = numberTurn({ ...redial, disposition, answered }, when);
    own.answered ||= ANSWERED.includes(disposition);
    const change = numberChange(asOne(own, next.kind), others.map(asOther), turn);
    Object.assign(own, { waits: change.parksOwn, shown: disposition });
    return { parksOwn: change.parksOwn, next: this.#take(others, change.next) };
  }

  /** After a rule made the number final before its call. @returns the number that is due instead */
  afterRule(contact: VirtualContact): VirtualContact | undefined {
    const [own, others] = this.#of(contact);
    if (!own || [own, ...others].some(({ answered }) => answered)) return undefined;
    const first = others.find(({ waits }) => waits);
    return this.#take(others, first?.contact.contact.position ?? null);
  }

  /** Those that never came in turn, or not again. */
  *left(): Generator<[VirtualContact, Disposition]> {
    for (const numbers of this.#numbers.values())
      for (const { contact, waits, shown } of numbers) if (waits) yield [contact, shown];
  }

  #of(contact: VirtualContact): [OneOfPerson | undefined, OneOfPerson[]] {
    const numbers = this.#numbers.get(contact.contact.person ?? '') ?? [];
    const own = numbers.find((number) => number.contact === contact);
    return [own, numbers.filter((number) => number !== own)];
  }

  #take(others: readonly OneOfPerson[], position: number | null): VirtualContact | undefined {
    const taken = others.find(({ contact }) => contact.contact.position === position);
    if (taken) taken.waits = false;
    return taken?.contact;
  }
}

const asOne = ({ contact }: OneOfPerson, state: OneNumber['state']) => ({
  position: contact.contact.position,
  state,
});

/** Only one number is in turn, and it is the one that was called: the others wait, or are final. */
const asOther = (number: OneOfPerson): OneNumber => ({
  ...asOne(number, 'final'),
  dueReason: number.waits ? OTHER_NUMBER : null,
  erased: false,
});
