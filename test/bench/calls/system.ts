/** What is measured: the product, the floor or another system, as far as the runner knows it. */
import type { PostgresServer } from '../../../src/store/sql/database-url.ts';
import type { Stub } from './processes.ts';

export interface Load {
  calls: number;
  /** Calls under way at once: agents of the product, a window of the others. */
  inFlight: number;
  /** POSTs a second; 0: as many as go. */
  perSecond: number;
}

export interface Ran {
  /** Epoch milliseconds at which each call was over: reported, confirmed and billed. */
  overAtMs: number[];
  startedAtMs: number;
  /** Of some calls in the middle of the run, where the system stands on Temporal. */
  workflowIds?: string[];
  /** What only the product measures, in milliseconds. */
  agentIdle?: { p50: number; p95: number };
}

export interface System {
  /** Processes by what they are; several servers or workers are one line. */
  pids: Record<string, readonly number[]>;
  /** Of one that stands on Temporal. */
  temporalAddress?: string;
  stub: Stub;
  /** Bytes on the disk, by database. */
  bytes(): Record<string, number> | Promise<Record<string, number>>;
  /** The Postgres of Temporal and of the product's store, where they have one. */
  postgres?: Partial<Record<'temporal' | 'store', PostgresServer>>;
  run(load: Load): Promise<Ran>;
  /** How many calls of the last run have their whole record in the store, where that is not what ends the run. */
  stored?(): Promise<number>;
  stop(): Promise<void>;
}
