/** The words that all interfaces of the store share: who asks, which page, what is refused. */

/**
 * The caller, for the audit, and the `Idempotency-Key` of the request. The first request with a key stores its answer
 * in the transaction of its effect. A repeat gets that answer, with `replayed` set.
 */
export interface IdempotencyKey {
  /** Stays the same for one API key or user. Idempotency keys of different callers are independent. */
  caller: string;
  /** Name of the API key or user, for the audit. */
  who: string;
  /** Null: the request came without one. */
  key: string | null;
  /** A digest of method, path with query, and body. The same key with another digest is a conflict. */
  requestDigest: string;
}

export interface Idempotent<Answer> {
  answer: Answer;
  replayed: boolean;
}

/** The result of a change of settings. If the change function throws, the edit is refused and nothing changes. */
export type Edited<Settings> = Settings & {
  /** JSON pointers of removed parts, for the answer and the audit. */
  removed?: readonly string[];
};

/** Checked in the transaction of a change, with the current value. Throws if it does not hold. */
export type Precondition<Known> = (known: Known) => void;

/** A change of the settings of something known. */
export interface Edit<Known, Settings, From = Settings> {
  /** Computes the new settings from the current ones, within the transaction. */
  change: (known: From) => Edited<Settings>;
  precondition?: Precondition<Known> | undefined;
  nowMs: number;
}

/** The store refuses a request and has changed nothing. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly code: StoreRefusalCode;
  /** Facts for the caller, such as the allowed moves. */
  readonly facts: Record<string, unknown>;

  constructor(code: StoreRefusalCode, message: string, facts: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }
}

export type StoreRefusalCode =
  | 'not-found'
  | 'illegal-move'
  | 'already-exists'
  | 'bad-cursor'
  | 'agent-busy'
  | 'agent-in-use'
  | 'deletion-stopped'
  | 'bad-agents'
  | 'unknown-agent'
  | 'key-reused'
  | 'not-accepting-contacts'
  | 'being-copied'
  | 'wrong-time'
  | 'unknown-list'
  | 'unknown-code'
  | 'list-in-use'
  | 'import-runs'
  | 'import-not-undoable'
  | 'never-over'
  | 'campaign-paused'
  | 'too-many-keys'
  | 'too-many-users'
  | 'number-erased'
  | 'too-many-consents'
  | 'too-many-endpoints'
  | 'being-replayed'
  | 'events-lost';

/** A request for a page of a list. `after` is the opaque cursor of the previous page. */
export interface PageRequest {
  limit: number;
  after?: string | undefined;
}

export interface Page<Item> {
  items: Item[];
  /** Undefined on the last page. */
  next: string | undefined;
}
