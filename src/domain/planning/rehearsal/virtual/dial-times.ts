import { askDialTime, dialFactsOf, type DialTime } from '../../../contacts/dial-time.ts';
import { capsReachMs, countsPerson } from '../../../contacts/number-caps.ts';
import { type CampaignPlan, type PlannedContact } from '../../planned-contact.ts';

const isSaid = ({ said }: PlannedContact): boolean => Object.keys(said).length > 0;

/** Asks the rules of time, including the dials simulated so far. */
export class DialTimes {
  readonly #plan: CampaignPlan;
  /** Simulated dials by number, as far back as the caps reach. */
  readonly #dials = new Map<string, number[]>();
  /** By person, where the caps count so. */
  readonly #numbers = new Map<string, Set<string>>();
  readonly #reachMs: number;
  /** A cache for one instant. Equal contacts that were never dialled share one answer. */
  readonly #asked = new Map<string, DialTime>();
  #askedAtMs = NaN;

  constructor(plan: CampaignPlan) {
    this.#plan = plan;
    this.#reachMs = capsReachMs(plan.policy.caps);
  }

  know({ number, person }: PlannedContact): void {
    if (person === null || this.#reachMs === 0 || !countsPerson(this.#plan.policy.caps)) return;
    const known = this.#numbers.get(person);
    if (known) known.add(number);
    else this.#numbers.set(person, new Set([number]));
  }

  #dialsOf({ dialsMs, number, person }: PlannedContact): number[] {
    const numbers = [...(this.#numbers.get(person ?? '') ?? [number])];
    const simulated = numbers.flatMap((each) => this.#dials.get(each) ?? []);
    return [...dialsMs, ...simulated].sort((one, other) => one - other);
  }

  ask(contact: PlannedContact, nowMs: number): DialTime {
    const dialsMs = this.#dialsOf(contact);
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
