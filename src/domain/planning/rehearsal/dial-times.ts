import { askDialTime, dialFactsOf, type DialTime } from '../../contacts/dial-time.ts';
import { capsReachMs } from '../../contacts/number-caps.ts';
import { type CampaignPlan, type PlannedContact } from '../planned-contact.ts';

const isSaid = ({ said }: PlannedContact): boolean => Object.keys(said).length > 0;

/** Asks the rules of time, including the dials simulated so far. */
export class DialTimes {
  readonly #plan: CampaignPlan;
  /** Dials by number, as far back as the caps reach. */
  readonly #dials = new Map<string, number[]>();
  readonly #reachMs: number;
  /** A cache for one instant. Equal contacts that were never dialled share one answer. */
  readonly #asked = new Map<string, DialTime>();
  #askedAtMs = NaN;

  constructor(plan: CampaignPlan) {
    this.#plan = plan;
    this.#reachMs = capsReachMs(plan.policy.caps);
  }

  /** Adds the real dials of a contact's number. */
  know({ number, dialsMs }: PlannedContact): void {
    if (this.#reachMs > 0 && dialsMs.length > 0) this.#dials.set(number, [...dialsMs]);
  }

  ask(contact: PlannedContact, nowMs: number): DialTime {
    const dialsMs = this.#dials.get(contact.number) ?? [];
    const fresh = () => askDialTime(dialFactsOf({ ...contact, dialsMs }, this.#plan), nowMs);
    if (dialsMs.length > 0 || isSaid(contact)) return fresh();
    if (this.#askedAtMs !== nowMs) this.#asked.clear();
    this.#askedAtMs = nowMs;
    const like = `${contact.zones?.join() ?? ''}/${contact.notBeforeMs}/${contact.notAfterMs}`;
    const known = this.#asked.get(like);
    if (known) return known;
    const time = fresh();
    this.#asked.set(like, time);
    return time;
  }

  count(number: string, atMs: number): void {
    if (this.#reachMs === 0) return;
    const known = this.#dials.get(number) ?? [];
    const recent = known.filter((dialMs) => dialMs > atMs - this.#reachMs);
    this.#dials.set(number, [...recent, atMs]);
  }

  /** Removes a dial, because the customer's phone did not ring. */
  uncount(number: string, atMs: number): void {
    const dials = this.#dials.get(number);
    if (dials?.includes(atMs)) dials.splice(dials.indexOf(atMs), 1);
  }
}
