import type { CallbackId, CallRef, CampaignId, ReconciliationId } from '../domain/ids.ts';

export interface SweepFindings {
  /** Claimed, older than the grace, never marked started. */
  unstarted: CallRef[];
  /**
   * Started, unchanged for the grace, and with work left for a workflow: no disposition yet, an open settlement, or a
   * recording that is expected or delivered and not stored.
   */
  unfinished: CallRef[];
  /** Calls with events that were not relayed for longer than the grace. For live calls, milestones and pokes only. */
  unrelayed: CallRef[];
  /** The same for calls that have ended without an open bill, so that no workflow follows them. */
  late: CallRef[];
  /** Campaigns that should have a workflow. */
  runningCampaigns: CampaignId[];
  /** Callbacks with a turn whose time has come, or whose schedule in Temporal is outdated. */
  callbacks: CallbackId[];
  /** Requested comparisons with the carrier's call records that are not finished. */
  reconciliations: ReconciliationId[];
  /** A recording is due, so the recording desk must run. */
  deskWanted: boolean;
  /** The alert of a hold that no earlier sweep has returned. */
  holdAlert: string | null;
  /** Continues behind this page; undefined: no list was full, so nothing is left. */
  next: SweepCursor | undefined;
}

/** Where each list continues. Lists that are not named here lose what a page returned once it is started. */
export interface SweepCursor {
  /** Id of the oldest event, in the inbox, of the last call in `unrelayed` and in `late`. */
  unrelayed: number;
  late: number;
  /** Serial of the last one. */
  campaigns: number;
  reconciliations: number;
  /** Id of the last one. */
  callbacks: string;
}

/** One line of the export that an independent checker compares with the carrier's ledger. */
export type ExportLine = Record<string, unknown> & { type: 'campaign' | 'contact' | 'call' };

/** Serial of a campaign, and the last position that was looked at. */
export interface DueTimesCursor {
  campaign: number;
  position: number;
}

export interface SweepStore {
  /**
   * Once before each sweep, for a clock that was set. Slots of the pace, departures and wrap-ups more than a minute in the future
   * were written by a clock that was ahead: they are due. Less is waited for, because the clocks of two processes may differ.
   * @returns whether the clock was set since the last sweep, so that whoever sleeps until an instant must look again; `setBack`: to
   *   an earlier time, so that contacts may be due too late
   */
  mendTimes(input: {
    nowMs: number;
    sweepMs: number;
  }): Promise<{ clockSet: boolean; setBack: boolean }>;
  /**
   * After a clock was set back, a batch of contacts: those that nobody has called and no rule delays are due now; those whose last
   * call ended in the future wait from now on for as long as their redial rule says.
   * @returns where to go on; undefined: all were looked at
   */
  mendDueTimes(input: {
    nowMs: number;
    after?: DueTimesCursor | undefined;
  }): Promise<DueTimesCursor | undefined>;
  /**
   * Finds unfinished work, page by page. Each list of a page has at most `limit` items, in a fixed order.
   * @param input.after `next` of the page before; without it the first page
   */
  sweep(input: {
    nowMs: number;
    graceMs: number;
    limit: number;
    after?: SweepCursor | undefined;
  }): Promise<SweepFindings>;
  /** Everything, campaign by campaign: campaigns, contacts, calls with placements and events. */
  export(): AsyncIterable<ExportLine>;
}
