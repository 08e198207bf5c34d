/** The lines of the ledger. docs/simulator.md explains each field to those who read it elsewhere. */
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
  /** In the carrier's time, from the event. */
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

/** Options changed while running. */
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
  /** False where the connection broke before the whole request was there. */
  complete: boolean;
  /** The POST's body: parsed, or its text where it is no JSON. */
  body?: unknown;
  connection: number;
  connection_requests: number;
  connection_bytes: number;
}

/** What became of a POST. */
export interface DecisionFact {
  fact: 'decision';
  request: string;
  outcome: 'accepted' | 'refused' | 'dropped' | 'error';
  /** Null where no answer is sent. */
  status: number | null;
  code: string | null;
  answer: 'sent' | 'reset' | 'silent' | 'held' | 'unreadable';
  hold_ms: number;
  destination: string | null;
  callback_url: string | null;
  /** What the POST named for its own call-recording webhook. */
  recording_webhook_url: string | null;
  /** Which POST to this destination it is, from 1. */
  post: number | null;
  placed: Placed | null;
}

export interface Placed {
  call: string;
  /** Which call to this destination it is, from 1. */
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
  /** Null: the price follows. */
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

/** Which delivery a try belongs to; `seq` is null for a recording's webhook. */
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
  /** The answer came, and the carrier acts as if it had not. */
  ack_lost: boolean;
  latency_ms: number;
  /** Null: this delivery is over. Real time. */
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
  /** Whether the search was made, and so used the quota. */
  spent: boolean;
  over_quota: 'second' | 'minute' | null;
  status: number;
}

export interface StorageFact {
  fact: 'storage';
  method: string;
  path: string;
  authorization: boolean;
  /** The API key stood somewhere in the request. */
  key_seen: boolean;
  status: number;
  bytes: number;
}

export type ResourceArea =
  'sip-accounts' | 'allowed-ips' | 'numbers' | 'destinations' | 'documents' | 'messages';

/** One of the account's resources was made, changed or deleted; with it went what belonged to it. */
export interface ResourceFact {
  fact: 'resource';
  request: string;
  area: ResourceArea;
  /** The id of the number or SIP account it belongs to. */
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
  /** Line number of the ledger, from 1. */
  n: number;
  at: string;
  /** Monotonic for as long as the machine runs, over restarts too. */
  mono_ms: number;
}

export type Stamped<Body extends FactBody> = Stamp & Body;
export type Fact = Stamped<FactBody>;
