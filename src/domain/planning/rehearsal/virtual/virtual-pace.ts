import {
  afterLastPost,
  departureOf,
  slotsWithin,
  takeSlot,
  type PacedBy,
} from '../../../account/pace.ts';
import type { CampaignPlan } from '../../planned-contact.ts';

/** As in the store. A claimed call holds its agent until its slot. */
const SLOTS_AHEAD_MS = 1_000;

/** The slots of the account and of the campaign in virtual time. */
export class VirtualPace {
  readonly #paces: PacedBy[];

  constructor({ callsPerSecond, policy }: CampaignPlan) {
    this.#paces = [callsPerSecond, policy.callsPerSecond]
      .filter((perSecond) => perSecond !== null)
      .map((perSecond) => ({ perSecond, nextSlotMs: 0, lastPostMs: 0 }));
  }

  hasRoom(nowMs: number): boolean {
    return this.#paces.every((pace) => slotsWithin(pace, nowMs, SLOTS_AHEAD_MS) > 0);
  }

  /** When the next slot may be given out. */
  roomAtMs(): number {
    const nextMs = Math.max(...this.#paces.map(({ nextSlotMs }) => nextSlotMs));
    return Math.floor(nextMs - SLOTS_AHEAD_MS) + 1;
  }

  takeSlot(nowMs: number): number {
    const { slotMs, next } = takeSlot(this.#paces, nowMs);
    for (const [index, pace] of this.#paces.entries()) pace.nextSlotMs = next[index]!;
    return this.mayPostAtMs(Math.ceil(slotMs));
  }

  mayPostAtMs(slotMs: number): number {
    return Math.ceil(afterLastPost(this.#paces, slotMs));
  }

  notePost(nowMs: number): void {
    for (const pace of this.#paces) pace.lastPostMs = departureOf(pace, nowMs);
  }
}
