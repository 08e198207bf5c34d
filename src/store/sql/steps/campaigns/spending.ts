/**
 * The money of a campaign: reserved at the POST, settled with the bill. Sums are stored, so that they guard the
 * budget.
 */
import {
  askBudget,
  budgetOf,
  capsNeared,
  type BudgetCap,
  type BudgetVerdict,
  type Spending,
} from '../../../../domain/campaigns/budget.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { formatMoney } from '../../../../domain/money.ts';
import type { BudgetPolicy, Policy } from '../../../../domain/campaigns/policy.ts';
import { dateOf, localTimeAt } from '../../../../domain/zone.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import { writeAudit } from '../../rows/audit.ts';
import { campaignRow, policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';

/** The day in the campaign's zone on which a call's money counts. */
const spendingDay = (policy: Policy, nowMs: number): string =>
  dateOf(localTimeAt(policy.zone, nowMs).day);

export async function askSpending(
  tx: Tx,
  campaign: CampaignRow,
  policy: Policy,
  nowMs: number,
): Promise<BudgetVerdict> {
  if (policy.budget === null) return { kind: 'open', alert: false };
  const ever = toSpending(campaign);
  return askBudget(
    budgetOf(policy.budget),
    ever,
    await spendingOn(tx, campaign.id, spendingDay(policy, nowMs)),
  );
}

async function spendingOn(tx: Tx, id: CampaignId, day: string): Promise<Spending> {
  const sql = 'SELECT spent, reserved FROM campaign_days WHERE campaign_id = :id AND day = :day';
  return toSpending(await tx.get<SpendingRow>(sql, { id, day }));
}

/** Scaled units as text, because SQLite's integers have 64 bits only. */
type SpendingRow = Pick<CampaignRow, 'spent' | 'reserved'>;

const toSpending = (row: SpendingRow | undefined): Spending => ({
  spent: BigInt(row?.spent ?? 0),
  reserved: BigInt(row?.reserved ?? 0),
});

/** Reserves money for a call whose POST is about to leave. */
export async function reserve(tx: Tx, call: CallRow, policy: Policy, nowMs: number): Promise<void> {
  await release(tx, call);
  const day = spendingDay(policy, nowMs);
  const units = policy.budget === null ? 0n : budgetOf(policy.budget).reservePerCall;
  await tx.run('UPDATE calls SET reserved = :units, spending_day = :day WHERE ref = :ref', {
    ref: call.ref,
    units,
    day,
  });
  await move(tx, call.campaign_id, day, { spent: 0n, reserved: units });
  await raiseAlerts(tx, call.campaign_id, nowMs);
}

/** No further bill is expected, so the call's reserve is released. */
export async function release(tx: Tx, { ref, campaign_id: id }: CallRow): Promise<void> {
  const held = await tx.get<{ units: string; day: string | null }>(
    'SELECT CAST(reserved AS TEXT) AS units, spending_day AS day FROM calls WHERE ref = :ref',
    { ref },
  );
  if (!held || held.day === null || held.units === '0') return;
  await tx.run('UPDATE calls SET reserved = 0 WHERE ref = :ref', { ref });
  await move(tx, id, held.day, { spent: 0n, reserved: -BigInt(held.units) });
}

/** Adds the bill of a call, or the difference of a corrected bill to the previous one. */
export async function spend(tx: Tx, call: CallRow, units: bigint, nowMs: number): Promise<void> {
  const { day } = (await tx.get<{ day: string | null }>(
    'SELECT spending_day AS day FROM calls WHERE ref = :ref',
    { ref: call.ref },
  ))!;
  await release(tx, call);
  const countsOn =
    day ?? dateOf(Math.floor((call.placed_at_ms ?? call.created_at_ms) / 86_400_000));
  await move(tx, call.campaign_id, countsOn, { spent: units, reserved: 0n });
  await raiseAlerts(tx, call.campaign_id, nowMs);
}

/** An alert of a budget, with the cap at that time. */
interface RaisedAlert {
  cap: BudgetCap;
  /** In the campaign's zone; null: the total budget. */
  day: string | null;
  limit: string;
  alertAt: number;
  atMs: number;
}

const ALERTS_KEPT = 20;

/** Raises one alert per cap and day, even if the spending falls below the threshold and rises again. */
async function raiseAlerts(tx: Tx, id: CampaignId, nowMs: number): Promise<void> {
  const row = await campaignRow(tx, id);
  const { budget, zone } = policyOf(row);
  if (budget === null) return;
  const day = dateOf(localTimeAt(zone, nowMs).day);
  const today = await spendingOn(tx, id, day);
  const raised = alertsOf(row);
  for (const cap of capsNeared(budgetOf(budget), toSpending(row), today)) {
    if (raised.some((alert) => isOf(alert, cap, { budget, day }))) continue;
    const [limit, spending] =
      cap === 'total' ? [budget.total!, toSpending(row)] : [budget.perDay!, today];
    const ofDay = cap === 'total' ? null : day;
    raised.push({ cap, day: ofDay, limit, alertAt: budget.alertAt, atMs: nowMs });
    const after = {
      cap,
      day: ofDay,
      limit,
      alert_at: budget.alertAt,
      spent: formatMoney(spending.spent),
      set_aside: formatMoney(spending.reserved),
    };
    const target = `campaigns/${id}`;
    await writeAudit(tx, { by: undefined, what: 'budget.alert', target, after, nowMs });
  }
  const alerts = JSON.stringify(raised.slice(-ALERTS_KEPT));
  if (alerts === row.budget_alerts) return;
  await tx.run('UPDATE campaigns SET budget_alerts = :alerts WHERE id = :id', { id, alerts });
}

const alertsOf = (row: CampaignRow): RaisedAlert[] =>
  JSON.parse(row.budget_alerts) as RaisedAlert[];

function isOf(
  alert: RaisedAlert,
  cap: BudgetCap,
  { budget, day }: { budget: BudgetPolicy; day: string },
): boolean {
  if (alert.cap !== cap || alert.alertAt !== budget.alertAt) return false;
  if (cap === 'total') return alert.limit === budget.total;
  return alert.limit === budget.perDay && alert.day === day;
}

/** The oldest alert that is valid for the current budget and today; null: there is none. */
export function standingAlert(
  row: CampaignRow,
  nowMs: number,
): { cap: BudgetCap; sinceMs: number } | null {
  const { budget, zone } = policyOf(row);
  if (budget === null) return null;
  const day = dateOf(localTimeAt(zone, nowMs).day);
  const alert = alertsOf(row).find((one) => isOf(one, one.cap, { budget, day }));
  return alert ? { cap: alert.cap, sinceMs: alert.atMs } : null;
}

async function move(tx: Tx, id: CampaignId, day: string, by: Spending): Promise<void> {
  const ever = toSpending(
    await tx.get<SpendingRow>('SELECT spent, reserved FROM campaigns WHERE id = :id', { id }),
  );
  await tx.run('UPDATE campaigns SET spent = :spent, reserved = :reserved WHERE id = :id', {
    id,
    ...rowAfter(ever, by),
  });
  await tx.run(
    `INSERT INTO campaign_days (campaign_id, day, spent, reserved) VALUES (:id, :day, :spent, :reserved)
     ON CONFLICT (campaign_id, day) DO UPDATE SET spent = :spent, reserved = :reserved`,
    { id, day, ...rowAfter(await spendingOn(tx, id, day), by) },
  );
}

const rowAfter = (known: Spending, by: Spending) => ({
  spent: String(known.spent + by.spent),
  reserved: String(known.reserved + by.reserved),
});
