/**
 * Limits the large answers that clients without a key have asked for and not read yet. The kernel takes a small answer
 * at once; a large one is copied into a buffer of some megabytes for each client, and the rest waits in this process.
 */
export interface UnreadLimits {
  /** Answers up to this size are not limited. */
  smallBytes: number;
  most: number;
  /** Limit for one client. */
  mostOfClient: number;
  /** An answer may be under way for at least this time before it is cut off for a newer one. */
  graceMs: number;
}

interface Answer {
  client: string;
  sinceMs: number;
  cutOff(): void;
}

export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  /** In the order in which they began. */
  readonly #underWay = new Set<Answer>();

  constructor(limits: UnreadLimits) {
    this.#limits = limits;
  }

  /** Undefined: there are too many, and none has had its time. Else call the returned function when the answer is read. */
  begin(client: string, cutOff: () => void): (() => void) | undefined {
    const { most, mostOfClient } = this.#limits;
    const all = [...this.#underWay];
    const ofClient = all.filter((other) => other.client === client);
    if (ofClient.length >= mostOfClient && !this.#cutOffOldest(ofClient)) return undefined;
    if (this.#underWay.size >= most && !this.#cutOffOldest(all)) return undefined;
    const answer = { client, sinceMs: performance.now(), cutOff };
    this.#underWay.add(answer);
    return () => void this.#underWay.delete(answer);
  }

  #cutOffOldest([oldest]: readonly Answer[]): boolean {
    if (!oldest || performance.now() - oldest.sinceMs < this.#limits.graceMs) return false;
    this.#underWay.delete(oldest);
    oldest.cutOff();
    return true;
  }
}
