/**
 * The one interface to the database. Every method is one whole transaction; no handle crosses it.
 * It is asynchronous so that a database server can stand behind it; times are epoch milliseconds,
 * given by the caller; money is a decimal string outside. Methods that change nothing because the
 * work was already done answer as they did the first time.
 */
import type { AccountStore } from './account-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { CallbackStore } from './campaigns/callback-store.ts';
import type { CallStore } from './calls/call-store.ts';
import type { CampaignReadingStore } from './campaigns/campaign-reading-store.ts';
import type { CampaignStore } from './campaigns/campaign-store.ts';
import type { ContactJobStore } from './campaigns/contact-job-store.ts';
import type { CarrierChangeStore } from './carrier-change-store.ts';
import type { ForecastStore } from './campaigns/forecast-store.ts';
import type { ImportStore } from './campaigns/import-store.ts';
import type { InboxStore } from './calls/inbox-store.ts';
import type { PlacementStore } from './calls/placement-store.ts';
import type { ReconciliationStore } from './reconciliation-store.ts';
import type { RecordingStore } from './calls/recording-store.ts';
import type { SuppressionStore } from './campaigns/suppression-store.ts';
import type { SweepStore } from './sweep-store.ts';
import type { WebhookStore } from './calls/webhook-store.ts';

export interface Store
  extends
    AccountStore,
    AuditStore,
    CampaignReadingStore,
    CampaignStore,
    CallStore,
    CallbackStore,
    CarrierChangeStore,
    ContactJobStore,
    ForecastStore,
    ImportStore,
    PlacementStore,
    InboxStore,
    ReconciliationStore,
    RecordingStore,
    SuppressionStore,
    SweepStore,
    WebhookStore {
  /** Throws when the database cannot be read and written now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Who asks, for the audit, and an `Idempotency-Key` as the API received it. The first request with a key stores
 * its answer in the transaction of its effect; a repeat gets that answer, with `replayed` set.
 */
export interface IdempotencyKey {
  /** Who asks (a digest of the API key), so that two callers cannot meet on one key. */
  caller: string;
  /** Null: the request came without one. */
  key: string | null;
  /** Digest of method, path with query, and body: the same key with another request is a conflict. */
  requestDigest: string;
}

export interface Idempotent<Answer> {
  answer: Answer;
  replayed: boolean;
}

/** What a change makes of settings. A change that throws refuses the edit, and nothing is changed. */
export type Edited<Settings> = Settings & {
  /** JSON pointers of what was taken away, for the answer and the audit. */
  removed?: readonly string[];
};

/** Asked in the transaction of a change, with what is there before it. Throws where it does not hold. */
export type Precondition<Known> = (known: Known) => void;

/** A request the store refuses in full, having changed nothing. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly code: StoreRefusalCode;
  /** Facts for the caller, e.g. the moves that are allowed. */
  readonly facts: Record<string, unknown>;

  constructor(code: StoreRefusalCode, message: string, facts: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }
}

/** Why the database cannot do its work; nothing was changed, and it may be asked again. */
export const STORE_FAULTS = {
  'disk-full': 'the store cannot be written: the disk is full',
  locked: 'the store cannot be written: another process holds its lock',
  'read-only': 'the store cannot be written: its file or its folder is read-only',
  io: 'the store cannot be read or written: its disk reports an error',
  'cannot-open': 'the store cannot be opened: its file or its folder is missing or may not be read',
} as const;
export type StoreFault = keyof typeof STORE_FAULTS;

/** A fault that somebody can mend on the machine. What was asked for was not done. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly fault: StoreFault;

  constructor(fault: StoreFault, options?: ErrorOptions) {
    super(STORE_FAULTS[fault], options);
    this.fault = fault;
  }
}

/** The database cannot be opened at all. The message is one sentence with its path. */
export class StoreUnopenable extends Error {
  override readonly name = 'StoreUnopenable';
}

export type StoreRefusalCode =
  | 'not-found'
  | 'illegal-move'
  | 'already-exists'
  | 'agent-busy'
  | 'key-reused'
  | 'not-accepting-contacts'
  | 'being-copied'
  | 'wrong-time'
  | 'unknown-list'
  | 'list-in-use'
  | 'never-over'
  | 'campaign-paused';

/** A page of a list: `after` is the opaque cursor of the page before. */
export interface PageRequest {
  limit: number;
  after?: string | undefined;
}

export interface Page<Item> {
  items: Item[];
  /** Undefined on the last page. */
  next: string | undefined;
}
