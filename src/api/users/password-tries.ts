/**
 * Limits guesses of one user's password. A browser in which the user has signed in before has tries of its own, so nobody
 * locks a person out of it by guessing elsewhere.
 */
import { Problem } from '../http/problem.ts';
import { TokenBucket } from '../http/load/token-bucket.ts';

/** In a year half a million guesses: too few for a password of twelve characters, or for the six digits of a second factor. */
const TRIES = { burst: 10, perSecond: 1 / 60 };
const MOST_KNOWN = 10_000;

export class PasswordTries {
  readonly #tries = new Map<string, TokenBucket>();

  /** @param browser digest of a browser that the user has signed in with; null: it is another. @throws Problem */
  take(name: string, browser: string | null, nowMs = performance.now()): void {
    const id = browser === null ? `name ${name}` : `browser ${browser}`;
    const bucket = this.#tries.get(id) ?? new TokenBucket(TRIES);
    this.#tries.delete(id);
    this.#tries.set(id, bucket);
    const [oldest] = this.#tries.keys();
    if (oldest !== undefined && this.#tries.size > MOST_KNOWN) this.#tries.delete(oldest);
    if (!bucket.take(nowMs)) throw tooMany();
  }
}

const tooMany = () =>
  new Problem({
    status: 429,
    code: 'too_many_wrong_passwords',
    detail:
      'Too many tries to sign in with this name. Retry after a minute. A browser in which the user has signed in before is not held up.',
    headers: { 'retry-after': '60' },
  });
