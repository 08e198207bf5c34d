import {
  MOST_API_KEYS,
  type ApiKey,
  type KeyStore,
  type NewApiKey,
  type Session,
} from '../../../keys/key-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { keyBefore, pageOf } from '../../engine/cursor.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { mustTakeContacts } from '../../rows/agent-rows.ts';
import { writeAudit } from '../../rows/audit.ts';
import { mustBeFree } from './names.ts';
import { endSession, endSessionsOf, startSession } from './sessions.ts';
import { usersInUse } from './users.ts';

type ApiKeyRow = ApiKey & { serial: number };

/** A process of the release before does not know the role, and must not find its keys (schema 6). */
const OF_AGENT = 'agent:';

const COLUMNS = `serial, id, name, CASE WHEN agent_id IS NULL THEN role ELSE 'agent' END AS role, agent_id, created_at_ms, created_by, expires_at_ms, revoked_at_ms,
  last_used_at_ms`;

export function keyStore(db: Database): KeyStore {
  return {
    async createApiKey({ id, name, role, agentId, digest, expiresAtMs, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        await mustBeFree(tx, name);
        await mustHaveRoom(tx);
        if (agentId !== null) await mustTakeContacts(tx, agentId);
        tx.send(
          `INSERT INTO api_keys (id, name, digest, role, agent_id, created_at_ms, created_by, expires_at_ms)
           VALUES (:id, :name, :digest, :role, :agentId, :nowMs, :createdBy, :expiresAtMs)`,
          {
            id,
            name,
            ...storedAs({ role, digest }),
            agentId,
            nowMs,
            createdBy: key.who,
            expiresAtMs,
          },
        );
        const after = { name, role, ...(agentId !== null && { agentId }), expiresAtMs };
        await writeAudit(tx, { by: key, what: 'key.created', target: `keys/${id}`, after, nowMs });
        return keyOf(tx, id);
      });
    },

    async apiKeys({ limit, after }) {
      const last = keyBefore(after) || Number.MAX_SAFE_INTEGER;
      const rows = await db.all<ApiKeyRow>(
        `SELECT ${COLUMNS} FROM api_keys WHERE serial < :last ORDER BY serial DESC LIMIT :most`,
        { last, most: limit + 1 },
      );
      return pageOf(rows, limit, { key: ({ serial }) => serial, item: toApiKey });
    },

    async apiKey(id) {
      return db.read((tx) => keyOf(tx, id));
    },

    async revokeApiKey({ id, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await keyOf(tx, id);
        if (known.revokedAtMs !== null) return known;
        tx.send('UPDATE api_keys SET revoked_at_ms = :nowMs WHERE id = :id', { id, nowMs });
        await endSessionsOf(tx, callerOfKey(known));
        const before = { name: known.name, role: known.role };
        await writeAudit(tx, { by: key, what: 'key.revoked', target: `keys/${id}`, before, nowMs });
        return keyOf(tx, id);
      });
    },

    async credentialsInUse() {
      return db.read(async (tx) => ({
        keys: (
          await tx.all<NewApiKey>(
            `SELECT id, name, CASE WHEN agent_id IS NULL THEN role ELSE 'agent' END AS role, agent_id, digest, expires_at_ms
             FROM api_keys
             WHERE revoked_at_ms IS NULL AND (agent_id IS NULL OR EXISTS (
               SELECT 1 FROM agents WHERE agents.id = agent_id AND deleted_at_ms IS NULL))`,
          )
        ).map((row) => ({ ...row, digest: withoutMark(row.digest) })),
        users: await usersInUse(tx),
        sessions: (await tx.all<Session>('SELECT digest, caller, expires_at_ms FROM sessions')).map(
          (row) => ({ ...row, caller: withoutMark(row.caller) }),
        ),
      }));
    },

    async noteApiKeyUse(id, atMs) {
      await db.write(
        async (tx) =>
          tx.send(
            `UPDATE api_keys SET last_used_at_ms = :atMs
             WHERE id = :id AND coalesce(last_used_at_ms, 0) < :atMs`,
            { id, atMs },
          ),
        // It locks this row only, and nobody who holds it waits for another.
        'by-rows',
      );
    },

    startSession: ({ ofAgent = false, ...input }, by) => {
      const caller = ofAgent ? `${OF_AGENT}${input.caller}` : input.caller;
      return db.write((tx) => startSession(tx, { ...input, caller }, by));
    },
    endSession: (input, by) => db.write((tx) => endSession(tx, input, by)),
  };
}

const storedAs = ({ role, digest }: Pick<NewApiKey, 'role' | 'digest'>) =>
  role === 'agent' ? { role: 'read', digest: `${OF_AGENT}${digest}` } : { role, digest };

const withoutMark = (text: string): string =>
  text.startsWith(OF_AGENT) ? text.slice(OF_AGENT.length) : text;

const callerOfKey = ({ id, role }: ApiKey): string => (role === 'agent' ? `${OF_AGENT}${id}` : id);

async function mustHaveRoom(tx: Tx): Promise<void> {
  const { keys } = (await tx.get<{ keys: number }>(
    'SELECT count(*) AS keys FROM api_keys WHERE revoked_at_ms IS NULL',
  ))!;
  if (keys < MOST_API_KEYS) return;
  const text = `there are ${MOST_API_KEYS} keys, which is the limit; revoke those that are not used`;
  throw new StoreRefusal('too-many-keys', text);
}

async function keyOf(tx: Tx, id: string): Promise<ApiKey> {
  const row = await tx.get<ApiKeyRow>(`SELECT ${COLUMNS} FROM api_keys WHERE id = :id`, { id });
  if (!row) throw new StoreRefusal('not-found', 'no such key');
  return toApiKey(row);
}

function toApiKey(row: ApiKeyRow): ApiKey {
  const { serial: _, ...key } = row;
  return key;
}
