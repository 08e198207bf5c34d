/** One live call per number, and no more per agent than its capacity. */
import type { DecisionLine, FileLine } from '../decision-lines.ts';
import { millis, millisOr, show, type Graces, type Judged, type Rule } from '../rule.ts';

interface Live {
  ref: string;
  fromMs: number;
  toMs: number;
}

/** A POST is answered within this time. Later, the agent of an unknown call may be free before its end is known. */
const ANSWERED_MS = 60_000;

const FORGOTTEN_AFTER = 10_000;

/** By number or agent. What ended before a decision is forgotten. */
class LiveCalls {
  readonly #live = new Map<string, Live[]>();
  readonly #graceMs: number;
  #added = 0;

  constructor({ graceMs }: Graces) {
    this.#graceMs = graceMs;
  }

  /** Others that were live at that instant. */
  at(of: string, ref: string, atMs: number): Live[] {
    const others = (this.#live.get(of) ?? []).filter((one) => one.toMs > atMs - 2 * ANSWERED_MS);
    this.#live.set(of, others);
    return others.filter(
      (one) => one.ref !== ref && one.fromMs <= atMs && one.toMs > atMs + this.#graceMs,
    );
  }

  add(of: string, live: Live): void {
    this.#live.set(of, [...(this.#live.get(of) ?? []), live]);
    this.#added += 1;
    if (this.#added % FORGOTTEN_AFTER === 0) this.#forget(live.fromMs);
  }

  /** So that a file of a million numbers does not fill the memory. */
  #forget(atMs: number): void {
    for (const [of, calls] of this.#live)
      if (calls.every(({ toMs }) => toMs < atMs - 2 * ANSWERED_MS)) this.#live.delete(of);
  }
}

const TAKEN = ['intent', 'accepted', 'unknown'];

/** When the call of a placement was over; a refused one waits without a phone that rings. */
const endOf = ({ outcome, call }: DecisionLine): number =>
  millisOr(TAKEN.includes(outcome.state) ? call.ended_at : outcome.at, Infinity);

export class OneCallPerNumber implements Rule {
  readonly id = 'NUMBER';
  readonly rule = 'no two live calls to one number';
  readonly #live: LiveCalls;

  constructor(graces: Graces) {
    this.#live = new LiveCalls(graces);
  }

  take(line: FileLine): void {
    if (line.type !== 'dial' || line.number === null) return;
    const toMs = millisOr(line.ended_at, Infinity);
    this.#live.add(line.number, { ref: line.ref, fromMs: millis(line.at), toMs });
  }

  judge({ line, ref, intentMs }: Judged): string[] | undefined {
    if (line.number === null) return undefined;
    const others = this.#live.at(line.number, ref, intentMs);
    this.#live.add(line.number, { ref, fromMs: intentMs, toMs: endOf(line) });
    return others.map(
      (other) =>
        `placed at ${show(intentMs)}, while call ${other.ref} to its number ${lasted(other)}`,
    );
  }
}

export class OneCallPerAgent implements Rule {
  readonly id = 'AGENT';
  readonly rule = 'no agent has more live calls than its capacity';
  readonly #live: LiveCalls;

  constructor(graces: Graces) {
    this.#live = new LiveCalls(graces);
  }

  judge({ line, ref, record, intentMs }: Judged): string[] {
    const { id, live, capacity } = record.agent;
    const faults: string[] = [];
    if (live > capacity)
      faults.push(`agent ${id} has ${live} calls, and its capacity is ${capacity}`);
    const others = this.#live.at(id, ref, intentMs);
    if (others.length + 1 > capacity) {
      const refs = others.map((other) => `${other.ref}, which ${lasted(other)}`);
      faults.push(
        `placed at ${show(intentMs)}, while agent ${id} with a capacity of ${capacity} was on call ${refs.join('; ')}`,
      );
    }
    const toMs = agentUntil(line, intentMs);
    this.#live.add(id, { ref, fromMs: intentMs, toMs });
    return faults;
  }
}

/** Of an unknown call the agent is freed when no phone can ring any more, so nothing is known of it. */
function agentUntil(line: DecisionLine, intentMs: number): number {
  const { state, at } = line.outcome;
  const answeredMs = millisOr(at, Infinity);
  const isKnown = state === 'accepted' && answeredMs - intentMs < ANSWERED_MS;
  return isKnown ? millisOr(line.call.ended_at, Infinity) : Math.min(answeredMs, intentMs);
}

const lasted = ({ toMs }: Live): string =>
  toMs === Infinity ? 'had not ended' : `lasted until ${show(toMs)}`;
