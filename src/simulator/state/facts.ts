/** The lines of the ledger. docs/simulator.md explains each field. */
import type { Plan } from '../calls/plan.ts';

export type CallState =
  | 'accepted'
  | 'agent_ringing'
  | 'agent_answered'
  | 'customer_ringing'
  | 'bridged'
  | 'completed'
  | 'failed';

export interface DeliveryPlan {
  copy: number;
  /** Counted from the event, in the carrier's time. */
  after_ms: number;
}

export interface RunFact {
  fact: 'run';
  run: number;
  pid: number;
  url: string;
  storage_url: string;
  seed: string;
  time_factor: number;
  lookup_gap_ms: number;
  request_gap_ms: number;
  receiver_timeout_ms: number;
  options: unknown;
}

/** Options that were changed while the carrier ran. */
export interface ChangeFact {
  fact: 'change';
  options: unknown;
}

export interface RequestFact {
  fact: 'request';
  request: string;
  method: string;
  path: string;
  header_names: string[];
  key: 'right' | 'wrong' | 'absent';
  /** False: the connection broke before the whole request had arrived. */
  complete: boolean;
  /** The POST's body: parsed, or its text if it is not JSON. */
  body?: unknown;
  connection: number;
  connection_requests: number;
  connection_bytes: number;
}

/** The outcome of a POST. */
export interface DecisionFact {
  fact: 'decision';
  request: string;
  outcome: 'accepted' | 'refused' | 'dropped' | 'error';
  /** Null: no answer was sent. */
  status: number | null;
  code: string | null;
  answer: 'sent' | 'reset' | 'silent' | 'held' | 'unreadable';
  hold_ms: number;
  destination: string | null;
  callback_url: string | null;
  /** The URL that the POST named for its own recording webhook. */
  recording_webhook_url: string | null;
  /** The number of this POST to the destination, from 1. */
  post: number | null;
  placed: Placed | null;
}

export interface Placed {
  call: string;
  /** The number of this call to the destination, from 1. */
  nth: number;
  agent: { field: string; value: string };
  created_at: string;
  plan: Plan;
}

interface EventFact {
  call: string;
  seq: number;
  event: string;
  state: CallState;
  deliveries: DeliveryPlan[];
}

export interface TransitionFact extends EventFact {
  fact: 'transition';
}

export interface BilledFact extends EventFact {
  fact: 'billed';
  /** Null: a correction with the cost follows. */
  cost: string | null;
}

export interface RecordingFact {
  fact: 'recording';
  call: string;
  sha256: string;
  bytes: number;
  link_expires_ms: number;
  deliveries: DeliveryPlan[];
}

/** Identifies a delivery; `seq` is null for a recording's webhook. */
export interface DeliveryKey {
  call: string;
  seq: number | null;
  copy: number;
}

export interface TryFact extends DeliveryKey {
  fact: 'try';
  event: string;
  url: string;
  try: number;
}

export interface TryEndFact extends DeliveryKey {
  fact: 'try-end';
  event: string;
  try: number;
  status: number | null;
  error: string | null;
  /** The answer arrived, but the carrier acts as if it had not. */
  ack_lost: boolean;
  latency_ms: number;
  /** In real time. Null: there are no more tries. */
  next_in_ms: number | null;
}

export interface ReadFact {
  fact: 'read';
  request: string;
  call: string;
  status: number;
  state: CallState | null;
  cost: string | null;
}

export interface DestroyFact {
  fact: 'destroy';
  request: string;
  call: string;
  status: number;
}

export interface LookupFact {
  fact: 'lookup';
  request: string;
  call: string;
  /** Whether the lookup was executed and so counted against the quota. */
  spent: boolean;
  over_quota: 'second' | 'minute' | null;
  status: number;
}

export interface StorageFact {
  fact: 'storage';
  method: string;
  path: string;
  authorization: boolean;
  /** The API key appeared somewhere in the request. */
  key_seen: boolean;
  status: number;
  bytes: number;
}

export type ResourceArea =
  'sip-accounts' | 'allowed-ips' | 'numbers' | 'destinations' | 'documents' | 'messages';

/** One of the account's resources was created, updated, or deleted together with the resources that belong to it. */
export interface ResourceFact {
  fact: 'resource';
  request: string;
  area: ResourceArea;
  /** The id of the number or SIP account that it belongs to. */
  owner: string | null;
  id: string;
  change: 'created' | 'updated' | 'deleted';
  fields: Record<string, unknown>;
}

export type FactBody =
  | RunFact
  | ChangeFact
  | RequestFact
  | DecisionFact
  | TransitionFact
  | BilledFact
  | RecordingFact
  | TryFact
  | TryEndFact
  | ReadFact
  | DestroyFact
  | LookupFact
  | StorageFact
  | ResourceFact;

interface Stamp {
  /** Line number in the ledger, from 1. */
  n: number;
  at: string;
  /** A monotonic clock that goes on over restarts of the process, until the machine restarts. */
  mono_ms: number;
}

export type Stamped<Body extends FactBody> = Stamp & Body;
export type Fact = Stamped<FactBody>;
