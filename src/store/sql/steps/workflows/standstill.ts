/** Why nothing moves, besides the reasons of campaigns and calls themselves. */
import type { Standstill } from '../../../workflows/workflow-store.ts';
import type { Tx } from '../../engine/tx.ts';
import { openAlerts } from '../events/alerts.ts';
import { brokenWorkflows } from './broken-workflows.ts';

export async function standstill(tx: Tx): Promise<Standstill> {
  const alerts = (await openAlerts(tx)).filter(({ subject }) => subject === 'account');
  const away =
    alerts.find(({ kind }) => kind === 'temporal-away') ??
    alerts.find(({ kind }) => kind === 'worker-away');
  return {
    workflows: await brokenWorkflows(tx),
    away: away
      ? {
          reason: away.kind === 'temporal-away' ? 'temporal' : 'worker',
          text: away.text,
          sinceMs: away.raisedAtMs,
        }
      : null,
  };
}
