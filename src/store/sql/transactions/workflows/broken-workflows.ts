import { afterBreak, reasonOf, type BrokenWorkflow } from '../../../../domain/workflow-fault.ts';
import type { WorkflowStore } from '../../../workflows/workflow-store.ts';
import type { Database } from '../../engine/tx.ts';
import { standstill } from '../../steps/workflows/standstill.ts';
import { BROKEN_WORKFLOW, brokenWorkflows } from '../../steps/workflows/broken-workflows.ts';

export function brokenWorkflowStore(
  db: Database,
): Pick<
  WorkflowStore,
  'noteWorkflowCode' | 'noteBrokenRun' | 'noteWorking' | 'brokenWorkflows' | 'standstill'
> {
  return {
    async noteWorkflowCode(code) {
      await db.write(async (tx) =>
        tx.send('UPDATE installation SET workflow_code = :code', { code }),
      );
    },

    async noteBrokenRun(run, at) {
      return db.write(async (tx) => {
        const { workflowId } = run;
        const { code } = (await tx.get<{ code: string }>(
          'SELECT workflow_code AS code FROM installation',
        ))!;
        const known = await tx.get<BrokenWorkflow>(
          `SELECT ${BROKEN_WORKFLOW} FROM broken_workflows WHERE workflow_id = :workflowId`,
          { workflowId },
        );
        const found = { ...run, reason: reasonOf(run.reason), code };
        const { broken, start } = afterBreak(known, found, at);
        tx.send(
          `INSERT INTO broken_workflows (workflow_id, run_id, fault, reason, code, restarts,
             next_start_at_ms, found_at_ms, is_broken)
           VALUES (:workflowId, :runId, :fault, :reason, :code, :restarts, :nextStartAtMs, :foundAtMs, 1)
           ON CONFLICT (workflow_id) DO UPDATE SET run_id = excluded.run_id, fault = excluded.fault,
             reason = excluded.reason, code = excluded.code, restarts = excluded.restarts,
             next_start_at_ms = excluded.next_start_at_ms, found_at_ms = excluded.found_at_ms, is_broken = 1`,
          { ...broken },
        );
        return { start };
      });
    },

    async noteWorking(workflowId) {
      await db.write(async (tx) =>
        tx.send('UPDATE broken_workflows SET is_broken = 0 WHERE workflow_id = :workflowId', {
          workflowId,
        }),
      );
    },

    async brokenWorkflows() {
      return brokenWorkflows(db);
    },

    async standstill() {
      return db.read(standstill);
    },
  };
}
