/** What users prove when they sign in: passwords, second factors, browsers, the word of a provider. */
import {
  MOST_BROWSERS_OF_USER,
  type UserInUse,
  type UserSecrets,
  type UserStore,
} from '../../../keys/user-store.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeAudit } from '../../rows/audit.ts';
import { useLink } from './user-links.ts';
import { IN_USE } from './users.ts';

type SignIns = Pick<
  UserStore,
  | 'userOfLink'
  | 'setPassword'
  | 'secretsOf'
  | 'setSecondFactor'
  | 'takeCodeStep'
  | 'noteSignIn'
  | 'userOfProvider'
>;

export function signInStore(db: Database): SignIns {
  return {
    userOfLink: (digest, nowMs) =>
      db.get<UserInUse>(
        `SELECT id, name, role, agent_id FROM users WHERE ${IN_USE} AND id =
           (SELECT user_id FROM user_links WHERE digest = :digest AND expires_at_ms > :nowMs)`,
        { digest, nowMs },
      ),

    setPassword: ({ id, passwordHash, link, keeps = '', nowMs }, by) =>
      db.write(async (tx) => {
        if (link !== undefined && !(await useLink(tx, { digest: link, userId: id, nowMs })))
          return false;
        const set = await tx.run(
          'UPDATE users SET password_hash = :passwordHash WHERE id = :id AND removed_at_ms IS NULL',
          { id, passwordHash },
        );
        if (set === 0) return false;
        tx.send('DELETE FROM sessions WHERE caller = :id AND digest <> :keeps', { id, keeps });
        tx.send('DELETE FROM user_browsers WHERE user_id = :id', { id });
        await writeAudit(tx, { by, what: 'user.password-set', target: `users/${id}`, nowMs });
        return true;
      }),

    async secretsOf(user, browser) {
      const row = await db.get<Omit<UserSecrets, 'knowsBrowser'> & { knowsBrowser: number }>(
        `SELECT id, name, role, agent_id, password_hash, totp_secret,
           (SELECT count(*) FROM user_browsers WHERE digest = :browser AND user_id = users.id) AS knows_browser
         FROM users WHERE ${IN_USE} AND ${'id' in user ? 'id' : 'name'} = :who`,
        { browser: browser ?? '', who: 'id' in user ? user.id : user.name },
      );
      return row && { ...row, knowsBrowser: row.knowsBrowser > 0 };
    },

    setSecondFactor: ({ id, secret, step = 0, nowMs }, by) =>
      db.write(async (tx) => {
        const set = await tx.run(
          `UPDATE users SET totp_secret = :secret, totp_step = :step
           WHERE id = :id AND removed_at_ms IS NULL`,
          { id, secret, step },
        );
        if (set === 0) return false;
        const what = secret === null ? 'user.second-factor-removed' : 'user.second-factor-set';
        await writeAudit(tx, { by, what, target: `users/${id}`, nowMs });
        return true;
      }),

    takeCodeStep: (id, step) =>
      db.write(
        async (tx) =>
          (await tx.run('UPDATE users SET totp_step = :step WHERE id = :id AND totp_step < :step', {
            id,
            step,
          })) === 1,
      ),

    noteSignIn: ({ id, browser, nowMs }) =>
      db.write(async (tx) => {
        tx.send('UPDATE users SET signed_in_at_ms = :nowMs WHERE id = :id', { id, nowMs });
        await noteBrowser(tx, { id, browser, nowMs });
      }),

    userOfProvider: ({ issuer, subject, name }) =>
      db.write(async (tx) => {
        tx.send(
          `UPDATE users SET oidc_issuer = :issuer, oidc_subject = :subject
           WHERE name = :name AND removed_at_ms IS NULL AND oidc_subject IS NULL AND NOT EXISTS (
             SELECT 1 FROM users AS other WHERE other.oidc_issuer = :issuer AND other.oidc_subject = :subject
               AND other.removed_at_ms IS NULL)`,
          { issuer, subject, name: name ?? '' },
        );
        return tx.get<UserInUse>(
          `SELECT id, name, role, agent_id FROM users
           WHERE oidc_issuer = :issuer AND oidc_subject = :subject AND ${IN_USE}`,
          { issuer, subject },
        );
      }),
  };
}

async function noteBrowser(
  tx: Tx,
  { id, browser, nowMs }: { id: string; browser: string; nowMs: number },
): Promise<void> {
  tx.send(
    `INSERT INTO user_browsers (digest, user_id, used_at_ms) VALUES (:browser, :id, :nowMs)
     ON CONFLICT (digest) DO UPDATE SET user_id = excluded.user_id, used_at_ms = excluded.used_at_ms`,
    { browser, id, nowMs },
  );
  tx.send(
    `DELETE FROM user_browsers WHERE user_id = :id AND digest NOT IN
       (SELECT digest FROM user_browsers WHERE user_id = :id ORDER BY used_at_ms DESC, digest LIMIT :most)`,
    { id, most: MOST_BROWSERS_OF_USER },
  );
}
