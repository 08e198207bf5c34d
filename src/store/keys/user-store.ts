import type { Role } from '../../domain/keys/role.ts';
import type { Idempotent, IdempotencyKey, Page, PageRequest } from '../requests.ts';

/** A person who signs in to the dashboard, without secrets. */
export interface User {
  id: string;
  /** Unique among users and keys in use. `who` of the audit. */
  name: string;
  role: Role;
  /** Of the role `agent`: whose calls it may see; else null. */
  agentId: string | null;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Signs in by the identity provider. */
  isOfProvider: boolean;
  /** Until when the link works that sets a password; null: there is none. */
  linkExpiresAtMs: number | null;
  createdAtMs: number;
  createdBy: string;
  /** Not null: it cannot sign in any more. */
  removedAtMs: number | null;
  signedInAtMs: number | null;
}

/** Who a session may belong to. */
export type UserInUse = Pick<User, 'id' | 'name' | 'role' | 'agentId'>;

/** What a sign-in is compared with. */
export interface UserSecrets extends UserInUse {
  /** Null: no password was set. */
  passwordHash: string | null;
  /** In base 32; null: there is no second factor. */
  totpSecret: string | null;
  /** The user has signed in from this browser before. */
  knowsBrowser: boolean;
}

export interface UserLink {
  /** SHA-256 of the link's token, in hexadecimal. */
  digest: string;
  expiresAtMs: number;
}

/** Limits what a process keeps in memory to know all users. */
export const MOST_USERS = 1_000;
/** Above it, the one that was used least recently is forgotten. */
export const MOST_BROWSERS_OF_USER = 10;

export interface UserStore {
  /** @throws StoreRefusal already-exists for a name in use, too-many-users, unknown-agent */
  createUser(
    input: UserInUse & { link: UserLink; nowMs: number },
    key: IdempotencyKey,
  ): Promise<Idempotent<User>>;
  /** With removed ones, newest first. */
  users(page: PageRequest): Promise<Page<User>>;
  /** @throws StoreRefusal not-found */
  user(id: string): Promise<User>;
  /** @throws StoreRefusal not-found, unknown-agent */
  changeUser(
    input: Pick<UserInUse, 'id' | 'role' | 'agentId'> & { nowMs: number },
    key: IdempotencyKey,
  ): Promise<Idempotent<User>>;
  /** Ends its sessions and forgets its secrets. A second removal changes nothing. @throws StoreRefusal not-found */
  removeUser(input: { id: string; nowMs: number }, key: IdempotencyKey): Promise<Idempotent<User>>;
  /** Takes the place of the link before. @throws StoreRefusal not-found */
  makeUserLink(
    input: { id: string; link: UserLink; nowMs: number },
    key: IdempotencyKey,
  ): Promise<Idempotent<User>>;
  /** Undefined: the link is unknown, used or too old. */
  userOfLink(digest: string, nowMs: number): Promise<UserInUse | undefined>;
  /**
   * Ends the user's sessions but `keeps`, which is the digest of one. With `link`, which is used up.
   * @returns false: the link was used meanwhile, or the user was removed
   */
  setPassword(
    input: { id: string; passwordHash: string; link?: string; keeps?: string; nowMs: number },
    by: Pick<IdempotencyKey, 'who'>,
  ): Promise<boolean>;
  /** @param browser digest of the browser's token; null: it has none */
  secretsOf(
    user: { name: string } | { id: string },
    browser: string | null,
  ): Promise<UserSecrets | undefined>;
  /** Null takes the second factor away. @returns false: the user was removed */
  setSecondFactor(
    input: { id: string; secret: string | null; step?: number; nowMs: number },
    by: Pick<IdempotencyKey, 'who'>,
  ): Promise<boolean>;
  /** @returns false: a code of this step, or of a later one, was taken before */
  takeCodeStep(id: string, step: number): Promise<boolean>;
  /** Notes the sign-in, and that the user knows the browser. */
  noteSignIn(input: { id: string; browser: string; nowMs: number }): Promise<void>;
  /**
   * The user whom the provider calls by this subject. At the first sign-in it is the one with this name, if nobody else
   * has taken it. Undefined: nobody was invited.
   */
  userOfProvider(input: {
    issuer: string;
    subject: string;
    name: string | undefined;
  }): Promise<UserInUse | undefined>;
}
