/** The lines of a decision file, as docs/decision-records.md describes them. */
import type { Rules } from '../limits/limits.ts';

export interface HeadLine {
  type: 'decisions';
  format: number;
  /** Null: of all. */
  campaigns: string[] | null;
  from: string | null;
  to: string | null;
}

/** One version of a campaign's policy. */
export type PolicyLine = Omit<Rules, 'name' | 'policy_version' | 'deadline_at'> & {
  type: 'policy';
  campaign: string;
  version: number;
  made_at: string;
};

interface HoldLine {
  type: 'hold';
  at: string;
  open: boolean;
  reason: string | null;
}

interface SuppressedLine {
  type: 'suppressed';
  number: string | null;
  list: string;
  /** Of the lists, when the entry was written. */
  version: number;
  until: string | null;
}

/** A dial in a call that is not in the file. */
interface DialLine {
  type: 'dial';
  number: string | null;
  ref: string;
  at: string;
  /** Since when it counts against the caps. */
  counted_at: string;
  ended_at: string | null;
}

export interface DecisionLine {
  type: 'decision';
  campaign: string;
  sealed: {
    id: number;
    ref: string;
    placement: number;
    intent_at: string;
    zone_data: string | null;
    /** Null: no intent was written, and nothing was sent. */
    decision: Record | null;
  };
  /** A hash; null: the number was erased. */
  number: string | null;
  outcome: { state: string; at: string | null; status: number | null };
  call: {
    claimed_at: string;
    ended_at: string | null;
    disposition: string | null;
    /** Since when it counts against the caps; null: the customer’s phone did not ring. */
    counted_at: string | null;
  };
  contact: { zones: string[] | null; zone_source: string };
}

export interface Record {
  decided_at: string;
  policy: { version: number; in_force: number };
  campaign_state: string;
  zones: { zone: string; local_time: string }[];
  zone_source: string;
  window: { opens_at: string | null; closes_at: string | null } | null;
  not_before: string | null;
  not_after: string | null;
  caps: {
    per_day: { most: number; dialled: number } | null;
    rolling: { days: number; most: number; dialled: number }[];
  };
  suppression: {
    version: number;
    every_list: boolean;
    lists: { list: string; version: number }[];
    found_on: string[];
  };
  hold: { state: string; changed_at: string | null };
  pace: { of: string; per_second: number }[];
  budget: { reserve: string; total: Sums; day: Sums & { date: string } } | null;
  agent: { id: string; live: number; capacity: number };
}

export interface Sums {
  cap: string | null;
  spent: string;
  reserved: string;
}

interface UnselectedLine {
  type: 'unselected';
  campaign: string;
  sealed: DecisionLine['sealed'];
}

export interface SealLine {
  type: 'seal';
  campaign: string;
  seal: number;
  from_id: number;
  to_id: number;
  placements: number;
  previous: string;
  seal_hash: string;
}

interface EndLine {
  type: 'end';
  decisions: number;
}

export type FileLine =
  | HeadLine
  | PolicyLine
  | HoldLine
  | SuppressedLine
  | DialLine
  | DecisionLine
  | UnselectedLine
  | SealLine
  | EndLine;
