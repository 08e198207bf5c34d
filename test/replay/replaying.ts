import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkflowBundle } from '@temporalio/worker';
import { WORKFLOW_MODULES } from '../../src/process/workflow-bundle.ts';
import { readHistory } from './history-files.ts';

const logger = new DefaultLogger('ERROR');

/** Today's workflows, or a file beside this one in their place. */
export function bundle(
  workflows = '../../src/workflows/index.ts',
  interceptors: string[] = [],
): Promise<WorkflowBundle> {
  return bundleWorkflowCode({
    workflowsPath: pathOf(workflows),
    workflowInterceptorModules: [
      ...WORKFLOW_MODULES.workflowInterceptorModules,
      ...interceptors.map(pathOf),
    ],
    logger,
  });
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** What is wrong with each stored history that does not replay, by its name. */
export async function faultsOf(
  workflowBundle: WorkflowBundle,
  names: readonly string[],
): Promise<Record<string, Error>> {
  const histories = names.map((name) => ({ workflowId: name, history: readHistory(name) }));
  const faults: Record<string, Error> = {};
  for await (const result of Worker.runReplayHistories({ workflowBundle }, histories)) {
    if (result.error) faults[result.workflowId] = result.error;
  }
  return faults;
}
