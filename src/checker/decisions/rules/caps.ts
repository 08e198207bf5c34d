/** How often a number was dialled, counted in the file. */
import { capFaults, capsReachMs, type NumberDial } from '../../limits/number-caps.ts';
import { RANG } from '../../dispositions.ts';
import type { DecisionLine, FileLine, PolicyLine } from '../decision-lines.ts';
import { PersonNumbers } from '../person-numbers.ts';
import { millis, type Graces, type Judged, type Rule } from '../rule.ts';

const DAY_MS = 86_400_000;
const FORGOTTEN_AFTER = 50_000;

interface Dial extends NumberDial {
  /** Late evidence may show that a phone rang after others were decided. */
  countedMs: number;
}

const PLACED = ['intent', 'accepted', 'unknown'];

/** Since when the dial counts; Infinity: the carrier did not take it, or the customer’s phone did not ring. */
function countedSince({ outcome, call, sealed }: DecisionLine): number {
  if (!PLACED.includes(outcome.state)) return Infinity;
  if (call.counted_at !== null) return millis(call.counted_at);
  return RANG.includes(call.disposition ?? '') ? millis(sealed.intent_at) : Infinity;
}

/** With a day more than the caps say: a local day may have 25 hours, and dials of a file are not quite in order. */
function reachOf({ caps }: PolicyLine): number {
  const longestMs = capsReachMs(caps);
  return longestMs === 0 ? 0 : longestMs + DAY_MS;
}

export class Caps implements Rule {
  readonly id = 'CAPS';
  readonly rule = 'no number is dialled more often, or earlier, than the caps allow';
  /** By number, the latest last. */
  readonly #dials = new Map<string, Dial[]>();
  readonly #persons = new PersonNumbers();

  /** For how long a dial counts for any cap of the file; 0: there is none. */
  #reachMs = 0;
  #noted = 0;
  readonly #graceMs: number;

  constructor({ graceMs }: Graces) {
    this.#graceMs = graceMs;
  }

  take(line: FileLine): void {
    if (line.type === 'policy') this.#reachMs = Math.max(this.#reachMs, reachOf(line));
    this.#persons.take(line);
    if (line.type === 'dial' && line.number !== null)
      this.#note(line.number, {
        ref: line.ref,
        atMs: millis(line.at),
        countedMs: millis(line.counted_at),
      });
  }

  judge(judged: Judged): string[] | undefined {
    const { line, ref, intentMs } = judged;
    const faults = line.number === null ? undefined : this.#faults(judged);
    const countedMs = countedSince(line);
    if (line.number !== null && countedMs < Infinity)
      this.#note(line.number, { ref, atMs: intentMs, countedMs });
    return faults;
  }

  /** Late evidence is written by another unit, which may have been dated earlier than it was over. */
  #isCounted({ atMs, countedMs }: Dial, decidedMs: number): boolean {
    return countedMs < decidedMs - (countedMs > atMs ? this.#graceMs : 0);
  }

  #faults(judged: Judged): string[] | undefined {
    const { policy, record, ref, decidedMs } = judged;
    if (capsReachMs(policy.caps) === 0) return undefined;
    const dials = this.#persons.countedFor(judged).flatMap((each) => this.#dials.get(each) ?? []);
    const before = dials.filter(
      (dial) => dial.ref !== ref && dial.atMs < decidedMs && this.#isCounted(dial, decidedMs),
    );
    const zones = record.zones.map(({ zone }) => zone);
    return capFaults(policy.caps, before, { ref, atMs: decidedMs, zones });
  }

  #note(number: string, dial: Dial): void {
    if (this.#reachMs === 0) return;
    const sinceMs = dial.atMs - this.#reachMs;
    const others = (this.#dials.get(number) ?? []).filter(
      ({ ref, atMs }) => ref !== dial.ref && atMs > sinceMs,
    );
    this.#dials.set(number, [...others, dial]);
    this.#noted += 1;
    // So that a file of a million numbers does not fill the memory.
    if (this.#noted % FORGOTTEN_AFTER !== 0) return;
    for (const [each, dials] of this.#dials)
      if (dials.every(({ atMs }) => atMs < sinceMs)) this.#dials.delete(each);
  }
}
