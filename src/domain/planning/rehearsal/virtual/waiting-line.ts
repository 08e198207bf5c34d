import { REACHED, type Disposition } from '../../../calls/disposition.ts';
import type { ContactTally } from '../../../calls/redial.ts';
import type { PastCalls, PlannedContact } from '../../planned-contact.ts';
import { Heap } from './heap.ts';

/** The state of a contact in one rehearsal. */
export interface VirtualContact {
  contact: PlannedContact;
  dueAtMs: number;
  /** Ordinal of its last call. */
  ordinal: number;
  past: PastCalls;
  /** It has talked with an agent. */
  reached: boolean;
}

export function asVirtual(contact: PlannedContact): VirtualContact {
  const { dueAtMs, calls: ordinal, past } = contact;
  const reached = REACHED.some((disposition) => (past.byDisposition[disposition] ?? 0) > 0);
  return { contact, dueAtMs, ordinal, past, reached };
}

/** Notes a call of the contact that has ended. */
export function afterCall(
  contact: VirtualContact,
  disposition: Disposition,
  spends: boolean,
): ContactTally {
  const { attempts, calls, byDisposition } = contact.past;
  const sameRule = (byDisposition[disposition] ?? 0) + 1;
  const tally = { attempts: attempts + Number(spends), calls: calls + 1 };
  contact.past = { ...tally, byDisposition: { ...byDisposition, [disposition]: sameRule } };
  return { ...tally, sameRule };
}

/** Contacts that are due now or later, in the order in which the store claims them. */
export class WaitingLine {
  readonly #due = new Heap<VirtualContact>(
    (one, other) =>
      one.dueAtMs < other.dueAtMs ||
      (one.dueAtMs === other.dueAtMs && one.contact.position < other.contact.position),
  );
  /** Contacts that wait for their number or their own agent, by what they wait for. */
  readonly #parked = new Map<string, VirtualContact[]>();

  add(contact: VirtualContact): void {
    this.#due.push(contact);
  }

  firstDueAtMs(): number | undefined {
    return this.#due.peek()?.dueAtMs;
  }

  takeDue(nowMs: number): VirtualContact | undefined {
    const first = this.#due.peek();
    return first && first.dueAtMs <= nowMs ? this.#due.pop() : undefined;
  }

  /** Puts it aside until `what` is freed. */
  park(what: string, contact: VirtualContact): void {
    const parked = this.#parked.get(what);
    if (parked) parked.push(contact);
    else this.#parked.set(what, [contact]);
  }

  free(what: string): void {
    const parked = this.#parked.get(what);
    if (!parked) return;
    this.#parked.delete(what);
    for (const contact of parked) this.add(contact);
  }

  hasParked(): boolean {
    return this.#parked.size > 0;
  }

  /** Empties the line. */
  *left(): Generator<{ contact: VirtualContact; waitsFor: string | null }> {
    for (let contact = this.#due.pop(); contact; contact = this.#due.pop()) {
      yield { contact, waitsFor: null };
    }
    for (const [waitsFor, parked] of this.#parked) {
      for (const contact of parked) yield { contact, waitsFor };
    }
    this.#parked.clear();
  }
}

export const forNumber = (number: string): string => `number ${number}`;
export const forAgent = (id: string): string => `agent ${id}`;
