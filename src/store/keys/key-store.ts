import type { Role } from '../../domain/keys/role.ts';
import type { UserInUse } from './user-store.ts';
import type { Idempotent, IdempotencyKey, Page, PageRequest } from '../requests.ts';

/** An API key without its secret, which is shown once and not stored. */
export interface ApiKey {
  /** Public: it is a part of the key. */
  id: string;
  /** Unique among keys and users in use. `who` of the audit. */
  name: string;
  role: Role;
  /** Of the role `agent`: whose calls it may see; else null. */
  agentId: string | null;
  createdAtMs: number;
  /** Name of the key that created it. */
  createdBy: string;
  /** Null: never. */
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  /** May be a minute late. */
  lastUsedAtMs: number | null;
}

export interface NewApiKey extends Pick<
  ApiKey,
  'id' | 'name' | 'role' | 'agentId' | 'expiresAtMs'
> {
  /** SHA-256 of the whole key, in hexadecimal. */
  digest: string;
}

/** A browser that signed in with a key, or as a user. The session's caller is that of the key, or the user. */
export interface Session {
  /** SHA-256 of the session's token, in hexadecimal. */
  digest: string;
  /** `Caller.id`: the id of a user or of a stored key, or a digest of a key of the environment. */
  caller: string;
  expiresAtMs: number;
}

/** Limits what a process keeps in memory to know all keys. */
export const MOST_API_KEYS = 1_000;
export const MOST_SESSIONS = 2_000;
export const MOST_SESSIONS_OF_KEY = 20;

export interface CredentialsInUse {
  /** All keys that are not revoked, at most `MOST_API_KEYS`; none of deleted agents. */
  keys: NewApiKey[];
  /** All that are not removed, at most `MOST_USERS`; none of deleted agents. */
  users: UserInUse[];
  /** At most `MOST_SESSIONS`. Some may have expired. */
  sessions: Session[];
}

export interface KeyStore {
  /**
   * The stored answer has no secret, so a repeat of the request cannot show it again.
   * @throws StoreRefusal already-exists for a name in use, too-many-keys, unknown-agent
   */
  createApiKey(
    input: NewApiKey & { nowMs: number },
    key: IdempotencyKey,
  ): Promise<Idempotent<ApiKey>>;
  /** With revoked ones, newest first. */
  apiKeys(page: PageRequest): Promise<Page<ApiKey>>;
  /** @throws StoreRefusal not-found */
  apiKey(id: string): Promise<ApiKey>;
  /** Also ends the sessions of the key. A second revocation changes nothing. @throws StoreRefusal not-found */
  revokeApiKey(
    input: { id: string; nowMs: number },
    key: IdempotencyKey,
  ): Promise<Idempotent<ApiKey>>;
  /** Read at one instant. */
  credentialsInUse(): Promise<CredentialsInUse>;
  noteApiKeyUse(id: string, atMs: number): Promise<void>;
  /** Above a limit, the oldest sessions end: first those of the same key, then any. Expired ones are deleted. */
  startSession(
    input: Session & {
      /** Of a key of the role `agent`; left out: of another. */ ofAgent?: boolean;
      nowMs: number;
    },
    by: Pick<IdempotencyKey, 'who'>,
  ): Promise<void>;
  /** Changes nothing if there is no such session. */
  endSession(
    input: Pick<Session, 'digest'> & { nowMs: number },
    by: Pick<IdempotencyKey, 'who'>,
  ): Promise<void>;
}
