import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Connection } from '@temporalio/client';
import { lookForTemporal } from '../../src/dev/temporal/find-temporal.ts';
import { PASSING } from './canaries.ts';

/** What the command line shows of a call, by what it was given to decode with. */
export interface Shown {
  /** No endpoint. */
  bare: string;
  decoded: string;
  /** An endpoint, and the wrong key for it. */
  refused: string;
}

/** As a person would inspect a call: `temporal workflow show`. */
export async function showByCommandLine(to: {
  url: string;
  address: string;
  connection: Connection;
}): Promise<Shown> {
  const found = await lookForTemporal({ ...process.env, TEMPORAL_ADDRESS: undefined });
  if (found?.kind !== 'binary') throw new Error('the tests run without a Temporal command line');
  const { executions } = await to.connection.workflowService.listWorkflowExecutions({
    namespace: 'default',
    query: "WorkflowType = 'callWorkflow'",
  });
  const show = async (...more: string[]): Promise<string> => {
    const id = executions[0]!.execution!.workflowId!;
    const args = ['workflow', 'show', '--output=json', `--address=${to.address}`, `-w=${id}`];
    return promisify(execFile)(found.path, [...args, ...more]).then(
      ({ stdout }) => stdout,
      (error: unknown) => String(error),
    );
  };
  const codec = `--codec-endpoint=${to.url}/codec`;
  return {
    bare: await show(),
    decoded: await show(codec, `--codec-auth=Bearer ${PASSING.apiKey}`),
    refused: await show(codec, `--codec-auth=Bearer ${PASSING.wrongKey}`),
  };
}
