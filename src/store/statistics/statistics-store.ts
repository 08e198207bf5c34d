import type { CampaignId } from '../../domain/ids.ts';
import type { AgentMs } from '../../domain/statistics/agent-time.ts';
import type { CallCounts } from '../../domain/statistics/call-counts.ts';
import type { Span } from '../../domain/zone.ts';

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

/** Whose time is asked for. The span consists of whole quarters of an hour. */
export interface TimedAgents extends Span {
  agentId?: string | undefined;
  /** Only the time with its calls. Left out: all time, also without a call. */
  campaignId?: CampaignId | undefined;
}

export interface QuarterTime {
  /** Start of the quarter of an hour. */
  fromMs: number;
  ms: AgentMs;
}

/**
 * Statistics are read from counters. How long agents did what is counted a few minutes after each quarter of an hour, and
 * again when evidence of their calls comes later; what is not counted yet is read from the calls.
 */
export interface StatisticsStore {
  /** By quarter of an hour, oldest first; without those that have no call. */
  callsByQuarter(which: CountedCalls): Promise<QuarterCounts[]>;
  /** By campaign or agent, at most `limit`, those with the most calls first. */
  callsByGroup(
    which: CountedCalls & { by: 'campaign' | 'agent'; limit: number },
  ): Promise<GroupCounts[]>;

  /**
   * The time of all these agents together, by quarter of an hour, oldest first. Quarters without an agent are left out.
   * @returns undefined: too many calls are not counted yet
   */
  agentTimesByQuarter(which: TimedAgents): Promise<QuarterTime[] | undefined>;
  /** The time of one agent in any span. @returns undefined: too many calls are not counted yet */
  agentTimeIn(id: string, span: Span): Promise<AgentMs | undefined>;
  /** Counts one agent's time further, or again. Several processes may do this at once. @returns whether there was something to do */
  countAgentTimes(nowMs: number): Promise<boolean>;
}
