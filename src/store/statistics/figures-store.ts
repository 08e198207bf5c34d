import type { AlertKind } from '../../domain/events/event.ts';

/** How many there are of a kind. Kinds without any are left out. */
export type CountsBy<Kind extends string = string> = readonly { kind: Kind; count: number }[];

/** What the whole installation does now. No figure names a person, a campaign or a call. */
export interface InstallationFigures {
  /** Ever, by all campaigns. On Postgres a claim that began anew counts again. */
  claimedCalls: number;
  /** When the oldest call that is not deleted was claimed; null: there is none. */
  oldestCallAtMs: number | null;
  /** By state. */
  liveCalls: CountsBy;
  /** By disposition: ended calls of which the last POST left since the quarter of an hour before this one began. */
  recentlyEndedCalls: CountsBy;
  /** Ended as unknown, and waiting for a person. */
  unknownCalls: number;
  /** Of the POSTs without an answer, when the oldest was decided; null: there is none. */
  oldestIntentAtMs: number | null;
  /** Stored milestones and pokes that no workflow was told of yet. At most `MOST_COUNTED` are counted. */
  inbox: { waiting: number; oldestAtMs: number | null };
  /** When a webhook came last; null: never. */
  webhookAtMs: number | null;
  /** Live calls that are polled. */
  polledCalls: number;
  /** Ended calls whose cost is not known yet. */
  unsettledCalls: number;
  /** Recordings that wait for their lookup, `MOST_COUNTED` at most, and since when the oldest may be looked up. */
  desk: { waiting: number; oldestDueAtMs: number | null; closedUntilMs: number };
  isStopped: boolean;
  /** Stopped because the database is older than what has happened, until a person releases it. */
  isOldCopy: boolean;
  /** Null: the account is not on hold. */
  holdSinceMs: number | null;
  /** By state, without drafts and those that are over. */
  campaigns: CountsBy;
  /** Dialling campaigns that wait, by reason. */
  waitingCampaigns: CountsBy;
  /** Of the dialling campaign that has used most of its budget: the share, from 0 to 1 or above; null: none has one. */
  mostBudgetUsed: number | null;
  /** Agents who may take a call now, and calls that keep an agent busy. */
  agents: { free: number; busy: number };
  /** Dialling campaigns that wait for nothing and have a contact that is due. */
  campaignsWithWork: number;
  alerts: CountsBy<AlertKind>;
  brokenWorkflows: number;
  /** Those that have shown life within `SHOWN_LIFE_MS`, by role. */
  processes: CountsBy<'server' | 'worker'>;
  /** When the sweep last ran; null: never. */
  sweptAtMs: number | null;
}

export interface FiguresStore {
  /** One short read. It costs the same with a million calls or contacts. */
  installationFigures(nowMs: number): Promise<InstallationFigures>;
}
