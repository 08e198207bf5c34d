import type { UserLink } from '../../../keys/user-store.ts';
import type { Tx } from '../../engine/tx.ts';

/** In place of the one before. */
export function keepLink(tx: Tx, userId: string, link: UserLink): void {
  tx.send(
    `INSERT INTO user_links (digest, user_id, expires_at_ms) VALUES (:digest, :userId, :expiresAtMs)
     ON CONFLICT (user_id) DO UPDATE SET digest = excluded.digest, expires_at_ms = excluded.expires_at_ms`,
    { ...link, userId },
  );
}

/** True: it was there, and is gone now. */
export const useLink = async (
  tx: Tx,
  { digest, userId, nowMs }: { digest: string; userId: string; nowMs: number },
): Promise<boolean> =>
  (await tx.run(
    'DELETE FROM user_links WHERE digest = :digest AND user_id = :userId AND expires_at_ms > :nowMs',
    { digest, userId, nowMs },
  )) === 1;
