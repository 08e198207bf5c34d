import type { CampaignId } from '../domain/ids.ts';
import type { CallCounts } from '../domain/statistics/call-counts.ts';
import type { Span } from '../domain/zone.ts';

/** Which calls are counted. The span consists of whole quarters of an hour; a call counts at its last placement. */
export interface CountedCalls extends Span {
  campaignId?: CampaignId | undefined;
  agentId?: string | undefined;
}

export interface QuarterCounts {
  /** Start of the quarter of an hour. */
  fromMs: number;
  counts: CallCounts;
}

export interface GroupCounts {
  /** Of the campaign or the agent; empty for calls without an agent. */
  id: string;
  /** Its name; null: it is not there any more. */
  name: string | null;
  counts: CallCounts;
}

/** Statistics are read from counters, never from the calls. */
export interface StatisticsStore {
  /** By quarter of an hour, oldest first; without those that have no call. */
  callsByQuarter(which: CountedCalls): Promise<QuarterCounts[]>;
  /** By campaign or agent, at most `limit`, those with the most calls first. */
  callsByGroup(
    which: CountedCalls & { by: 'campaign' | 'agent'; limit: number },
  ): Promise<GroupCounts[]>;
}
