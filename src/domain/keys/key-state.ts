export const KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];

interface KeyLife {
  expiresAtMs: number | null;
  revokedAtMs: number | null;
}

export function keyStateAt({ expiresAtMs, revokedAtMs }: KeyLife, nowMs: number): KeyState {
  if (revokedAtMs !== null) return 'revoked';
  return isExpired({ expiresAtMs }, nowMs) ? 'expired' : 'active';
}

/** From `expiresAtMs` on, the key is refused. */
export const isExpired = ({ expiresAtMs }: Pick<KeyLife, 'expiresAtMs'>, nowMs: number): boolean =>
  expiresAtMs !== null && expiresAtMs <= nowMs;
