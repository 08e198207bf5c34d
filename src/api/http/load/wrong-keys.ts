/**
 * Slows down who tries out the API keys that a person may have chosen. After some wrong ones from an address, each key from
 * there that was not found right before waits for its turn. Nobody is locked out: a right one still passes after its wait, one
 * that was found right before does not wait, and other addresses do not notice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { TokenBucket } from './token-bucket.ts';

/** A person mistypes a few; a program with an old key tries again and again, and must not be slow once it has the right one. */
const WRONG_ALLOWED = { burst: 20, perSecond: 0.2 };
/** From one address, once it has shown too many wrong ones. */
const TURN_EACH_MS = 200;
/** Whoever would wait longer is told to come back. */
const LONGEST_WAIT_MS = 10_000;
const MOST_ADDRESSES = 10_000;
const MOST_RIGHT = 10_000;

interface Client {
  wrong: TokenBucket;
  slowUntilMs: number;
  nextTurnMs: number;
}

const SLOW_FOR_MS = 60_000;

export class WrongKeys {
  readonly #clients = new Map<string, Client>();
  /** Digests, the oldest first. */
  readonly #right = new Set<string>();

  /** Call before a key is compared. False: too many wait; try again in ten seconds. */
  async turn(client: string, digest: string, nowMs = performance.now()): Promise<boolean> {
    const known = this.#clients.get(client);
    if (!known || known.slowUntilMs <= nowMs || this.#right.has(digest)) return true;
    const turnMs = Math.max(nowMs, known.nextTurnMs);
    if (turnMs - nowMs > LONGEST_WAIT_MS) return false;
    known.nextTurnMs = turnMs + TURN_EACH_MS;
    await sleep(turnMs - nowMs);
    return true;
  }

  noteRight(digest: string): void {
    this.#right.delete(digest);
    this.#right.add(digest);
    if (this.#right.size > MOST_RIGHT) this.#right.delete(first(this.#right)!);
  }

  noteWrong(client: string, nowMs = performance.now()): void {
    const known = this.#clients.get(client) ?? {
      wrong: new TokenBucket(WRONG_ALLOWED),
      slowUntilMs: 0,
      nextTurnMs: 0,
    };
    this.#clients.delete(client);
    this.#clients.set(client, known);
    if (!known.wrong.take(nowMs)) known.slowUntilMs = nowMs + SLOW_FOR_MS;
    if (this.#clients.size > MOST_ADDRESSES) this.#clients.delete(first(this.#clients.keys())!);
  }
}

const first = (texts: Iterable<string>): string | undefined => {
  for (const text of texts) return text;
  return undefined;
};
