/** Codes of an authenticator app (TOTP, RFC 6238), which are of 30 seconds each. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;
/** 160 bits, in base 32 (RFC 4226, section 4). */
const SECRET_BYTES = 20;
/** The clock of a phone may be this many periods wrong. */
const WINDOW = 1;

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, name: string) =>
  new TOTP({ issuer: 'Dialwright', label: name, secret: Secret.fromBase32(secret) });

/** What an authenticator app scans. */
export const uriOf = (secret: string, name: string): string => totpOf(secret, name).toString();

/** The number of the period that the code is of; undefined: it is of none that counts now. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, window: WINDOW, timestamp: nowMs });
  return delta === null ? undefined : Math.floor(nowMs / PERIOD_MS) + delta;
}
