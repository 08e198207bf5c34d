import { budgetOf, budgetUsed } from '../../../../domain/campaigns/budget.ts';
import { DIALLING_STATES } from '../../../../domain/campaigns/campaign-state.ts';
import type { CountsBy } from '../../../statistics/figures-store.ts';
import { sqlList } from '../../engine/sql-list.ts';
import type { Tx } from '../../engine/tx.ts';
import { policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import { spendingOf } from '../../steps/campaigns/spending.ts';

/** Nobody has so many campaigns that dial at once. */
const MOST_CAMPAIGNS = 500;
/** Of each, the spending of the day is read. */
const MOST_BUDGETS = 100;

/** Dialling ones, the oldest first. */
const DIALLING = `(SELECT * FROM campaigns WHERE state IN (${sqlList(DIALLING_STATES)})
   ORDER BY serial LIMIT ${MOST_CAMPAIGNS}) AS dialling`;

export async function campaignFigures(tx: Tx, nowMs: number) {
  const { campaigns: campaignsWithWork } = (await tx.get<{ campaigns: number }>(
    `SELECT count(*) AS campaigns FROM ${DIALLING}
     WHERE waiting_reason IS NULL AND EXISTS (
       SELECT 1 FROM contacts
       WHERE contacts.campaign_id = dialling.id AND contacts.state = 'due' AND contacts.due_at_ms <= :nowMs)`,
    { nowMs },
  ))!;
  return {
    campaignsWithWork,
    campaigns: await tx.all<CountsBy[number]>(
      `SELECT state AS kind, count(*) AS count FROM campaigns
       WHERE state IN ('scheduled', 'running', 'paused', 'draining') GROUP BY state`,
    ),
    waitingCampaigns: await tx.all<CountsBy[number]>(
      `SELECT waiting_reason AS kind, count(*) AS count FROM ${DIALLING}
       WHERE waiting_reason IS NOT NULL GROUP BY waiting_reason`,
    ),
    mostBudgetUsed: await mostBudgetUsed(tx, nowMs),
  };
}

async function mostBudgetUsed(tx: Tx, nowMs: number): Promise<number | null> {
  const rows = await tx.all<CampaignRow>(
    `SELECT * FROM ${DIALLING} WHERE ${tx.sql.json('policy')} ->> 'budget' IS NOT NULL
     ORDER BY serial LIMIT ${MOST_BUDGETS}`,
  );
  let most: number | null = null;
  for (const row of rows) {
    const policy = policyOf(row);
    const spending = await spendingOf(tx, row, policy, nowMs);
    if (policy.budget === null || spending === null) continue;
    const used = budgetUsed(budgetOf(policy.budget), spending.ever, spending.today);
    most = Math.max(most ?? 0, used);
  }
  return most;
}
