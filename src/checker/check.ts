/** A check: one rule that must hold, and what was found about it. */
import type { ClientLog } from './records/client-log.ts';
import type { Limits } from './limits/limits.ts';
import type { Ledger } from './records/ledger.ts';
import type { Link } from './records/links.ts';
import type { RecordingFile } from './records/recordings-folder.ts';
import type { StoreExport } from './records/store-export.ts';

export interface Demands {
  /** Which contacts must be final: all, those of campaigns that have ended, or none. */
  finished: 'all' | 'of-ended' | 'none';
  atLeastCalls: number;
  maxUnknown: number;
  /** A POST may leave this long after its decision: after the answer to a stop, or shortly after the previous POST. */
  stopGraceMs: number;
  /** A claimed call may keep an older limit of live calls, and an older policy, for this long. */
  claimGraceMs: number;
}

export interface Evidence {
  ledger: Ledger;
  store: StoreExport;
  links: Link[];
  /** Null: there is none, and checks that need it judge nothing. */
  client: ClientLog | null;
  /** The limits that the client has set; empty without its log. */
  limits: Limits;
  /** By call; null: no folder was given. */
  recordings: Map<string, RecordingFile> | null;
  demands: Demands;
}

export interface Finding {
  /** How many cases the check judged. With 0 it proves nothing. */
  cases: number;
  /** Texts with evidence. */
  violations: string[];
  /** Cases that cannot be judged yet, because their campaign has not ended. */
  underWay?: number;
  /** How close the run came to the limits. */
  seen?: Seen[];
}

/** The highest value of something limited. */
export interface Seen {
  what: string;
  limit: string;
  most: string;
}

export interface Check {
  id: string;
  rule: string;
  find(evidence: Evidence): Finding;
}
