/** The account's hold as docs/campaign-life.md and docs/architecture.md tell it. */
import { HOLD } from '../contract/world.ts';

export class HoldModel {
  #open: 'probes' | 'by-person' | null = null;
  #changedAtMs = 0;
  #refusedProbes = 0;
  #nextProbeMs = 0;
  #prober: { ref: string; untilMs: number } | null = null;

  get nextProbeMs(): number {
    return this.#nextProbeMs;
  }

  /** Why this call may not be placed now; null: it may. */
  faultOf(ref: string, atMs: number): string | null {
    if (this.#open === null) return null;
    if (this.#open === 'by-person') return 'a person has to lift the hold';
    const other = this.#prober !== null && this.#prober.ref !== ref;
    if (other && this.#prober!.untilMs > atMs) return `${this.#prober!.ref} is the probe`;
    return atMs < this.#nextProbeMs ? 'the next probe is not due' : null;
  }

  probe(ref: string, atMs: number): void {
    if (this.#open !== null) this.#prober = { ref, untilMs: atMs + HOLD.probeLeaseMs };
  }

  refused(status: number, postedAtMs: number, atMs: number): void {
    if (postedAtMs < this.#changedAtMs) return;
    this.#refusedProbes = this.#open === null ? 0 : this.#refusedProbes + 1;
    this.#open = status === 403 ? 'by-person' : 'probes';
    this.#changedAtMs = atMs;
    this.#prober = null;
    const gapMs = HOLD.firstProbeAfterMs * 2 ** this.#refusedProbes;
    this.#nextProbeMs = atMs + Math.min(gapMs, HOLD.longestProbeGapMs);
  }

  accepted(postedAtMs: number, atMs: number): void {
    if (this.#open !== null && postedAtMs >= this.#changedAtMs) this.lift(atMs);
  }

  /** A probe that told nothing. */
  silent(ref: string, atMs: number): void {
    if (this.#prober?.ref !== ref) return;
    this.#prober = null;
    this.#nextProbeMs = atMs + HOLD.firstProbeAfterMs;
  }

  lift(atMs: number): void {
    if (this.#open === null) return;
    this.#open = null;
    this.#changedAtMs = atMs;
    this.#prober = null;
  }
}
