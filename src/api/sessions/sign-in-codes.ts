/**
 * One-time codes by which a browser signs in without a password or key. They live in the process that made them, and
 * only their digests are kept: `npm start` puts one in the link that it prints.
 */
import { randomBytes } from 'node:crypto';
import { digestOf } from '../keys/key-text.ts';

export const SIGN_IN_CODE_MS = 10 * 60_000;
const CODE_BYTES = 24;
/** Whoever keeps asking for links makes the oldest one end. */
const MOST_CODES = 16;

interface Kept {
  /** The id of the user whose session it will be. */
  userId: string;
  expiresAtMs: number;
}

export class SignInCodes {
  readonly #nowMs: () => number;
  readonly #byDigest = new Map<string, Kept>();

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** @param userId the user whom the code signs in, once */
  create(userId: string): string {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    const [oldest] = this.#byDigest.keys();
    if (oldest !== undefined && this.#byDigest.size >= MOST_CODES) this.#byDigest.delete(oldest);
    this.#byDigest.set(digestOf(code), { userId, expiresAtMs: this.#nowMs() + SIGN_IN_CODE_MS });
    return code;
  }

  /** The id of the user. The code is gone then. Undefined: it is unknown, used or too old. */
  take(code: string): string | undefined {
    const digest = digestOf(code);
    const kept = this.#byDigest.get(digest);
    this.#byDigest.delete(digest);
    return kept && kept.expiresAtMs > this.#nowMs() ? kept.userId : undefined;
  }
}
