import type { CallbackId, CallRef, CampaignId, ReconciliationId } from '../domain/ids.ts';

export interface SweepFindings {
  /** Claimed, older than the grace, never marked started. */
  unstarted: CallRef[];
  /** Started, untouched for the grace, and with work left for a workflow: no disposition yet, or settlement open, or a recording expected or delivered and not stored. */
  unfinished: CallRef[];
  /** Calls with events that no signal has carried for longer than the grace; of live calls, milestones and pokes only. */
  unrelayed: CallRef[];
  /** The same of calls that have ended and have no bill open: nobody expected anything of them any more. */
  late: CallRef[];
  /** Campaigns that should have a workflow. */
  runningCampaigns: CampaignId[];
  /** Callbacks with a turn that has come, or whose schedule does not follow them. */
  callbacks: CallbackId[];
  /** Comparisons with the carrier's call records that were asked for and are not done. */
  reconciliations: ReconciliationId[];
  /** A recording is due at the desk: it must be awake. */
  deskWanted: boolean;
  /** The alert of a hold that no sweep has found before. */
  holdAlert: string | null;
}

/** One line of the export that an independent checker compares with the carrier's ledger. */
export type ExportLine = Record<string, unknown> & { type: 'campaign' | 'contact' | 'call' };

export interface SweepStore {
  /** What may have been left lying; each list is bounded by `limit`, oldest first. */
  sweep(input: { nowMs: number; graceMs: number; limit: number }): Promise<SweepFindings>;
  /** Everything, campaign by campaign: campaigns, contacts, calls with placements and events. */
  export(): AsyncIterable<ExportLine>;
}
