/** The lines of a decision file, as docs/decision-records.md describes them. */
import type { Rules } from '../limits/limits.ts';
import type { StatedCaps } from '../limits/number-caps.ts';

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
} & AfterPlacement;

/** The id of the last placement before a change. All placements with larger ids came after it. */
export interface AfterPlacement {
  last_placement: number;
}

/** From then on the campaign had this state and deadline. */
export interface CampaignLine extends AfterPlacement {
  type: 'campaign';
  campaign: string;
  at: string;
  state: string;
  deadline_at: string | null;
}

/** From then on the account allowed this. */
export interface AccountLine extends AfterPlacement {
  type: 'account';
  at: string;
  stopped_since: string | null;
  max_live_calls: number | null;
  hold_rules: AccountHoldRule[];
  hold: { opened_at: string; reason: string; status: number; code: string | null } | null;
}

/** As `GET /v1/account` shows it. */
export interface AccountHoldRule {
  status: number;
  code: string | null;
  action: string;
  first_wait?: string;
  growth?: number;
  longest_wait?: string;
  most_probes?: number | null;
  longest_time: string | null;
}

/** A probe of a hold that is not in the file: of another campaign, or of another time. */
interface ProbeLine {
  type: 'probe';
  sealed: DecisionLine['sealed'];
  outcome: DecisionLine['outcome'];
}

interface SuppressedLine {
  type: 'suppressed';
  number: string | null;
  list: string;
  /** Of the lists, when the entry was written. */
  version: number;
  until: string | null;
}

/** What was recorded of the consent of a number of the file. */
export interface ConsentLine {
  type: 'consent';
  number: string | null;
  kind: string;
  purpose: string | null;
  at: string;
  expires_at: string | null;
  /** Of the lists, when it was recorded. */
  version: number;
}

/** A number of a person of the file. */
export interface PersonLine {
  type: 'person';
  person: string;
  number: string | null;
  /** It is known as theirs since then. */
  since: string;
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

/** What somebody said of a call of a number of the file. */
export interface OutcomeLine {
  type: 'outcome';
  number: string | null;
  ref: string;
  group: string;
  /** End of its call. */
  ended_at: string;
  /** Its last change: what it was before is not in the file. */
  said_at: string;
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
    settlement: string;
    /** Each cost, and from when on it counted. */
    costs: { at: string; cost: string }[];
  };
  contact: {
    zones: string[] | null;
    zone_source: string;
    area?: StatedArea | null;
    /** A hash. Null: the only number; left out by versions before persons were known. */
    person?: string | null;
  };
}

/** Left out by versions before areas were known. */
export interface StatedArea {
  areas: string[];
  mismatch: boolean;
  sources: { from: string; areas: string[]; zones: string[] }[];
  release: string;
}

export interface StatedWindow {
  /** Null: longer than a day away. */
  opens_at: string | null;
  closes_at: string | null;
  ring_margin_seconds: number;
}

export interface Record {
  decided_at: string;
  policy: { version: number; in_force: number };
  campaign_state: string;
  deadline_at: string | null;
  /** `rule`: which of the window’s `hours` are open then; null: there is no window. */
  zones: { zone: string; local_time: string; rule: number | null }[];
  zone_source: string;
  area?: StatedArea | null;
  window: StatedWindow | null;
  not_before: string | null;
  not_after: string | null;
  caps: StatedCaps;
  live_calls: {
    campaign: { live: number; most: number | null };
    account: { live: number | null; most: number | null };
  };
  suppression: {
    version: number;
    every_list: boolean;
    lists: { list: string; version: number; good_until?: string }[];
    found_on: string[];
  };
  /** Null: none was asked; left out by versions before consents were known. */
  consent?: StatedConsent | null;
  hold: { state: 'none' } | ({ state: 'probe' } & ProbeRecord);
  pace: { of: string; per_second: number }[];
  budget: { reserve: string; total: Sums; day: Sums & { date: string } } | null;
  agent: { id: string; live: number; capacity: number };
}

export interface StatedConsent {
  needed: string;
  purpose: string | null;
  recorded: number;
  by: { kind: string; at: string; expires_at: string | null } | null;
}

export interface ProbeRecord {
  status: number;
  code: string | null;
  opened_at: string;
  rule: {
    action: string;
    first_wait_seconds?: number;
    growth?: number;
    longest_wait_seconds?: number;
    most_probes?: number | null;
    longest_time_seconds: number | null;
  };
  /** Of this hold, before this one. */
  refused_probes: number;
  wait_from: string;
  /** Until then no other call may try, unless this one is answered before. */
  lease_until: string;
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

/** A placement whose call was deleted: its digest, as its seal covers it. An archive has the rest. */
export interface ArchivedLine {
  type: 'archived';
  campaign: string;
  id: number;
  digest: string;
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
  | CampaignLine
  | AccountLine
  | ProbeLine
  | SuppressedLine
  | ConsentLine
  | PersonLine
  | DialLine
  | OutcomeLine
  | DecisionLine
  | UnselectedLine
  | ArchivedLine
  | SealLine
  | EndLine;
