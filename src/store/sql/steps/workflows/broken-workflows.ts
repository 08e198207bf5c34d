import type { BrokenWorkflow, WorkflowFault } from '../../../../domain/workflow-fault.ts';
import type { Tx } from '../../engine/tx.ts';

export interface BrokenWorkflowRow {
  workflowId: string;
  runId: string;
  fault: WorkflowFault;
  reason: string;
  code: string;
  restarts: number;
  nextStartAtMs: number | null;
  foundAtMs: number;
  isBroken: number;
}

export const toBrokenWorkflow = (row: BrokenWorkflowRow): BrokenWorkflow => ({
  workflowId: row.workflowId,
  runId: row.runId,
  fault: row.fault,
  reason: row.reason,
  code: row.code,
  restarts: row.restarts,
  nextStartAtMs: row.nextStartAtMs,
  foundAtMs: row.foundAtMs,
});

/** Those that do not work now, the oldest first. */
export async function brokenWorkflows(tx: Pick<Tx, 'all'>): Promise<BrokenWorkflow[]> {
  const rows = await tx.all<BrokenWorkflowRow>(
    'SELECT * FROM broken_workflows WHERE is_broken = 1 ORDER BY found_at_ms, workflow_id',
  );
  return rows.map(toBrokenWorkflow);
}
