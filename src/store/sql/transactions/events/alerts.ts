/** The alerts that no single transaction can find, because time or several rows decide. */
import {
  ingressAlert,
  webhookAlert,
  type WebhookStatus,
} from '../../../../domain/account/webhook-health.ts';
import { isInPool } from '../../../../domain/agents/agent.ts';
import { DIALLING_STATES } from '../../../../domain/campaigns/campaign-state.ts';
import { processAlerts } from '../../../../domain/temporal-trouble.ts';
import { alertSubjectOf, brokenText } from '../../../../domain/workflow-fault.ts';
import type { AlertKind } from '../../../../domain/events/event.ts';
import type { Alert, EventStore } from '../../../events/event-store.ts';
import { sqlList } from '../../engine/sql-list.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { accountRow } from '../../rows/account-row.ts';
import { poolsOf } from '../../rows/agent-rows.ts';
import { policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import { spendingAlert } from '../../steps/campaigns/spending.ts';
import {
  alertOfBudget,
  alertOfHold,
  clearAlert,
  raiseAlert,
  openAlerts,
  type FoundAlert,
} from '../../steps/events/alerts.ts';
import { fallenAnswerRates } from '../../steps/events/answer-rates.ts';
import { brokenWorkflows } from '../../steps/workflows/broken-workflows.ts';
import { lastSweepMs, processSigns } from '../../steps/workflows/processes.ts';
import { webhookStatus } from '../calls/webhooks.ts';

type Input = Parameters<EventStore['syncAlerts']>[0];

/** Sweeps that may be missing. The schedule leaves one out while the one before it takes long. */
const MISSING_SWEEPS = 3;

export function alertStore(db: Database): Pick<EventStore, 'alerts' | 'syncAlerts'> {
  return {
    async alerts() {
      return db.read((tx) => openAlerts(tx));
    },

    async syncAlerts(input) {
      // Usually nothing has changed, and reading delays nobody.
      if (!(await db.read((tx) => hasChanged(tx, input)))) return;
      await db.write(async (tx) => {
        const { raised, cleared } = await changes(tx, input);
        for (const { kind, subject } of cleared) await clearAlert(tx, kind, subject);
        for (const alert of raised) await raiseAlert(tx, alert);
      });
    },
  };
}

async function hasChanged(tx: Tx, input: Input): Promise<boolean> {
  const { raised, cleared } = await changes(tx, input);
  return raised.length + cleared.length > 0;
}

/** The kinds that are found here. The transactions that disable and enable an endpoint raise and clear its alert. */
const FOUND_HERE: readonly AlertKind[] = [
  'hold',
  'budget',
  'no-agents',
  'unknown-calls',
  'ingress-silent',
  'temporal-away',
  'worker-away',
  'sweep-away',
  'workflow-stuck',
  'recordings-late',
  'answers-fell',
];
/** An alert with another cause is another alert: it is cleared, and raised with the new text. */
const BY_CAUSE: readonly AlertKind[] = [
  'temporal-away',
  'worker-away',
  'sweep-away',
  'workflow-stuck',
];

const isSame = (one: Alert, other: Alert): boolean =>
  one.kind === other.kind &&
  one.subject === other.subject &&
  (one.text === other.text || !BY_CAUSE.includes(one.kind));

async function changes(tx: Tx, input: Input): Promise<{ raised: Alert[]; cleared: Alert[] }> {
  const open = await openAlerts(tx);
  const wanted = await alertsNow(tx, open, input);
  return {
    raised: wanted.filter((alert) => !open.some((one) => isSame(one, alert))),
    cleared: open.filter(
      (alert) => FOUND_HERE.includes(alert.kind) && !wanted.some((one) => isSame(one, alert)),
    ),
  };
}

async function alertsNow(tx: Tx, open: readonly Alert[], input: Input): Promise<Alert[]> {
  const found = [
    ...(await ofHold(tx)),
    ...(await ofBudgets(tx, input)),
    ...(await ofAgents(tx, input)),
    ...(await ofUnknownCalls(tx)),
    ...ofIngress(await webhookStatus(tx, input.nowMs)),
    ...(await ofProcesses(tx, input)),
    ...(await ofWorkflows(tx)),
    ...(await ofRecordings(tx, input)),
    ...(await fallenAnswerRates(tx, open, input.nowMs)),
  ];
  return found.map((alert) => ({ ...alert, raisedAtMs: input.nowMs }));
}

async function ofHold(tx: Tx): Promise<FoundAlert[]> {
  const { hold } = await accountRow(tx);
  return hold?.open ? [alertOfHold(hold.reason)] : [];
}

async function ofBudgets(tx: Tx, { nowMs }: Input): Promise<FoundAlert[]> {
  const near = await tx.all<CampaignRow>(
    `SELECT * FROM campaigns
     WHERE budget_alerts <> '[]' AND state NOT IN ('completed', 'cancelled') ORDER BY serial`,
  );
  return near.flatMap((row) => {
    const alert = spendingAlert(row, nowMs);
    return alert ? [alertOfBudget(row.id, alert.cap)] : [];
  });
}

/** Campaigns that have waited for agents for a while, where none of their pool is ready. */
async function ofAgents(tx: Tx, { nowMs, timing }: Input): Promise<FoundAlert[]> {
  const waiting = await tx.all<CampaignRow>(
    `SELECT * FROM campaigns
     WHERE state IN (${sqlList(DIALLING_STATES)}) AND waiting_reason = 'agents'
       AND waiting_since_ms <= :beforeMs ORDER BY serial`,
    { beforeMs: nowMs - timing.noAgentsMs },
  );
  if (waiting.length === 0) return [];
  const ready = await tx.all<{ pools: string }>(
    `SELECT DISTINCT pools FROM agents WHERE state = 'ready' AND paused_until_ms <= :nowMs`,
    { nowMs },
  );
  const manned = ready.map((row) => ({ pools: poolsOf(row) }));
  return waiting.flatMap((row) => {
    const { pool } = policyOf(row).agents;
    if (manned.some((agent) => isInPool(agent, pool))) return [];
    const { id } = row;
    const text = 'no agent who may take the calls of this campaign is ready';
    return [{ kind: 'no-agents', subject: `campaigns/${id}`, campaignId: id, text } as const];
  });
}

/** Each of them keeps its number, and live numbers are few. */
async function ofUnknownCalls(tx: Tx): Promise<FoundAlert[]> {
  const { calls } = (await tx.get<{ calls: number }>(
    `SELECT count(*) AS calls FROM live_numbers
     WHERE (SELECT state FROM calls WHERE calls.ref = live_numbers.ref) = 'ended'`,
  ))!;
  if (calls === 0) return [];
  const text =
    'calls ended as unknown: a person must find out whether the phones rang, and close them';
  return [{ kind: 'unknown-calls', subject: 'calls', campaignId: null, text }];
}

function ofIngress(webhooks: WebhookStatus): FoundAlert[] {
  const alert = webhookAlert(webhooks) ?? ingressAlert(webhooks);
  return alert
    ? [{ kind: 'ingress-silent', subject: 'account', campaignId: null, text: alert.text }]
    : [];
}

/** Servers and workers say what they see, and their silence says the rest. */
async function ofProcesses(tx: Tx, { nowMs, timing }: Input): Promise<FoundAlert[]> {
  const sweptAtMs = await lastSweepMs(tx);
  const sinceMs = sweptAtMs ?? (await dialsSinceMs(tx));
  const found = processAlerts(await processSigns(tx), { nowMs, sinceMs });
  const ofAccount = found.filter(({ subject }) => subject === 'account');
  const isLate = sweptAtMs !== null && nowMs - sweptAtMs > (MISSING_SWEEPS + 1) * timing.sweepMs;
  const alerts = found.map((alert) => ({ ...alert, campaignId: null }));
  if (!isLate || ofAccount.length > 0) return alerts;
  const text =
    'the sweep has not run for a while although a worker runs and its schedule is there: look at the workflows of type ' +
    'sweepWorkflow in the Web UI, and at the log of the worker that serves bookkeeping';
  return [...alerts, { kind: 'sweep-away', subject: 'account', campaignId: null, text }];
}

/** A worker may never have been started here. It is missed when somebody has started a campaign. */
async function dialsSinceMs(tx: Tx): Promise<number | null> {
  const { atMs } = (await tx.get<{ atMs: number | null }>(
    `SELECT min(state_changed_at_ms) AS at_ms FROM campaigns
     WHERE state IN (${sqlList(DIALLING_STATES)}) AND kind = 'list'`,
  ))!;
  return atMs;
}

/** Calls share one alert, because a version that breaks one breaks many. */
async function ofWorkflows(tx: Tx): Promise<FoundAlert[]> {
  const found = new Map<string, FoundAlert>();
  for (const broken of await brokenWorkflows(tx)) {
    const about = alertSubjectOf(broken.workflowId);
    if (found.has(about.subject)) continue;
    found.set(about.subject, { kind: 'workflow-stuck', ...about, text: brokenText(broken) });
  }
  return [...found.values()];
}

async function ofRecordings(tx: Tx, { nowMs, timing }: Input): Promise<FoundAlert[]> {
  const late = await tx.get(
    `SELECT 1 FROM calls WHERE recording = 'wanted' AND recording_due_at_ms <= :beforeMs LIMIT 1`,
    { beforeMs: nowMs - timing.recordingLateMs },
  );
  if (late === undefined) return [];
  const text = 'recordings have waited for their lookup for longer than usual';
  return [{ kind: 'recordings-late', subject: 'account', campaignId: null, text }];
}
