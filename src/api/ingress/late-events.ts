/**
 * Starts the workflow of an ended call again, when evidence about it arrives after the workflow has closed: a later bill,
 * a deeper leg, a sign of a call whose POST had no answer. The sweep does the same, but only after a minute.
 */
import { callEventsOf, lateNews } from '../../domain/calls/late-event.ts';
import { parseCallRef, type CallRef } from '../../domain/ids.ts';
import type { Store } from '../../store/store.ts';
import type { TemporalGateway } from '../temporal/temporal-gateway.ts';

export interface LateEventsDeps {
  store: Pick<Store, 'evidence' | 'placements' | 'campaign'>;
  gateway: Pick<TemporalGateway, 'startLateEvents'>;
  nowMs: () => number;
}

/** Starts of one call without a wait. More are a flood, and the sweep handles it, once a minute. */
const AT_ONCE = 3;
const AGAIN_AFTER_MS = 60_000;
const CALLS_REMEMBERED = 20_000;

export class LateEvents {
  readonly #deps: LateEventsDeps;
  readonly #started = new Map<CallRef, { count: number; atMs: number }>();

  constructor(deps: LateEventsDeps) {
    this.#deps = deps;
  }

  /** For a call whose workflow has closed. A call that has not ended is left to the sweep. */
  async startFor(ref: CallRef): Promise<void> {
    const { store, gateway } = this.#deps;
    const { call, events } = await store.evidence(ref);
    if (call.state !== 'ended' || call.settlement === 'open') return;
    const placements = await store.placements(ref);
    const news = lateNews({ call, placements, events: callEventsOf(events) });
    if (news === 'none' || !this.#mayStart(ref)) return;
    const { campaignId } = parseCallRef(ref)!;
    const { name: campaignName } = await store.campaign(campaignId);
    await gateway.startLateEvents({ ref, campaignName, isOver: news === 'over' });
  }

  #mayStart(ref: CallRef): boolean {
    const nowMs = this.#deps.nowMs();
    const { count, atMs } = this.#started.get(ref) ?? { count: 0, atMs: 0 };
    const isRested = nowMs - atMs >= AGAIN_AFTER_MS;
    if (count >= AT_ONCE && !isRested) return false;
    this.#started.delete(ref);
    this.#started.set(ref, { count: isRested ? 1 : count + 1, atMs: nowMs });
    if (this.#started.size > CALLS_REMEMBERED) {
      this.#started.delete(this.#started.keys().next().value!);
    }
    return true;
  }
}
