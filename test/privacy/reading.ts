/** Everything a Temporal server shows of its workflows, as it stands there: without any codec. */
import { Client, type Connection } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';

export interface SeenWorkflow {
  workflowId: string;
  type: string;
  /** Ids, memo, search attributes and summaries, as text; bytes as latin1. */
  described: string;
  /** All events, the same. */
  history: string;
  /** Every payload outside search attributes: the event it stands in, its encoding, its bytes as text. */
  payloads: { event: string; encoding: string; data: string }[];
  /** What the Web UI's page shows on top, decoded. */
  currentDetails: string;
}

const NAMESPACE = 'default';

export async function readWorkflows(
  connection: Connection,
  dataConverter: DataConverter,
): Promise<SeenWorkflow[]> {
  const { workflowService } = connection;
  const client = new Client({ connection, namespace: NAMESPACE, dataConverter });
  const { executions } = await workflowService.listWorkflowExecutions({
    namespace: NAMESPACE,
    query: '',
  });
  const seen: SeenWorkflow[] = [];
  for (const { execution, type } of executions) {
    const key = { namespace: NAMESPACE, execution: execution! };
    const described = await workflowService.describeWorkflowExecution(key);
    const { history } = await workflowService.getWorkflowExecutionHistory(key);
    const events = history?.events ?? [];
    const handle = client.workflow.getHandle(execution!.workflowId!, execution!.runId!);
    const metadata = await handle.query<{ currentDetails?: string }>(
      '__temporal_workflow_metadata',
    );
    seen.push({
      workflowId: execution!.workflowId!,
      type: type!.name!,
      described: text(described),
      history: text(events),
      payloads: events.flatMap((event) =>
        payloadsIn(event).map((payload) => ({ event: nameOf(event), ...payload })),
      ),
      currentDetails: metadata.currentDetails ?? '',
    });
  }
  return seen;
}

/** Until no workflow of that type runs any more. */
export async function countRunning(connection: Connection, type: string): Promise<number> {
  const { count } = await connection.workflowService.countWorkflowExecutions({
    namespace: NAMESPACE,
    query: `WorkflowType = '${type}' AND ExecutionStatus = 'Running'`,
  });
  return Number(count);
}

// By hand: as JSON, protobuf's own form of it, bytes would be base64.
function text(value: unknown): string {
  if (isBytes(value)) return Buffer.from(value).toString('latin1');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${text(part)}`)
    .join('\n');
}

const isBytes = (part: unknown): part is Uint8Array => part instanceof Uint8Array;

const nameOf = (event: object): string =>
  Object.keys(event).find((name) => name.endsWith('EventAttributes')) ?? 'none';

/** Search attributes are never encoded: the server has to read them. */
const IN_PLAIN_BY_DESIGN = ['searchAttributes', 'indexedFields'];

function payloadsIn(value: unknown): { encoding: string; data: string }[] {
  if (typeof value !== 'object' || value === null || isBytes(value)) return [];
  const { metadata, data } = value as { metadata?: Record<string, unknown>; data?: unknown };
  const encoding = metadata?.['encoding'];
  if (isBytes(encoding))
    return [{ encoding: utf8(encoding), data: isBytes(data) ? utf8(data) : '' }];
  return Object.entries(value)
    .filter(([name]) => !IN_PLAIN_BY_DESIGN.includes(name))
    .flatMap(([, part]) => payloadsIn(part));
}

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
