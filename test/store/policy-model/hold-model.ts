/** The account's hold as in docs/campaign-life.md and docs/architecture.md. */
import type { HoldRule, HoldRuleFor } from '../../../src/domain/account/hold-rules.ts';
import { HOLD } from '../contract/world.ts';

export class HoldModel {
  rules: readonly HoldRuleFor[] = [];
  #open: { status: number; code: string | undefined; sinceMs: number } | null = null;
  #changedAtMs = 0;
  #refusedProbes = 0;
  #waitFromMs = 0;
  #prober: { ref: string; untilMs: number } | null = null;
  /** What has been done at the end of the rule. */
  #did: HoldRule['atEnd'] | null = null;
  readonly #pauseAll: () => void;

  /** @param pauseAll what a rule may ask for at its end */
  constructor(pauseAll: () => void) {
    this.#pauseAll = pauseAll;
  }

  get openSinceMs(): number | null {
    return this.#open?.sinceMs ?? null;
  }

  /** Instants at which it may change by itself. */
  get instants(): number[] {
    const longestTimeMs = this.#rule?.longestTimeMs;
    const endMs = longestTimeMs == null ? [] : [this.#open!.sinceMs + longestTimeMs];
    return [...endMs, ...(this.#nextProbeMs === null ? [] : [this.#nextProbeMs])];
  }

  get #rule(): HoldRule | null {
    if (this.#open === null) return null;
    const { status, code } = this.#open;
    const mine = (wanted: string | null | undefined) =>
      this.rules.find((rule) => rule.status === status && rule.code === wanted)?.rule;
    return (code === undefined ? undefined : mine(code)) ?? mine(null) ?? usual(status);
  }

  /** Null: nobody but a person goes on. */
  get #nextProbeMs(): number | null {
    const rule = this.#rule;
    if (rule === null || rule.action === 'by-person') return null;
    let waitMs = rule.firstWaitMs;
    for (let probe = 0; probe < this.#refusedProbes; probe++) waitMs *= rule.growth;
    return this.#waitFromMs + Math.min(Math.round(waitMs), rule.longestWaitMs);
  }

  #isOver(atMs: number): boolean {
    const rule = this.#rule;
    if (rule === null) return false;
    const { longestTimeMs } = rule;
    if (longestTimeMs !== null && atMs - this.#open!.sinceMs >= longestTimeMs) return true;
    const most = rule.action === 'probe' ? rule.mostProbes : null;
    return most !== null && this.#refusedProbes >= most;
  }

  /** Whoever reads the account does what the rule wants at its end. */
  look(atMs: number): void {
    const due = this.#isOver(atMs) ? this.#rule!.atEnd : null;
    if (due === this.#did) return;
    this.#did = due;
    if (due === 'pause-every-campaign') this.#pauseAll();
  }

  /** Why this call may not be placed now; null: it may. */
  faultOf(ref: string, atMs: number): string | null {
    if (this.#open === null) return null;
    const nextMs = this.#nextProbeMs;
    if (nextMs === null || this.#isOver(atMs)) return 'a person has to lift the hold';
    const other = this.#prober !== null && this.#prober.ref !== ref;
    if (other && this.#prober!.untilMs > atMs) return `${this.#prober!.ref} is the probe`;
    return atMs < nextMs ? 'the next probe is not due' : null;
  }

  probe(ref: string, atMs: number): void {
    if (this.#open !== null) this.#prober = { ref, untilMs: atMs + HOLD.probeLeaseMs };
  }

  refused(
    { status, code }: { status: number; code: string | undefined },
    postedAtMs: number,
    atMs: number,
  ): void {
    if (postedAtMs >= this.#changedAtMs) {
      this.#refusedProbes = this.#open === null ? 0 : this.#refusedProbes + 1;
      this.#open = { status, code, sinceMs: this.#open?.sinceMs ?? atMs };
      this.#changedAtMs = atMs;
      this.#waitFromMs = atMs;
      this.#prober = null;
    }
    this.look(atMs);
  }

  accepted(postedAtMs: number, atMs: number): void {
    if (this.#open !== null && postedAtMs >= this.#changedAtMs) this.lift(atMs);
    this.look(atMs);
  }

  /** A probe without a result. */
  silent(ref: string, atMs: number): void {
    if (this.#prober?.ref === ref) {
      this.#prober = null;
      this.#waitFromMs = atMs;
    }
    this.look(atMs);
  }

  lift(atMs: number): void {
    if (this.#open === null) return;
    this.#open = null;
    this.#did = null;
    this.#changedAtMs = atMs;
    this.#prober = null;
  }
}

function usual(status: number): HoldRule {
  const endless = { longestTimeMs: null, atEnd: 'stay-on-hold' } as const;
  if (status === 403) return { action: 'by-person', ...endless };
  return {
    action: 'probe',
    firstWaitMs: HOLD.firstProbeAfterMs,
    growth: 2,
    longestWaitMs: HOLD.longestProbeGapMs,
    mostProbes: null,
    ...endless,
  };
}
