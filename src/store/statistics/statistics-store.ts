import type { CampaignId } from '../../domain/ids.ts';
import type { AgentMs } from '../../domain/statistics/agent-time.ts';
import type { CallCounts } from '../../domain/statistics/call-counts.ts';
import type { AnswerGroup, HourSample } from '../../domain/statistics/answers-by-place.ts';
import type { Span } from '../../domain/zone.ts';

/** So many are read at once without holding up others. */
export const ANSWERS_READ = 20_000;

/** Which calls are counted. The span consists of whole quarters of an hour; a call counts at its last placement. */
export interface CountedCalls extends Span {
  campaignId?: CampaignId | undefined;
  /** Only its calls: those that rang its phone. */
  agentId?: string | undefined;
}

export interface QuarterCounts {
  /** Start of the quarter of an hour. */
  fromMs: number;
  counts: CallCounts;
}

export interface GroupCounts {
  /** Of the campaign or the agent; empty for calls that rang no agent's phone. */
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

  /** How many calls were placed in a span of any length, which is short: the calls themselves are counted. */
  callsPlacedSince(which: CountedCalls): Promise<number>;

  /**
   * Calls that an agent answered, by hour and by area or prefix (the number without its last four digits), of the newest
   * `ANSWERS_READ` calls of the span.
   */
  answersByHour(which: CountedCalls & { by: AnswerGroup }): Promise<HourSample[]>;
  /**
   * Once an hour, by these figures: raises and clears the alerts of areas and networks in which customers answer less often,
   * and stores the best hours of areas for the order of dialling. Several processes may do this at once. @returns whether it did
   */
  lookAtAnswers(nowMs: number): Promise<boolean>;

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
