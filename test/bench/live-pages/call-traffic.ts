/** Calls in progress, carried through the store's transactions as a worker and the webhooks of a carrier do. */
import type { CallRef, PlacementKey } from '../../../src/domain/ids.ts';
import type { Store } from '../../../src/store/store.ts';
import { COMPLETED, HOLD, UNREACHED } from '../../store/contract/world.ts';

export interface Pace {
  /** Calls that are in progress at a time. */
  live: number;
  /** From the placement to the end of a call. */
  lifeMs: number;
}

interface LiveCall {
  key: PlacementKey;
  /** When its life begins; those of the start are spread over one life. */
  sinceMs: number;
  /** Steps of its life that were taken. */
  steps: number;
}

const OUTCOME = { hold: HOLD, pauseAfterRefusals: 3, maxWaits: 2, retryAtMs: 0 };

/** What the carrier reports, and after which share of the call's life. */
const STEPS = [
  ['agent_ringing', 0.02],
  ['agent_answered', 0.1],
  ['customer_ringing', 0.15],
  ['bridged', 0.3],
] as const;
/** Of ten calls, those whose customer does not answer. */
const UNREACHED_OF_TEN = 4;

export class CallTraffic {
  ended = 0;
  readonly #store: Store;
  readonly #campaign: string;
  readonly #pace: Pace;
  readonly #live = new Map<CallRef, LiveCall>();
  #begun = 0;

  constructor(store: Store, campaign: string, pace: Pace) {
    this.#store = store;
    this.#campaign = campaign;
    this.#pace = pace;
  }

  get live(): number {
    return this.#live.size;
  }

  /** Takes all steps that are due, and places calls in place of those that have ended. */
  async turn(): Promise<void> {
    for (const [ref, call] of this.#live) await this.#advance(ref, call, Date.now());
    await this.#placeMore();
  }

  async endAll(): Promise<void> {
    for (const [ref, call] of this.#live) await this.#advance(ref, call, Infinity);
  }

  async #advance(ref: CallRef, call: LiveCall, atMs: number): Promise<void> {
    const share = (atMs - call.sinceMs) / Math.max(1, this.#pace.lifeMs);
    const isReached = this.#ordinalOf(ref) % 10 >= UNREACHED_OF_TEN;
    const steps = isReached ? STEPS : STEPS.slice(0, 3);
    for (const [name, from] of steps.slice(call.steps)) {
      if (share < from) return;
      call.steps++;
      await this.#receive(call.key, call.steps, name);
    }
    if (share < 1) return;
    await this.#end(ref, isReached);
  }

  async #receive(key: PlacementKey, seq: number, name: string): Promise<void> {
    await this.#store.appendEvent({
      ...key,
      seq,
      name: `click2call.${name}`,
      occurredAt: null,
      carrierCallId: `id-${key.ref}`,
      body: '{}',
      receivedAtMs: Date.now(),
    });
  }

  async #end(ref: CallRef, isReached: boolean): Promise<void> {
    const events = await this.#store.unrelayedEvents(ref);
    await this.#store.markRelayed(
      events.map(({ id }) => id),
      'signal',
    );
    const ending = { ...COMPLETED, ...(isReached ? { cost: '0.25' } : UNREACHED) };
    await this.#store.endCall(ref, ending, Date.now());
    this.#live.delete(ref);
    this.ended++;
  }

  async #placeMore(): Promise<void> {
    const limit = Math.min(100, this.#pace.live - this.#live.size);
    if (limit <= 0) return;
    const nowMs = Date.now();
    const { claims } = await this.#store.claim({ id: this.#campaign, limit, nowMs });
    const refs = claims.map(({ ref }) => ref);
    await this.#store.markStarted(refs, nowMs);
    for (const ref of refs) await this.#place(ref);
  }

  async #place(ref: CallRef): Promise<void> {
    const key = { ref, placement: 1 };
    const nowMs = Date.now();
    const { kind } = await this.#store.writeIntent(key, { nowMs, hold: HOLD });
    if (kind !== 'send') throw new Error(`${ref} was not placed: ${kind}`);
    const answer = { kind: 'accepted', carrierCallId: `id-${ref}`, status: 201 } as const;
    await this.#store.recordPlacement(key, answer, { ...OUTCOME, nowMs });
    const { live, lifeMs } = this.#pace;
    const begun = this.#begun++;
    const ageMs = begun < live ? (lifeMs * begun) / live : 0;
    this.#live.set(ref, { key, sinceMs: nowMs - ageMs, steps: 0 });
  }

  #ordinalOf(ref: CallRef): number {
    return Number(/\d+$/.exec(ref.replace(/\.\d+$/, ''))?.[0] ?? 0);
  }
}
