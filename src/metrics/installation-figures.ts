/** Which figure of the installation is shown as which metric. */
import { LIVE_STATES } from '../domain/calls/call-state.ts';
import { WAITING_REASONS } from '../domain/campaigns/campaign-progress.ts';
import { DISPOSITIONS } from '../domain/dispositions/dispositions.ts';
import { ALERT_KINDS } from '../domain/events/event.ts';
import type { CountsBy, InstallationFigures } from '../store/statistics/figures-store.ts';

export interface Single {
  name: string;
  help: string;
  /** Null: not shown. */
  value: (figures: InstallationFigures, nowMs: number) => number | null;
}

export interface Counted {
  name: string;
  help: string;
  label: string;
  /** All of them are shown, with 0 where there is none. */
  kinds: readonly string[];
  counts: (figures: InstallationFigures) => CountsBy;
}

/** Since an instant; 0 where nothing waits. */
const secondsSince = (atMs: number | null, nowMs: number): number =>
  atMs === null ? 0 : Math.max(0, nowMs - atMs) / 1_000;
const secondsSinceOrNull = (atMs: number | null, nowMs: number): number | null =>
  atMs === null ? null : secondsSince(atMs, nowMs);

export const SINGLE: readonly Single[] = [
  {
    name: 'dialwright_calls_unknown',
    help: 'Calls that ended as unknown, and wait for a person to resolve them',
    value: ({ unknownCalls }) => unknownCalls,
  },
  {
    name: 'dialwright_call_oldest_age_seconds',
    help: 'Age of the oldest call in the database; with DIALWRIGHT_CALLS_DAYS it stays near so many days',
    value: ({ oldestCallAtMs }, nowMs) => secondsSince(oldestCallAtMs, nowMs),
  },
  {
    name: 'dialwright_intent_oldest_age_seconds',
    help: 'Age of the oldest POST without a recorded answer',
    value: ({ oldestIntentAtMs }, nowMs) => secondsSince(oldestIntentAtMs, nowMs),
  },
  {
    name: 'dialwright_inbox_waiting',
    help: 'Stored webhooks that must wake a call and have not yet, 10,000 at most',
    value: ({ inbox }) => inbox.waiting,
  },
  {
    name: 'dialwright_inbox_oldest_age_seconds',
    help: 'Age of the oldest of them',
    value: ({ inbox }, nowMs) => secondsSince(inbox.oldestAtMs, nowMs),
  },
  {
    name: 'dialwright_webhook_last_age_seconds',
    help: 'Time since a webhook came last; not shown before the first',
    value: ({ webhookAtMs }, nowMs) => secondsSinceOrNull(webhookAtMs, nowMs),
  },
  {
    name: 'dialwright_calls_polled',
    help: 'Live calls that are polled, because their webhooks are late or there are none',
    value: ({ polledCalls }) => polledCalls,
  },
  {
    name: 'dialwright_calls_unsettled',
    help: 'Ended calls whose cost is awaited',
    value: ({ unsettledCalls }) => unsettledCalls,
  },
  {
    name: 'dialwright_recording_desk_waiting',
    help: 'Recordings that wait for their lookup, 10,000 at most',
    value: ({ desk }) => desk.waiting,
  },
  {
    name: 'dialwright_recording_desk_oldest_age_seconds',
    help: 'How long the oldest of them has been due',
    value: ({ desk }, nowMs) => secondsSince(desk.oldestDueAtMs, nowMs),
  },
  {
    name: 'dialwright_recording_desk_closed',
    help: 'Whether the recording desk is closed: 0 or 1',
    value: ({ desk }, nowMs) => Number(desk.closedUntilMs > nowMs),
  },
  {
    name: 'dialwright_account_stopped',
    help: 'Whether the account is stopped, by a person or because the database is an old copy: 0 or 1',
    value: ({ isStopped }) => Number(isStopped),
  },
  {
    name: 'dialwright_account_old_copy',
    help: 'Whether the account is stopped because the database is older than what has happened: 0 or 1',
    value: ({ isOldCopy }) => Number(isOldCopy),
  },
  {
    name: 'dialwright_account_hold',
    help: 'Whether the account is on hold: 0 or 1',
    value: ({ holdSinceMs }) => Number(holdSinceMs !== null),
  },
  {
    name: 'dialwright_account_hold_age_seconds',
    help: 'How long the account has been on hold',
    value: ({ holdSinceMs }, nowMs) => secondsSince(holdSinceMs, nowMs),
  },
  {
    name: 'dialwright_budget_used_ratio',
    help: 'Of the dialling campaign that has used most of a cap of its budget: the share; not shown without a budget',
    value: ({ mostBudgetUsed }) => mostBudgetUsed,
  },
  {
    name: 'dialwright_agents_free',
    help: 'Agents who may take a call now',
    value: ({ agents }) => agents.free,
  },
  {
    name: 'dialwright_agents_busy',
    help: 'Calls that keep an agent busy',
    value: ({ agents }) => agents.busy,
  },
  {
    name: 'dialwright_campaigns_with_work',
    help: 'Dialling campaigns that wait for nothing and have a contact that is due',
    value: ({ campaignsWithWork }) => campaignsWithWork,
  },
  {
    name: 'dialwright_workflows_broken',
    help: 'Workflows that do not work, however often they are started again',
    value: ({ brokenWorkflows }) => brokenWorkflows,
  },
  {
    name: 'dialwright_sweep_age_seconds',
    help: 'Time since the sweep ran last; not shown before the first',
    value: ({ sweptAtMs }, nowMs) => secondsSinceOrNull(sweptAtMs, nowMs),
  },
];

export const COUNTED: readonly Counted[] = [
  {
    name: 'dialwright_calls_live',
    help: 'Calls that have not ended, by state',
    label: 'state',
    kinds: ['queued', 'claimed', 'waiting', 'placing', ...LIVE_STATES, 'unknown'],
    counts: ({ liveCalls }) => liveCalls,
  },
  {
    name: 'dialwright_calls_recently_ended',
    help: 'Ended calls whose last POST left in this quarter of an hour or in the one before, by disposition',
    label: 'disposition',
    kinds: DISPOSITIONS,
    counts: ({ recentlyEndedCalls }) => recentlyEndedCalls,
  },
  {
    name: 'dialwright_campaigns',
    help: 'Campaigns that are not over, without drafts, by state',
    label: 'state',
    kinds: ['scheduled', 'running', 'paused', 'draining'],
    counts: ({ campaigns }) => campaigns,
  },
  {
    name: 'dialwright_campaigns_waiting',
    help: 'Dialling campaigns that wait, by reason',
    label: 'reason',
    kinds: WAITING_REASONS,
    counts: ({ waitingCampaigns }) => waitingCampaigns,
  },
  {
    name: 'dialwright_alerts',
    help: 'Alerts that stand, by kind: those of GET /v1/alerts',
    label: 'kind',
    kinds: ALERT_KINDS,
    counts: ({ alerts }) => alerts,
  },
  {
    name: 'dialwright_processes',
    help: 'Servers and workers that have shown life within 25 s',
    label: 'role',
    kinds: ['server', 'worker'],
    counts: ({ processes }) => processes,
  },
];
