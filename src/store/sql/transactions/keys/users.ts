import { MOST_USERS, type User, type UserInUse, type UserStore } from '../../../keys/user-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { keyBefore, pageOf } from '../../engine/cursor.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { mustTakeContacts } from '../../rows/agent-rows.ts';
import { writeAudit } from '../../rows/audit.ts';
import { mustBeFree } from './names.ts';
import { endSessionsOf } from './sessions.ts';
import { keepLink } from './user-links.ts';

type UserRow = Omit<User, 'hasPassword' | 'hasSecondFactor' | 'isOfProvider'> &
  Record<'hasPassword' | 'hasSecondFactor' | 'isOfProvider', number> & { serial: number };

const USER = `SELECT serial, id, name, role, agent_id, created_at_ms, created_by, removed_at_ms, signed_in_at_ms,
    CASE WHEN password_hash IS NULL THEN 0 ELSE 1 END AS has_password,
    CASE WHEN totp_secret IS NULL THEN 0 ELSE 1 END AS has_second_factor,
    CASE WHEN oidc_subject IS NULL THEN 0 ELSE 1 END AS is_of_provider,
    (SELECT expires_at_ms FROM user_links WHERE user_id = users.id) AS link_expires_at_ms
  FROM users`;

export function userStore(
  db: Database,
): Pick<UserStore, 'createUser' | 'users' | 'user' | 'changeUser' | 'removeUser' | 'makeUserLink'> {
  return {
    createUser: ({ link, nowMs, ...user }, key) =>
      writeOnce(db, { key, nowMs }, async (tx) => {
        const { id, name, role, agentId } = user;
        await mustBeFree(tx, name);
        await mustHaveRoom(tx);
        if (agentId !== null) await mustTakeContacts(tx, agentId);
        tx.send(
          `INSERT INTO users (id, name, role, agent_id, created_at_ms, created_by)
           VALUES (:id, :name, :role, :agentId, :nowMs, :createdBy)`,
          { id, name, role, agentId, nowMs, createdBy: key.who },
        );
        keepLink(tx, id, link);
        const after = { name, ...rightsOf(user) };
        await writeAudit(tx, {
          by: key,
          what: 'user.created',
          target: `users/${id}`,
          after,
          nowMs,
        });
        return userOf(tx, id);
      }),

    async users({ limit, after }) {
      const last = keyBefore(after) || Number.MAX_SAFE_INTEGER;
      const rows = await db.all<UserRow>(
        `${USER} WHERE serial < :last ORDER BY serial DESC LIMIT :most`,
        { last, most: limit + 1 },
      );
      return pageOf(rows, limit, { key: ({ serial }) => serial, item: toUser });
    },

    user: (id) => db.read((tx) => userOf(tx, id)),

    changeUser: ({ id, role, agentId, nowMs }, key) =>
      writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await userInUse(tx, id);
        if (agentId !== null) await mustTakeContacts(tx, agentId);
        tx.send('UPDATE users SET role = :role, agent_id = :agentId WHERE id = :id', {
          id,
          role,
          agentId,
        });
        await writeAudit(tx, {
          by: key,
          what: 'user.changed',
          target: `users/${id}`,
          before: rightsOf(known),
          after: rightsOf({ role, agentId }),
          nowMs,
        });
        return userOf(tx, id);
      }),

    removeUser: ({ id, nowMs }, key) =>
      writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await userOf(tx, id);
        if (known.removedAtMs !== null) return known;
        await forget(tx, id, nowMs);
        const before = { name: known.name, ...rightsOf(known) };
        await writeAudit(tx, {
          by: key,
          what: 'user.removed',
          target: `users/${id}`,
          before,
          nowMs,
        });
        return userOf(tx, id);
      }),

    makeUserLink: ({ id, link, nowMs }, key) =>
      writeOnce(db, { key, nowMs }, async (tx) => {
        await userInUse(tx, id);
        keepLink(tx, id, link);
        const after = { expiresAtMs: link.expiresAtMs };
        await writeAudit(tx, {
          by: key,
          what: 'user.link-made',
          target: `users/${id}`,
          after,
          nowMs,
        });
        return userOf(tx, id);
      }),
  };
}

/** Who may sign in. A user of a deleted agent has nothing to see. */
export const IN_USE = `removed_at_ms IS NULL AND (agent_id IS NULL OR EXISTS (
  SELECT 1 FROM agents WHERE agents.id = users.agent_id AND deleted_at_ms IS NULL))`;

export const usersInUse = (tx: Tx): Promise<UserInUse[]> =>
  tx.all<UserInUse>(`SELECT id, name, role, agent_id FROM users WHERE ${IN_USE}`);

const rightsOf = ({ role, agentId }: Pick<UserInUse, 'role' | 'agentId'>) => ({
  role,
  ...(agentId !== null && { agentId }),
});

async function forget(tx: Tx, id: string, nowMs: number): Promise<void> {
  tx.send(
    `UPDATE users SET removed_at_ms = :nowMs, password_hash = NULL, totp_secret = NULL, oidc_issuer = NULL, oidc_subject = NULL
     WHERE id = :id`,
    { id, nowMs },
  );
  tx.send('DELETE FROM user_links WHERE user_id = :id', { id });
  tx.send('DELETE FROM user_browsers WHERE user_id = :id', { id });
  await endSessionsOf(tx, id);
}

async function mustHaveRoom(tx: Tx): Promise<void> {
  const { users } = (await tx.get<{ users: number }>(
    'SELECT count(*) AS users FROM users WHERE removed_at_ms IS NULL',
  ))!;
  if (users < MOST_USERS) return;
  const text = `there are ${MOST_USERS} users, which is the limit; remove those who have left`;
  throw new StoreRefusal('too-many-users', text);
}

async function userInUse(tx: Tx, id: string): Promise<User> {
  const known = await userOf(tx, id);
  if (known.removedAtMs === null) return known;
  throw new StoreRefusal('not-found', 'the user was removed');
}

async function userOf(tx: Tx, id: string): Promise<User> {
  const row = await tx.get<UserRow>(`${USER} WHERE id = :id`, { id });
  if (!row) throw new StoreRefusal('not-found', 'no such user');
  return toUser(row);
}

function toUser(row: UserRow): User {
  const { serial: _, ...user } = row;
  return {
    ...user,
    hasPassword: row.hasPassword === 1,
    hasSecondFactor: row.hasSecondFactor === 1,
    isOfProvider: row.isOfProvider === 1,
  };
}
