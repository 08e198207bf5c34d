/**
 * Whether this worker takes the calls that it starts. With an eager start a call's workflow begins in the process that
 * claimed it, which saves a fifth of its time. But one dispatcher claims all calls of a campaign, so one worker would get
 * them all: a worker that has more than its share lets Temporal choose.
 */
export interface CallLoad {
  /** Workers that ask for workflow tasks, this one included. */
  workers: number;
  /** Workflows of calls that are open, on all workers. */
  calls: number;
}

export class CallShare {
  readonly #here: () => number;
  readonly #most: number;
  readonly #never: boolean;
  #load: CallLoad = { workers: 1, calls: 0 };
  #startedSince = 0;

  /**
   * `here`: the workflows that this process has in memory, `most` at most. `never`: Temporal always chooses.
   */
  constructor(here: () => number, { most = Infinity, never = false } = {}) {
    this.#here = here;
    this.#most = most;
    this.#never = never;
  }

  note(load: CallLoad): void {
    this.#load = load;
    this.#startedSince = 0;
  }

  /** Call once for each start. */
  takesNext(): boolean {
    if (this.#never) return false;
    const { workers, calls } = this.#load;
    this.#startedSince++;
    return (
      workers <= 1 || this.#here() < Math.min(this.#most, (calls + this.#startedSince) / workers)
    );
  }
}
