/**
 * The only interface to the database. Every method is one whole transaction, and no database handle leaves the store.
 * It is asynchronous so that it also fits a database server. Times are epoch milliseconds by the store's clock, given by
 * the caller. Money is a decimal string. A method whose work was already done returns the same answer as the first time.
 */
import type { AccountStore } from './account-store.ts';
import type { AgentStore } from './agent-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { CallbackStore } from './campaigns/callback-store.ts';
import type { CallStore } from './calls/call-store.ts';
import type { CampaignReadingStore } from './campaigns/campaign-reading-store.ts';
import type { CampaignStore } from './campaigns/campaign-store.ts';
import type { ContactJobStore } from './campaigns/contact-job-store.ts';
import type { CarrierChangeStore } from './carrier-change-store.ts';
import type { DecisionStore } from './decision-store.ts';
import type { EndpointStore } from './events/endpoint-store.ts';
import type { EventStore } from './events/event-store.ts';
import type { ForecastStore } from './campaigns/forecast-store.ts';
import type { ImportStore } from './campaigns/import-store.ts';
import type { KeyStore } from './key-store.ts';
import type { InboxStore } from './calls/inbox-store.ts';
import type { PrivacyStore } from './privacy-store.ts';
import type { PlacementStore } from './calls/placement-store.ts';
import type { ReconciliationStore } from './reconciliation-store.ts';
import type { RecordingStore } from './calls/recording-store.ts';
import type { StatisticsStore } from './statistics-store.ts';
import type { ReportJobStore } from './report-job-store.ts';
import type { RetentionStore } from './retention-store.ts';
import type { SuppressionStore } from './campaigns/suppression-store.ts';
import type { SweepStore } from './sweep-store.ts';
import type { TallyStore } from './tally-store.ts';
import type { WebhookStore } from './calls/webhook-store.ts';
import type { WorkflowStore } from './workflows/workflow-store.ts';

export interface Store
  extends
    AccountStore,
    AgentStore,
    AuditStore,
    CampaignReadingStore,
    CampaignStore,
    CallStore,
    CallbackStore,
    CarrierChangeStore,
    ContactJobStore,
    DecisionStore,
    EndpointStore,
    EventStore,
    ForecastStore,
    ImportStore,
    PlacementStore,
    PrivacyStore,
    InboxStore,
    KeyStore,
    ReconciliationStore,
    RecordingStore,
    RetentionStore,
    StatisticsStore,
    ReportJobStore,
    SuppressionStore,
    SweepStore,
    TallyStore,
    WebhookStore,
    WorkflowStore {
  /** Throws if the database cannot be read and written now. */
  check(): Promise<void>;
  /** The clock that decides, the same for all processes: the database server's; with SQLite that of this machine. */
  nowMs(): number;
  /** 32 hexadecimal digits, given when the database was created: its processes share one Temporal namespace. */
  installationId(): Promise<string>;
  close(): Promise<void>;
}

/**
 * The caller, for the audit, and the `Idempotency-Key` of the request. The first request with a key stores its answer
 * in the transaction of its effect. A repeat gets that answer, with `replayed` set.
 */
export interface IdempotencyKey {
  /** Stays the same for one API key. Idempotency keys of different callers are independent. */
  caller: string;
  /** Name of the API key, for the audit. */
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

/**
 * Why the database cannot do its work; it may be asked again. Nothing was changed, but after `unreachable` and `timeout`
 * what was asked for may have been done: the answer to its commit can be lost.
 */
export const STORE_FAULTS = {
  'disk-full': 'the store cannot be written: the disk is full',
  locked: 'the store cannot be written: another process holds its lock',
  'read-only': 'the store cannot be written: its file or its folder is read-only',
  io: 'the store cannot be read or written: its disk reports an error',
  'cannot-open': 'the store cannot be opened: its file or its folder is missing or may not be read',
  unreachable: 'the store cannot be reached: the connection to its database server failed',
  timeout: 'the store cannot be read or written: its database server does not answer in time',
  overloaded:
    'the store cannot be reached: its database server has no connection or no memory left',
  standby: 'the store cannot be written: its database server is read-only, as a standby is',
  denied: 'the store cannot be read or written: its database server refuses our user',
} as const;
export type StoreFault = keyof typeof STORE_FAULTS;

/** A fault that can be fixed on the machine, or at the database server. */
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
  | 'agent-in-use'
  | 'deletion-stopped'
  | 'bad-agents'
  | 'unknown-agent'
  | 'key-reused'
  | 'not-accepting-contacts'
  | 'being-copied'
  | 'wrong-time'
  | 'unknown-list'
  | 'list-in-use'
  | 'never-over'
  | 'campaign-paused'
  | 'too-many-keys'
  | 'number-erased'
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
