import type { BrokenWorkflow } from '../../../../domain/workflow-fault.ts';
import type { Tx } from '../../engine/tx.ts';

/** SQL: the columns of `BrokenWorkflow`. */
export const BROKEN_WORKFLOW =
  'workflow_id, run_id, fault, reason, code, restarts, next_start_at_ms, found_at_ms';

/** Those that do not work now, the oldest first. */
export const brokenWorkflows = (tx: Pick<Tx, 'all'>): Promise<BrokenWorkflow[]> =>
  tx.all<BrokenWorkflow>(
    `SELECT ${BROKEN_WORKFLOW} FROM broken_workflows WHERE is_broken = 1
     ORDER BY found_at_ms, workflow_id`,
  );
