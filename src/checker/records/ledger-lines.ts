/** The lines of the carrier's ledger that the checker reads, as docs/simulator.md describes them. */
export interface RunLine {
  fact: 'run';
  time_factor: number;
  lookup_gap_ms: number;
  request_gap_ms: number;
  receiver_timeout_ms: number;
}

export interface ChangeLine {
  fact: 'change';
  options: { lookupGapMs: number; requestGapMs: number; receiverTimeoutMs: number };
}

export interface RequestLine {
  fact: 'request';
  request: string;
  method: string;
  path: string;
  key: 'right' | 'wrong' | 'absent';
  complete: boolean;
  body?: { callback_url?: unknown } | string;
}

export interface DecisionLine {
  fact: 'decision';
  request: string;
  outcome: 'accepted' | 'refused' | 'dropped' | 'error';
  status: number | null;
  code: string | null;
  destination: string | null;
  callback_url: string | null;
  placed: { call: string; agent?: { field: string; value: string } } | null;
}

export interface TransitionLine {
  fact: 'transition';
  call: string;
  state: string;
}

export interface BilledLine {
  fact: 'billed';
  call: string;
  cost: string | null;
}

export interface RecordingLine {
  fact: 'recording';
  call: string;
  sha256: string;
  bytes: number;
}

export interface TryLine {
  fact: 'try';
  call: string;
  seq: number | null;
  copy: number;
  try: number;
  event: string;
  url: string;
}

export interface TryEndLine {
  fact: 'try-end';
  call: string;
  seq: number | null;
  copy: number;
  try: number;
  event: string;
  status: number | null;
  error: string | null;
  latency_ms: number;
}

export interface ReadLine {
  fact: 'read';
  call: string;
  status: number;
  state: string | null;
}

export interface LookupLine {
  fact: 'lookup';
  request: string;
  call: string;
  over_quota: string | null;
}

export interface StorageLine {
  fact: 'storage';
  path: string;
  authorization: boolean;
  key_seen: boolean;
}

export type CallLine = DecisionLine | TransitionLine | BilledLine | RecordingLine;

export type LedgerLine = { at: string; mono_ms: number } & (
  | RunLine
  | ChangeLine
  | RequestLine
  | CallLine
  | TryLine
  | TryEndLine
  | ReadLine
  | LookupLine
  | StorageLine
);
