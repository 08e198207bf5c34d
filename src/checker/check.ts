/** One thing that must hold, and what is found about it. */
import type { ClientLog } from './records/client-log.ts';
import type { Limits } from './limits/limits.ts';
import type { Ledger } from './records/ledger.ts';
import type { Link } from './records/links.ts';
import type { RecordingFile } from './records/recordings-folder.ts';
import type { StoreExport } from './records/store-export.ts';

export interface Demands {
  /** Which contacts must have come to their end: all, those of campaigns that have ended, or none. */
  finished: 'all' | 'of-ended' | 'none';
  atLeastCalls: number;
  maxUnknown: number;
  /** A POST may leave so long after it was decided on: after the answer to a stop, or close behind the one before. */
  stopGraceMs: number;
  /** A claimed call may keep an older limit of calls at once, and an older policy, for so long. */
  claimGraceMs: number;
}

export interface Evidence {
  ledger: Ledger;
  store: StoreExport;
  links: Link[];
  /** Null: nobody kept one, and what needs it is not checked. */
  client: ClientLog | null;
  /** What the client limited; without its log, nothing. */
  limits: Limits;
  /** By call; null: nobody said where they are. */
  recordings: Map<string, RecordingFile> | null;
  demands: Demands;
}

export interface Finding {
  /** How many cases the check judged. With 0 it proves nothing. */
  cases: number;
  /** Each with its evidence. */
  violations: string[];
  /** What cannot be judged yet, as its campaign has not ended. */
  underWay?: number;
  /** How near the limits were. */
  seen?: Seen[];
}

/** The most that was seen of something limited. */
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
