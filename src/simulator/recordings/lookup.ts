/** The recording lookup (4.3) and its two quotas (section 8). */
import { notFound, v1Error, type Answer } from '../answer.ts';
import type { LookupFact } from '../state/facts.ts';
import { signLink } from './links.ts';
import { callOfCallId } from '../calls/resource.ts';
import type { World } from '../world.ts';

interface QuotaVerdict {
  over: LookupFact['over_quota'];
  waitMs: number;
}

/** The simulated account has one user, so there is one count. Refused requests do not count. */
export class LookupDesk {
  readonly #world: World;
  /** Set before the lookup is recorded, so that of two concurrent lookups only one passes. */
  #lastTakenAtMs = -Infinity;

  constructor(world: World) {
    this.#world = world;
  }

  async lookUp(request: string, callId: string): Promise<Answer> {
    const nowMs = Date.now();
    const { over, waitMs } = this.#quota(nowMs);
    if (!over) this.#lastTakenAtMs = nowMs;
    const call = callOfCallId(this.#world, callId);
    const found = call?.recording ?? null;
    const { recordingRedirect, overQuotaStatus } = this.#world.options.variant;
    const status = over ? overQuotaStatus : found ? recordingRedirect : 404;
    const spent = over === null;
    await this.#world.note({
      fact: 'lookup',
      request,
      call: call?.call ?? callId,
      spent,
      over_quota: over,
      status,
    });
    if (over) return v1Error(status, 'rate limit exceeded', this.#retryAfter(waitMs));
    return found ? this.#redirect(status, found.call) : notFound();
  }

  #quota(nowMs: number): QuotaVerdict {
    const { options, clock, carrierState } = this.#world;
    const sinceMs = nowMs - Math.max(this.#lastTakenAtMs, carrierState.lastLookupAtMs);
    const secondMs = clock.realMs(options.requestGapMs);
    const minuteMs = clock.realMs(options.lookupGapMs);
    const waitMs = Math.max(secondMs, minuteMs) - sinceMs;
    if (sinceMs < secondMs) return { over: 'second', waitMs };
    return sinceMs < minuteMs ? { over: 'minute', waitMs } : { over: null, waitMs: 0 };
  }

  #redirect(status: number, callId: string): Answer {
    const { options, clock } = this.#world;
    const expiresMs = Math.round(Date.now() + clock.realMs(options.linkLifeMs));
    const link = signLink(this.#world, callId, expiresMs);
    const relative = options.variant.recordingLocation === 'network-path';
    return { status, headers: { location: relative ? link.replace(/^http:/, '') : link } };
  }

  #retryAfter(waitMs: number): Record<string, string> {
    const form = this.#world.options.variant.overQuotaRetryAfter;
    if (form === 'none') return {};
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    if (form === 'seconds') return { 'retry-after': String(seconds) };
    return { 'retry-after': new Date(Date.now() + seconds * 1_000).toUTCString() };
  }
}
