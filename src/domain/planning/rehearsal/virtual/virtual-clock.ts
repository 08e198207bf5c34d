import { Heap } from './heap.ts';

interface Event {
  atMs: number;
  serial: number;
  happen: () => void;
}

/** Virtual time. It changes only when it is moved, and then runs the planned events in their order. */
export class VirtualClock {
  nowMs: number;
  #serial = 0;
  readonly #events = new Heap<Event>(
    (one, other) => one.atMs < other.atMs || (one.atMs === other.atMs && one.serial < other.serial),
  );

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  at(atMs: number, happen: () => void): void {
    this.#serial += 1;
    this.#events.push({ atMs, serial: this.#serial, happen });
  }

  /** Infinity: no event is planned. */
  nextEventAtMs(): number {
    return this.#events.peek()?.atMs ?? Infinity;
  }

  advanceTo(nowMs: number): void {
    this.nowMs = nowMs;
    while (this.nextEventAtMs() <= nowMs) this.#events.pop()!.happen();
  }
}
