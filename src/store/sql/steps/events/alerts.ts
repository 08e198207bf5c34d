/** Raises and clears alerts. A row of `alerts` stands for one that was raised; triggers write the events. */
import type { AlertKind } from '../../../../domain/events/event.ts';
import type { BudgetCap } from '../../../../domain/campaigns/budget.ts';
import type { Alert } from '../../../events/event-store.ts';
import type { Tx } from '../../engine/tx.ts';

/** No effect on an alert that stands. */
export async function raiseAlert(tx: Tx, alert: Alert): Promise<void> {
  const { kind, subject, campaignId, text, raisedAtMs } = alert;
  tx.send(
    `INSERT INTO alerts (kind, subject, campaign_id, text, raised_at_ms)
     VALUES (:kind, :subject, :campaignId, :text, :raisedAtMs)
     ON CONFLICT (kind, subject) DO NOTHING`,
    { kind, subject, campaignId, text, raisedAtMs },
  );
}

/** No effect if it does not stand. */
export async function clearAlert(tx: Tx, kind: AlertKind, subject: string): Promise<void> {
  tx.send('DELETE FROM alerts WHERE kind = :kind AND subject = :subject', { kind, subject });
}

export async function openAlerts(tx: Tx): Promise<Alert[]> {
  return tx.all<Alert>(
    `SELECT kind, subject, campaign_id, text, raised_at_ms
     FROM alerts ORDER BY raised_at_ms, kind, subject`,
  );
}

/** An alert that holds now. */
export type FoundAlert = Omit<Alert, 'raisedAtMs'>;

export const alertOfHold = (reason: string): FoundAlert => ({
  kind: 'hold',
  subject: 'account',
  campaignId: null,
  text: `the account is on hold: ${reason}`,
});

export const alertOfBudget = (campaignId: string, cap: BudgetCap): FoundAlert => ({
  kind: 'budget',
  subject: `campaigns/${campaignId}`,
  campaignId,
  text:
    cap === 'total'
      ? 'the budget of the campaign has reached its alert threshold'
      : 'the budget of the day has reached its alert threshold',
});
