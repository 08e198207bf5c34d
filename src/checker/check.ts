/** One thing that must hold, and what is found about it. */
import type { ClientLog } from './client-log.ts';
import type { Ledger } from './ledger.ts';
import type { Link } from './links.ts';
import type { RecordingFile } from './recordings-folder.ts';
import type { StoreExport } from './store-export.ts';

export interface Demands {
  /** Every contact must have come to its end. */
  finished: boolean;
  atLeastCalls: number;
  maxUnknown: number;
  /** How long after the answer to a stop a POST may still leave. */
  stopGraceMs: number;
}

export interface Evidence {
  ledger: Ledger;
  store: StoreExport;
  links: Link[];
  /** Null: nobody kept one, and what needs it is not checked. */
  client: ClientLog | null;
  /** By call; null: nobody said where they are. */
  recordings: Map<string, RecordingFile> | null;
  demands: Demands;
}

export interface Finding {
  /** How many things were looked at: a check that saw nothing proves nothing. */
  looked: number;
  /** Each with its evidence. */
  violations: string[];
}

export interface Check {
  id: string;
  says: string;
  find(evidence: Evidence): Finding;
}
