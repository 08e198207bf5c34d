/**
 * Hashes of passwords: argon2id with the least parameters that OWASP names (19 MiB, two passes, one lane). Each takes a
 * thirtieth of a second of a core, so they wait in two lines of one: whoever has no browser that is known cannot make the
 * others wait.
 */
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../http/problem.ts';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MOST_WAITING = 20;
/** Of no password: what an unknown name is compared with, so that it takes as long as a known one. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$oXamKQuanALuQL33d94MhA$SriPlWva4vPzir23E3YQDKaZVxw8OC988bNxQJPc2fA';

/** One after the other. */
class Line {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws Problem too many wait */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting > MOST_WAITING) throw signInBusy();
    this.#waiting += 1;
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#waiting -= 1;
    }
  }
}

const stored = (password: string): string => password.normalize('NFC');

export class Passwords {
  readonly #known = new Line();
  readonly #unknown = new Line();

  /** For somebody who has signed in, or has a link. @throws Problem too many wait */
  hash(password: string): Promise<string> {
    return this.#known.run(() => hash(stored(password), PARAMETERS));
  }

  /**
   * @param passwordHash null: nobody has the name, or there is no password
   * @throws Problem too many wait
   */
  async isRight(
    passwordHash: string | null,
    password: string,
    { knowsBrowser }: { knowsBrowser: boolean },
  ): Promise<boolean> {
    const line = knowsBrowser ? this.#known : this.#unknown;
    const matches = await line.run(() => verify(passwordHash ?? NOBODY, stored(password)));
    return matches && passwordHash !== null;
  }
}

const signInBusy = () =>
  new Problem({
    status: 429,
    code: 'sign_in_busy',
    detail: 'Many people sign in at this moment. Retry after five seconds.',
    headers: { 'retry-after': '5' },
  });
