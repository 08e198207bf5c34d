/** One thing that must hold, and what is found about it. */
import type { Ledger } from './ledger.ts';
import type { Link } from './links.ts';
import type { StoreExport } from './store-export.ts';

export interface Demands {
  /** Every contact must have come to its end. */
  finished: boolean;
  atLeastCalls: number;
  maxUnknown: number;
}

export interface Evidence {
  ledger: Ledger;
  store: StoreExport;
  links: Link[];
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
