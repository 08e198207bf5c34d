/** What Temporal kept of the calls' runs: which builds worked on each, and how it ended. */
import type { Client } from '@temporalio/client';

export interface Run {
  workflowId: string;
  /** Such as COMPLETED. */
  status: string;
  /** Builds that completed its workflow tasks, in the order of the first. */
  builds: string[];
}

export async function runsOfCalls(client: Client): Promise<Run[]> {
  const runs: Run[] = [];
  const query = "WorkflowType = 'callWorkflow'";
  for await (const { workflowId, runId, status } of client.workflow.list({ query })) {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const builds = (events ?? []).flatMap((event) => {
      const identity = event.workflowTaskCompletedEventAttributes?.identity;
      // A worker says its build behind its host (src/process/workflow-bundle.ts).
      return identity ? [identity.split(' ').at(-1)!] : [];
    });
    runs.push({ workflowId, status: status.name, builds: [...new Set(builds)] });
  }
  return runs;
}

/** How many runs, by what is said of each. */
export function countBy(runs: readonly Run[], said: (run: Run) => string): string {
  const counts = new Map<string, number>();
  for (const run of runs) counts.set(said(run), (counts.get(said(run)) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
}
