/** What is going to happen, in order. */
import type { World } from '../contract/world.ts';

interface Event {
  atMs: number;
  happen: () => Promise<void>;
}

export class Timeline {
  #events: Event[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  after(ms: number, happen: () => Promise<void>): void {
    this.#events.push({ atMs: this.#world.nowMs + ms, happen });
  }

  instants(): number[] {
    return this.#events.map(({ atMs }) => atMs);
  }

  /** Whether anything was due. Events that are late all happen now, in order. */
  async runDue(): Promise<boolean> {
    const due = this.#events.filter(({ atMs }) => atMs <= this.#world.nowMs);
    this.#events = this.#events.filter(({ atMs }) => atMs > this.#world.nowMs);
    // Sorting keeps the order of those that are due together.
    for (const { happen } of due.toSorted((one, other) => one.atMs - other.atMs)) await happen();
    return due.length > 0;
  }
}
