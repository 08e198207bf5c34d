/** While the account is on hold, only its probe may be placed. */
import type { FileLine } from './decision-lines.ts';
import { millis, show, type Graces, type Judged, type Rule } from './rule.ts';

interface Hold {
  fromMs: number;
  toMs: number;
  reason: string | null;
}

export class Holds implements Rule {
  readonly id = 'HOLD';
  readonly rule = 'no POST during a hold of the account, except its probe';
  readonly #holds: Hold[] = [];
  readonly #graceMs: number;

  constructor({ graceMs }: Graces) {
    this.#graceMs = graceMs;
  }

  take(line: FileLine): void {
    if (line.type !== 'hold') return;
    const last = this.#holds.at(-1);
    const isOpen = last !== undefined && last.toMs === Infinity;
    const atMs = millis(line.at);
    if (!line.open && isOpen) last.toMs = atMs;
    // A hold with another reason is audited again, and stays open.
    if (line.open && !isOpen)
      this.#holds.push({ fromMs: atMs, toMs: Infinity, reason: line.reason });
  }

  /** A decision that has seen that the hold was lifted may have been dated a little earlier. */
  #endOf({ toMs }: Hold, { hold }: Judged['record']): number {
    const sawItLifted = hold.changed_at !== null && millis(hold.changed_at) >= toMs;
    return sawItLifted ? toMs - this.#graceMs : toMs;
  }

  judge({ record, decidedMs }: Judged): string[] | undefined {
    const held = this.#holds.find(
      (hold) => decidedMs > hold.fromMs + this.#graceMs && decidedMs < this.#endOf(hold, record),
    );
    if (!held) return record.hold.state === 'probe' ? [] : undefined;
    if (record.hold.state === 'probe') return [];
    const until = held.toMs === Infinity ? 'is open' : `was lifted at ${show(held.toMs)}`;
    return [
      `decided at ${show(decidedMs)}, not as the probe of the hold (${held.reason ?? 'no reason'}) that was opened at ${show(held.fromMs)} and ${until}`,
    ];
  }
}
