import type { BrokenWorkflow, WorkflowFault } from '../../../../domain/workflow-fault.ts';
import type { Tx } from '../../engine/tx.ts';

export interface BrokenWorkflowRow {
  workflow_id: string;
  run_id: string;
  fault: WorkflowFault;
  reason: string;
  code: string;
  restarts: number;
  next_start_at_ms: number | null;
  found_at_ms: number;
  is_broken: number;
}

export const toBrokenWorkflow = (row: BrokenWorkflowRow): BrokenWorkflow => ({
  workflowId: row.workflow_id,
  runId: row.run_id,
  fault: row.fault,
  reason: row.reason,
  code: row.code,
  restarts: row.restarts,
  nextStartAtMs: row.next_start_at_ms,
  foundAtMs: row.found_at_ms,
});

/** Those that do not work now, the oldest first. */
export async function brokenWorkflows(tx: Pick<Tx, 'all'>): Promise<BrokenWorkflow[]> {
  const rows = await tx.all<BrokenWorkflowRow>(
    'SELECT * FROM broken_workflows WHERE is_broken = 1 ORDER BY found_at_ms, workflow_id',
  );
  return rows.map(toBrokenWorkflow);
}
