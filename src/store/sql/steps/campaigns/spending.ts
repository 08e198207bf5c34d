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
import { formatMoney, MONEY_DECIMALS } from '../../../../domain/money.ts';
import type { BudgetPolicy, Policy } from '../../../../domain/campaigns/policy.ts';
import { DAY_MS, dateOf, localTimeAt } from '../../../../domain/zone.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import { writeAudit } from '../../rows/audit.ts';
import { campaignRow, policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { alertOfBudget, raiseAlert } from '../events/alerts.ts';

/** The day in the campaign's zone on which a call's money counts. */
const spendingDay = (policy: Policy, nowMs: number): string =>
  dateOf(localTimeAt(policy.zone, nowMs).day);

export const askSpending = async (
  tx: Tx,
  campaign: CampaignRow,
  policy: Policy,
  nowMs: number,
): Promise<BudgetVerdict> => verdictOn(policy, await spendingOf(tx, campaign, policy, nowMs));

/** The money of a campaign with a budget, ever and today. */
export interface CampaignSpending {
  day: string;
  ever: Spending;
  today: Spending;
}

/** Null: it has no budget. */
export async function spendingOf(
  tx: Tx,
  campaign: CampaignRow,
  policy: Policy,
  nowMs: number,
): Promise<CampaignSpending | null> {
  if (policy.budget === null) return null;
  const day = spendingDay(policy, nowMs);
  return { day, ever: toSpending(campaign), today: await spendingOn(tx, campaign.id, day) };
}

export const verdictOn = ({ budget }: Policy, spending: CampaignSpending | null): BudgetVerdict =>
  budget === null || spending === null
    ? { kind: 'open', alert: false }
    : askBudget(budgetOf(budget), spending.ever, spending.today);

/** A row of sums. Whole units and fractions are summed separately, because SQLite's integers have 64 bits only. */
export type SpendingRow = Pick<
  CampaignRow,
  'spentWhole' | 'spentRest' | 'reservedWhole' | 'reservedRest'
>;

const WHOLE = 10n ** BigInt(MONEY_DECIMALS);

export const toSpending = (row: SpendingRow | undefined): Spending => ({
  spent: row ? BigInt(row.spentWhole) * WHOLE + BigInt(row.spentRest) : 0n,
  reserved: row ? BigInt(row.reservedWhole) * WHOLE + BigInt(row.reservedRest) : 0n,
});

export async function spendingOn(tx: Tx, id: CampaignId, day: string): Promise<Spending> {
  return toSpending(
    await tx.get<SpendingRow>(
      `SELECT spent_whole, spent_rest, reserved_whole, reserved_rest FROM campaign_days
       WHERE campaign_id = :id AND day = :day`,
      { id, day },
    ),
  );
}

/** What a call's POST sets aside, and the day on which its money counts. Units are 0 without a budget. */
export function reserveOf(policy: Policy, nowMs: number): { units: bigint; day: string } {
  const units = policy.budget === null ? 0n : budgetOf(policy.budget).reservePerCall;
  return { units, day: spendingDay(policy, nowMs) };
}

/** No further bill is expected, so the call's reserve is released. */
export async function release(tx: Tx, call: CallRow): Promise<void> {
  const held = heldBy(call);
  if (held === 0n) return;
  const released = await tx.run(
    'UPDATE calls SET reserved = 0 WHERE ref = :ref AND reserved <> 0',
    { ref: call.ref },
  );
  if (released === 0) return;
  await changeCounters(tx, call.campaignId, {
    day: call.spendingDay!,
    spending: { spent: 0n, reserved: -held },
  });
}

/** What a call has set aside, in units. */
export const heldBy = (call: CallRow): bigint =>
  call.spendingDay === null ? 0n : BigInt(call.reservedUnits);

/** The day on which a bill of the call counts. */
export const dayOf = (call: CallRow): string =>
  call.spendingDay ?? dateOf(Math.floor((call.placedAtMs ?? call.createdAtMs) / DAY_MS));

/** What a campaign counts. All of it changes in one statement, because all its calls wait for this row. */
export interface CounterChange {
  liveCalls?: number;
  /** Calls with a cost below 0. */
  negativeCosts?: number;
  day: string;
  spending: Spending;
}

export async function changeCounters(
  tx: Tx,
  id: CampaignId,
  { liveCalls = 0, negativeCosts = 0, day, spending }: CounterChange,
): Promise<void> {
  const sums = {
    spent_whole: spending.spent / WHOLE,
    spent_rest: spending.spent % WHOLE,
    reserved_whole: spending.reserved / WHOLE,
    reserved_rest: spending.reserved % WHOLE,
  };
  tx.send(
    `UPDATE campaigns
     SET live_calls = live_calls + :liveCalls, negative_costs = negative_costs + :negativeCosts,
         ${sumsAfter('campaigns', (part) => `:${part}`)}
     WHERE id = :id`,
    { id, liveCalls, negativeCosts, ...sums },
  );
  if (spending.spent === 0n && spending.reserved === 0n) return;
  tx.send(
    `INSERT INTO campaign_days (campaign_id, day, spent_whole, spent_rest, reserved_whole, reserved_rest)
     VALUES (:id, :day, :spent_whole, :spent_rest, :reserved_whole, :reserved_rest)
     ON CONFLICT (campaign_id, day) DO UPDATE SET
       ${sumsAfter('campaign_days', (part) => `excluded.${part}`)}`,
    { id, day, ...sums },
  );
}

/** SQL that adds to the sums of a row. What the fractions make whole is carried over; both engines round towards 0. */
const sumsAfter = (table: string, added: (part: string) => string): string =>
  ['spent', 'reserved']
    .map((sum) => {
      const rest = `(${table}.${sum}_rest + ${added(`${sum}_rest`)})`;
      return `${sum}_whole = ${table}.${sum}_whole + ${added(`${sum}_whole`)} + ${rest} / ${WHOLE},
       ${sum}_rest = ${rest} % ${WHOLE}`;
    })
    .join(', ');

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

/**
 * Raises one alert per cap and day, even if the spending falls below the threshold and rises again.
 * @param known the campaign before its spending changed
 */
export async function raiseAlerts(tx: Tx, known: CampaignRow, nowMs: number): Promise<void> {
  const { budget, zone } = policyOf(known);
  if (budget === null) return;
  const { id } = known;
  const row = await campaignRow(tx, id);
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
    await raiseAlert(tx, { ...alertOfBudget(id, cap), raisedAtMs: nowMs });
  }
  const alerts = JSON.stringify(raised.slice(-ALERTS_KEPT));
  if (alerts === row.budgetAlerts) return;
  tx.send('UPDATE campaigns SET budget_alerts = :alerts WHERE id = :id', { id, alerts });
}

const alertsOf = (row: CampaignRow): RaisedAlert[] => JSON.parse(row.budgetAlerts) as RaisedAlert[];

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
export function spendingAlert(
  row: CampaignRow,
  nowMs: number,
): { cap: BudgetCap; sinceMs: number } | null {
  const { budget, zone } = policyOf(row);
  if (budget === null) return null;
  const day = dateOf(localTimeAt(zone, nowMs).day);
  const alert = alertsOf(row).find((one) => isOf(one, one.cap, { budget, day }));
  return alert ? { cap: alert.cap, sinceMs: alert.atMs } : null;
}
